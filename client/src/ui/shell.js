/** The frame around every page, and the choice of page. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';
import { route } from '../route.js';
import { AppContext, useApp } from './app.js';
import { icons } from './icons.js';
import { JoinPage, NotFound } from './join.js';
import { LanguageChoice } from './language-choice.js';
import { Lobby } from './lobby.js';
import { MatchPage } from './match-page.js';
import { ConnectionNotice, Notices } from './notice.js';
import { ReplayPage } from './replay.js';
import { PlayerMenu } from './welcome.js';

/** A page starts anew when the player changes. @param {{ app: import('./app.js').App }} props */
export function App({ app }) {
  const { page, id, query } = route.value;
  const token = app.session.current.value?.token ?? 'nobody';
  return html`<${AppContext.Provider} value=${app}>
    <a class="skip" href="#main" onClick=${skip}>${t('To the table')}</a>
    <header class="top">
      <a href="#/" class="wordmark" data-testid="home"><span class="wordmark-sign" aria-hidden="true"></span>Parlour</a>
      <nav aria-label="Parlour"><a class="stats-link" href="#/stats" data-testid="stats-link" aria-label=${t('Statistics')}>${icons.chart}<span>${t('Statistics')}</span></a><a class="top-link" href="./explorer/">${t('API explorer')}</a><${LanguageChoice} languages=${app.languages} /><${PlayerMenu} key=${token} /></nav>
    </header>
    <${ConnectionNotice} />
    <${Main} key=${`${page}/${id}/${token}`} page=${page} id=${id} query=${query} />
    <${Notices} />
  </${AppContext.Provider}>`;
}

/** @param {import('../route.js').Route} props */
function Main({ page, id, query }) {
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    scrollTo(0, 0);
    if (page !== 'lobby') main.current?.focus({ preventScroll: true });
  }, []);
  return html`<main id="main" ref=${main} tabindex="-1" class=${`page-${page}`}><${Page} page=${page} id=${id} query=${query} /></main>`;
}

/** @param {import('../route.js').Route} props */
function Page({ page, id, query }) {
  if (page === 'lobby') return html`<${Lobby} />`;
  if (page === 'match') return html`<${MatchPage} id=${id} code=${query.code} />`;
  if (page === 'join') return html`<${JoinPage} code=${id} />`;
  if (page === 'replay') return html`<${ReplayPage} id=${id} />`;
  if (page === 'stats') return html`<${StatsRoom} id=${id} query=${query} />`;
  return html`<${NotFound} problem=${t('There is no such page.')} />`;
}

/** Statistics are loaded by whoever looks at them. @param {{ id: string, query: Record<string, string> }} props */
function StatsRoom({ id, query }) {
  const { tell } = useApp();
  const [Stats, setStats] = useState(/** @type {any} */ (null));
  useEffect(() => {
    import('./stats/page.js').then(
      ({ StatsPage }) => setStats(() => StatsPage),
      problem => tell(problem.message),
    );
  }, []);
  return Stats
    ? html`<${Stats} id=${id} query=${query} />`
    : html`<p class="loading" role="status">${t('Fetching the books…')}</p>`;
}

/** The hash names pages, so this link moves the focus itself. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** @param {{ problem: string }} props */
export const CannotStart = ({ problem }) =>
  html`<main class="cannot-start" role="alert">
    <h1>${t('The parlour is closed just now')}</h1>
    <p>${problem}</p>
    <button class="primary" onClick=${() => location.reload()}>${t('Try again')}</button>
  </main>`;
