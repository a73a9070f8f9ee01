/** Follows what a team says to each other: no update of the match tells of it (TP-16). No markup here. */
import { signal } from '@preact/signals';
import { Unreachable } from './graphql.js';
import { t } from './language.js';
import { SUGGEST } from './mutations.js';
import { TEAM_TALK } from './operations.js';
import { sleep } from './time.js';

/** @import { Api } from './graphql.js' */
/** @import { Suggestion } from './types.d.ts' */

/** Characters in a suggestion, by the schema. */
export const LONGEST = 60;

/**
 * @param {object} settings
 * @param {Api} settings.api
 * @param {string} settings.id of the match
 * @param {(message: string) => void} settings.tell shows the player a sentence
 * @param {(milliseconds: number) => Promise<void>} [settings.pause]
 */
export function followTalk({ api, id, tell, pause = sleep }) {
  const said = signal(/** @type {Suggestion[]} */ ([]));
  let stop = () => {};
  let isOver = false;

  function listen() {
    const on = {
      next: (/** @type {{ teamTalk: Suggestion[] }} */ { teamTalk }) => {
        said.value = teamTalk;
      },
      failed: lost,
      ended: () => resume(1_000),
    };
    stop = api.subscribe(TEAM_TALK, { matchId: id }, on);
  }

  /** @param {Error} problem */
  async function lost(problem) {
    if (problem instanceof Unreachable) return resume(2_000);
    if (!isOver) tell(problem.message);
  }

  /** @param {number} milliseconds */
  async function resume(milliseconds) {
    await pause(milliseconds);
    if (!isOver) listen();
  }

  /** What is said comes back with the talk. @param {string} text @returns {Promise<boolean>} whether the team can read it */
  async function suggest(text) {
    const { suggest: answer } = await api.ask(SUGGEST, { input: { matchId: id, text } });
    if (answer?.__typename === 'Suggested') return true;
    tell(answer?.message ?? t('The server did not answer.'));
    return false;
  }

  function leave() {
    isOver = true;
    stop();
  }

  listen();
  return { said, suggest, leave };
}
