/** A table that can be sorted by its headings and taken away as CSV. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { save } from '../../stats/files.js';
import { csv, filledColumns, isNumeric, pressed, sorted } from '../../stats/tables.js';
import { icons } from '../icons.js';

/** @import { Column, Order } from '../../stats/tables.js' */

/**
 * @template Row
 * @param {{ caption: string, name: string, rows: Row[], columns: Column<Row>[], testid?: string, marked?: (row: Row) => any, markLabel?: string, children?: any }} props
 * `name` is the file's; `marked` what stands before each row, if anything
 */
export function DataTable({ caption, name, rows, columns: all, testid, marked, markLabel, children }) {
  const [order, setOrder] = useState(/** @type {Order | null} */ (null));
  const columns = filledColumns(all, rows);
  const shown = sorted(rows, columns, order);
  const download = () => save(new Blob([csv(columns, shown)], { type: 'text/csv' }), `${name}.csv`);
  return html`<div class="data-table" data-testid=${testid}>
    <div class="scroll" role="region" aria-label=${caption} tabindex="0">
      <table>
        <caption class="visually-hidden">${caption}</caption>
        <thead><tr>
          ${marked && html`<th scope="col" class="mark">${icons.chart}<span class="visually-hidden">${markLabel}</span></th>`}
          ${columns.map(column => html`<${Heading} key=${column.key} column=${column} isNumber=${isNumeric(column, rows)} order=${order} setOrder=${setOrder} />`)}
        </tr></thead>
        <tbody>${shown.map(
          (row, at) => html`<tr key=${at}>
            ${marked && html`<td class="mark">${marked(row)}</td>`}
            ${columns.map(column => html`<${Cell} key=${column.key} column=${column} row=${row} isNumber=${isNumeric(column, rows)} />`)}
          </tr>`,
        )}</tbody>
      </table>
    </div>
    <div class="buttons table-buttons">
      ${children}
      <button data-testid="download-table" onClick=${download}>${t('Download as CSV')}</button>
    </div>
  </div>`;
}

/** @param {{ column: Column<any>, isNumber: boolean, order: Order | null, setOrder: (order: Order | null) => void }} props */
function Heading({ column, isNumber, order, setOrder }) {
  const isSorted = order?.key === column.key;
  const direction = isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none';
  return html`<th scope="col" class=${column.isHeader ? 'name' : isNumber ? 'number' : ''} aria-sort=${direction}>
    <button class="sort" data-testid=${`sort-${column.key}`} onClick=${() => setOrder(pressed(order, column.key, isNumber))}>${column.label}<span class="arrow" aria-hidden="true">${{ none: '↕', ascending: '↑', descending: '↓' }[direction]}</span></button>
  </th>`;
}

/** @param {{ column: Column<any>, row: any, isNumber: boolean }} props */
function Cell({ column, row, isNumber }) {
  const text = column.text ? column.text(row) : column.value(row);
  const shown = text === null || text === undefined || text === '' ? '–' : text;
  if (column.isHeader) return html`<th scope="row" class=${column.isProse ? 'prose' : ''}>${shown}</th>`;
  return html`<td class=${isNumber ? 'number' : ''}>${shown}</td>`;
}
