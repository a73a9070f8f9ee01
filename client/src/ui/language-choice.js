/** The choice of language. */
import { html } from 'htm/preact';
import { language, t } from '../language.js';
import { changeLanguage, ownName } from '../languages.js';
import { icons } from './icons.js';

/** Each language in its own words, for whoever cannot read the one shown. @param {{ languages: string[] }} props */
export const LanguageChoice = ({ languages }) =>
  html`<label class="language">${icons.globe}<span class="visually-hidden">${t('Language')}</span>
    <select data-testid="language" onChange=${(/** @type {any} */ event) => changeLanguage(event.target.value)}>
      ${languages.map(tag => html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === language()}>${ownName(tag)}</option>`)}
    </select></label>`;
