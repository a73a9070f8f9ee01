/** Fields of the form for a new match that several games have. */
import { t } from './language.js';
import { duration } from './words.js';

/** @import { OptionField } from './types.d.ts' */

/** A clock, in seconds; 0 is none.
 * @param {string} name @param {string} label @param {number} usual @param {number[]} others @param {string} [none] @returns {OptionField} */
export const clock = (name, label, usual, others, none = t('No clock')) => ({
  name,
  label,
  hint: '',
  choices: [
    { value: null, label: duration(usual) },
    ...others.map(value => ({ value, label: duration(value) })),
    { value: 0, label: none },
  ],
});

/** How strictly answers are read: a place in `STRICTNESSES`. @type {OptionField} */
export const strictness = {
  name: 'strictness',
  label: t('Spelling'),
  hint: '',
  choices: [
    { value: null, label: t('Small slips and last names count') },
    { value: 1, label: t('Spelt right, with full names') },
  ],
};

/** @type {('LENIENT' | 'STRICT')[]} */
export const STRICTNESSES = ['LENIENT', 'STRICT'];

/** A form's choices are numbers; null leaves the choice to the server. @template T @param {T[]} values @param {number | null} at */
export const chosen = (values, at) => (at == null ? null : values[at]);
