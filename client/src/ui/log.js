/** What happened, newest last, in words. */
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { describe } from '../words.js';
import { useWork } from './app.js';

/** @import { Following, GameModule } from '../types.d.ts' */

/** @param {{ following: Following, names: string[], game: GameModule, readEarlier: () => Promise<void>, at?: number, choose?: (ply: number) => void }} props */
export function Log({ following, names, game, readEarlier, at, choose }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const [earlier, isBusy] = useWork(readEarlier);
  const plies = following.log.filter(ply => ply.events.length > 0);
  const current = at ?? following.ply;
  useEffect(() => {
    const line = list.current?.querySelector('[aria-current]') ?? list.current?.lastElementChild;
    if (list.current && line) scrollInside(list.current, /** @type {HTMLElement} */ (line));
  }, [current, plies.length]);
  return html`<section class="log" aria-label=${t('What happened')}>
    <h2>${t('Log')}</h2>
    <ol ref=${list} tabindex="0">
      ${following.earlier !== null && html`<li><button class="bare" disabled=${isBusy} onClick=${earlier}>${t('Show earlier')}</button></li>`}
      ${plies.map(
        ply => html`<li key=${ply.number} aria-current=${ply.number === at ? 'step' : null}>
          <${Line} ply=${ply} names=${names} game=${game} choose=${choose} />
        </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {{ ply: Following['log'][number], names: string[], game: GameModule, choose?: (ply: number) => void }} props */
function Line({ ply, names, game, choose }) {
  const words = ply.events.map(
    event => html`<span class=${`event ${event.__typename}`}>${describe(event, names, game)}</span>`,
  );
  return choose
    ? html`<button class="bare line" onClick=${() => choose(ply.number)}>${words}</button>`
    : words;
}

/** Moves the list only, not the page. @param {HTMLElement} list @param {HTMLElement} line */
function scrollInside(list, line) {
  list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2 + line.offsetHeight / 2;
}
