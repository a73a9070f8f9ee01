/** Asks before something that cannot be taken back. */
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';

/** @param {{ title: string, text: string, button: string, confirm: () => void, close: () => void }} props */
export function Confirm({ title, text, button, confirm, close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const agree = () => {
    close();
    confirm();
  };
  return html`<dialog ref=${dialog} class="confirm" aria-labelledby="confirm-title" onClose=${close}>
    <h2 id="confirm-title">${title}</h2>
    <p>${text}</p>
    <div class="buttons">
      <button onClick=${close} autofocus>${t('Keep playing')}</button>
      <button class="danger" data-testid="confirm" onClick=${agree}>${button}</button>
    </div>
  </dialog>`;
}
