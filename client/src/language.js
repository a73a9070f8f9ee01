/** The words of the client in the language chosen. English stands in the sources; other languages in `locales/`.
 *
 * Every text a player reads goes through `t` or `n`, with the English text itself as the key, so that the
 * catalogues can be collected from the sources and checked for gaps. A catalogue is in use before any page is
 * loaded: constants of a module may hold translated texts.
 */

/** @typedef {Record<string, string | number>} Values */

/** @type {{ language: string, messages: Record<string, string[]> }} */
let spoken = { language: 'en', messages: {} };

/** @param {string} language BCP 47 tag @param {Record<string, string[]>} messages by English text; one text a plural form */
export function speak(language, messages) {
  spoken = { language, messages };
}

/** The BCP 47 tag of the language spoken. */
export const language = () => spoken.language;

/** A text, with `{names}` replaced by values. @param {string} text @param {Values} [values] */
export const t = (text, values = {}) => fill(spoken.messages[text]?.[0] || text, values);

/** A text whose form depends on a number, which is the value `count`.
 * @param {string} one @param {string} many @param {number} count @param {Values} [values] */
export function n(one, many, count, values = {}) {
  const forms = spoken.messages[one] ?? (spoken.language === 'en' ? [one, many] : []);
  const form = forms[pluralForm(count, forms.length)] || (count === 1 ? one : many);
  return fill(form, { count, ...values });
}

/** @param {number} count @param {number} forms */
function pluralForm(count, forms) {
  const categories = ['one', 'two', 'few', 'many', 'other'];
  const { pluralCategories } = new Intl.PluralRules(spoken.language).resolvedOptions();
  const used = categories.filter(category => pluralCategories.includes(/** @type {any} */ (category)));
  return Math.min(used.indexOf(new Intl.PluralRules(spoken.language).select(count)), forms - 1);
}

/** @param {string} text @param {Values} values */
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
