/** The form that asks for a name, and the menu that changes it. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';
import { useApp, useWork } from './app.js';
import { initial } from './plate.js';

/** @param {{ label: string, button: string, value?: string, submit: (name: string) => Promise<string | null>, autofocus?: boolean }} props */
function NameForm({ label, button, value = '', submit, autofocus = false }) {
  const { nameLength } = useApp();
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [run, isBusy] = useWork(async () => setProblem(await submit(name.trim())));
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.trim() === '') setProblem(t('Please type a name.'));
    else run();
  };
  return html`<form class="name-form" onSubmit=${onSubmit} novalidate>
    <label>
      <span>${label}</span>
      <input
        data-testid="name-input"
        name="name"
        autocomplete="nickname"
        maxlength=${nameLength}
        value=${name}
        autofocus=${autofocus}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="name-problem"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)}
      />
    </label>
    <button class="primary" data-testid="name-submit" disabled=${isBusy}>${button}</button>
    <p id="name-problem" class="problem" role="alert">${problem}</p>
  </form>`;
}

/** @param {{ why?: string }} props */
export function Welcome({ why }) {
  const { api, session } = useApp();
  return html`<div class="welcome">
    ${why && html`<p>${why}</p>`}
    <${NameForm} label=${t('What shall we call you?')} button=${t('Come in')} submit=${(/** @type {string} */ name) => session.signIn(api, name)} />
  </div>`;
}

export function PlayerMenu() {
  const { api, session } = useApp();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (!isOpen) return;
    const close = (/** @type {Event} */ event) => {
      const isInside = menu.current?.contains(/** @type {Node} */ (event.target));
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false);
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  const player = session.current.value?.player;
  if (!player) return null;
  const rename = async (/** @type {string} */ name) => {
    const problem = await session.rename(api, name);
    if (!problem) setOpen(false);
    return problem;
  };
  return html`<details ref=${menu} class="player-menu" open=${isOpen} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary data-testid="player-menu"><span class="monogram" aria-hidden="true">${initial(player.name)}</span> <span class="player-name">${player.name}</span></summary>
    <div class="popover">
      ${isOpen && html`<${NameForm} label=${t('Your name')} button=${t('Change')} value=${player.name} submit=${rename} />`}
      <a class="button" href="#/stats" data-testid="own-stats" onClick=${() => setOpen(false)}>${t('Your statistics')}</a>
      <button data-testid="sign-out" onClick=${() => session.signOut(api)}>${t('Sign out')}</button>
      <p class="hint">${t('Signing out forgets this browser: seats you hold cannot be reached again.')}</p>
    </div>
  </details>`;
}
