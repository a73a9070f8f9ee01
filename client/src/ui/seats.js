/** What a player may do about seats: give up the own one, lend it to a bot, lend that of one who is away. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../language.js';
import { HAND_TO_BOT, RESIGN, TAKE_BACK } from '../mutations.js';
import { seatNames } from '../teams.js';
import { useMutation } from './app.js';
import { Confirm } from './dialog.js';
import { icons } from './icons.js';

/** @import { Table } from '../types.d.ts' */

/** @param {{ match: Table, team?: import('../teams.js').Team | null, followed: ReturnType<typeof import('../follow.js').follow> }} props */
export function SeatsPanel({ match, team = null, followed }) {
  const [change, isBusy] = useMutation(() => followed.open());
  const [isAsking, ask] = useState(false);
  if (match.status !== 'RUNNING' || match.viewerSeat === null) return null;
  const own = match.seats[match.viewerSeat];
  const matchId = match.id;
  const names = seatNames(match);
  const isLed = team === null || team.isLed;
  const away = match.seats.filter(
    seat => seat.isAway && !seat.bot && seat.index !== own.index && !seat.hasResigned,
  );
  if (own.hasResigned) return null;
  return html`<section class="seat-actions" aria-label=${t('Your seat')}>
    ${
      own.bot
        ? html`<p class="hint">${t('A bot plays for you.')}</p><button class="primary" data-testid="take-back" disabled=${isBusy} onClick=${() => change(TAKE_BACK, { matchId })}>${t('Take my seat back')}</button>`
        : html`<button data-testid="hand-to-bot" disabled=${isBusy || !(isLed || own.isAway)} onClick=${() => change(HAND_TO_BOT, { matchId, level: 'NORMAL' })}>${icons.bot} ${t('Let a bot play for me')}</button>`
    }
    <button class="danger" data-testid="resign" disabled=${isBusy || !isLed} onClick=${() => ask(true)}>${t('Resign')}</button>
    ${away.map(
      seat => html`<p class="away" key=${seat.index}>${t('{name} is away.', { name: names[seat.index] })}
        <button data-testid="hand-away-to-bot" disabled=${isBusy} onClick=${() => change(HAND_TO_BOT, { matchId, seat: seat.index, level: 'NORMAL' })}>${icons.bot} ${t('Let a bot play on')}</button></p>`,
    )}
    ${isAsking && html`<${Confirm} title=${t('Resign this match?')} text=${t('You give up your seat for good. The others play on.')} button=${t('Resign')} confirm=${() => change(RESIGN, { matchId })} close=${() => ask(false)} />`}
  </section>`;
}
