/** The options of 20 Questions: how they are chosen, sent and read out. */

/** @import { OptionField, Schema } from '../types.d.ts' */

/** A form's choices are numbers: the place in this list. @type {Schema.TwentyQuestionsJudging[]} */
const JUDGES = ['AUTOMATIC', 'READER', 'TABLE'];

/** @type {Schema.TwentyQuestionsStrictness[]} */
const STRICTNESSES = ['LENIENT', 'STRICT'];

/** @param {string} name @param {string} label @param {number} usual @param {number[]} others @returns {OptionField} */
const clock = (name, label, usual, others) => ({
  name,
  label,
  hint: '',
  choices: [
    { value: null, label: `${usual} seconds` },
    ...others.map(value => ({ value, label: value < 120 ? `${value} seconds` : `${value / 60} minutes` })),
    { value: 0, label: 'No clock' },
  ],
});

/** @type {OptionField[]} */
export const optionFields = [
  {
    name: 'judging',
    label: 'Who judges a guess',
    hint: '',
    choices: [
      { value: null, label: 'The server' },
      { value: 1, label: 'The server, and the Reader may overrule' },
      { value: 2, label: 'The server, and the table may overrule' },
    ],
  },
  {
    name: 'strictness',
    label: 'Spelling',
    hint: '',
    choices: [
      { value: null, label: 'Small slips and last names count' },
      { value: 1, label: 'Spelt right, with full names' },
    ],
  },
  {
    name: 'firstReader',
    label: 'First Reader',
    hint: '',
    choices: [
      { value: null, label: 'Drawn by lot' },
      ...[0, 1, 2, 3, 4, 5].map(value => ({
        value,
        label: value === 0 ? 'The first seat, yours' : `Seat ${value + 1}`,
      })),
    ],
  },
  clock('guessSeconds', 'Time to guess', 10, [5, 20, 30, 60, 120]),
  clock('chooseSeconds', 'Time to name a number', 60, [15, 30, 120, 300]),
  clock('freeGuessSeconds', 'Time to play a blue chip', 5, [10, 20, 30, 60]),
  clock('pawnSeconds', 'Time to choose a pawn', 30, [10, 60, 120]),
  clock('rulingSeconds', 'Time to rule on a guess', 20, [10, 40, 60, 120]),
];

/** @param {Record<string, number | null>} values @returns {{ twentyQuestions: Schema.TwentyQuestionsOptionsInput }} */
export const optionsInput = ({ judging, strictness, ...rest }) => ({
  twentyQuestions: {
    ...rest,
    judging: judging == null ? null : JUDGES[judging],
    strictness: strictness == null ? null : STRICTNESSES[strictness],
  },
});

/** @type {Record<Schema.TwentyQuestionsJudging, string>} */
const JUDGED = {
  AUTOMATIC: 'judged by the server',
  READER: 'the Reader may overrule',
  TABLE: 'the table may overrule',
};

/** @param {Schema.TwentyQuestionsOptions} options */
export const describeOptions = ({ judging, strictness, guessSeconds }) => [
  JUDGED[judging],
  ...(strictness === 'STRICT' ? ['strict spelling'] : []),
  guessSeconds === 0 ? 'no clock for guesses' : `${guessSeconds} seconds to guess`,
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
