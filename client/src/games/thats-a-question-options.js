/** The options of That's a Question!: how they are chosen, sent and read out. */
import { n, t } from '../language.js';
import { clock } from '../option-fields.js';

/** @import { OptionField, Schema } from '../types.d.ts' */
/** @typedef {Schema.ThatsAQuestionOptions} Options */

/** @type {OptionField[]} */
export const optionFields = [
  {
    name: 'firstSeat',
    label: t('Who asks first'),
    hint: '',
    choices: [
      { value: null, label: t('Drawn by lot') },
      { value: 0, label: t('The first seat, yours') },
      ...[1, 2, 3, 4, 5].map(value => ({ value, label: t('Seat {number}', { number: value + 1 }) })),
    ],
  },
  clock('askSeconds', t('Time to ask'), 90, [30, 60, 180, 300]),
  clock('answerSeconds', t('Time to answer or guess'), 45, [20, 30, 90, 180]),
  clock('kickerSeconds', t('Time to take back a kicker'), 20, [10, 40, 60]),
];

/** @param {Record<string, number | null>} values */
export const optionsInput = values => ({ thatsAQuestion: values });

/** @param {Options} options */
export const describeOptions = ({ askSeconds, answerSeconds }) => [
  askSeconds === 0
    ? t('no clock for questions')
    : n('{count} second to ask', '{count} seconds to ask', askSeconds),
  answerSeconds === 0
    ? t('no clock for answers')
    : n('{count} second to answer', '{count} seconds to answer', answerSeconds),
];

/** @param {Options} options */
export const turnSeconds = options => options.askSeconds;

/** The whole time of what is being waited for. @param {import('./thats-a-question-words.js').View} view @param {Options} options */
export function secondsFor({ question, takeReason }, options) {
  if (takeReason) return options.kickerSeconds;
  return question ? options.answerSeconds : options.askSeconds;
}
