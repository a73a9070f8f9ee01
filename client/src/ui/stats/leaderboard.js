/** The leaderboard, as far as it was asked for. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { LEADERBOARD_COLUMNS } from '../../stats/columns.js';
import { LEADERBOARD } from '../../stats/operations.js';
import { readPages } from '../../stats/pages.js';
import { fileName } from '../../stats/tables.js';
import { LEADERBOARD_ORDERS, nameOf } from '../../stats/words.js';
import { useApp } from '../app.js';
import { DataTable } from './data-table.js';
import { Choice, choicesOf, Problem } from './fields.js';
import { useReading } from './reading.js';

/** @import { Api } from '../../graphql.js' */
/** @import { LeaderboardRow, Schema } from '../../types.d.ts' */
/** @import { Scope } from './dashboard.js' */

/** Lines in the chart of ratings. */
const MOST_LINES = 6;

/** @param {{ api: Api, scope: Scope, query: Record<string, string>, choose: (chosen: Record<string, string | null>) => void, news: number }} props */
export function Leaderboard({ api, scope, query, choose, news }) {
  const { games } = useApp();
  const [pages, setPages] = useState(1);
  const orderBy = /** @type {Schema.LeaderboardOrder} */ (query.order ?? 'RATING');
  const minMatches = Math.max(1, Number(query.least) || 1);
  const variables = { ...scope, orderBy, minMatches };
  const { value, problem } = useReading(
    () =>
      readPages(async after => (await api.insist(LEADERBOARD, { ...variables, after })).leaderboard, pages),
    [JSON.stringify(variables), pages, news],
  );
  const rows = value?.rows ?? [];
  const chosen = query.players?.split(',') ?? [];
  const mark = (/** @type {LeaderboardRow} */ row) =>
    row.player && html`<${Mark} row=${row} chosen=${chosen} choose=${choose} />`;
  const game = games.find(({ kind }) => kind === scope.game)?.name ?? '';
  return html`<section class="panel" aria-label=${t('Leaderboard')}>
    <h2>${t('Leaderboard')}</h2>
    <div class="section-fields no-print">
      <${Choice} label=${t('Order')} name="order" value=${orderBy} choices=${choicesOf(LEADERBOARD_ORDERS)} choose=${(/** @type {string} */ order) => choose({ order })} />
      <label class="select"><span>${t('At least so many matches')}</span><input type="number" min="1" name="least" data-testid="choose-least" value=${minMatches} onChange=${(/** @type {any} */ event) => choose({ least: event.target.value })} /></label>
    </div>
    <${Problem} problem=${problem} />
    ${value && rows.length === 0 && html`<p class="none">${t('Nobody is on this leaderboard yet.')}</p>`}
    ${
      rows.length > 0 &&
      html`<${DataTable} testid="leaderboard" caption=${t('Leaderboard')} name=${fileName(t('Leaderboard'), game)} rows=${rows} columns=${LEADERBOARD_COLUMNS} marked=${scope.bots ? undefined : mark} markLabel=${t('In the chart')}>
      ${value?.hasMore && html`<button class="no-print" data-testid="more-players" onClick=${() => setPages(pages + 1)}>${t('Show more')}</button>`}
    </${DataTable}>`
    }
  </section>`;
}

/** Puts a player into the chart of ratings. @param {{ row: LeaderboardRow, chosen: string[], choose: (chosen: Record<string, string | null>) => void }} props */
function Mark({ row, chosen, choose }) {
  const id = row.player?.id ?? '';
  const isChosen = chosen.includes(id);
  const others = chosen.filter(other => other !== id);
  const next = isChosen ? others : [...others, id].slice(-MOST_LINES);
  return html`<label class="mark-label"><input type="checkbox" data-testid="mark-player" checked=${isChosen} aria-label=${t('Show the ratings of {name} in the chart', { name: nameOf(row) })} onChange=${() => choose({ players: next.join(',') || null })} /></label>`;
}
