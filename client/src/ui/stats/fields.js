/** The fields of the forms on the pages of statistics, and why something cannot be shown. */
import { html } from 'htm/preact';

/** @param {{ label: string, name: string, value: string, choices: { value: string, label: string }[], choose: (value: string) => void }} props */
export const Choice = ({ label, name, value, choices, choose }) =>
  html`<label class="select">
    <span>${label}</span>
    <select name=${name} data-testid=${`choose-${name}`} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${choices.map(choice => html`<option key=${choice.value} value=${choice.value} selected=${choice.value === value}>${choice.label}</option>`)}
    </select>
  </label>`;

/** @param {{ label: string, name: string, isChecked: boolean, check: (isChecked: boolean) => void }} props */
export const Check = ({ label, name, isChecked, check }) =>
  html`<label class="check"><input type="checkbox" name=${name} data-testid=${`check-${name}`} checked=${isChecked} onChange=${(/** @type {any} */ event) => check(event.target.checked)} /> <span>${label}</span></label>`;

/** @param {{ problem: string | null }} props */
export const Problem = ({ problem }) => problem && html`<p class="problem" role="alert">${problem}</p>`;

/** Names of records, from their texts. @param {Record<string, string>} texts */
export const choicesOf = texts => Object.entries(texts).map(([value, label]) => ({ value, label }));
