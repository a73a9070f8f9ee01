/** Coming to a table by its code. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
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
  return html`<section class="panel code-form" aria-label="Join by code">
    <h2>Have a code?</h2>
    <form class="row" onSubmit=${submit}>
      <label>
        <span class="visually-hidden">Code of a private table</span>
        <input data-testid="code-input" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="Code" value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} />
      </label>
      <button data-testid="code-submit">Find the table</button>
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
    return html`<${NotFound} problem=${problem || `No table has the code ${code}.`} />`;
  if (!match) return html`<p class="loading" role="status">Looking for the table…</p>`;
  return html`<section class="panel narrow" aria-label="Invitation">
    <h1>${match.host.name} invites you to ${match.game.name}</h1>
    ${!token && html`<${Welcome} why="Say who you are, then take your seat." />`}
    <ul class="plain"><${MatchCard} match=${match} /></ul>
    <div class="buttons">
      ${token && match.status === 'OPEN' && html`<button class="primary" data-testid="join-match" disabled=${isBusy} onClick=${() => join(JOIN_MATCH, { by: { code } })}>Take a seat</button>`}
      ${match.spectators !== 'NONE' && html`<a class="button" data-testid="watch-match" href=${linkTo('match', match.id, { code })}>Watch</a>`}
    </div>
  </section>`;
}

/** @param {{ problem: string }} props */
export const NotFound = ({ problem }) =>
  html`<section class="panel narrow" role="alert">
    <h1>Nothing on this table</h1>
    <p data-testid="not-found">${problem}</p>
    <p><a class="button" href="#/">Back to the front room</a></p>
  </section>`;
