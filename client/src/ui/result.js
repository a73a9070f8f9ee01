/** How a match ended, and what comes next. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { REMATCH } from '../mutations.js';
import { go, linkTo } from '../route.js';
import { isOperatorHere } from '../stats/operator.js';
import { seatNames } from '../teams.js';
import { capital, list, sentence, winners } from '../words.js';
import { useMutation } from './app.js';
import { MatchCorrections } from './corrections.js';

/** @import { Outcome, Table } from '../types.d.ts' */

/** @param {{ match: Table, outcome: Outcome, game: import('../types.d.ts').GameModule }} props */
export function Result({ match, outcome, game }) {
  const [again, isBusy] = useMutation(next => go(linkTo('match', next.id)));
  const names = seatNames(match);
  const isSeated = match.viewerSeat !== null;
  const offered = match.rematch;
  return html`<section class="panel result" aria-labelledby="result-title" data-testid="result">
    <p class="eyebrow">${t('The match is over')}</p>
    <h1 id="result-title">${headline(match, outcome, names)}</h1>
    <p class="hint">${game.reasons?.[outcome.reason] ?? `${capital(sentence(outcome.reason))}.`}</p>
    <ol class="standings">
      ${outcome.standings.map(
        ({
          seat,
          place,
          score,
        }) => html`<li key=${seat.index} class=${`place-${place}`} data-testid="standing">
          <span class="medal">${place}</span> <span class="standing-name">${names[seat.index]}</span> <span class="score">${score}</span>
        </li>`,
      )}
    </ol>
    <${MatchCorrections} id=${match.id} names=${names} />
    <div class="buttons">
      ${isSeated && html`<button class="primary" data-testid="rematch" disabled=${isBusy} onClick=${() => again(REMATCH, { matchId: match.id }, { isRepeatable: true })}>${offered ? t('Join the rematch') : t('Play again')}</button>`}
      ${!isSeated && offered && html`<a class="button" href=${linkTo('match', offered.id)}>${t('Watch the rematch')}</a>`}
      ${match.mayWatch && html`<a class="button" data-testid="replay" href=${linkTo('replay', match.id)}>${t('Step through it')}</a>`}
      ${isOperatorHere() && html`<a class="button" data-testid="correct-result" href=${linkTo('stats', match.id)}>${t('Correct the result')}</a>`}
      <a class="button" href="#/">${t('Front room')}</a>
    </div>
  </section>`;
}

/** @param {Table} match @param {Outcome} outcome @param {string[]} names */
function headline(match, outcome, names) {
  const best = outcome.standings.filter(({ place }) => place === 1);
  if (best.some(({ seat }) => seat.index === match.viewerSeat))
    return best.length > 1 ? t('You share the win') : t('You won');
  return t('{winners} won', { winners: list(winners(outcome, seat => names[seat])) });
}
