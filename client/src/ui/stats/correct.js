/** The form that corrects a result: why, and what counts instead. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { CORRECT_RESULT } from '../../mutations.js';
import { requestIds } from '../../repeating.js';
import { ruling, typedOf } from '../../stats/corrections.js';
import { useWork } from '../app.js';
import { Dialog } from './dialog.js';

/** @import { Api } from '../../graphql.js' */
/** @import { Typed } from '../../stats/corrections.js' */
/** @import { Counted, CountedAnswer, Schema } from '../../types.d.ts' */

/** What is corrected: the match is voided, an answer counts the other way, or places and points are set.
 * @typedef {{ kind: 'void' } | { kind: 'answer', answer: CountedAnswer } | { kind: 'result' }} Matter */

/** As long as the server takes it. */
const REASON_LENGTH = 500;

/** @param {{ api: Api, id: string, counted: Counted, matter: Matter, done: (sequence: number) => void, close: () => void }} props */
export function Correct({ api, id, counted, matter, done, close }) {
  const answer = matter.kind === 'answer' ? matter.answer : null;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState(() => typedOf(counted.seats));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [idFor] = useState(() => requestIds());
  const [send, isBusy] = useWork(async (/** @type {Schema.CorrectionInput} */ correction) => {
    const asked = { matchId: id, reason, correction };
    setProblem(await corrected(api, { ...asked, requestId: idFor(asked) }, done));
  });
  const submit = (/** @type {Event} */ submitted) => {
    submitted.preventDefault();
    if (reason.trim() === '')
      return setProblem(t('Please say why: everybody who sees the match can read it.'));
    if (matter.kind === 'void') return send({ void: true });
    const rerule = ruling(counted.seats, typed, answer);
    return typeof rerule === 'string' ? setProblem(rerule) : send({ rerule });
  };
  const isBadReason = reason.trim() === '' || reason.trim().length > REASON_LENGTH;
  const hasResult = counted.countedAs === 'FINISHED' && matter.kind !== 'void';
  return html`<${Dialog} title=${titleOf(matter)} testid="correct" close=${close}>
    <form onSubmit=${submit} novalidate>
      ${matter.kind === 'void' && html`<p>${t('It will count for nothing: standings, ratings and statistics follow. This cannot be taken back.')}</p>`}
      ${answer && html`<${Ruled} answer=${answer} seats=${counted.seats} />`}
      <label>
        <span>${t('Reason')}</span>
        <textarea name="reason" data-testid="reason" rows="3" autofocus value=${reason} aria-invalid=${problem && isBadReason ? 'true' : 'false'} aria-describedby="reason-hint correct-problem" onInput=${(/** @type {any} */ event) => setReason(event.target.value)}></textarea>
      </label>
      <p class="hint" id="reason-hint">${t('At most {most} characters. Everybody who sees the match can read it.', { most: REASON_LENGTH })}</p>
      ${hasResult && html`<${Standings} isOpen=${matter.kind === 'result'} seats=${counted.seats} typed=${typed} type=${setTyped} />`}
      <p id="correct-problem" class="problem" role="alert">${problem}</p>
      <div class="buttons">
        <button type="button" onClick=${close}>${t('Cancel')}</button>
        <button class=${matter.kind === 'void' ? 'danger' : 'primary'} data-testid="send-correction" disabled=${isBusy}>${buttonOf(matter)}</button>
      </div>
    </form>
  </${Dialog}>`;
}

/** @param {Api} api @param {Schema.CorrectResultInput} input @param {(sequence: number) => void} done */
async function corrected(api, input, done) {
  const { correctResult: answer } = await api.insist(CORRECT_RESULT, { input }).catch(failed);
  if (answer?.__typename !== 'ResultCorrected') return answer?.message ?? t('The server did not answer.');
  done(answer.correction?.sequence ?? 0);
  return null;
}

/** What could not be asked is said where the form is, too. @param {Error} problem @returns {any} */
const failed = ({ message }) => ({ correctResult: { message } });

/** @param {Matter} matter */
function titleOf(matter) {
  if (matter.kind === 'void') return t('Void this match?');
  return matter.kind === 'result'
    ? t('Correct places and points')
    : t('Rule on answer {number}', { number: matter.answer.number });
}

/** @param {Matter} matter */
function buttonOf(matter) {
  if (matter.kind === 'void') return t('Void the match');
  if (matter.kind === 'result') return t('Correct the result');
  return matter.answer.isRight ? t('Count it as wrong') : t('Count it as right');
}

/** @param {{ answer: CountedAnswer, seats: Counted['seats'] }} props */
const Ruled = ({ answer, seats }) =>
  html`<p class="asked">${answer.questionText ?? answer.question}</p>
    <p>${t('{name} said “{answer}”.', { name: seats[answer.seat]?.name ?? '', answer: answer.text })} ${answer.isRight ? t('It counts as right, and will count as wrong.') : t('It counts as wrong, and will count as right.')}</p>`;

/** @param {{ isOpen: boolean, seats: Counted['seats'], typed: Typed, type: (typed: Typed) => void }} props */
function Standings({ isOpen, seats, typed, type }) {
  const set = (/** @type {number} */ seat, /** @type {string} */ name) => (/** @type {any} */ event) =>
    type(typed.map((each, at) => (at === seat ? { ...each, [name]: event.target.value } : each)));
  return html`<details class="new-standings" open=${isOpen}>
    <summary data-testid="new-standings">${t('Places and points')}</summary>
    <p class="hint">${t('They stay as they are unless you change them here.')}</p>
    ${seats.map(
      ({ name }, seat) => html`<fieldset key=${seat}>
        <legend>${name}</legend>
        <label><span>${t('Final place')}</span><input type="number" min="1" name=${`place-${seat}`} data-testid=${`place-${seat}`} value=${typed[seat].place} onInput=${set(seat, 'place')} /></label>
        <label><span>${t('Points')}</span><input type="number" name=${`points-${seat}`} data-testid=${`points-${seat}`} value=${typed[seat].points} onInput=${set(seat, 'points')} /></label>
      </fieldset>`,
    )}
  </details>`;
}
