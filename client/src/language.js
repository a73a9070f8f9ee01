/** The words of the client in the language chosen. English stands in the sources; other languages in `locales/`.
 *
 * Every text a player reads goes through `t` or `n`, with the English text itself as the key, so that the
 * catalogues can be collected from the sources and checked for gaps. A catalogue is in use before any page is
 * loaded: constants of a module may hold translated texts.
 */
import { PARTICLES, particle } from './particles.js';

/** @typedef {Record<string, string | number>} Values */
/** @typedef {Record<string, string[]>} Messages by English text; one text a plural form */

/** @type {{ language: string, messages: Messages }} */
let spoken = { language: 'en', messages: {} };

/** @param {string} language BCP 47 tag @param {Messages} messages */
export function speak(language, messages) {
  spoken = { language, messages };
}

/** The BCP 47 tag of the language spoken. */
export const language = () => spoken.language;

/** What Intl is asked for: the English of the sources is British. */
const locale = () => (spoken.language === 'en' ? 'en-GB' : spoken.language);

/** A text, with `{names}` replaced by values; a number is written as the language writes it. @param {string} text @param {Values} [values] */
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

/** A value, the quotation mark or bracket that closes after it, and a particle that has to suit it. */
const PLACEHOLDER = new RegExp(`\\{(\\w+)\\}([”’)]?)(${PARTICLES})?`, 'g');

/** @param {string} text @param {Values} values */
const fill = (text, values) =>
  text.replaceAll(PLACEHOLDER, (whole, name, closing, ending) => {
    const value = values[name];
    if (value === undefined) return whole;
    const word = typeof value === 'number' ? number(value) : value;
    return word + closing + (ending ? particle(word, ending) : '');
  });

/** "1,234.5" @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value);

/** "Ada, Ben and Cleo" @param {string[]} items */
export const listed = items =>
  new Intl.ListFormat(locale())
    .formatToParts(items)
    .map(({ value }) => SEPARATORS[value] ?? value)
    .join('');

/** What Unicode's data joins Korean lists with belongs into documents; people write a comma. @type {Record<string, string>} */
const SEPARATORS = { ' 및 ': ', ' };

/** "5 March 2026 at 14:30" @param {string} instant ISO 8601 @param {Intl.DateTimeFormatOptions} [options] */
export const date = (instant, options = { dateStyle: 'long', timeStyle: 'short' }) =>
  new Intl.DateTimeFormat(locale(), options).format(new Date(instant));

/** The units of a time span, largest first, in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** "5 minutes ago", "now" @param {string} instant ISO 8601 @param {number} [now] */
export function ago(instant, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const [unit, length] = SPANS.find(([, span]) => seconds >= span) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
    -Math.floor(seconds / length),
    unit,
  );
}
