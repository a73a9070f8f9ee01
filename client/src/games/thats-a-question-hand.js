/** The hand of answer cards, and the question that is put together from it. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { Face } from '../ui/plate.js';
import { KINDS, QUESTIONS, SHORT_QUESTIONS, SIDES } from './thats-a-question-words.js';

/** @import { LegalMove, Seat } from '../types.d.ts' */
/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {import('./thats-a-question-words.js').Kind} Kind */
/** @typedef {NonNullable<View['hand']>[number]} Card */
/** @typedef {{ kind: Kind, a: string | null, b: string | null, answerer: number | null }} Picks */
/** @typedef {{ kind: Kind, cardA: string, cardB: string, answerer: number }} Ask */

/** @type {Picks} */
export const NO_PICKS = { kind: 'BLUE', a: null, b: null, answerer: null };

/** The picks without cards that are held no more, and without a player who cannot be asked or was picked for another turn.
 * @param {Picks} picks @param {Card[]} hand @param {number[]} answerers @param {boolean} areNew @returns {Picks} */
export function stillThere(picks, hand, answerers, areNew) {
  const held = (/** @type {string | null} */ id) => (hand.some(card => card.id === id) ? id : null);
  const only = answerers.length === 1 ? answerers[0] : null;
  const answerer = answerers.find(seat => areNew && seat === picks.answerer) ?? only;
  return { ...picks, a: held(picks.a), b: held(picks.b), answerer };
}

/** A card goes to the first free side; one that lies there comes back. @param {Picks} picks @param {string} id @returns {Picks} */
export function withCard(picks, id) {
  if (picks.a === id) return { ...picks, a: null };
  if (picks.b === id) return { ...picks, b: null };
  return picks.a === null ? { ...picks, a: id } : { ...picks, b: id };
}

/** @param {LegalMove} move @returns {Ask | undefined} */
const askOf = move => /** @type {any} */ (move.input).thatsAQuestion.ask;

/** Who may be asked. @param {LegalMove[]} moves @returns {number[]} */
export const answerersOf = moves => [...new Set(moves.flatMap(move => askOf(move)?.answerer ?? []))].sort();

/** @param {LegalMove[]} moves @param {Picks} picks */
export const questionOf = (moves, { kind, a, b, answerer }) =>
  moves.find(move => {
    const ask = askOf(move);
    return ask?.kind === kind && ask.cardA === a && ask.cardB === b && ask.answerer === answerer;
  });

/**
 * @param {{ view: View, hand: Card[], picks: Picks, pick: (picks: Picks) => void, seats: Seat[], moves: LegalMove[], isAsking: boolean, isBusy: boolean, send: (input: unknown) => void }} props
 * `picks` are those still there; they can be made before one's turn.
 */
export function Hand({ view, hand, picks, pick, seats, moves, isAsking, isBusy, send }) {
  const question = questionOf(moves, picks);
  return html`<section class=${`aq-hand ${isAsking ? 'asking' : ''} ${picks.kind.toLowerCase()}`} data-testid="hand" aria-label=${t('Your hand')}>
    <${Kinds} picks=${picks} pick=${pick} />
    <ul class="aq-cards">
      ${hand.map(card => html`<li key=${card.id}><${HandCard} card=${card} picks=${picks} pick=${pick} /></li>`)}
    </ul>
    ${
      isAsking &&
      html`<div class="aq-asking">
        <${Answerers} view=${view} seats=${seats} answerers=${answerersOf(moves)} picks=${picks} pick=${pick} />
        <div class="buttons">
          ${picks.a && picks.b && html`<button type="button" class="aq-quiet" data-testid="swap" onClick=${() => pick({ ...picks, a: picks.b, b: picks.a })}>${t('Swap A and B')}</button>`}
          <button class="primary" data-testid="ask" disabled=${!question || isBusy} onClick=${() => question && send(question.input)}>${question ? t('Ask {name}', { name: seats[picks.answerer ?? 0].name }) : missing(picks)}</button>
        </div>
      </div>`
    }
  </section>`;
}

/** @param {Picks} picks */
function missing({ a, b }) {
  if (a === null) return t('Choose a card for A');
  return b === null ? t('Choose a card for B') : t('Choose who answers');
}

/** @param {{ picks: Picks, pick: (picks: Picks) => void }} props */
const Kinds = ({ picks, pick }) => html`<fieldset class="aq-kinds">
  <legend class="visually-hidden">${t('The question')}</legend>
  ${KINDS.map(
    kind => html`<label key=${kind} class=${kind.toLowerCase()}>
      <input type="radio" name="aq-kind" data-testid=${`kind-${kind.toLowerCase()}`} checked=${picks.kind === kind} onChange=${() => pick({ ...picks, kind })} />
      <span class="aq-kind"><span class="visually-hidden">${SHORT_QUESTIONS[kind].colour}: </span><span class="aq-long">${QUESTIONS[kind]}</span><span class="aq-short" aria-hidden="true">${SHORT_QUESTIONS[kind].question}</span></span>
    </label>`,
  )}
</fieldset>`;

/** @param {{ card: Card, picks: Picks, pick: (picks: Picks) => void }} props */
function HandCard({ card, picks, pick }) {
  const side = SIDES.find(each => picks[each === 'A' ? 'a' : 'b'] === card.id);
  const texts = { BLUE: card.blue, GREEN: card.green, RED: card.red };
  return html`<button class=${`aq-card ${side ? 'picked' : ''}`} data-testid="hand-card" data-card=${card.id} aria-pressed=${side ? 'true' : 'false'} onClick=${() => pick(withCard(picks, card.id))}>
    ${side && html`<span class="aq-side"><span class="visually-hidden">${t('On side {side}:', { side })} </span><span aria-hidden="true">${side}</span></span>`}
    ${KINDS.map(kind => html`<span key=${kind} class=${`aq-text ${kind.toLowerCase()} ${kind === picks.kind ? 'now' : ''}`} aria-hidden=${kind === picks.kind ? null : 'true'}>${texts[kind]}</span>`)}
  </button>`;
}

/** @param {{ view: View, seats: Seat[], answerers: number[], picks: Picks, pick: (picks: Picks) => void }} props */
const Answerers = ({ view, seats, answerers, picks, pick }) => html`<fieldset class="aq-answerers">
  <legend>${t('Who answers')}</legend>
  ${answerers.map(
    seat => html`<label key=${seat}>
      <input type="radio" name="aq-answerer" data-testid="answerer" data-seat=${seat} checked=${picks.answerer === seat} onChange=${() => pick({ ...picks, answerer: seat })} />
      <span><${Face} seat=${seats[seat]} /> ${seats[seat].name}<span class="visually-hidden">, ${n('{count} acorn', '{count} acorns', view.seats[seat].acorns)}</span></span>
    </label>`,
  )}
</fieldset>`;

/** What the picks look like on the question board. @param {Picks} picks @param {Card[]} hand */
export function draftOf({ kind, a, b }, hand) {
  const text = (/** @type {string | null} */ id) => {
    const card = hand.find(each => each.id === id);
    return card ? { BLUE: card.blue, GREEN: card.green, RED: card.red }[kind] : null;
  };
  return { kind, a: text(a), b: text(b) };
}
