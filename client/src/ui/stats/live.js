/** Results as they come in. */
import { html } from 'htm/preact';
import { ago, date, t } from '../../language.js';
import { placing, placings, seconds } from '../../stats/words.js';

/** @import { Result } from '../../types.d.ts' */

/** @param {{ event: string | null, results: Result[] }} props */
export const LiveResults = ({ event, results }) =>
  html`<section class="panel live" aria-label=${t('Latest results')}>
    <h2>${t('Latest results')}</h2>
    ${event === null ? html`<p class="hint">${t('Choose an event, and its results appear here as they come.')}</p>` : html`<p class="hint">${t('These come in as matches end.')}</p>`}
    ${event !== null && results.length === 0 && html`<p class="none">${t('No result has come in lately.')}</p>`}
    <p class="visually-hidden" role="status">${results[0] && said(results[0])}</p>
    <ol>${results.map(result => html`<${ResultItem} key=${result.id} result=${result} />`)}</ol>
  </section>`;

/** @param {Result} result */
const said = result =>
  t('{game} ended: {placings}', { game: result.match.game.name, placings: inWords(result) });

/** @param {Result} result */
const inWords = result => placings(result).map(placing).join(' · ');

/** @param {{ result: Result }} props */
function ResultItem({ result }) {
  const { at, match, counted, corrections } = result;
  return html`<li data-testid="live-result" data-match=${match.id}>
    <p class="hint"><strong>${match.game.name}</strong> · <time datetime=${at} title=${date(at)}>${ago(at)}</time>${counted && html` · ${seconds(counted.durationSeconds)} <${Standing} countedAs=${counted.countedAs} />`}</p>
    <p class="placings">${placings(result).map(each => html`<span class=${each.place === 1 ? 'first' : ''}>${placing(each)}</span>`)}</p>
    ${corrections.map(({ reason, operator }) => html`<p class="hint">${t('Corrected by {operator}: {reason}', { operator: operator.name, reason })}</p>`)}
  </li>`;
}

/** @param {{ countedAs: string }} props */
function Standing({ countedAs }) {
  if (countedAs === 'VOID') return html`<span class="tag">${t('void')}</span>`;
  return countedAs === 'ABANDONED' && html`<span class="tag">${t('abandoned')}</span>`;
}
