/** Results as they come in. */
import { html } from 'htm/preact';
import { ago, date, t } from '../../language.js';
import { linkTo } from '../../route.js';
import { placing, placings, seconds } from '../../stats/words.js';
import { FindMatch } from './find-match.js';

/** @import { Result } from '../../types.d.ts' */

/** @param {{ event: string | null, results: Result[], query: Record<string, string> }} props */
export const LiveResults = ({ event, results, query }) =>
  html`<section class="panel live" aria-label=${t('Latest results')}>
    <h2>${t('Latest results')}</h2>
    ${event === null ? html`<p class="hint">${t('Choose an event, and its results appear here as they come.')}</p>` : html`<p class="hint">${t('These come in as matches end.')}</p>`}
    ${event !== null && results.length === 0 && html`<p class="none">${t('No result has come in lately.')}</p>`}
    <p class="visually-hidden" role="status">${results[0] && said(results[0])}</p>
    <ol>${results.map(result => html`<${ResultItem} key=${result.id} result=${result} query=${query} />`)}</ol>
    <${FindMatch} query=${query} />
  </section>`;

/** @param {Result} result */
const said = result =>
  t('{game} ended: {placings}', { game: result.match.game.name, placings: inWords(result) });

/** @param {Result} result */
const inWords = result => placings(result).map(placing).join(' · ');

/** @param {{ result: Result, query: Record<string, string> }} props */
function ResultItem({ result, query }) {
  const { at, match, counted, corrections } = result;
  return html`<li data-testid="live-result" data-match=${match.id}>
    <p class="hint"><strong>${match.game.name}</strong> · <time datetime=${at} title=${date(at)}>${ago(at)}</time>${counted && html` · ${seconds(counted.durationSeconds)} <${CountedTag} countedAs=${counted.countedAs} />`}</p>
    <p class="placings">${placings(result).map(each => html`<span class=${each.place === 1 ? 'first' : ''}>${placing(each)}</span>`)}</p>
    ${corrections.map(({ reason, operator }) => html`<p class="hint">${t('Corrected by {operator}: {reason}', { operator: operator.name, reason })}</p>`)}
    <p class="no-print"><a class="line" data-testid="correct-match" href=${linkTo('stats', match.id, query)}>${t('Look closer, or correct it')}</a></p>
  </li>`;
}

/** @param {{ countedAs: string }} props */
export function CountedTag({ countedAs }) {
  if (countedAs === 'VOID') return html`<span class="tag">${t('void')}</span>`;
  return countedAs === 'ABANDONED' && html`<span class="tag">${t('abandoned')}</span>`;
}
