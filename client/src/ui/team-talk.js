/** What the members of a team suggest to each other while the table waits; nobody else sees it. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';
import { followTalk, LONGEST } from '../talk.js';
import { useApp, useWork } from './app.js';
import { filled } from './filled.js';

/** @import { Suggestion } from '../types.d.ts' */
/** @typedef {ReturnType<typeof followTalk>} Talk */

/**
 * @param {object} props
 * @param {string} props.matchId
 * @param {((text: string) => void) | null} props.take puts a suggestion where the captain answers
 * @param {unknown} props.asked something else for every question that the viewer can only suggest answers to, or null
 */
export function TeamTalk({ matchId, take, asked }) {
  const { api, tell } = useApp();
  const [talk, setTalk] = useState(/** @type {Talk | null} */ (null));
  useEffect(() => {
    const followed = followTalk({ api, id: matchId, tell });
    setTalk(followed);
    return followed.leave;
  }, [matchId]);
  const said = talk?.said.value ?? [];
  return html`<section class="team-talk" data-testid="team-talk" aria-labelledby="team-talk-title">
    <h2 id="team-talk-title">${t('Team talk')} <small>${t('only your team reads it')}</small></h2>
    <${Suggestions} said=${said} take=${take} />
    ${talk && html`<${SuggestionBox} suggest=${talk.suggest} asked=${asked} />`}
  </section>`;
}

/** @param {{ said: Suggestion[], take: ((text: string) => void) | null }} props */
function Suggestions({ said, take }) {
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  return html`<ul ref=${list} aria-live="polite" aria-relevant="additions" aria-label=${t('Suggestions')} tabindex=${said.length > 0 ? 0 : null}>
    ${said.map(
      ({ player, name, text, at }) => html`<li key=${`${player.id} ${at}`} data-testid="suggestion">
        <span>${filled(t('{name}: {suggestion}'), { name: html`<span class="suggested-by">${name}</span>`, suggestion: html`<strong>${text}</strong>` })}</span>
        ${take && html`<button data-testid="take-suggestion" aria-label=${t('Take as the answer: {text}', { text })} onClick=${() => take(text)}>${t('Take')}</button>`}
      </li>`,
    )}
  </ul>`;
}

/** @param {{ suggest: Talk['suggest'], asked: unknown }} props */
function SuggestionBox({ suggest, asked }) {
  const [text, setText] = useState('');
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [send, isBusy] = useWork(async () => {
    if (await suggest(text)) setText('');
  });
  useEffect(() => {
    const isBusyElsewhere = document.activeElement?.matches('input, select, textarea, dialog *');
    if (asked !== null && !isBusyElsewhere) input.current?.focus({ preventScroll: true });
  }, [asked]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() !== '') send();
  };
  return html`<form onSubmit=${submit}>
    <label><span class="visually-hidden">${t('Your suggestion')}</span>
      <input ref=${input} data-testid="suggestion-input" placeholder=${t('Suggest something')} maxlength=${LONGEST} autocomplete="off" spellcheck=${false} enterkeyhint="send" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
    <button data-testid="suggest" disabled=${isBusy || text.trim() === ''}>${t('Suggest')}</button>
  </form>`;
}
