/** The charts of the dashboard. */
import { html } from 'htm/preact';
import { t } from '../../language.js';
import {
  paceChart,
  paceSummary,
  ratedMatches,
  ratingChart,
  ratingSummary,
  scoreChart,
  scoreSummary,
} from '../../stats/charts.js';
import { PACE_COLUMNS, RATING_COLUMNS, SCORE_COLUMNS } from '../../stats/columns.js';
import { LEADERBOARD, PACE, RATINGS, SCORES } from '../../stats/operations.js';
import { fileName } from '../../stats/tables.js';
import { ChartFigure } from './chart.js';
import { Problem } from './fields.js';
import { useReading } from './reading.js';

/** @import { Api } from '../../graphql.js' */
/** @import { RatedPlayer } from '../../types.d.ts' */
/** @import { Scope } from './dashboard.js' */

/** Players in the chart of ratings when nobody was chosen. */
const BEST = 3;

/** @param {{ api: Api, scope: Scope, chosen: string | undefined, news: number }} props */
export function Charts({ api, scope, chosen, news }) {
  const { game, event, isTest } = scope;
  const filter = { game, event, isTest };
  const on = [game, event, isTest, news];
  const pace = useReading(() => api.insist(PACE, { filter }), on);
  const scores = useReading(() => api.insist(SCORES, { filter }), on);
  const ratings = useReading(() => readRatings(api, scope, chosen), [...on, chosen]);
  const days = pace.value?.matchStats ?? [];
  const points = scores.value?.matchStats?.[0]?.points ?? null;
  const players = ratings.value ?? [];
  return html`<section class="panel" aria-label=${t('Charts')}>
    <h2>${t('Charts')}</h2>
    <${Problem} problem=${pace.problem ?? scores.problem ?? ratings.problem} />
    <div class="charts">
      <${ChartFigure} testid="chart-pace" title=${t('Pace')} summary=${paceSummary(days)} spec=${paceChart(days)} name=${fileName(t('Pace'))} rows=${days} columns=${PACE_COLUMNS} />
      <${ChartFigure} testid="chart-scores" title=${t('Score spread')} summary=${points ? scoreSummary(points) : ''} spec=${points && scoreChart(points)} name=${fileName(t('Score spread'))} rows=${points?.histogram ?? []} columns=${SCORE_COLUMNS} />
      <${ChartFigure} testid="chart-ratings" title=${t('Rating history')} summary=${ratingSummary(players)} spec=${ratingChart(players)} name=${fileName(t('Rating history'))} rows=${ratedMatches(players)} columns=${RATING_COLUMNS} />
    </div>
  </section>`;
}

/** The ratings of the players chosen, or of the best. @param {Api} api @param {Scope} scope @param {string | undefined} chosen */
async function readRatings(api, { game, event, isTest }, chosen) {
  const ids = chosen ? chosen.split(',') : await best(api, { game, event, isTest });
  const answers = await Promise.all(ids.map(id => api.insist(RATINGS, { id, game, isTest })));
  return answers.flatMap(({ player }) => (player ? [/** @type {RatedPlayer} */ (player)] : []));
}

/** @param {Api} api @param {Pick<Scope, 'game' | 'event' | 'isTest'>} scope */
async function best(api, scope) {
  const variables = { ...scope, orderBy: /** @type {const} */ ('RATING'), minMatches: 1, bots: false };
  const { leaderboard } = await api.insist(LEADERBOARD, variables);
  return (leaderboard?.nodes ?? []).slice(0, BEST).flatMap(({ player }) => (player ? [player.id] : []));
}
