/** The table before the match: who sits where, and how others find it. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { n, t } from '../language.js';
import { ADD_BOT, CLOSE_MATCH, JOIN_MATCH, LEAVE_MATCH, REMOVE_BOT, START_MATCH } from '../mutations.js';
import { go, linkTo } from '../route.js';
import { freePlaces, seatNames } from '../teams.js';
import { LEVELS } from '../words.js';
import { useApp, useMutation } from './app.js';
import { icons } from './icons.js';
import { Log } from './log.js';
import { Face } from './plate.js';
import { WaitingTeams } from './waiting-teams.js';
import { Welcome } from './welcome.js';

/** @import { Following, GameModule, Seat, Table } from '../types.d.ts' */

/** @param {{ match: Table, following: Following, followed: ReturnType<typeof import('../follow.js').follow>, game: GameModule }} props */
export function Waiting({ match, following, followed, game }) {
  const { session } = useApp();
  const [change, isBusy] = useMutation(() => followed.open());
  const me = session.current.value?.player.id;
  const isHost = match.host.id === me;
  const matchId = match.id;
  const remove = (/** @type {Seat} */ seat) => change(REMOVE_BOT, { matchId, seat: seat.index });
  const free = match.capacity - match.seats.length;
  return html`<div class="waiting">
    <section class="panel" aria-labelledby="waiting-title">
      <p class="eyebrow">${match.visibility === 'PRIVATE' ? t('Private table') : t('Open table')}</p>
      <h1 id="waiting-title">${t('{game} at {host}’s table', { game: match.game.name, host: match.host.name })}</h1>
      <p class="hint">${game.describeOptions(match.options).join(' · ')}</p>
      ${
        match.teamSize > 1
          ? html`<${WaitingTeams} match=${match} me=${me} isHost=${isHost} isBusy=${isBusy} change=${change} followed=${followed} />`
          : html`<ol class="seats-waiting" aria-label=${t('Seats')} aria-live="polite">
        ${match.seats.map(seat => html`<${WaitingSeat} key=${seat.index} seat=${seat} match=${match} me=${me} isBusy=${isBusy} remove=${isHost ? remove : null} />`)}
        ${Array.from({ length: free }, () => html`<li class="seat-row empty"><span class="monogram empty" aria-hidden="true"></span> <span>${t('An empty chair')}</span></li>`)}
      </ol>`
      }
      ${isHost && free > 0 && html`<${AddBot} isBusy=${isBusy} add=${(/** @type {string} */ level) => change(ADD_BOT, { matchId, level })} />`}
      <${WaitingButtons} match=${match} isHost=${isHost} change=${change} isBusy=${isBusy} isNamed=${me !== undefined} code=${match.code} />
    </section>
    <div class="waiting-side">
      ${match.code && html`<${Invitation} code=${match.code} />`}
      <${Log} following=${following} names=${seatNames(match)} game=${game} readEarlier=${followed.readEarlier} />
    </div>
  </div>`;
}

/** @param {{ seat: Seat, match: Table, me: string | undefined, isBusy: boolean, remove: ((seat: Seat) => void) | null }} props */
function WaitingSeat({ seat, match, me, isBusy, remove }) {
  const { player, bot } = seat;
  return html`<li class="seat-row" data-testid="seat">
    <${Face} seat=${seat} />
    <span class="seat-name">${seat.name}</span>
    ${player?.id === match.host.id && html`<span class="tag">${icons.crown} ${t('host')}</span>`}
    ${player && player.id === me && html`<span class="tag">${t('you')}</span>`}
    ${bot && html`<span class="tag">${t('{level} bot', { level: LEVELS[bot] })}</span>`}
    ${bot && !player && remove && html`<button class="bare" data-testid="remove-bot" disabled=${isBusy} aria-label=${t('Send {name} away', { name: seat.name })} onClick=${() => remove(seat)}>${icons.close}</button>`}
  </li>`;
}

/** @param {{ add: (level: string) => void, isBusy: boolean }} props */
const AddBot = ({ add, isBusy }) =>
  html`<div class="add-bot" role="group" aria-label=${t('Add a bot')}>
    <span class="hint">${t('Seat a bot')}</span>
    ${Object.entries(LEVELS).map(([level, name]) => html`<button key=${level} data-testid=${`add-bot-${level.toLowerCase()}`} disabled=${isBusy} onClick=${() => add(level)}>${icons.bot} ${name}</button>`)}
  </div>`;

/** @param {{ match: Table, isHost: boolean, isNamed: boolean, isBusy: boolean, code: string | null, change: (...args: any[]) => void }} props */
function WaitingButtons({ match, isHost, isNamed, isBusy, code, change }) {
  const input = { matchId: match.id };
  const missing = match.game.minSeats - match.seats.length;
  const isFull = freePlaces(match) === 0;
  const [leave, isLeaving] = useMutation(() => go('#/'));
  if (match.viewerSeat === null && !isNamed)
    return html`<${Welcome} why=${t('Say who you are to take a seat.')} />`;
  return html`<div class="buttons">
    ${isHost && html`<button class="primary" data-testid="start-match" disabled=${isBusy || missing > 0} onClick=${() => change(START_MATCH, input)}>${t('Start the match')}</button>`}
    ${match.viewerSeat === null && html`<button class="primary" data-testid="join-match" disabled=${isBusy || isFull} onClick=${() => change(JOIN_MATCH, { by: code ? { code } : { id: match.id } })}>${isFull ? t('No seat is free') : t('Sit down')}</button>`}
    ${match.viewerSeat !== null && html`<button data-testid="leave-match" disabled=${isLeaving} onClick=${() => leave(LEAVE_MATCH, input)}>${t('Leave the table')}</button>`}
    ${isHost && html`<button class="danger" data-testid="close-match" disabled=${isLeaving} onClick=${() => leave(CLOSE_MATCH, input)}>${t('Clear the table')}</button>`}
    <p class="hint" role="status">${awaited(match, missing, isHost)}</p>
  </div>`;
}

/** @param {Table} match @param {number} missing seats @param {boolean} isHost */
function awaited({ teamSize, host }, missing, isHost) {
  if (missing > 0 && teamSize > 1)
    return n('One more team is needed.', '{count} more teams are needed.', missing);
  if (missing > 0) return n('One more player is needed.', '{count} more players are needed.', missing);
  return isHost ? '' : t('Waiting for {host} to start.', { host: host.name });
}

/** @param {{ code: string }} props */
function Invitation({ code }) {
  const { tell } = useApp();
  const [isCopied, setCopied] = useState(false);
  const link = new URL(linkTo('join', code), location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      tell(t('This browser does not allow copying; mark the link and copy it by hand.'));
    }
  };
  return html`<section class="panel invitation" aria-label=${t('Invitation')}>
    <p class="eyebrow">${t('Table code')}</p>
    <p class="code" data-testid="match-code">${code}</p>
    <label><span class="visually-hidden">${t('Link to this table')}</span><input readonly data-testid="match-link" value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    <button class="wide" data-testid="copy-link" onClick=${copy}>${isCopied ? icons.check : icons.link} ${isCopied ? t('Copied') : t('Copy the link')}</button>
  </section>`;
}
