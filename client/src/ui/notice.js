/** Messages that come and go, and the banner while the connection is down. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.js';
import { dismiss, notices } from '../notices.js';
import { useApp } from './app.js';
import { icons } from './icons.js';

export function Notices() {
  return html`<div class="notices" role="status" aria-live="polite">
    ${notices.value.map(
      ({ id, text }) => html`<div class="notice" key=${id} data-testid="notice">
        <span>${text}</span>
        <button class="bare" aria-label=${t('Dismiss')} onClick=${() => dismiss(id)}>${icons.close}</button>
      </div>`,
    )}
  </div>`;
}

/** A drop of less than a second is not worth a word. */
export function ConnectionNotice() {
  const { api } = useApp();
  const isDown = api.connection.value === 'reconnecting';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isDown) return setShown(false);
    const timer = setTimeout(() => setShown(true), 700);
    return () => clearTimeout(timer);
  }, [isDown]);
  return html`<div class="connection" role="status" aria-live="polite">
    ${isShown && html`<p data-testid="reconnecting"><span class="pulse" aria-hidden="true"></span> ${t('Reconnecting… the match is kept where it was.')}</p>`}
  </div>`;
}
