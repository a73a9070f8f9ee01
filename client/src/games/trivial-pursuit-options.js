/** The options of Trivial Pursuit: how they are chosen, sent and read out. */
import { n, t } from '../language.js';
import { chosen, clock, STRICTNESSES, strictness } from '../option-fields.js';

/** @import { OptionField, Schema } from '../types.d.ts' */

/** A form's choices are numbers: the place in this list. @type {Schema.AnswerJudging[]} */
const JUDGES = ['AUTOMATIC', 'READER', 'TABLE'];

/** @type {OptionField[]} */
export const optionFields = [
  {
    name: 'wedges',
    label: t('Wedges to win'),
    hint: '',
    choices: [
      { value: null, label: t('All six') },
      { value: 5, label: t('Five, a shorter match') },
      { value: 4, label: t('Four, a short match') },
    ],
  },
  {
    name: 'judging',
    label: t('Who judges an answer'),
    hint: '',
    choices: [
      { value: null, label: t('The server') },
      { value: 1, label: t('The server, and the reader may overrule') },
      { value: 2, label: t('The server, and the table may overrule') },
    ],
  },
  strictness,
  clock('answerSeconds', t('Time to answer'), 30, [15, 45, 60, 90, 120]),
  clock('moveSeconds', t('Time to roll, move, choose and vote'), 60, [15, 30, 120, 300]),
  clock('judgeSeconds', t('Time to rule on an answer'), 30, [15, 60, 120]),
];

/** @param {Record<string, number | null>} values @returns {{ trivialPursuit: Schema.TrivialPursuitOptionsInput }} */
export const optionsInput = ({ judging, strictness: spelling, ...rest }) => ({
  trivialPursuit: {
    ...rest,
    judging: chosen(JUDGES, judging),
    strictness: chosen(STRICTNESSES, spelling),
  },
});

/** @type {Record<Schema.AnswerJudging, string>} */
const JUDGED = {
  AUTOMATIC: t('judged by the server'),
  READER: t('the reader may overrule'),
  TABLE: t('the table may overrule'),
};

/** @param {Schema.TrivialPursuitOptions} options */
export const describeOptions = ({ wedges, judging, strictness, answerSeconds }) => [
  n('{count} wedge', '{count} wedges', wedges),
  JUDGED[judging],
  ...(strictness === 'STRICT' ? [t('strict spelling')] : []),
  answerSeconds === 0
    ? t('no clock for answers')
    : n('{count} second to answer', '{count} seconds to answer', answerSeconds),
];

/** @param {Schema.TrivialPursuitOptions} options */
export const turnSeconds = options => options.moveSeconds;

/** The whole time of what is being waited for. @param {import('./trivial-pursuit-words.js').View} view @param {Schema.TrivialPursuitOptions} options */
export function secondsFor(view, options) {
  if (view.review) return options.judgeSeconds;
  return view.question ? options.answerSeconds : options.moveSeconds;
}
