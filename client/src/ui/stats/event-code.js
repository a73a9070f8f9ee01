/** The code of an event, to be handed out to those who lay its tables. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { icons } from '../icons.js';

/** @param {{ code: string }} props */
export function EventCode({ code }) {
  const [copied, setCopied] = useState('');
  const [problem, setProblem] = useState('');
  const isCopied = copied === code;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(code);
      setProblem('');
    } catch {
      setProblem(t('This browser does not allow copying; mark the code and copy it by hand.'));
    }
  };
  return html`<div class="event-code">
    <span class="visually-hidden">${t('Event code')}</span> <code class="code" data-testid="shown-event-code">${code}</code>
    <button type="button" data-testid="copy-event-code" onClick=${copy}>${isCopied ? icons.check : icons.link} <span aria-live="polite">${isCopied ? t('Copied') : t('Copy the code')}</span></button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`;
}
