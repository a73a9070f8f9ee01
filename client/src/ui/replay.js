/** A finished match, step by step, through any seat's eyes. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.js';
import { openReplay } from '../replay.js';
import { linkTo } from '../route.js';
import { seatNames } from '../teams.js';
import { list, winners } from '../words.js';
import { useApp } from './app.js';
import { icons } from './icons.js';
import { NotFound } from './join.js';
import { Log } from './log.js';
import { useFollowed } from './match-page.js';
import { Seed } from './seed.js';
import { Board } from './table.js';

/** @typedef {ReturnType<typeof openReplay>} Replay */

const PACE = 1_100;

/** @param {{ id: string }} props */
export function ReplayPage({ id }) {
  const [found, problem] = useFollowed(id, undefined);
  const state = found?.followed.state.value;
  useEffect(() => {
    if (found && state?.earlier) found.followed.readEarlier();
  }, [state?.earlier]);
  if (problem ?? state?.problem) return html`<${NotFound} problem=${problem ?? state?.problem} />`;
  if (!found || !state?.match || state.earlier !== null)
    return html`<p class="loading" role="status">${t('Fetching the log…')}</p>`;
  if (!state.match.endedAt)
    return html`<${NotFound} problem=${t('A match can be stepped through when it is over.')} />`;
  return html`<${Stepper} found=${found} following=${state} match=${state.match} />`;
}

/** @param {{ found: import('./match-page.js').Followed, following: import('../types.d.ts').Following, match: import('../types.d.ts').Table }} props */
function Stepper({ found, following, match }) {
  const { api, tell } = useApp();
  const { game, followed } = found;
  const first =
    following.log.find(ply => ply.events.some(event => event.__typename === 'MatchStarted'))?.number ?? 0;
  const [replay] = useState(() =>
    openReplay({ api, id: match.id, kind: match.game.kind, first, last: match.ply, seat: match.viewerSeat }),
  );
  const show = (/** @type {number} */ ply) => replay.show(ply).catch(failure => tell(failure.message));
  useEffect(() => void show(first), []);
  useKeys(replay, show);
  const names = seatNames(match);
  const position = replay.position.value;
  return html`<div class="table-page replay">
    <div class="table-main">
      <header class="replay-head"><h1>${t('{game}, step by step', { game: match.game.name })}</h1>
        <p class="hint">${match.outcome && t('{winners} won.', { winners: list(winners(match.outcome, seat => names[seat])) })} <a href=${linkTo('match', match.id)}>${t('Back to the result')}</a></p></header>
      ${position && html`<${Board} match=${position} game=${game} seat=${replay.seat.value} isLive=${false} play=${null} />`}
      <${Controls} replay=${replay} names=${names} show=${show} />
    </div>
    <aside class="table-side">
      ${game.Aside && position?.view && html`<${game.Aside} view=${position.view} names=${names} />`}
      <${Log} following=${following} names=${names} game=${game} readEarlier=${followed.readEarlier} at=${replay.ply.value} choose=${show} />
      <${Seed} match=${match} />
    </aside>
  </div>`;
}

/** @param {{ replay: Replay, names: string[], show: (ply: number) => void }} props */
function Controls({ replay, names, show }) {
  const { first, last, ply } = replay;
  const [isPlaying, setPlaying] = useState(false);
  const at = ply.value;
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => show(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  const toggle = () => {
    if (!isPlaying && at >= last) show(first);
    setPlaying(!isPlaying);
  };
  /** @param {string} name @param {string} label @param {number} to */
  const step = (name, label, to) =>
    html`<button data-testid=${`replay-${name}`} aria-label=${label} disabled=${to < first || to > last || (to === at && name !== 'play')} onClick=${() => show(to)}>${icons[/** @type {keyof typeof icons} */ (name)]}</button>`;
  return html`<div class="replay-controls panel" role="group" aria-label=${t('Replay')}>
    <div class="steps">
      ${step('first', t('First step'), first)} ${step('previous', t('One step back'), at - 1)}
      <button class="primary" data-testid="replay-play" aria-label=${isPlaying ? t('Pause') : t('Play')} onClick=${toggle}>${isPlaying ? icons.pause : icons.play}</button>
      ${step('next', t('One step on'), at + 1)} ${step('last', t('Last step'), last)}
    </div>
    <label class="slider"><span class="hint" data-testid="replay-ply">${t('Step {step} of {last}', { step: at - first, last: last - first })}</span>
      <input type="range" data-testid="replay-slider" min=${first} max=${last} value=${at} onInput=${(/** @type {any} */ event) => show(Number(event.target.value))} /></label>
    <label class="select"><span>${t('Seen from')}</span>
      <select data-testid="replay-seat" value=${String(replay.seat.value ?? '')} onChange=${(/** @type {any} */ event) => replay.sitAt(event.target.value === '' ? null : Number(event.target.value))}>
        <option value="">${t('beside the table')}</option>
        ${names.map((name, seat) => html`<option key=${seat} value=${String(seat)} selected=${replay.seat.value === seat}>${t('{name}’s seat', { name })}</option>`)}
      </select></label>
  </div>`;
}

/** Arrows step, Home and End jump, unless a control is using them. @param {Replay} replay @param {(ply: number) => void} show */
function useKeys(replay, show) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (/** @type {Element} */ (event.target).closest?.('input, select, textarea')) return;
      const to = {
        ArrowLeft: replay.ply.value - 1,
        ArrowRight: replay.ply.value + 1,
        Home: replay.first,
        End: replay.last,
      }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(to);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
