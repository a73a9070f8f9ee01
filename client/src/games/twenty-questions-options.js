/** The options of 20 Questions: how they are chosen, sent and read out. */

import { n, t } from '../language.js';
import { chosen, clock, STRICTNESSES, strictness } from '../option-fields.js';

/** @import { OptionField, Schema } from '../types.d.ts' */

/** A form's choices are numbers: the place in this list. @type {Schema.AnswerJudging[]} */
const JUDGES = ['AUTOMATIC', 'READER', 'TABLE'];

/** @type {OptionField[]} */
export const optionFields = [
  {
    name: 'judging',
    label: t('Who judges a guess'),
    hint: '',
    choices: [
      { value: null, label: t('The server') },
      { value: 1, label: t('The server, and the Reader may overrule') },
      { value: 2, label: t('The server, and the table may overrule') },
    ],
  },
  strictness,
  {
    name: 'firstReader',
    label: t('First Reader'),
    hint: '',
    choices: [
      { value: null, label: t('Drawn by lot') },
      ...[0, 1, 2, 3, 4, 5].map(value => ({
        value,
        label: value === 0 ? t('The first seat, yours') : t('Seat {number}', { number: value + 1 }),
      })),
    ],
  },
  clock('guessSeconds', t('Time to guess'), 10, [5, 20, 30, 60, 120]),
  clock('chooseSeconds', t('Time to name a number'), 60, [15, 30, 120, 300]),
  clock('freeGuessSeconds', t('Time to play a blue chip'), 5, [10, 20, 30, 60]),
  clock('pawnSeconds', t('Time to choose a pawn'), 30, [10, 60, 120]),
  clock('rulingSeconds', t('Time to rule on a guess'), 20, [10, 40, 60, 120]),
];

/** @param {Record<string, number | null>} values @returns {{ twentyQuestions: Schema.TwentyQuestionsOptionsInput }} */
export const optionsInput = ({ judging, strictness: spelling, ...rest }) => ({
  twentyQuestions: {
    ...rest,
    judging: chosen(JUDGES, judging),
    strictness: chosen(STRICTNESSES, spelling),
  },
});

/** @type {Record<Schema.AnswerJudging, string>} */
const JUDGED = {
  AUTOMATIC: t('judged by the server'),
  READER: t('the Reader may overrule'),
  TABLE: t('the table may overrule'),
};

/** @param {Schema.TwentyQuestionsOptions} options */
export const describeOptions = ({ judging, strictness, guessSeconds }) => [
  JUDGED[judging],
  ...(strictness === 'STRICT' ? [t('strict spelling')] : []),
  guessSeconds === 0
    ? t('no clock for guesses')
    : n('{count} second to guess', '{count} seconds to guess', guessSeconds),
];

/** @param {Schema.TwentyQuestionsOptions} options */
export const turnSeconds = options => options.guessSeconds;

/** The whole time of what is being waited for. @param {import('./twenty-questions-words.js').View} view @param {Schema.TwentyQuestionsOptions} options */
export function secondsFor(view, options) {
  if (view.review) return options.rulingSeconds;
  if (view.pawnChoice) return options.pawnSeconds;
  if (view.freeGuessWindow) return options.freeGuessSeconds;
  return view.guessing ? options.guessSeconds : options.chooseSeconds;
}
