/** A form over the page. The page is shut off while it is open, and has the focus back afterwards. */
import { html } from 'htm/preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** @param {{ title: string, testid: string, close: () => void, children?: any }} props */
export function Dialog({ title, testid, close, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return html`<dialog ref=${dialog} class="confirm form-dialog" data-testid=${testid} aria-labelledby=${id} onClose=${close}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`;
}
