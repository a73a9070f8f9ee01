/** Follows one match: asks, listens, plays, and takes up where it was after a lost connection. No markup here. */
import { signal } from '@preact/signals';
import { RequestFailed, Unreachable } from './graphql.js';
import { randomId } from './ids.js';
import { t } from './language.js';
import { continued, NOTHING, opened, receive, seen } from './match.js';
import { PLAY } from './mutations.js';
import { EARLIER_PLIES, MATCH_UPDATES, OPEN_MATCH } from './operations.js';
import { sleep } from './time.js';

/** @import { Api } from './graphql.js' */
/** @import { GameKind, MoveInput, Update } from './types.d.ts' */

/** Ends of a subscription after which a match is followed on, also one that is over: there may be a rematch. */
const GOES_ON = ['SERVER_STOPPING', 'TOO_SLOW'];
const LOST = t('There is no such match, or it is not open to be watched.');

/**
 * @param {object} settings
 * @param {Api} settings.api
 * @param {string} settings.id
 * @param {GameKind} settings.kind
 * @param {string} [settings.code] for matches that may be watched by code
 * @param {(message: string) => void} settings.tell shows the player a sentence
 * @param {() => string} [settings.newId]
 * @param {(milliseconds: number) => Promise<void>} [settings.pause]
 */
export function follow({ api, id, kind, code, tell, newId = randomId, pause = sleep }) {
  const state = signal(NOTHING);
  const isBusy = signal(false);
  const by = code ? { code } : { id };
  let stop = () => {};
  let isOver = false;
  /** Why the server ended the last subscription, as far as it has said so. */
  let reason = /** @type {string | undefined} */ (undefined);

  async function open() {
    try {
      const { match } = await api.insist(OPEN_MATCH, { by }, kind);
      state.value = match ? opened(state.value, match) : { ...state.value, problem: LOST };
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      if (state.value.match) tell(message);
      else state.value = { ...state.value, problem: message };
    }
  }

  function listen() {
    const variables = {
      matchId: id,
      code: code ?? null,
      get after() {
        return state.value.ply;
      },
    };
    reason = undefined;
    const on = { next: arrived, failed: lost, ended: () => resume(1_000) };
    stop = api.subscribe(MATCH_UPDATES, variables, on, kind);
  }

  /** @param {{ matchUpdates: Update }} result */
  async function arrived({ matchUpdates }) {
    reason = matchUpdates.end?.reason;
    if (reason) return;
    state.value = receive(state.value, matchUpdates);
    if (state.value.hasGap) await open();
  }

  /** @param {Error} problem */
  async function lost(problem) {
    if (problem instanceof Unreachable) return resume(2_000);
    tell(problem.message);
    if (problem instanceof RequestFailed && problem.code === 'INTERNAL_SERVER_ERROR') return resume(5_000);
  }

  /** The server ended the subscription: the match is read once more, and followed on from its last ply unless
   * the server has said that this has no use. @param {number} milliseconds */
  async function resume(milliseconds) {
    await pause(milliseconds);
    if (isOver) return;
    await open();
    const isOn = ['OPEN', 'RUNNING'].includes(state.value.match?.status ?? '');
    if (reason ? GOES_ON.includes(reason) : isOn) listen();
  }

  async function start() {
    await open();
    if (state.value.match && !isOver) listen();
  }

  /** A second move waits for the first to be answered; a lost connection sends the same move with the same id.
   * @param {MoveInput} move */
  async function play(move) {
    const decision = state.value.match?.decision?.id;
    if (isBusy.value || decision === undefined) return;
    isBusy.value = true;
    try {
      await send({ matchId: id, decision, move, moveId: newId() });
    } catch (problem) {
      tell(/** @type {Error} */ (problem).message);
    } finally {
      isBusy.value = false;
    }
  }

  /** @param {import('./types.d.ts').Read.PlayMutationVariables['input']} input */
  async function send(input) {
    const { play: answer } = await api.insist(PLAY, { input }, kind);
    if (answer?.__typename === 'MovePlayed') state.value = seen(state.value, answer.match);
    if (answer?.__typename !== 'MoveRefused') return;
    if (answer.current) state.value = seen(state.value, answer.current);
    if (answer.code !== 'STALE') tell(answer.message);
  }

  async function readEarlier() {
    const before = state.value.earlier;
    if (before === null) return;
    const { match } = await api.insist(EARLIER_PLIES, { by, before }, kind);
    if (match?.log && state.value.earlier === before) state.value = continued(state.value, match.log);
  }

  function leave() {
    isOver = true;
    stop();
  }

  return { state, isBusy, start, open, play, readEarlier, leave };
}
