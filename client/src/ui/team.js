/** The viewer's team beside the table: who is in it, who decides, and how that is handed on. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../language.js';
import { LEAVE_MATCH, PASS_CAPTAINCY, TAKE_BACK } from '../mutations.js';
import { go } from '../route.js';
import { hasMates, whoDecides } from '../teams.js';
import { useMutation } from './app.js';
import { Confirm } from './dialog.js';
import { icons } from './icons.js';

/** @import { Table } from '../types.d.ts' */
/** @import { Member, Team } from '../teams.js' */

/** @param {{ match: Table, team: Team, followed: ReturnType<typeof import('../follow.js').follow> }} props */
export function TeamPanel({ match, team, followed }) {
  const [change, isBusy] = useMutation(() => followed.open());
  const [leave, isLeaving] = useMutation(() => go('#/'));
  const [isAsking, ask] = useState(false);
  const seat = match.seats[match.viewerSeat ?? 0];
  if (match.status !== 'RUNNING' || seat.hasResigned) return null;
  const matchId = match.id;
  const pass = (/** @type {Member} */ to) => change(PASS_CAPTAINCY, { matchId, to: to.player.id });
  return html`<section class="panel team" aria-labelledby="team-title" data-testid="team">
    <h2 id="team-title">${t('Your team')}</h2>
    <p class="hint" aria-live="polite" data-testid="decides">${seat.bot ? '' : (whoDecides(team) ?? t('You are the captain and decide.'))}</p>
    <ul>${team.members.map(member => html`<${TeamMember} key=${member.player.id} member=${member} isOwn=${member === team.own} isBusy=${isBusy} pass=${team.isLed && !seat.bot ? pass : null} />`)}</ul>
    ${
      team.own.isAway &&
      !seat.bot &&
      html`<p class="away">${t('Your time ran out, and you count as away.')}
      <button data-testid="come-back" disabled=${isBusy} onClick=${() => change(TAKE_BACK, { matchId })}>${t('I am back')}</button></p>`
    }
    ${hasMates(team) && html`<button class="danger" data-testid="leave-team" disabled=${isLeaving} onClick=${() => ask(true)}>${t('Leave the team')}</button>`}
    ${isAsking && html`<${Confirm} title=${t('Leave your team?')} text=${t('The others play on without you. You cannot come back to this match.')} button=${t('Leave the team')} confirm=${() => leave(LEAVE_MATCH, { matchId })} close=${() => ask(false)} />`}
  </section>`;
}

/** @param {{ member: Member, isOwn: boolean, isBusy: boolean, pass: ((to: Member) => void) | null }} props */
function TeamMember({ member, isOwn, isBusy, pass }) {
  const { name, isCaptain, isAway } = member;
  return html`<li data-testid="team-member">
    <span class="seat-name">${name}</span>
    ${isCaptain && html`<span class="tag">${icons.crown} ${t('captain')}</span>`}
    ${isOwn && html`<span class="tag">${t('you')}</span>`}
    ${isAway && html`<span class="tag">${t('away')}</span>`}
    ${pass && !isOwn && html`<button data-testid="pass-captaincy" disabled=${isBusy || isAway} aria-label=${t('Make captain: {name}', { name })} onClick=${() => pass(member)}>${t('Make captain')}</button>`}
  </li>`;
}
