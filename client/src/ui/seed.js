/** The seal on the shuffle: its hash from the start, the seed after the end, and how to compare them. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.js';
import { filled } from './filled.js';

/** @import { Table } from '../types.d.ts' */

/** @param {{ match: Table }} props */
export function Seed({ match }) {
  const verdict = useVerdict(match.seed, match.seedHash);
  return html`<details class="seed">
    <summary data-testid="seed">${t('Is the shuffle fair?')}</summary>
    <p>${t('Before the first card was dealt, the server fixed the seed of every shuffle and published its SHA-256:')}</p>
    <p class="digest" data-testid="seed-hash">${match.seedHash}</p>
    ${
      match.seed === null
        ? html`<p class="hint" data-testid="seed-hidden">${whyHidden(match)}</p>`
        : html`<p>${t('The seed:')}</p>
          <p class="digest" data-testid="seed-value">${match.seed}</p>
          ${verdict && html`<p class="verdict" role="status" data-testid="seed-verdict">${verdict}</p>`}
          <p class="hint">${filled(t('Check it yourself: {command}.'), { command: html`<code>printf %s ${match.seed} | sha256sum</code>` })} ${filled(t('Whoever runs the server can re-play the whole match: {command}.'), { command: html`<code>python -m server replay ${match.id}</code>` })}</p>`
    }
  </details>`;
}

/** @param {Table} match */
const whyHidden = match =>
  match.endedAt !== null && !match.mayWatch
    ? t('The seed itself tells what everybody held: those who may watch this match see it here.')
    : t('The seed itself is shown here when the match is over.');

/** @param {string | null} seed @param {string} hash */
function useVerdict(seed, hash) {
  const [verdict, setVerdict] = useState('');
  useEffect(() => {
    if (seed === null || !globalThis.crypto?.subtle) return;
    digest(seed).then(found =>
      setVerdict(
        found === hash
          ? t('Checked in this browser: the seed has the published hash.')
          : t('The seed does not have the published hash.'),
      ),
    );
  }, [seed, hash]);
  return verdict;
}

/** SHA-256 as hexadecimal digits. @param {string} text */
export async function digest(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
