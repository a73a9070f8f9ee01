/** How statistics are said: the names of orders and kinds, and numbers as they are written. */
import { date, n, number, t } from '../language.js';
import { capital, LEVELS, sentence } from '../words.js';

/** @import { LeaderboardRow, QuestionRow, Result, Schema } from '../types.d.ts' */

/** @type {Record<Schema.LeaderboardOrder, string>} */
export const LEADERBOARD_ORDERS = {
  RATING: t('Rating'),
  WINS: t('Matches won'),
  WIN_RATE: t('Share won'),
  AVERAGE_PLACE: t('Average place'),
  POINTS: t('Average points'),
};

/** @type {Record<Schema.QuestionOrder, string>} */
export const QUESTION_ORDERS = {
  HARDEST: t('Hardest first'),
  EASIEST: t('Easiest first'),
  MOST_SHOWN: t('Shown most often'),
  SLOWEST: t('Slowest answers'),
  MOST_OVERRULED: t('Overruled most often'),
  MOST_SEPARATING: t('Separates players best'),
};

/** @type {Record<Schema.QuestionKind, string>} */
export const QUESTION_KINDS = {
  QUESTION: t('Questions'),
  CARD: t('Cards'),
  CLUE: t('Clues'),
  LIST: t('Lists'),
  ITEM: t('Items of lists'),
  DILEMMA: t('Dilemmas'),
  CHOICE: t('Cards of dilemmas'),
};

/** What is asked in a game, whole things first; games that ask nothing are left out.
 * @type {Record<string, Schema.QuestionKind[]>} */
export const KINDS_ASKED = {
  TRIVIAL_PURSUIT: ['QUESTION'],
  TWENTY_QUESTIONS: ['CARD', 'CLUE'],
  SMARTY_PARTY: ['LIST', 'ITEM'],
  THATS_A_QUESTION: ['DILEMMA', 'CHOICE'],
};

/** Colours of questions and kinds of cards, in the games' words. @type {Record<string, string>} */
const CATEGORIES = {
  BROWN: t('Brown'),
  BLUE: t('Blue'),
  ORANGE: t('Orange'),
  YELLOW: t('Yellow'),
  PINK: t('Pink'),
  GREEN: t('Green'),
  RED: t('Red'),
  PERSON: t('Person'),
  PLACE: t('Place'),
  THING: t('Thing'),
  YEAR: t('Year'),
};

const NOTHING = '–';

/** @typedef {number | null | undefined} Amount */

/** "62.5%" @param {Amount} share 0 to 1 */
export const percent = share =>
  share == null ? NOTHING : number(share, { style: 'percent', maximumFractionDigits: 1 });

/** "12.3" @param {Amount} value @param {number} [digits] */
export const rounded = (value, digits = 1) =>
  value == null ? NOTHING : number(value, { maximumFractionDigits: digits });

/** "25.0", always with one digit after the point. @param {Amount} value */
export const rating = value =>
  value == null ? NOTHING : number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "4.2 sec", "12 min", "1.5 hr" @param {Amount} value seconds */
export function seconds(value) {
  if (value == null) return NOTHING;
  if (value < 120) return inUnit(value, 'second');
  return value < 7_200 ? inUnit(value / 60, 'minute') : inUnit(value / 3_600, 'hour');
}

/** @param {number} value @param {string} unit */
const inUnit = (value, unit) =>
  number(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });

/** "29 Nov 2026" @param {string | null | undefined} day ISO 8601, without a time */
export const dayOf = day => (day ? date(day, { dateStyle: 'medium', timeZone: 'UTC' }) : NOTHING);

/** A player's name, or what a bot of a level is called. @param {LeaderboardRow} row */
export const nameOf = row => row.player?.name ?? t('Bots ({level})', { level: LEVELS[row.bot ?? ''] ?? '' });

/** A question in its words, and by its id when its deck is gone. @param {QuestionRow} row */
export const wordsOf = row => row.text ?? row.question;

/** The right answer, unless it is all that a question says. @param {QuestionRow} row */
export const rightAnswerOf = row => (row.rightAnswer === row.text ? null : row.rightAnswer);

/** @param {QuestionRow} row */
export const questionOf = row =>
  row.category
    ? t('{question} ({category})', { question: wordsOf(row), category: categoryOf(row.category) })
    : wordsOf(row);

/** Hangul, Han and full-width signs take the room of two letters. */
const WIDE = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/g;

/** How many letters' room a text takes. @param {string} text */
export const widthOf = text => text.length + (text.match(WIDE)?.length ?? 0);

/** A text in lines of so many letters, as far as its words are that short. @param {string} text @param {number} width */
export function linesOf(text, width) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(line => line !== '');
}

/** "Blue", of the game's own `BLUE`. @param {string | null | undefined} category */
export const categoryOf = category => CATEGORIES[category ?? ''] ?? capital(sentence(category ?? ''));

/** "won 3 in a row", "3 without a win" @param {number} streak below 0 for matches not won */
export const streak = streak =>
  streak >= 0
    ? n('{count} match won in a row', '{count} matches won in a row', streak)
    : n('{count} match without a win', '{count} matches without a win', -streak);

/** Who came where, the first first; without a result as they sat.
 * @param {{ match: Pick<Result['match'], 'outcome'>, counted?: Pick<NonNullable<Result['counted']>, 'seats'> | null }} result */
export function placings({ match, counted }) {
  const seats = counted?.seats ?? [];
  const standings = (match.outcome?.standings ?? []).map(({ place, score, seat }) => ({
    place,
    name: seat.name,
    points: score,
  }));
  return (seats.length > 0 ? seats : standings).toSorted((a, b) => (a.place ?? 99) - (b.place ?? 99));
}

/** "1. Ada, 52 points" @param {{ place?: number | null, name: string, points?: number | null }} placing */
export function placing({ place, name, points }) {
  if (place == null) return name;
  if (points == null) return t('{place}. {name}', { place, name });
  return n('{place}. {name}, {count} point', '{place}. {name}, {count} points', points, { place, name });
}
