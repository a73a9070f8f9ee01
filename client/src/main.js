/** Begins with the language: every other file may hold texts in its constants, so it is loaded after the catalogue. */
import { language, speak, t } from './language.js';
import { chosenLanguage } from './languages.js';
import './style/index.css';

/** @typedef {import('./language.js').Messages} Messages */

/** One a language, made from `locales/`. */
const catalogues = /** @type {Record<string, () => Promise<Messages>>} */ (
  import.meta.glob('./generated/locales/*.json', { import: 'default' })
);
const pathOf = (/** @type {string} */ tag) => `./generated/locales/${tag}.json`;
const languages = ['en', ...Object.keys(catalogues).map(path => path.replace(/^.*\/|\.json$/g, ''))];

const root = /** @type {HTMLElement} */ (document.getElementById('parlour'));

async function begin() {
  const tag = chosenLanguage(languages);
  const messages = await catalogues[pathOf(tag)]?.().catch(() => null);
  if (messages) speak(tag, messages);
  document.documentElement.lang = language();
  root.querySelector('.loading')?.replaceChildren(t('Opening the doors…'));
  const { start } = await import('./start.js');
  await start(root, languages);
}

begin();
