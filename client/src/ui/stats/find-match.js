/** The field in which an operator names a match. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { go, linkTo } from '../../route.js';
import { matchIdIn } from '../../stats/corrections.js';

/** How ids of matches begin. */
const EXAMPLE = 'mat_…';

/** @param {{ query: Record<string, string> }} props of the dashboard, which is kept for the way back */
export function FindMatch({ query }) {
  const [given, setGiven] = useState('');
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const id = matchIdIn(given);
    if (id === null) setProblem(t('This is neither a match’s id nor a link to a match.'));
    else go(linkTo('stats', id, query));
  };
  return html`<form class="row find-match no-print" onSubmit=${submit} novalidate>
    <label>
      <span>${t('Id of a match, or a link to it')}</span>
      <input name="match" data-testid="match-given" autocomplete="off" spellcheck=${false} placeholder=${EXAMPLE} value=${given} aria-invalid=${problem ? 'true' : 'false'} aria-describedby="match-problem" onInput=${(/** @type {any} */ event) => setGiven(event.target.value)} />
    </label>
    <button data-testid="find-match">${t('Look at the match')}</button>
    <p id="match-problem" class="problem" role="alert">${problem}</p>
  </form>`;
}
