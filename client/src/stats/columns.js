/** What the tables of statistics show, column by column. */
import { date, listed, t } from '../language.js';
import {
  categoryOf,
  dayOf,
  nameOf,
  percent,
  QUESTION_KINDS,
  rating,
  rightAnswerOf,
  rounded,
  seconds,
  wordsOf,
} from './words.js';

/** @import { Column } from './tables.js' */
/** @import { HeadToHeadRow, LeaderboardRow, OverviewRow, OwnStats, PaceRow, QuestionRow, ScoreSpread } from '../types.d.ts' */

/** @typedef {{ player: string, match: number, at: string, rating: number }} RatedMatch */
/** @typedef {HeadToHeadRow & { other: string }} Met */

/** @type {Column<LeaderboardRow>[]} */
export const LEADERBOARD_COLUMNS = [
  { key: 'rank', label: t('Rank'), value: row => row.rank },
  { key: 'player', label: t('Player'), value: nameOf, isHeader: true },
  {
    key: 'rating',
    label: t('Rating'),
    value: row => row.rating.ordinal,
    text: row => rating(row.rating.ordinal),
  },
  { key: 'played', label: t('Played'), value: row => row.played },
  { key: 'won', label: t('Won'), value: row => row.won },
  { key: 'winRate', label: t('Share won'), value: row => row.winRate, text: row => percent(row.winRate) },
  {
    key: 'place',
    label: t('Average place'),
    value: row => row.averagePlace,
    text: row => rounded(row.averagePlace, 2),
  },
  {
    key: 'points',
    label: t('Average points'),
    value: row => row.averagePoints,
    text: row => rounded(row.averagePoints),
  },
  { key: 'most', label: t('Most points'), value: row => row.mostPoints },
  { key: 'least', label: t('Fewest points'), value: row => row.leastPoints },
  { key: 'streak', label: t('Streak'), value: row => row.streak },
  { key: 'form', label: t('Last places'), value: row => row.form.join(' ') },
  { key: 'timeouts', label: t('Time-outs'), value: row => row.timeouts },
  { key: 'resigned', label: t('Resigned'), value: row => row.resigned },
  { key: 'abandoned', label: t('Abandoned'), value: row => row.abandoned },
];

/** @param {(kind: string | null | undefined) => string} gameName @returns {Column<OverviewRow>[]} */
export const overviewColumns = gameName => [
  { key: 'game', label: t('Game'), value: row => gameName(row.game), isHeader: true },
  { key: 'matches', label: t('Matches'), value: row => row.matches },
  { key: 'finished', label: t('Finished'), value: row => row.finished },
  { key: 'abandoned', label: t('Abandoned'), value: row => row.abandoned },
  { key: 'void', label: t('Void'), value: row => row.void },
  {
    key: 'p50',
    label: t('Median duration'),
    value: row => row.durationSeconds.p50,
    text: row => seconds(row.durationSeconds.p50),
  },
  {
    key: 'p95',
    label: t('95 of 100 within'),
    value: row => row.durationSeconds.p95,
    text: row => seconds(row.durationSeconds.p95),
  },
  { key: 'plies', label: t('Median moves'), value: row => row.plies.p50 },
  {
    key: 'decision',
    label: t('Median decision'),
    value: row => row.decisionSeconds.p50,
    text: row => seconds(row.decisionSeconds.p50),
  },
  {
    key: 'decision95',
    label: t('95 of 100 decisions within'),
    value: row => row.decisionSeconds.p95,
    text: row => seconds(row.decisionSeconds.p95),
  },
  { key: 'timeouts', label: t('Time-outs'), value: row => row.timeouts },
  {
    key: 'leads',
    label: t('Lead changes a match'),
    value: row => row.leadChanges.mean,
    text: row => rounded(row.leadChanges.mean),
  },
  { key: 'gap', label: t('Largest lead'), value: row => row.largestLead.most },
];

/** @type {Column<PaceRow>[]} */
export const PACE_COLUMNS = [
  { key: 'day', label: t('Day'), value: row => row.day, text: row => dayOf(row.day), isHeader: true },
  { key: 'matches', label: t('Matches'), value: row => row.matches },
  {
    key: 'p50',
    label: t('Median duration'),
    value: row => row.durationSeconds.p50,
    text: row => seconds(row.durationSeconds.p50),
  },
  {
    key: 'p95',
    label: t('95 of 100 within'),
    value: row => row.durationSeconds.p95,
    text: row => seconds(row.durationSeconds.p95),
  },
  {
    key: 'decision',
    label: t('Median decision'),
    value: row => row.decisionSeconds.p50,
    text: row => seconds(row.decisionSeconds.p50),
  },
  { key: 'timeouts', label: t('Time-outs'), value: row => row.timeouts },
  { key: 'abandoned', label: t('Abandoned'), value: row => row.abandoned },
];

/** @type {Column<ScoreSpread['histogram'][number]>[]} */
export const SCORE_COLUMNS = [
  { key: 'from', label: t('Points from'), value: row => row.least, isHeader: true },
  { key: 'below', label: t('to below'), value: row => row.below },
  { key: 'count', label: t('Seats'), value: row => row.count },
];

/** @type {Column<RatedMatch>[]} */
export const RATING_COLUMNS = [
  { key: 'player', label: t('Player'), value: row => row.player, isHeader: true },
  { key: 'match', label: t('Match'), value: row => row.match },
  {
    key: 'at',
    label: t('Ended'),
    value: row => row.at,
    text: row => date(row.at, { dateStyle: 'medium', timeStyle: 'short' }),
  },
  { key: 'rating', label: t('Rating'), value: row => row.rating, text: row => rating(row.rating) },
];

/** @type {Column<QuestionRow>[]} */
export const QUESTION_COLUMNS = [
  { key: 'rank', label: t('Rank'), value: row => row.rank },
  { key: 'question', label: t('Question'), value: wordsOf, isHeader: true, isProse: true },
  { key: 'answer', label: t('Right answer'), value: rightAnswerOf },
  { key: 'category', label: t('Category'), value: row => categoryOf(row.category) },
  { key: 'shown', label: t('Shown'), value: row => row.shown },
  { key: 'rightRate', label: t('Right'), value: row => row.rightRate, text: row => percent(row.rightRate) },
  { key: 'answers', label: t('Answers'), value: row => row.answers },
  {
    key: 'seconds',
    label: t('Median time'),
    value: row => row.seconds.p50,
    text: row => seconds(row.seconds.p50),
  },
  { key: 'clues', label: t('Clues needed'), value: row => row.cluesNeeded.p50 },
  { key: 'near', label: t('Near misses taken'), value: row => row.nearAccepted },
  { key: 'overruled', label: t('Overruled'), value: row => row.overruledToRight + row.overruledToWrong },
  { key: 'timeouts', label: t('Time-outs'), value: row => row.timeouts },
  {
    key: 'separation',
    label: t('Separation'),
    value: row => row.separation,
    text: row => rounded(row.separation, 2),
  },
  {
    key: 'wrong',
    label: t('Common wrong answers'),
    value: row =>
      listed(row.wrong.map(({ text, count }) => t('{answer} ({count})', { answer: text, count }))),
  },
  { key: 'id', label: t('Id in the deck'), value: row => row.question },
];

/** @type {Column<OwnStats['accuracy'][number]>[]} */
export const ACCURACY_COLUMNS = [
  { key: 'kind', label: t('Kind'), value: row => QUESTION_KINDS[row.kind], isHeader: true },
  { key: 'category', label: t('Category'), value: row => categoryOf(row.category) },
  { key: 'answers', label: t('Answers'), value: row => row.answers },
  { key: 'right', label: t('Right'), value: row => row.right },
  { key: 'rate', label: t('Share right'), value: row => row.rate, text: row => percent(row.rate) },
];

/** @type {Column<OwnStats['bySeat'][number]>[]} */
export const SEAT_COLUMNS = [
  { key: 'seat', label: t('Seat'), value: row => row.seat + 1, isHeader: true },
  { key: 'played', label: t('Played'), value: row => row.played },
  { key: 'won', label: t('Won'), value: row => row.won },
  {
    key: 'place',
    label: t('Average place'),
    value: row => row.averagePlace,
    text: row => rounded(row.averagePlace, 2),
  },
];

/** @param {(kind: string) => string} gameName @returns {Column<Met>[]} */
export const headToHeadColumns = gameName => [
  { key: 'other', label: t('Player'), value: row => row.other, isHeader: true },
  { key: 'game', label: t('Game'), value: row => gameName(row.game) },
  { key: 'played', label: t('Played'), value: row => row.played },
  { key: 'ahead', label: t('You ahead'), value: row => row.sides[0].ahead },
  { key: 'behind', label: t('You behind'), value: row => row.sides[1].ahead },
  { key: 'level', label: t('Level'), value: row => row.level },
  {
    key: 'points',
    label: t('Your average points'),
    value: row => row.sides[0].stats.averagePoints,
    text: row => rounded(row.sides[0].stats.averagePoints),
  },
  {
    key: 'theirs',
    label: t('Their average points'),
    value: row => row.sides[1].stats.averagePoints,
    text: row => rounded(row.sides[1].stats.averagePoints),
  },
];
