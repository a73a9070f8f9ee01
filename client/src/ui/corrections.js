/** What operators decided about a result afterwards: who, when and why. Whoever sees the match may read it. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { date, t } from '../language.js';
import { CORRECTIONS } from '../operations.js';
import { decided } from '../stats/corrections.js';
import { useApp } from './app.js';

/** @import { Correction } from '../types.d.ts' */

/** @param {{ corrections: Correction[], names: string[] }} props */
export const Corrections = ({ corrections, names }) =>
  html`<ol class="corrections">${corrections.map(
    correction => html`<li key=${correction.id} data-testid="correction">
      ${decided(correction, names).map(sentence => html`<p><strong>${sentence}</strong></p>`)}
      <p class="reason">${t('“{reason}”', { reason: correction.reason })}</p>
      <p class="hint">${t('{operator}, operator, {date}', { operator: correction.operator.name, date: date(correction.at) })}</p>
    </li>`,
  )}</ol>`;

/** Those of a match that is over, if there are any. @param {{ id: string, names: string[] }} props */
export function MatchCorrections({ id, names }) {
  const { api, tell } = useApp();
  const [corrections, setCorrections] = useState(/** @type {Correction[]} */ ([]));
  useEffect(() => {
    api.insist(CORRECTIONS, { id }).then(
      ({ match }) => setCorrections(match?.corrections ?? []),
      problem => tell(problem.message),
    );
  }, [id]);
  if (corrections.length === 0) return null;
  return html`<section class="corrected" aria-label=${t('Corrections')}>
    <h2>${t('Corrections')}</h2>
    <${Corrections} corrections=${corrections} names=${names} />
  </section>`;
}
