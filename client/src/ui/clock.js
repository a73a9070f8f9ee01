/** The time left for a decision, by the server's clock. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { n } from '../language.js';
import { ahead, secondsUntil } from '../time.js';

const HURRY = 10;

/** @param {{ deadline: string | null | undefined, seconds?: number | null }} props `seconds`: the whole time given */
export function Clock({ deadline, seconds = 60 }) {
  const left = useSecondsLeft(deadline);
  if (!deadline) return null;
  const isShort = left <= HURRY;
  const share = Math.min(1, left / (seconds || 60));
  return html`<span class=${`clock ${isShort ? 'short' : ''}`} data-testid="clock" role="timer" aria-label=${n('{count} second left', '{count} seconds left', Math.ceil(left))}>
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15" class="track" />
      <circle cx="18" cy="18" r="15" class="rest" pathLength="100" stroke-dasharray=${`${share * 100} 100`} />
    </svg>
    <span aria-hidden="true">${minutes(left)}</span>
  </span>`;
}

/** @param {string | null | undefined} deadline */
function useSecondsLeft(deadline) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!deadline) return;
    const timer = setInterval(() => redraw(count => count + 1), 250);
    return () => clearInterval(timer);
  }, [deadline, ahead.value]);
  return deadline ? secondsUntil(deadline) : 0;
}

/** @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
