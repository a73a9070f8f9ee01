/** Whole tables from the server, for spreadsheets and programs. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { download, exportLink, FORMATS, TABLES } from '../../stats/files.js';
import { useApp, useWork } from '../app.js';
import { Choice } from './fields.js';

/** @import { OperatorSession, Scope } from './dashboard.js' */

/** @type {Record<typeof TABLES[number], string>} */
const NAMES = {
  matches: t('Matches'),
  results: t('Results by seat'),
  plies: t('Moves'),
  questions: t('Answers'),
};

/** @type {Record<typeof FORMATS[number], string>} */
const FORMAT_NAMES = { csv: t('CSV, for spreadsheets'), ndjson: t('NDJSON, for programs') };

/** @param {{ operator: OperatorSession, scope: Scope }} props */
export function Files({ operator, scope }) {
  const { endpoint } = useApp();
  const [format, setFormat] = useState('csv');
  const [fetchFile, isBusy] = useWork(async (/** @type {string} */ table) => {
    const filter = { format, game: scope.game, event: scope.event, is_test: String(scope.isTest) };
    await download(
      exportLink(endpoint.http, table, filter),
      operator.current.value?.token ?? '',
      `${table}.${format}`,
    );
  });
  return html`<section class="panel no-print" aria-label=${t('Files')}>
    <h2>${t('Files')}</h2>
    <p class="hint">${t('Everything that is counted of the event and game chosen above, as it stands now.')}</p>
    <div class="section-fields">
      <${Choice} label=${t('Format')} name="format" value=${format} choices=${FORMATS.map(value => ({ value, label: FORMAT_NAMES[value] }))} choose=${setFormat} />
      <div class="buttons">${TABLES.map(table => html`<button key=${table} data-testid=${`export-${table}`} disabled=${isBusy} onClick=${() => fetchFile(table)}>${NAMES[table]}</button>`)}</div>
    </div>
  </section>`;
}
