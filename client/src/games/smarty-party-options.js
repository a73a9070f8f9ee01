/** The options of Smarty Party!: how they are chosen, sent and read out. */
import { n, t } from '../language.js';
import { chosen, clock, STRICTNESSES, strictness } from '../option-fields.js';

/** @import { OptionField, Schema } from '../types.d.ts' */

/** A form's choices are numbers: the place in this list. @type {Schema.AnswerJudging[]} */
const JUDGES = ['READER', 'AUTOMATIC', 'TABLE'];

const MOST_SEATS = 8;

/** @type {OptionField[]} */
export const optionFields = [
  {
    name: 'track',
    label: t('Steps to Game Over'),
    hint: '',
    choices: [
      { value: null, label: t('20 steps') },
      { value: 15, label: t('15 steps, a short match') },
      { value: 25, label: t('25 steps, a long match') },
    ],
  },
  {
    name: 'judging',
    label: t('Who judges a guess'),
    hint: '',
    choices: [
      { value: null, label: t('The Reader, who sees the server’s verdict') },
      { value: 1, label: t('The server') },
      { value: 2, label: t('The table, by vote') },
    ],
  },
  strictness,
  {
    name: 'memoryAid',
    label: t('Guesses of the round'),
    hint: '',
    choices: [
      { value: null, label: t('Have to be remembered') },
      { value: 1, label: t('Stay listed on the table') },
    ],
  },
  {
    name: 'firstReader',
    label: t('First Reader'),
    hint: '',
    choices: [
      { value: null, label: t('Drawn by lot') },
      { value: 0, label: t('The first seat, yours') },
      ...Array.from({ length: MOST_SEATS - 1 }, (_, at) => at + 1).map(value => ({
        value,
        label: t('Seat {number}', { number: value + 1 }),
      })),
    ],
  },
  clock('wagerSeconds', t('Time to wager and choose who begins'), 45, [15, 30, 90, 300]),
  clock(
    'guessSeconds',
    t('Time to guess before the timer starts'),
    20,
    [5, 10, 30, 60, 120],
    t('Until the Reader starts it'),
  ),
  clock('timerSeconds', t('Time on the timer'), 15, [5, 10, 30, 60], t('No timer')),
  clock('ruleSeconds', t('Time to rule on a guess'), 20, [10, 40, 60, 120]),
];

/** @param {Record<string, number | null>} values @returns {{ smartyParty: Schema.SmartyPartyOptionsInput }} */
export const optionsInput = ({ judging, strictness: spelling, memoryAid, ...rest }) => ({
  smartyParty: {
    ...rest,
    judging: chosen(JUDGES, judging),
    strictness: chosen(STRICTNESSES, spelling),
    memoryAid: memoryAid == null ? null : memoryAid === 1,
  },
});

/** @type {Record<Schema.AnswerJudging, string>} */
const JUDGED = {
  READER: t('judged by the Reader'),
  AUTOMATIC: t('judged by the server'),
  TABLE: t('judged by the table'),
};

/** @param {Schema.SmartyPartyOptions} options */
export const describeOptions = ({ track, judging, strictness, memoryAid, guessSeconds }) => [
  t('{count} steps to Game Over', { count: track }),
  JUDGED[judging],
  ...(strictness === 'STRICT' ? [t('strict spelling')] : []),
  ...(memoryAid ? [t('guesses stay listed')] : []),
  guessSeconds === 0
    ? t('the Reader starts the timer')
    : n('{count} second to guess', '{count} seconds to guess', guessSeconds),
];

/** @param {Schema.SmartyPartyOptions} options */
export const turnSeconds = options => options.guessSeconds;

/** The whole time of what is being waited for. @param {import('./smarty-party-words.js').View} view @param {Schema.SmartyPartyOptions} options */
export function secondsFor(view, options) {
  if (view.turn === null) return options.wagerSeconds;
  if (view.onTable?.result === null) return options.ruleSeconds;
  return view.isTimed ? options.timerSeconds : options.guessSeconds;
}
