/** The teams before the match: who is in which, and how to join one, begin one or move to another. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { JOIN_MATCH, REMOVE_BOT } from '../mutations.js';
import { changeTeam, ownTeam } from '../teams.js';
import { LEVELS } from '../words.js';
import { useApp, useWork } from './app.js';
import { icons } from './icons.js';
import { Face } from './plate.js';

/** @import { Table } from '../types.d.ts' */
/** @import { TableSeat } from '../teams.js' */

/** @typedef {(captain: string | null) => void} Go to the team of this captain; null for a new one */

/** @param {{ match: Table, me: string | undefined, isHost: boolean, isBusy: boolean, change: (...args: any[]) => void, followed: ReturnType<typeof import('../follow.js').follow> }} props */
export function WaitingTeams({ match, me, isHost, isBusy, change, followed }) {
  const { api } = useApp();
  const own = ownTeam(match, me);
  const by = match.code ? { code: match.code } : { id: match.id };
  const [move, isMoving] = useWork((/** @type {string | null} */ captain) =>
    changeTeam(api, match, captain).finally(followed.open),
  );
  const join = (/** @type {string | null} */ captain) => {
    const found = match.seats.findIndex(seat => seat.player?.id === captain);
    change(JOIN_MATCH, { by, seat: captain === null ? match.seats.length : found });
  };
  const remove = (/** @type {TableSeat} */ seat) =>
    change(REMOVE_BOT, { matchId: match.id, seat: seat.index });
  const go = me === undefined ? null : own ? move : join;
  const isWaiting = isBusy || isMoving;
  const free = match.capacity - match.seats.length;
  const canBegin = free > 0 && (own === null || own.members.length > 1);
  return html`<div class="teams-waiting">
    <p class="hint">${t('Up to {number} people in a team. Its captain decides: at first whoever began it.', { number: match.teamSize })}</p>
    <ol class="seats-waiting" aria-label=${t('Teams')} aria-live="polite">
      ${match.seats.map(seat => html`<${WaitingTeam} key=${seat.player?.id ?? seat.name} seat=${seat} match=${match} me=${me} isBusy=${isWaiting} go=${go} remove=${isHost ? remove : null} />`)}
      ${
        free > 0 &&
        html`<li class="team-row empty"><p>${n('{count} team can still be begun.', '{count} teams can still be begun.', free)}</p>
        ${go && canBegin && html`<button data-testid="new-team" disabled=${isWaiting} onClick=${() => go(null)}>${t('Begin a team')}</button>`}</li>`
      }
    </ol>
    ${own && isHost && match.seats.some(seat => seat.player && seat.player.id !== me) && html`<p class="hint">${t('If you move to another team, you give up your place first, and somebody else becomes the host.')}</p>`}
  </div>`;
}

/** @param {{ seat: TableSeat, match: Table, me: string | undefined, isBusy: boolean, go: Go | null, remove: ((seat: TableSeat) => void) | null }} props */
function WaitingTeam({ seat, match, me, isBusy, go, remove }) {
  const { name, player, bot, members } = seat;
  if (!player)
    return html`<li class="seat-row" data-testid="seat"><${Face} seat=${seat} /> <span class="seat-name">${name}</span>
      ${bot && html`<span class="tag">${t('{level} bot', { level: LEVELS[bot] })}</span>`}
      ${remove && html`<button class="bare" data-testid="remove-bot" disabled=${isBusy} aria-label=${t('Send {name} away', { name })} onClick=${() => remove(seat)}>${icons.close}</button>`}</li>`;
  const isOwn = members.some(member => member.player.id === me);
  const free = match.teamSize - members.length;
  return html`<li class="team-row" data-testid="seat">
    <header><${Face} seat=${seat} /> <h2>${t('Team of {name}', { name })}</h2>
      ${go && !isOwn && free > 0 && html`<button data-testid="join-team" disabled=${isBusy} aria-label=${t('Join the team: {name}', { name })} onClick=${() => go(player.id)}>${t('Join')}</button>`}</header>
    <ul>${members.map(
      member => html`<li key=${member.player.id} data-testid="member"><span class="seat-name">${member.name}</span>
        ${member.isCaptain && html`<span class="tag">${icons.crown} ${t('captain')}</span>`}
        ${member.player.id === match.host.id && html`<span class="tag">${t('host')}</span>`}
        ${member.player.id === me && html`<span class="tag">${t('you')}</span>`}</li>`,
    )}</ul>
    <p class="hint">${free === 0 ? t('This team is full.') : n('{count} place is free.', '{count} places are free.', free)}</p>
  </li>`;
}
