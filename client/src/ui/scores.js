/** Points hand by hand, for games that are played in hands. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../language.js';

/** @typedef {{ number: number, reason: string, points: number[], totals: number[] }} FinishedHand */

/** @param {{ hands: FinishedHand[], names: string[], hint: string }} props */
export function Scores({ hands, names, hint }) {
  const last = hands.at(-1);
  if (!last) return null;
  return html`<section class="scores panel" data-testid="scores" aria-label=${t('Scores')}>
    <h2>${t('Scores')}</h2>
    <p class="hint">${hint}</p>
    <table>
      <thead><tr><th scope="col">${t('Hand')}</th>${names.map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${hands.map(hand => html`<tr key=${hand.number}><th scope="row">${hand.number}</th>${hand.points.map(points => html`<td>${points}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t('Total')}</th>${last.totals.map(total => html`<td>${total}</td>`)}</tr></tfoot>
    </table>
  </section>`;
}

/**
 * Said over the table when a hand ends; it fades by itself. The log says it to screen readers.
 * @param {{ hands: FinishedHand[], names: string[], words: Record<string, string> }} props
 */
export function HandEnd({ hands, names, words }) {
  const [before] = useState(hands.length);
  const last = hands.at(-1);
  if (!last || hands.length <= before) return null;
  return html`<p class="hand-end" key=${last.number} aria-hidden="true">
    <strong>${words[last.reason]}</strong> ${last.points.map((points, seat) => html`<span>${names[seat]} +${points}</span>`)}
  </p>`;
}
