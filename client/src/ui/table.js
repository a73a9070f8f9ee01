/** A running or finished match: the board the game draws, and around it what is the same for every game. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { ownTeam, seatNames, whoDecides } from '../teams.js';
import { list, winners } from '../words.js';
import { useApp } from './app.js';
import { Clock } from './clock.js';
import { Log } from './log.js';
import { Result } from './result.js';
import { SeatsPanel } from './seats.js';
import { Seed } from './seed.js';
import { TeamPanel } from './team.js';

/** @import { Following, GameModule, Table as MatchTable } from '../types.d.ts' */

/** @param {{ match: MatchTable, following: Following, followed: ReturnType<typeof import('../follow.js').follow>, game: GameModule }} props */
export function Table({ match, following, followed, game }) {
  const { session } = useApp();
  const names = seatNames(match);
  const team = ownTeam(match, session.current.value?.player.id);
  const isMine = match.legalMoves.length > 0 && (team === null || team.isLed);
  return html`<div class="table-page">
    <div class="table-main">
      ${!match.outcome && html`<h1 class="visually-hidden">${t('{game} at {host}’s table', { game: match.game.name, host: match.host.name })}</h1>`}
      <${Board} match=${match} game=${game} seat=${match.viewerSeat} team=${team} isBusy=${followed.isBusy.value} play=${isMine ? followed.play : null} />
    </div>
    <aside class="table-side">
      ${match.outcome && html`<${Result} match=${match} outcome=${match.outcome} game=${game} />`}
      ${team && html`<${TeamPanel} match=${match} team=${team} followed=${followed} />`}
      <${SeatsPanel} match=${match} team=${team} followed=${followed} />
      ${game.Aside && match.view && html`<${game.Aside} view=${match.view} names=${names} />`}
      <${Log} following=${following} names=${names} game=${game} readEarlier=${followed.readEarlier} />
      <${Seed} match=${match} />
    </aside>
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="turn">${announcement(match, game, team)}</p>
  </div>`;
}

/** @param {{ match: MatchTable, game: GameModule, seat: number | null, team?: Team | null, isBusy?: boolean, isLive?: boolean, play: BoardPlay }} props */
export function Board({ match, game, seat, team = null, isBusy = false, isLive = true, play }) {
  const clock =
    isLive &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${game.turnSeconds(match.options)} />`;
  if (!match.view)
    return html`<div class="felt"><p class="felt-note">${match.mayWatch ? t('Nothing is on the table yet.') : t('The players have asked not to be watched.')}</p></div>`;
  return html`<${game.Board} match=${match} view=${match.view} names=${seatNames(match)} seat=${seat} team=${team} legalMoves=${match.legalMoves} isBusy=${isBusy} play=${play} clock=${clock} />`;
}

/** @typedef {import('../types.d.ts').BoardProps['play']} BoardPlay */
/** @typedef {import('../teams.js').Team} Team */

/** The seats that the table waits for. @param {MatchTable} match @param {GameModule} game */
export function awaitedIn(match, game) {
  const mayMove = match.decision?.seats.map(seat => seat.index) ?? [];
  return game.awaited && match.view ? game.awaited(match.view, mayMove) : mayMove;
}

/** @param {MatchTable} match @param {GameModule} game @param {Team | null} team the viewer's */
export function announcement(match, game, team = null) {
  const names = seatNames(match);
  const who = (/** @type {number} */ seat) => names[seat];
  if (match.outcome)
    return t('The match is over. {winners} won.', { winners: list(winners(match.outcome, who)) });
  const toMove = awaitedIn(match, game);
  const task = match.view ? game.heading(match.view) : '';
  if (match.viewerSeat !== null && toMove.includes(match.viewerSeat))
    return [...yourTurn(team), task].join(' ');
  if (toMove.length === 0) return '';
  return `${t('It is {names}’s turn.', { names: list(toMove.map(who)) })} ${task}`;
}

/** @param {Team | null} team */
function yourTurn(team) {
  const decides = team && whoDecides(team);
  return decides ? [t('It is your team’s turn.'), decides] : [t('Your turn.')];
}
