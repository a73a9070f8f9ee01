/** Draws charts with Chart.js. Loaded when a chart is first shown, and only then. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { percent, rounded } from '../../stats/words.js';

/** @import { ChartSpec } from '../../types.d.ts' */

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** Lines are told apart without their colours too. */
const POINTS = /** @type {const} */ (['circle', 'rect', 'triangle', 'rectRot', 'star', 'crossRot']);
const DASHES = [[], [7, 4], [2, 3], [10, 4, 2, 4], [4, 4], [12, 3]];

/** @typedef {{ ink: string, line: string, series: string[], font: string }} Look */

/** @param {HTMLCanvasElement} canvas @param {ChartSpec} spec @param {Look} look */
export function draw(canvas, spec, look) {
  const said = spec.isPercent ? percent : rounded;
  const value = spec.isSideways ? 'x' : 'y';
  return new Chart(
    canvas,
    /** @type {any} */ ({
      type: spec.series.some(({ type }) => type === 'bar') ? 'bar' : 'line',
      data: {
        labels: spec.labels ?? undefined,
        datasets: spec.series.map((series, at) => dataset(series, at, look)),
      },
      options: {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        indexAxis: spec.isSideways ? 'y' : 'x',
        color: look.ink,
        font: { family: look.font, size: 13 },
        interaction: { mode: 'nearest', axis: spec.isSideways ? 'y' : 'x', intersect: false },
        scales: scales(spec, look, said),
        plugins: {
          legend: {
            display: spec.series.length > 1,
            position: 'bottom',
            labels: {
              color: look.ink,
              usePointStyle: true,
              boxHeight: 8,
              font: { family: look.font, size: 13 },
            },
          },
          tooltip: {
            callbacks: {
              ...(spec.titles && {
                title: (/** @type {any[]} */ items) =>
                  items.flatMap(({ dataIndex }) => spec.titles?.[dataIndex] ?? []),
              }),
              label: (/** @type {any} */ item) => `${item.dataset.label}: ${said(item.parsed[value])}`,
            },
          },
        },
      },
    }),
  );
}

/** @param {ChartSpec['series'][number]} series @param {number} at @param {Look} look */
function dataset({ label, type, values, axis = 'y' }, at, look) {
  const colour = look.series[at % look.series.length];
  const shared = {
    label,
    type,
    data: values,
    order: type === 'bar' ? 2 : 1,
    yAxisID: axis === 'y2' ? 'y2' : undefined,
  };
  if (type === 'bar') return { ...shared, backgroundColor: colour, maxBarThickness: 42 };
  return {
    ...shared,
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 2.5,
    borderDash: DASHES[at % DASHES.length],
    pointStyle: POINTS[at % POINTS.length],
    pointRadius: values.length > 40 ? 0 : 4,
    tension: 0.15,
    clip: 8,
    spanGaps: true,
  };
}

/** @param {ChartSpec} spec @param {Look} look @param {(value: number) => string} said */
function scales({ axes, labels, isSideways, most }, look, said) {
  const font = { family: look.font, size: 12 };
  const scale = (/** @type {string | undefined} */ title, /** @type {object} */ own) => ({
    grid: { color: look.line },
    border: { color: look.line },
    title: { display: Boolean(title), text: title, color: look.ink, font },
    ...own,
  });
  const ticks = { color: look.ink, font };
  const counted = { ticks: { ...ticks, callback: said, maxTicksLimit: 8 } };
  const whole = { ticks: { ...counted.ticks, precision: 0 } };
  const named = { ticks: { ...ticks, autoSkip: !isSideways, maxRotation: 45 } };
  const x = isSideways
    ? { ...counted, beginAtZero: true, max: most }
    : labels
      ? named
      : { type: 'linear', ...whole, min: 1 };
  return {
    x: scale(axes.x, x),
    y: scale(axes.y, isSideways ? named : labels ? { ...whole, beginAtZero: true } : counted),
    ...(axes.y2 && {
      y2: scale(axes.y2, { ...counted, position: 'right', beginAtZero: true, grid: { display: false } }),
    }),
  };
}
