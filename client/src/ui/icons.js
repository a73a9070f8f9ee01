/** The few drawings that are not cards. */
import { html } from 'htm/preact';

/** @param {string} path */
const draw = path => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const icons = {
  bot: draw('M12 2v3M5 8h14v10H5zM2 12v3M22 12v3M9 12v1.5M15 12v1.5M9 22h6'),
  crown: draw('M3 18h18M4 15 3 6l5 4 4-6 4 6 5-4-1 9z'),
  clock: draw('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2'),
  globe: draw('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18'),
  lock: draw('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'),
  eye: draw(
    'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  ),
  link: draw('M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1'),
  first: draw('M6 5v14M19 5l-9 7 9 7z'),
  previous: draw('M16 5l-9 7 9 7z'),
  next: draw('M8 5l9 7-9 7z'),
  last: draw('M18 5v14M5 5l9 7-9 7z'),
  play: draw('M7 4l13 8-13 8z'),
  pause: draw('M8 5v14M16 5v14'),
  close: draw('M6 6l12 12M18 6 6 18'),
  chart: draw('M4 20h16M7 16v-5M12 16V6M17 16v-8'),
  check: draw('M4 12.5 9.5 18 20 6.5'),
};
