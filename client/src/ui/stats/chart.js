/** A chart with its words: what it shows in a sentence, and the whole of it as a table. */
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../language.js';
import { useApp } from '../app.js';
import { DataTable } from './data-table.js';

/** @import { ChartSpec } from '../../types.d.ts' */
/** @import { Look } from './drawing.js' */

const SERIES = 6;

/**
 * @template Row
 * @param {{ title: string, summary: string, spec: ChartSpec | null, name: string, rows: Row[], columns: import('../../stats/tables.js').Column<Row>[], height?: number, testid: string }} props
 */
export function ChartFigure({ title, summary, spec, name, rows, columns, height = 280, testid }) {
  const isEmpty = rows.length === 0;
  return html`<figure class="chart" data-testid=${testid} aria-label=${title}>
    <figcaption><h3>${title}</h3><p class="hint">${summary}</p></figcaption>
    ${isEmpty && html`<p class="none">${t('There is nothing to show yet.')}</p>`}
    ${!isEmpty && spec && html`<${Canvas} spec=${spec} label=${t('Chart: {title}. {summary}', { title, summary })} height=${height} />`}
    ${!isEmpty && html`<details class="as-table"><summary>${t('As a table')}</summary><${DataTable} caption=${title} name=${name} rows=${rows} columns=${columns} /></details>`}
  </figure>`;
}

/** Once it is here, a chart is drawn at once: paper does not wait. @type {typeof import('./drawing.js') | null} */
let drawing = null;

/** Drawn anew when the colours of the page change, for paper too. @param {{ spec: ChartSpec, label: string, height: number }} props */
function Canvas({ spec, label, height }) {
  const { tell } = useApp();
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const key = JSON.stringify(spec);
  useEffect(() => {
    let chart = /** @type {import('chart.js').Chart | null} */ (null);
    let isOver = false;
    const again = async () => {
      drawing ??= await import('./drawing.js');
      if (isOver || !canvas.current) return;
      chart?.destroy();
      chart = drawing.draw(canvas.current, spec, lookOf(canvas.current));
    };
    const redraw = () => again().catch(problem => tell(problem.message));
    const changes = ['(prefers-color-scheme: dark)', 'print'].map(query => matchMedia(query));
    for (const change of changes) change.addEventListener('change', redraw);
    redraw();
    return () => {
      isOver = true;
      for (const change of changes) change.removeEventListener('change', redraw);
      chart?.destroy();
    };
  }, [key]);
  return html`<div class="canvas" style=${{ height: `${height}px` }}><canvas ref=${canvas} role="img" aria-label=${label}></canvas></div>`;
}

/** The colours of the page as they are now. @param {HTMLElement} element @returns {Look} */
function lookOf(element) {
  const { fontFamily } = getComputedStyle(element);
  const colours = ['ink', 'line', ...Array.from({ length: SERIES }, (_, at) => `series-${at}`)].map(name =>
    colourOf(element, name),
  );
  const [ink, line, ...series] = colours;
  return { ink, line, series, font: fontFamily };
}

/** A custom property may hold a colour for day and one for evening: only an element that wears it says which.
 * @param {HTMLElement} element @param {string} name */
function colourOf(element, name) {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  element.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
