/** Coming to a table by its code. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.js';
import { JOIN_MATCH } from '../mutations.js';
import { FIND_MATCH } from '../operations.js';
import { go, linkTo } from '../route.js';
import { useApp, useMutation } from './app.js';
import { MatchCard } from './match-card.js';
import { Welcome } from './welcome.js';

/** @import { MatchSummary } from '../types.d.ts' */

export function CodeForm() {
  const [code, setCode] = useState('');
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim() !== '') go(linkTo('join', code.trim()));
  };
  return html`<section class="panel code-form" aria-label=${t('Join by code')}>
    <h2>${t('Have a code?')}</h2>
    <form class="row" onSubmit=${submit}>
      <label>
        <span class="visually-hidden">${t('Code of a private table')}</span>
        <input data-testid="code-input" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder=${t('Code')} value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} />
      </label>
      <button data-testid="code-submit">${t('Find the table')}</button>
    </form>
  </section>`;
}

/** @param {{ code: string }} props */
export function JoinPage({ code }) {
  const { api, session } = useApp();
  const [match, setMatch] = useState(/** @type {MatchSummary | null | undefined} */ (undefined));
  const [problem, setProblem] = useState('');
  const [join, isBusy] = useMutation(joined => go(linkTo('match', joined.id)));
  const token = session.current.value?.token;
  useEffect(() => {
    api.insist(FIND_MATCH, { by: { code } }).then(
      result => setMatch(result.match),
      failure => setProblem(failure.message),
    );
  }, [code, token]);
  useEffect(() => {
    if (match && match.viewerSeat !== null) location.replace(linkTo('match', match.id));
  }, [match]);
  if (problem || match === null)
    return html`<${NotFound} problem=${problem || t('No table has the code {code}.', { code })} />`;
  if (!match) return html`<p class="loading" role="status">${t('Looking for the table…')}</p>`;
  return html`<section class="panel narrow" aria-label=${t('Invitation')}>
    <h1>${t('{host} invites you to {game}', { host: match.host.name, game: match.game.name })}</h1>
    ${!token && html`<${Welcome} why=${t('Say who you are, then take your seat.')} />`}
    <ul class="plain"><${MatchCard} match=${match} /></ul>
    <div class="buttons">
      ${token && match.status === 'OPEN' && html`<button class="primary" data-testid="join-match" disabled=${isBusy} onClick=${() => join(JOIN_MATCH, { by: { code } })}>${t('Take a seat')}</button>`}
      ${match.spectators !== 'NONE' && html`<a class="button" data-testid="watch-match" href=${linkTo('match', match.id, { code })}>${t('Watch')}</a>`}
    </div>
  </section>`;
}

/** @param {{ problem: string }} props */
export const NotFound = ({ problem }) =>
  html`<section class="panel narrow" role="alert">
    <h1>${t('Nothing on this table')}</h1>
    <p data-testid="not-found">${problem}</p>
    <p><a class="button" href="#/">${t('Back to the front room')}</a></p>
  </section>`;
