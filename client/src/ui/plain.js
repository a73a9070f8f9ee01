/** The table of a game this client has no file for: every move can be made, everything visible can be read. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../language.js';
import { capital, sentence } from '../words.js';
import { SeatPlate } from './plate.js';

/** @import { BoardProps, GameKind, LegalMove, MoveInput } from '../types.d.ts' */

/** @param {BoardProps} props */
export function Board({ match, view, seat, legalMoves, isBusy, play, clock }) {
  return html`<div class="felt plain-table">
    <div class="plates">${match.seats.map(each => html`<${SeatPlate} key=${each.index} seat=${each} isYou=${each.index === seat} clock=${clock} />`)}</div>
    <div class="plain-view panel" tabindex="0" role="group" aria-label=${t('What you see')}><${Value} value=${view} isWhole=${true} /></div>
    <ul class="moves" aria-label=${t('Moves you may make')}>
      ${play && legalMoves.map(move => html`<li key=${move.label}><${Move} move=${move} isBusy=${isBusy} play=${play} /></li>`)}
    </ul>
  </div>`;
}

/** @param {{ move: LegalMove, isBusy: boolean, play: (move: MoveInput) => void }} props */
export function Move({ move, isBusy, play }) {
  const [text, setText] = useState('');
  const send = () => play(/** @type {MoveInput} */ (move.freeText ? withText(move, text) : move.input));
  if (!move.freeText)
    return html`<button class="move" data-testid="legal-move" disabled=${isBusy} onClick=${send}>${move.label}</button>`;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() !== '') send();
  };
  return html`<form class="row" onSubmit=${submit}>
    <label><span>${move.label}</span>
      <input data-testid="legal-text" maxlength=${move.maxLength} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
    <button data-testid="legal-move" disabled=${isBusy}>${t('Send')}</button>
  </form>`;
}

/** The move with the player's words where the server wants them. @param {LegalMove} move @param {string} text */
export function withText({ input, textPath }, text) {
  /** @type {(value: any, path: string[]) => any} */
  const place = (value, [key, ...rest]) =>
    key === undefined ? text : { ...value, [key]: place(value?.[key], rest) };
  return place(input, textPath ?? []);
}

/** Any value as nested lists; small records as one line. @param {{ value: any, isWhole?: boolean }} props @returns {any} */
function Value({ value, isWhole = false }) {
  if (value === null || typeof value !== 'object')
    return html`<span>${value === null ? '–' : String(value)}</span>`;
  if (Array.isArray(value))
    return html`<ol>${value.map(item => html`<li><${Value} value=${item} /></li>`)}</ol>`;
  const fields = Object.entries(value).filter(([name]) => name !== '__typename');
  if (!isWhole && fields.every(([, part]) => typeof part !== 'object'))
    return html`<span>${fields.map(inWords).join(', ')}</span>`;
  return html`<dl>${fields.map(([name, part]) => html`<div><dt>${capital(sentence(name))}</dt><dd><${Value} value=${part} /></dd></div>`)}</dl>`;
}

/** @param {[string, unknown]} field */
const inWords = ([name, value]) => `${sentence(name)} ${value}`;

export const describe = () => null;
export const describeOptions = () => [];
export const heading = () => '';
export const turnSeconds = (/** @type {any} */ options) => options?.turnSeconds ?? null;

/** @type {import('../types.d.ts').OptionField[]} */
export const optionFields = [];

/** A game unknown here is created with its own defaults. @param {unknown} _values @param {GameKind} kind */
export const optionsInput = (_values, kind) =>
  /** @type {any} */ ({ [kind.toLowerCase().replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase())]: {} });
