/** Smarty Party! in words: what is asked, what came of a guess, what has happened. */
import { n, t } from '../language.js';
import { list } from '../words.js';

/** @import { EventOf, GameEvent, GameView } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'SmartyPartyView' }>} View */
/** @typedef {NonNullable<View['lastRound']>} Round */
/** @typedef {NonNullable<View['review']>} Review */
/** @typedef {NonNullable<View['onTable']>} OnTable */
/** @typedef {(seat: number) => string} Who */

/** What the round is at. @param {View} view @returns {'WAGER' | 'START' | 'GUESS' | 'RULE' | 'OVER'} */
export function phaseOf(view) {
  if (view.lastRound?.number === view.number) return 'OVER';
  if (view.wager === null) return 'WAGER';
  if (view.turn === null) return 'START';
  return view.onTable?.result === null ? 'RULE' : 'GUESS';
}

/** Of those who may move, whom the table waits for: the Reader may start the timer, but nobody waits for that.
 * @param {View} view @param {number[]} seats */
export const awaited = (view, seats) =>
  phaseOf(view) === 'GUESS' ? seats.filter(seat => seat === view.turn) : seats;

/** Whether the guess was made before, so that the same player guesses again. @param {View} view */
export const isAgain = ({ onTable, turn }) => onTable?.result === 'REPEAT' && onTable.seat === turn;

/** @type {Record<ReturnType<typeof phaseOf>, (view: View) => string>} */
const HEADINGS = {
  WAGER: ({ wagerNumber, itemCount }) =>
    t('Will they find at least {number} of the {items}?', { number: wagerNumber, items: itemCount }),
  START: () => t('Who begins?'),
  GUESS: view => (isAgain(view) ? t('That was named before. Name another item.') : t('Name an item.')),
  RULE: ({ onTable }) => t('Is “{guess}” right?', { guess: onTable?.text ?? '' }),
  OVER: () => '',
};

/** What the player to move has to do. @param {View} view */
export const heading = view => HEADINGS[phaseOf(view)](view);

/** What all others are waiting for. @param {View} view @param {Who} who @param {number[]} toMove */
export function waiting(view, who, toMove) {
  const { reader, turn, onTable, isTimed } = view;
  switch (phaseOf(view)) {
    case 'WAGER':
      return t('{name} reads the list and wagers.', { name: who(reader) });
    case 'START':
      return t('{name} chooses who begins.', { name: who(reader) });
    case 'RULE':
      return t('To rule on “{guess}”: {names}.', {
        guess: onTable?.text ?? '',
        names: list(toMove.map(who)),
      });
    case 'GUESS':
      return isTimed
        ? t('The timer is running for {name}.', { name: who(turn ?? 0) })
        : t('{name} is to name an item.', { name: who(turn ?? 0) });
    case 'OVER':
      return t('The match is over.');
  }
}

/** @type {Record<Review['verdict'], (review: Review) => string>} */
const VERDICTS = {
  EXACT: ({ item }) =>
    item
      ? t('The server’s verdict: right, it is “{item}”.', { item })
      : t('The server’s verdict: right, word for word.'),
  ALIAS: ({ item }) =>
    item
      ? t('The server’s verdict: right, another name of “{item}”.', { item })
      : t('The server’s verdict: right, another name of an item.'),
  NEAR: ({ item }) =>
    item
      ? t('The server’s verdict: right, “{item}” with a slip in it.', { item })
      : t('The server’s verdict: right, an item with a slip in it.'),
  WRONG: () => t('The server’s verdict: wrong, it is not on the list.'),
};

/** What a judge is told. @param {Review} review */
export const tellVerdict = review => VERDICTS[review.verdict](review);

/** What came of the guess on the table, in a word or two. @param {OnTable} guess */
export function tellResult({ result, item, text }) {
  switch (result) {
    case 'RIGHT':
      return item && item !== text ? t('Right: {item}', { item }) : t('Right');
    case 'WRONG':
      return t('Wrong');
    case 'REPEAT':
      return t('Named before');
    default:
      return t('Being ruled on');
  }
}

/** The guess on the table and what came of it, for screen readers. @param {OnTable} guess @param {Who} who */
export function tellGuess(guess, who) {
  const said = t('{name} named “{guess}”.', { name: who(guess.seat), guess: guess.text });
  if (guess.result === null) return said;
  const smiley = guess.smiley ? [t('It has a smiley.')] : [];
  return [said, `${tellResult(guess)}.`, ...smiley].join(' ');
}

/** @param {View['wager']} wager @param {number} number */
export const tellWager = (wager, number) =>
  wager === 'YES' ? t('YES, at least {number}', { number }) : t('NO, fewer than {number}', { number });

/** How a Reader's wager came out. @param {Round} round @param {Who} who */
export function tellOutcome({ reader, wager, wagerNumber: number, wagerWon, isTieBreak }, who) {
  const values = { name: who(reader), number };
  if (isTieBreak) return t('The wager moved nobody.');
  if (wager === 'YES')
    return wagerWon
      ? t('{name} said YES to {number} and was right.', values)
      : t('{name} said YES to {number} and was wrong.', values);
  return wagerWon
    ? t('{name} said NO to {number} and was right.', values)
    : t('{name} said NO to {number} and was wrong.', values);
}

/** @param {Round} round */
const countsOf = ({ items }) => ({
  found: items.filter(item => item.foundBy !== null).length,
  items: items.length,
});

/** @param {Round} round */
export const tellFound = round => t('{found} of {items} found', countsOf(round));

/** What the Pants did when the round ended. @param {Round} round @param {Who} who */
export function tellPants({ pants, thrownOut }, who) {
  if (pants === null) return t('Nobody wore the Smarty Pants.');
  return thrownOut === null
    ? t('{name} wore the Smarty Pants without a chip and moved back 1.', { name: who(pants) })
    : t('{name} wore the Smarty Pants and threw out a {chip}.', { name: who(pants), chip: thrownOut });
}

/** How far pawns came: "+3", "−1", "0". @param {number} steps */
export const signed = steps => (steps > 0 ? `+${steps}` : steps < 0 ? `−${-steps}` : '0');

/** @type {Record<EventOf<'SmartyPartyGuessMade'>['result'], (event: EventOf<'SmartyPartyGuessMade'>, name: string) => string>} */
const RESULTS = {
  RIGHT: ({ smiley, position }, name) =>
    smiley
      ? t('{name} was right, wears the Smarty Pants and, for the smiley, went back to {position}.', {
          name,
          position,
        })
      : t('{name} was right and wears the Smarty Pants.', { name }),
  WRONG: ({ chip }, name) => t('{name} was wrong and took a {chip}.', { name, chip: chip ?? 0 }),
  REPEAT: (_, name) => t('{name} named something that had been named before.', { name }),
  NO_GUESS: ({ chip }, name) => t('{name} made no guess and took a {chip}.', { name, chip: chip ?? 0 }),
};

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: Who) => string }} */
const EVENTS = {
  SmartyPartyRoundBegan: ({ number, reader, topic, isTieBreak }, who) =>
    isTieBreak
      ? t('Round {number}, for the win: {name} reads “{topic}”.', { number, name: who(reader), topic })
      : t('Round {number}: {name} reads “{topic}”.', { number, name: who(reader), topic }),
  SmartyPartyWagered: ({ reader, wager }, who) =>
    wager === 'YES'
      ? t('{name} wagered YES: they will find enough.', { name: who(reader) })
      : t('{name} wagered NO: they will find fewer.', { name: who(reader) }),
  SmartyPartyStartChosen: ({ reader, starter }, who) =>
    t('{name} let {starter} begin.', { name: who(reader), starter: who(starter) }),
  SmartyPartyTimerStarted: ({ seat, by }, who) =>
    by === null
      ? t('The timer started for {name}.', { name: who(seat) })
      : t('{reader} started the timer for {name}.', { reader: who(by), name: who(seat) }),
  SmartyPartyGuessNamed: ({ seat }, who) => t('{name} named something.', { name: who(seat) }),
  SmartyPartyGuessMade: (event, who) => RESULTS[event.result](event, who(event.seat)),
  SmartyPartyGuessDropped: ({ seat }, who) => t('The guess of {name} was dropped.', { name: who(seat) }),
  SmartyPartyRoundEnded: ({ round }, who) => tellRound(round, who),
  SmartyPartyRoundDropped: ({ number }) =>
    t('Round {number} was broken off and counts for nobody.', { number }),
  SmartyPartyTieBreakBegan: ({ contenders }, who) =>
    t('A pawn is on Game Over, and the win is tied between {names}: they guess on.', {
      names: list(contenders.map(who)),
    }),
};

/** @param {Round} round @param {Who} who */
const tellRound = (round, who) =>
  [
    t('Round {number} is over: {found} of {items} found.', { number: round.number, ...countsOf(round) }),
    tellPants(round, who),
    tellOutcome(round, who),
    t('Steps: {steps}.', {
      steps: round.steps.map((steps, seat) => `${who(seat)} ${signed(steps)}`).join(', '),
    }),
  ].join(' ');

/** @param {GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: Who) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, seat => names[seat]) ?? null;
}

/** @param {number[]} chips */
export const tellChips = chips =>
  chips.length === 0
    ? t('no penalty chips')
    : n('{count} penalty chip: {values}', '{count} penalty chips: {values}', chips.length, {
        values: chips.join(', '),
      });
