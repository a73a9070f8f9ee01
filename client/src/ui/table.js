/** A running or finished match: the board the game draws, and around it what is the same for every game. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { list, winners } from '../words.js';
import { Clock } from './clock.js';
import { Log } from './log.js';
import { Result } from './result.js';
import { SeatsPanel } from './seats.js';
import { Seed } from './seed.js';

/** @import { Following, GameModule, Table as MatchTable } from '../types.d.ts' */

/** @param {{ match: MatchTable, following: Following, followed: ReturnType<typeof import('../follow.js').follow>, game: GameModule }} props */
export function Table({ match, following, followed, game }) {
  const names = match.seats.map(seat => seat.name);
  const isMine = match.legalMoves.length > 0;
  return html`<div class="table-page">
    <div class="table-main">
      ${!match.outcome && html`<h1 class="visually-hidden">${t('{game} at {host}’s table', { game: match.game.name, host: match.host.name })}</h1>`}
      <${Board} match=${match} game=${game} seat=${match.viewerSeat} isBusy=${followed.isBusy.value} play=${isMine ? followed.play : null} />
    </div>
    <aside class="table-side">
      ${match.outcome && html`<${Result} match=${match} outcome=${match.outcome} game=${game} />`}
      <${SeatsPanel} match=${match} followed=${followed} />
      ${game.Aside && match.view && html`<${game.Aside} view=${match.view} names=${names} />`}
      <${Log} following=${following} names=${names} game=${game} readEarlier=${followed.readEarlier} />
      <${Seed} match=${match} />
    </aside>
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="turn">${announcement(match, game)}</p>
  </div>`;
}

/** @param {{ match: MatchTable, game: GameModule, seat: number | null, isBusy?: boolean, isLive?: boolean, play: BoardPlay }} props */
export function Board({ match, game, seat, isBusy = false, isLive = true, play }) {
  const clock =
    isLive &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${game.turnSeconds(match.options)} />`;
  if (!match.view)
    return html`<div class="felt"><p class="felt-note">${match.mayWatch ? t('Nothing is on the table yet.') : t('The players have asked not to be watched.')}</p></div>`;
  return html`<${game.Board} match=${match} view=${match.view} names=${match.seats.map(each => each.name)} seat=${seat} legalMoves=${match.legalMoves} isBusy=${isBusy} play=${play} clock=${clock} />`;
}

/** @typedef {import('../types.d.ts').BoardProps['play']} BoardPlay */

/** The seats that the table waits for. @param {MatchTable} match @param {GameModule} game */
export function awaitedIn(match, game) {
  const mayMove = match.decision?.seats.map(seat => seat.index) ?? [];
  return game.awaited && match.view ? game.awaited(match.view, mayMove) : mayMove;
}

/** @param {MatchTable} match @param {GameModule} game */
export function announcement(match, game) {
  if (match.outcome) return t('The match is over. {winners} won.', { winners: list(winners(match.outcome)) });
  const toMove = awaitedIn(match, game);
  const task = match.view ? game.heading(match.view) : '';
  if (match.viewerSeat !== null && toMove.includes(match.viewerSeat)) return `${t('Your turn.')} ${task}`;
  if (toMove.length === 0) return '';
  return `${t('It is {names}’s turn.', { names: list(toMove.map(seat => match.seats[seat].name)) })} ${task}`;
}
