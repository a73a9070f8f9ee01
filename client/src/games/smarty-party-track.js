/** The track from Start to Game Over, winding from row to row, and the pawns on it. */
import { html } from 'htm/preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { initial } from '../ui/plate.js';

const STEP_MS = 150;
const LONGEST_WALK_MS = 1_800;
const LONGEST_ROW = 9;

/** @param {{ view: import('./smarty-party-words.js').View, names: string[] }} props */
export function Track({ view: { track, seats }, names }) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useWalks(board, seats);
  const columns = columnsFor(track);
  const where = seats.map(({ seat, position }) => `${names[seat]} ${position}`).join(', ');
  return html`<div class="sp-track" ref=${board} data-testid="track" role="img" style=${{ '--columns': columns }} aria-label=${t('The track, {track} steps to Game Over: {positions}', { track, positions: where })}>
    ${Array.from({ length: track + 1 }, (_, space) => {
      const here = seats.filter(({ position }) => position === space);
      const { row, column } = placeOf(space, columns);
      const isTurn = (space + 1) % columns === 0 && space < track;
      return html`<div key=${space} class=${`sp-space ${kindOf(space, track)} ${isTurn ? 'turn' : ''} ${here.length > 2 ? 'crowded' : ''}`} style=${{ gridArea: `${row + 1} / ${column + 1}`, '--danger': `${(space * 100) / track}%` }}>
        <span class="sp-space-word">${wordOn(space, track)}</span>
        ${here.length > 0 && html`<span class="sp-pawns">${here.map(({ seat }) => html`<span key=${seat} class=${`sp-pawn tone-${seat}`} data-testid="pawn" data-seat=${seat} data-position=${space}>${initial(names[seat])}</span>`)}</span>`}
      </div>`;
    })}
  </div>`;
}

/** @param {number} space @param {number} track */
const kindOf = (space, track) => (space === 0 ? 'start' : space === track ? 'game-over' : '');

/** @param {number} space @param {number} track */
const wordOn = (space, track) => (space === 0 ? t('Start') : space === track ? t('Game Over') : space);

/** As many rows as are needed, all of about the same length. @param {number} track */
export const columnsFor = track => Math.ceil((track + 1) / Math.ceil((track + 1) / LONGEST_ROW));

/** Rows are walked to and fro. @param {number} space @param {number} columns */
export function placeOf(space, columns) {
  const row = Math.floor(space / columns);
  const at = space % columns;
  return { row, column: row % 2 === 0 ? at : columns - 1 - at };
}

/** Lets every pawn that has moved walk there, over the spaces between.
 * @param {{ current: HTMLElement | null }} board @param {{ seat: number, position: number }[]} seats */
function useWalks(board, seats) {
  const before = useRef(/** @type {number[]} */ ([]));
  const now = seats.map(({ position }) => position);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = now;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { seat, position } of seats) {
      if (board.current && last[seat] !== undefined && last[seat] !== position)
        walk(board.current, seat, between(last[seat], position));
    }
  }, [now.join()]);
}

/** @param {HTMLElement} board @param {number} seat @param {number[]} way */
function walk(board, seat, way) {
  const spaces = way.map(space => /** @type {HTMLElement} */ (board.children[space]));
  const end = /** @type {HTMLElement} */ (spaces.at(-1));
  const frames = spaces.map(({ offsetLeft, offsetTop }) => ({
    transform: `translate(${offsetLeft - end.offsetLeft}px, ${offsetTop - end.offsetTop}px)`,
  }));
  board
    .querySelector(`[data-seat="${seat}"]`)
    ?.animate(frames, { duration: Math.min(LONGEST_WALK_MS, way.length * STEP_MS), easing: 'linear' });
}

/** Every space walked over, both ends too. @param {number} from @param {number} to */
export const between = (from, to) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => from + Math.sign(to - from) * step);
