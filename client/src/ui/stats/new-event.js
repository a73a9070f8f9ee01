/** The form that makes an event, and its code when it is made. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { CREATE_EVENT } from '../../mutations.js';
import { useWork } from '../app.js';
import { Dialog } from './dialog.js';
import { EventCode } from './event-code.js';

/** @import { Api } from '../../graphql.js' */

/** @typedef {{ id: string, name: string, code?: string | null }} MadeEvent */

/** @param {{ api: Api, made: () => void, show: (id: string) => void, close: () => void }} props `show` looks at it */
export function NewEvent({ api, made, show, close }) {
  const [event, setEvent] = useState(/** @type {MadeEvent | null} */ (null));
  const keep = (/** @type {MadeEvent} */ created) => {
    setEvent(created);
    made();
  };
  return html`<${Dialog} title=${event ? t('{event} is made', { event: event.name }) : t('A new event')} testid="new-event" close=${close}>
    ${event ? html`<${Made} event=${event} show=${show} close=${close} />` : html`<${NameForm} api=${api} keep=${keep} close=${close} />`}
  </${Dialog}>`;
}

/** @param {{ api: Api, keep: (event: MadeEvent) => void, close: () => void }} props */
function NameForm({ api, keep, close }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [create, isBusy] = useWork(async () => setProblem(await created(api, name, keep)));
  const submit = (/** @type {Event} */ submitted) => {
    submitted.preventDefault();
    if (name.trim() === '') setProblem(t('Please give the event a name.'));
    else create();
  };
  return html`<form onSubmit=${submit} novalidate>
    <p class="hint">${t('A tournament, a league night: matches laid with its code are counted together.')}</p>
    <label>
      <span>${t('Name of the event')}</span>
      <input name="event-name" data-testid="event-name" autocomplete="off" autofocus value=${name} aria-invalid=${problem ? 'true' : 'false'} aria-describedby="event-problem" onInput=${(/** @type {any} */ typed) => setName(typed.target.value)} />
    </label>
    <p id="event-problem" class="problem" role="alert">${problem}</p>
    <div class="buttons">
      <button type="button" onClick=${close}>${t('Cancel')}</button>
      <button class="primary" data-testid="make-event" disabled=${isBusy}>${t('Make the event')}</button>
    </div>
  </form>`;
}

/** Asked once: an event that is asked for twice is two events. @param {Api} api @param {string} name @param {(event: MadeEvent) => void} keep */
async function created(api, name, keep) {
  const { createEvent: answer } = await api.ask(CREATE_EVENT, { input: { name } }).catch(failed);
  if (answer?.__typename !== 'EventCreated') return answer?.message ?? t('The server did not answer.');
  keep(answer.event);
  return null;
}

/** What could not be asked is said where the form is, too. @param {Error} problem @returns {any} */
const failed = ({ message }) => ({ createEvent: { message } });

/** @param {{ event: MadeEvent, show: (id: string) => void, close: () => void }} props */
const Made = ({ event, show, close }) =>
  html`<p role="status">${t('Hand this code out to whoever lays its tables: they give it as the event code.')}</p>
    <${EventCode} code=${event.code ?? ''} />
    <div class="buttons">
      <button type="button" data-testid="event-done" onClick=${close}>${t('Close')}</button>
      <button type="button" class="primary" data-testid="show-event" onClick=${() => show(event.id)}>${t('Look at the event')}</button>
    </div>`;
