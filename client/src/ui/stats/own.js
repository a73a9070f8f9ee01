/** A player's own statistics. */
import { html } from 'htm/preact';
import { n, number, t } from '../../language.js';
import { go, linkTo } from '../../route.js';
import { ratedMatches, ratingChart, ratingSummary } from '../../stats/charts.js';
import { ACCURACY_COLUMNS, headToHeadColumns, RATING_COLUMNS, SEAT_COLUMNS } from '../../stats/columns.js';
import { GAMES_PLAYED, HEAD_TO_HEAD, OWN_STATS, PLAYED_WITH } from '../../stats/operations.js';
import { opponents } from '../../stats/opponents.js';
import { fileName } from '../../stats/tables.js';
import { percent, rating, rounded, seconds, streak } from '../../stats/words.js';
import { useApp } from '../app.js';
import { ChartFigure } from './chart.js';
import { DataTable } from './data-table.js';
import { Choice, Problem } from './fields.js';
import { useReading } from './reading.js';

/** @import { GameKind, OwnStats as Stats } from '../../types.d.ts' */

/** @param {{ query: Record<string, string> }} props */
export function OwnStats({ query }) {
  const { api, session, games, isTest } = useApp();
  const id = session.current.value?.player.id ?? '';
  const played = useReading(() => api.insist(GAMES_PLAYED, { filter: { player: id, isTest } }), [id]);
  const groups = (played.value?.matchStats ?? []).toSorted((one, other) => other.matches - one.matches);
  const kinds = groups.flatMap(({ game }) => (game ? [game] : []));
  const game = kinds.find(kind => kind === query.game) ?? kinds[0];
  const nameOf = (/** @type {string} */ kind) => games.find(info => info.kind === kind)?.name ?? '';
  return html`<header class="stats-head">
      <h1>${t('Your statistics')}</h1>
      ${kinds.length > 0 && html`<${Choice} label=${t('Game')} name="game" value=${game} choices=${kinds.map(kind => ({ value: kind, label: nameOf(kind) }))} choose=${(/** @type {string} */ chosen) => go(linkTo('stats', '', { game: chosen }))} />`}
    </header>
    <${Problem} problem=${played.problem} />
    ${played.value && !game && html`<p class="none" data-testid="no-stats">${t('You have not finished a match yet. Your statistics begin with the first.')}</p>`}
    ${game && html`<${GameStats} key=${game} id=${id} game=${game} /><${HeadToHead} id=${id} nameOf=${nameOf} />`}`;
}

/** @param {{ id: string, game: GameKind }} props */
function GameStats({ id, game }) {
  const { api, isTest } = useApp();
  const { value, problem } = useReading(() => api.insist(OWN_STATS, { id, game, isTest }), [id, game]);
  const player = value?.player;
  const stats = player?.stats;
  if (!stats) return html`<${Problem} problem=${problem} />`;
  const rated = [player];
  return html`<section class="panel" aria-label=${t('In numbers')} data-testid="own-stats-panel">
      <h2>${t('In numbers')}</h2>
      <dl class="figures">${figures(stats).map(({ label, value, more }) => html`<div key=${label}><dt>${label}</dt><dd>${value}${more && html`<span class="hint">${more}</span>`}</dd></div>`)}</dl>
    </section>
    <section class="panel" aria-label=${t('Rating history')}>
      <${ChartFigure} testid="chart-ratings" title=${t('Rating history')} summary=${ratingSummary(rated)} spec=${ratingChart(rated)} name=${fileName(t('Rating history'))} rows=${ratedMatches(rated)} columns=${RATING_COLUMNS} />
    </section>
    <div class="stats-columns">
      ${stats.bySeat.length > 0 && html`<section class="panel" aria-label=${t('By seat')}><h2>${t('By seat')}</h2><${DataTable} caption=${t('By seat')} name=${fileName(t('By seat'))} rows=${stats.bySeat} columns=${SEAT_COLUMNS} /></section>`}
      ${stats.accuracy.length > 0 && html`<section class="panel" aria-label=${t('Right answers')}><h2>${t('Right answers')}</h2><${DataTable} caption=${t('Right answers')} name=${fileName(t('Right answers'))} rows=${stats.accuracy} columns=${ACCURACY_COLUMNS} /></section>`}
    </div>`;
}

/** @param {Stats} stats */
const figures = stats => [
  {
    label: t('Rating'),
    value: rating(stats.rating?.ordinal),
    more:
      stats.rating &&
      t('believed {mu}, give or take {sigma}', {
        mu: rating(stats.rating.mu),
        sigma: rating(stats.rating.sigma),
      }),
  },
  {
    label: t('Played'),
    value: number(stats.played),
    more: stats.abandoned > 0 && n('{count} abandoned', '{count} abandoned', stats.abandoned),
  },
  { label: t('Won'), value: number(stats.won), more: percent(stats.winRate) },
  {
    label: t('Average place'),
    value: rounded(stats.averagePlace, 2),
    more:
      stats.form.length > 0 &&
      t('lately {places}', { places: stats.form.map(place => number(place)).join(' ') }),
  },
  {
    label: t('Average points'),
    value: rounded(stats.averagePoints),
    more:
      stats.leastPoints != null &&
      t('from {least} to {most}', { least: stats.leastPoints, most: stats.mostPoints ?? 0 }),
  },
  {
    label: t('Streak'),
    value: streak(stats.streak),
    more: n(
      'longest: {count} match won in a row',
      'longest: {count} matches won in a row',
      stats.longestStreak,
    ),
  },
  {
    label: t('Median decision'),
    value: seconds(stats.decisionSeconds.p50),
    more: t('95 of 100 within {time}, time-outs: {count}', {
      time: seconds(stats.decisionSeconds.p95),
      count: stats.timeouts,
    }),
  },
];

/** @param {{ id: string, nameOf: (kind: string) => string }} props */
function HeadToHead({ id, nameOf }) {
  const { api, isTest } = useApp();
  const { value, problem } = useReading(async () => {
    const { viewer } = await api.insist(PLAYED_WITH, {});
    const met = opponents(viewer?.matches?.nodes ?? [], id);
    const answers = await Promise.all(
      met.map(other => api.insist(HEAD_TO_HEAD, { players: [id, other.id], isTest })),
    );
    return answers.flatMap(({ headToHead }, at) =>
      (headToHead ?? []).map(row => ({ ...row, other: met[at].name })),
    );
  }, [id]);
  return html`<section class="panel" aria-label=${t('Head to head')}>
    <h2>${t('Head to head')}</h2>
    <p class="hint">${t('With those you have played with lately.')}</p>
    <${Problem} problem=${problem} />
    ${value?.length === 0 && html`<p class="none">${t('So far you have only met bots.')}</p>`}
    ${value && value.length > 0 && html`<${DataTable} testid="head-to-head" caption=${t('Head to head')} name=${fileName(t('Head to head'))} rows=${value} columns=${headToHeadColumns(nameOf)} />`}
  </section>`;
}
