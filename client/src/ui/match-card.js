/** A match in a list: what is played, by whom, and the one thing to do about it. */
import { html } from 'htm/preact';
import { useGame } from '../games.js';
import { ago, date, n, t } from '../language.js';
import { linkTo } from '../route.js';
import { freePlaces, seatNames } from '../teams.js';
import { list, winners } from '../words.js';
import { icons } from './icons.js';
import { Face } from './plate.js';

/** @import { MatchSummary } from '../types.d.ts' */

/** @type {Record<string, string>} */
const VERBS = { OPEN: t('Look in'), RUNNING: t('Watch'), FINISHED: t('Replay'), ABANDONED: t('Look') };

/** @param {{ match: MatchSummary, children?: any }} props */
export function MatchCard({ match, children }) {
  const game = useGame(match.game.kind);
  const isMine = match.viewerSeat !== null;
  const verb = isMine && match.status !== 'FINISHED' ? t('Go to the table') : VERBS[match.status];
  const page = match.status === 'FINISHED' ? 'replay' : 'match';
  const empty = Array.from({ length: match.status === 'OPEN' ? match.capacity - match.seats.length : 0 });
  return html`<li class="match-card" data-testid="match-card" data-match=${match.id}>
    <div class="match-card-text">
      <h3>${match.game.name} ${match.visibility === 'PRIVATE' && html`<span class="tag">${icons.lock} ${t('private')}</span>`}</h3>
      <p class="hint">${game?.describeOptions(match.options).join(' · ')}${match.status === 'FINISHED' && match.endedAt && html` · <time datetime=${match.endedAt} title=${date(match.endedAt)}>${ago(match.endedAt)}</time>`}</p>
      <p class="faces">
        ${match.seats.map(seat => html`<${Face} seat=${seat} />`)}
        ${empty.map(() => html`<span class="monogram empty" aria-hidden="true"></span>`)}
        <span class="who">${summary(match)}</span>
      </p>
    </div>
    <div class="buttons">
      ${children}
      ${(isMine || match.mayWatch || match.status === 'OPEN') && html`<a class="button" href=${linkTo(page, match.id)} data-testid=${`go-${match.status.toLowerCase()}`}>${verb}</a>`}
    </div>
  </li>`;
}

/** @param {MatchSummary} match */
function summary(match) {
  const names = seatNames(match);
  if (match.outcome)
    return t('{winners} won', { winners: list(winners(match.outcome, seat => names[seat])) });
  if (match.status === 'RUNNING') return list(names);
  const free = freePlaces(match);
  const host = match.host.name;
  if (free === 0) return t('{host}’s table, no seat free', { host });
  return n('{host}’s table, one seat free', '{host}’s table, {count} seats free', free, { host });
}
