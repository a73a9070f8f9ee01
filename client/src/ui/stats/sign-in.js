/** The form for an operator's token. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { useWork } from '../app.js';
import { filled } from '../filled.js';

/** Typed where the server runs. */
const COMMAND = 'python -m server token --operator NAME';

/** @param {{ operator: ReturnType<typeof import('../../stats/operator.js').openOperator> }} props */
export function SignIn({ operator }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [run, isBusy] = useWork(async () => setProblem(await operator.signIn(token.trim())));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (token.trim() === '') setProblem(t('Please paste the token.'));
    else run();
  };
  return html`<section class="panel operator-sign-in" aria-label=${t('For operators')}>
    <h2>${t('For operators')}</h2>
    <p class="hint">${filled(t('Whoever runs tournaments here sees all statistics. {command} on the server makes a token; it is kept until this tab is closed.'), { command: html`<code>${COMMAND}</code>` })}</p>
    <form class="row" onSubmit=${submit} novalidate>
      <label>
        <span>${t('Operator’s token')}</span>
        <input type="password" name="token" data-testid="operator-token" autocomplete="off" spellcheck="false" value=${token} aria-invalid=${problem ? 'true' : 'false'} aria-describedby="token-problem" onInput=${(/** @type {any} */ event) => setToken(event.target.value)} />
      </label>
      <button data-testid="operator-sign-in" disabled=${isBusy}>${t('Open the dashboard')}</button>
    </form>
    <p id="token-problem" class="problem" role="alert">${problem}</p>
  </section>`;
}
