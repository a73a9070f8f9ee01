/** Names for the shapes the client passes around; all of them come from the schema. */
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type * as Read from './generated/operations.d.ts';
import type * as Schema from './generated/schema.d.ts';
import type { Team } from './teams.js';

/** A read with its aliases resolved; see `unalias` in graphql.js. */
export type Unaliased<T> = T extends (infer Item)[]
  ? Unaliased<Item>[]
  : T extends object
    ? {
        [K in keyof T as K extends '__typename' ? K : K extends `${infer F}__${string}` ? F : K]: Unaliased<
          T[K]
        >;
      }
    : T;

export type GameKind = Schema.GameKind;
export type BotLevel = Schema.BotLevel;
export type Refusal = Schema.Refusal;
export type GameOptionsInput = Read.CreateMatchMutationVariables['input']['options'];
export type MoveInput = Read.PlayMutationVariables['input']['move'];
export type MatchBy = Read.FindMatchQueryVariables['by'];
export type MatchTable = Unaliased<NonNullable<Read.OpenMatchQuery['match']>>;
export type MatchSummary = Unaliased<NonNullable<Read.FindMatchQuery['match']>>;
export type Table = Omit<MatchTable, 'log'>;
export type LogPage = NonNullable<MatchTable['log']>;
export type Ply = LogPage['nodes'][number];
export type Update = Unaliased<Read.MatchUpdatesSubscription['matchUpdates']>;
export type Suggestion = Unaliased<Read.TeamTalkSubscription['teamTalk'][number]>;
export type GameEvent = Ply['events'][number];
export type GameView = NonNullable<Table['view']>;
export type GameInfo = Unaliased<Read.GamesQuery['games'][number]>;
export type LegalMove = Table['legalMoves'][number];
export type Seat = MatchSummary['seats'][number];
export type Outcome = NonNullable<MatchSummary['outcome']>;
export type LobbyLists = Unaliased<Read.LobbyQuery>;
export type EventOf<Name extends GameEvent['__typename']> = Extract<GameEvent, { __typename: Name }>;

export type Session = { token: string; player: { id: string; name: string } };
export type Connection = 'idle' | 'connecting' | 'connected' | 'reconnecting';

/** What is known of a match that is being followed. */
export type Following = {
  match: Table | null;
  log: Ply[];
  /** Every ply up to this one is known; updates resume after it. */
  ply: number;
  /** The cursor before which the log goes on, or null when all of it is here. */
  earlier: string | null;
  /** An update did not follow the last one: the match has to be read again. */
  hasGap: boolean;
  /** Why the match cannot be followed. */
  problem: string | null;
};

export type OptionField = {
  name: string;
  label: string;
  hint: string;
  choices: { value: number | null; label: string }[];
};

/** What a board may use. A board without `play` is only looked at; a captain's team sees the moves, though. */
export type BoardProps = {
  match: Table;
  view: any;
  /** Whose eyes: the hand at the near edge of the table; null for a spectator. */
  seat: number | null;
  names: string[];
  /** The viewer's team in a match being played; null for who plays alone, watches or steps through. */
  team: Team | null;
  legalMoves: LegalMove[];
  isBusy: boolean;
  play: ((move: MoveInput) => void) | null;
  clock: VNode<any> | null;
};

/** One file in games/, named after the game's kind: everything the client knows about a game. */
export type GameModule = {
  Board: (props: BoardProps) => any;
  /** What stands beside the table, if anything. */
  Aside?: (props: { view: any; names: string[] }) => any;
  describe: (event: any, names: string[]) => string | null;
  optionFields: OptionField[];
  optionsInput: (values: Record<string, number | null>, kind: GameKind) => GameOptionsInput;
  describeOptions: (options: any) => string[];
  /** What the player to move has to do, for the announcement of a turn. */
  heading: (view: any) => string;
  /** Of the seats that may move, those the table waits for; all of them unless a game says otherwise. */
  awaited?: (view: any, seats: number[]) => number[];
  /** Why a match of this game may end, in a sentence each. */
  reasons?: Record<string, string>;
  turnSeconds: (options: any) => number | null;
};

export type { Read, Schema, Signal };

export type EventInfo = Unaliased<NonNullable<Read.EventsQuery['events']>['nodes'][number]>;
export type LeaderboardRow = Unaliased<NonNullable<Read.LeaderboardQuery['leaderboard']>['nodes'][number]>;
export type QuestionRow = Unaliased<NonNullable<Read.QuestionsQuery['questionStats']>['nodes'][number]>;
export type OverviewRow = Unaliased<NonNullable<Read.OverviewQuery['matchStats']>[number]>;
export type PaceRow = Unaliased<NonNullable<Read.PaceQuery['matchStats']>[number]>;
export type ScoreSpread = Unaliased<NonNullable<Read.ScoresQuery['matchStats']>[number]['points']>;
export type RatedPlayer = Unaliased<NonNullable<Read.RatingsQuery['player']>>;
export type OwnStats = Unaliased<NonNullable<NonNullable<Read.OwnStatsQuery['player']>['stats']>>;
export type HeadToHeadRow = Unaliased<NonNullable<Read.HeadToHeadQuery['headToHead']>[number]>;
export type CountedMatch = Unaliased<NonNullable<Read.CountedMatchQuery['match']>>;
export type Counted = NonNullable<CountedMatch['counted']>;
export type CountedAnswer = Counted['answers'][number];
export type Correction = NonNullable<CountedMatch['corrections']>[number];
export type EventUpdate = Unaliased<Read.EventUpdatesSubscription['eventUpdates']>;

/** A result as it is shown among those that come in. */
export type Result = {
  id: string;
  /** The number of its ending. */
  sequence: number;
  at: string;
  match: NonNullable<EventUpdate['match']>;
  counted: EventUpdate['counted'];
  corrections: NonNullable<EventUpdate['correction']>[];
};

/** A chart, without colours: what stands along the axis, and a line or bars for each series. */
export type ChartSpec = {
  /** What lies along the axis; null for numbers. */
  labels: (string | string[])[] | null;
  /** The labels in full, line by line, when there is no room for them along the axis. */
  titles?: string[][];
  series: {
    label: string;
    type: 'bar' | 'line';
    values: (number | null | { x: number; y: number })[];
    axis?: 'y' | 'y2';
  }[];
  axes: { x?: string; y?: string; y2?: string };
  isSideways?: boolean;
  /** The highest value the axis shows. */
  most?: number;
  isPercent?: boolean;
};
