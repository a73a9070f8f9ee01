/** What the charts show, from what was read: no drawing here, and no colours. */
import { n, t } from '../language.js';
import { dayOf, linesOf, questionOf, rating, rounded, widthOf } from './words.js';

/** @import { ChartSpec, PaceRow, QuestionRow, RatedPlayer, ScoreSpread } from '../types.d.ts' */
/** @import { RatedMatch } from './columns.js' */

/** Questions in a chart. */
const QUESTIONS_SHOWN = 10;
/** Letters of a question in a line beside its bar... */
const BESIDE = 20;
/** ...and in a line over it. */
const OVER = 46;

/** Matches a day as bars, the median duration of a match as a line. @param {PaceRow[]} days @returns {ChartSpec} */
export const paceChart = days => ({
  labels: days.map(({ day }) => dayOf(day)),
  series: [
    { label: t('Matches'), type: 'bar', values: days.map(({ matches }) => matches) },
    { label: t('Median duration (minutes)'), type: 'line', values: days.map(minutes), axis: 'y2' },
  ],
  axes: { y: t('Matches'), y2: t('Minutes') },
});

/** @param {PaceRow} day */
const minutes = ({ durationSeconds: { p50 } }) => (p50 == null ? null : p50 / 60);

/** @param {PaceRow[]} days */
export function paceSummary(days) {
  const busiest = days.toSorted((one, other) => other.matches - one.matches)[0];
  if (!busiest) return '';
  return n(
    'Busiest day: {day} with {count} match.',
    'Busiest day: {day} with {count} matches.',
    busiest.matches,
    {
      day: dayOf(busiest.day),
    },
  );
}

/** @param {ScoreSpread} points @returns {ChartSpec} */
export const scoreChart = points => ({
  labels: points.histogram.map(bucketName),
  series: [{ label: t('Seats'), type: 'bar', values: points.histogram.map(({ count }) => count) }],
  axes: { x: t('Points'), y: t('Seats') },
});

/** "10–19", "7": points are whole. @param {{ least: number, below: number }} bucket */
const bucketName = ({ least, below }) =>
  below - least > 1 ? t('{least}–{most}', { least, most: below - 1 }) : rounded(least);

/** @param {ScoreSpread} points */
export const scoreSummary = ({ count, p50, least, most }) =>
  p50 == null || least == null || most == null
    ? ''
    : n(
        '{count} seat: from {least} to {most} points, half of them at most {p50}.',
        '{count} seats: from {least} to {most} points, half of them at most {p50}.',
        count,
        { least, most, p50 },
      );

/** A line for each player, match by match. @param {RatedPlayer[]} players @returns {ChartSpec} */
export const ratingChart = players => ({
  labels: null,
  series: players.map(player => ({
    label: player.name,
    type: 'line',
    values: ratedMatches([player]).map(({ match, rating }) => ({ x: match, y: rating })),
  })),
  axes: { x: t('Match'), y: t('Rating') },
});

/** @param {RatedPlayer[]} players */
export const ratingSummary = players =>
  players
    .map(player => ({ name: player.name, last: ratedMatches([player]).at(-1) }))
    .map(({ name, last }) => t('{name}: {rating} now.', { name, rating: rating(last?.rating) }))
    .join(' ');

/** @param {RatedPlayer[]} players @returns {RatedMatch[]} */
export const ratedMatches = players =>
  players.flatMap(({ name, stats }) =>
    (stats?.ratingHistory?.nodes ?? []).map((point, at) => ({
      player: name,
      match: at + 1,
      at: point.at,
      rating: point.rating.ordinal,
    })),
  );

/** How often questions were answered right, the first of a list. @param {QuestionRow[]} rows @returns {ChartSpec} */
export const questionChart = rows => ({
  labels: rows.slice(0, QUESTIONS_SHOWN).map(row => briefly(questionOf(row))),
  titles: rows.slice(0, QUESTIONS_SHOWN).map(row => linesOf(questionOf(row), OVER)),
  series: [
    {
      label: t('Answered right'),
      type: 'bar',
      values: rows.slice(0, QUESTIONS_SHOWN).map(({ rightRate }) => rightRate),
    },
  ],
  axes: { x: t('Answered right') },
  isSideways: true,
  isPercent: true,
  most: 1,
});

/** The first two lines. @param {string} text */
function briefly(text) {
  const lines = linesOf(text, BESIDE).map(cut);
  return lines.length > 2 ? [lines[0], `${lines[1]} …`] : lines;
}

/** A word that is longer than a line is cut off. @param {string} line */
const cut = line =>
  widthOf(line) > BESIDE ? `${line.slice(0, (BESIDE * line.length) / widthOf(line))}…` : line;

/** @param {QuestionRow[]} rows */
export const questionSummary = rows =>
  rows[0] ? t('First: {question}.', { question: questionOf(rows[0]) }) : '';
