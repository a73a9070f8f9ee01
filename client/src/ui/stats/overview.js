/** Every game that was played, in a line each. */
import { html } from 'htm/preact';
import { t } from '../../language.js';
import { overviewColumns } from '../../stats/columns.js';
import { fileName } from '../../stats/tables.js';
import { useApp } from '../app.js';
import { DataTable } from './data-table.js';

/** @import { OverviewRow } from '../../types.d.ts' */

/** @param {{ rows: OverviewRow[], isReady: boolean }} props */
export function Overview({ rows, isReady }) {
  const { games } = useApp();
  const columns = overviewColumns(kind => games.find(game => game.kind === kind)?.name ?? '');
  return html`<section class="panel" aria-label=${t('Overview')}>
    <h2>${t('Overview')}</h2>
    ${isReady && rows.length === 0 && html`<p class="none">${t('No match has ended here yet.')}</p>`}
    ${rows.length > 0 && html`<${DataTable} testid="overview" caption=${t('Matches by game')} name=${fileName(t('Matches by game'))} rows=${rows} columns=${columns} />`}
  </section>`;
}
