/** Tables as data: how they are sorted, and what they are as CSV. No markup here. */

/** @typedef {string | number | null | undefined} Cell */

/**
 * A column of rows: `value` is what is sorted by and downloaded, `text` what is shown when that is something else.
 * @template Row
 * @typedef {{ key: string, label: string, value: (row: Row) => Cell, text?: (row: Row) => any, isHeader?: boolean,
 *   isProse?: boolean }} Column
 */

/** @typedef {{ key: string, isDescending: boolean }} Order */

/**
 * The rows by a column; those without a value come last either way, equal ones stay in order.
 * @template Row
 * @param {readonly Row[]} rows
 * @param {readonly Column<Row>[]} columns
 * @param {Order | null} order
 */
export function sorted(rows, columns, order) {
  const column = order && columns.find(({ key }) => key === order.key);
  if (!column) return rows;
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => compare(column.value(one), column.value(other), sign));
}

/** @param {Cell} one @param {Cell} other @param {number} sign */
function compare(one, other, sign) {
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** What a press on a column's heading makes of the order: numbers begin with the highest; the third press takes it off.
 * @param {Order | null} order @param {string} key @param {boolean} isNumeric @returns {Order | null} */
export function pressed(order, key, isNumeric) {
  if (order?.key !== key) return { key, isDescending: isNumeric };
  return order.isDescending === isNumeric ? { key, isDescending: !isNumeric } : null;
}

/** Whether a column holds numbers to be compared. @template Row @param {Column<Row>} column @param {readonly Row[]} rows */
export const isNumeric = (column, rows) =>
  !column.isHeader && rows.some(row => typeof column.value(row) === 'number');

/** The columns in which any row has something. @template Row @param {readonly Column<Row>[]} columns @param {readonly Row[]} rows */
export const filledColumns = (columns, rows) =>
  columns.filter(column => rows.some(row => !isEmpty(column.value(row))));

/** @param {Cell} value */
const isEmpty = value => value === null || value === undefined || value === '';

/**
 * The rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8.
 * @template Row
 * @param {readonly Column<Row>[]} columns
 * @param {readonly Row[]} rows
 */
export function csv(columns, rows) {
  const lines = [
    columns.map(column => column.label),
    ...rows.map(row => columns.map(({ value }) => value(row))),
  ];
  return `\uFEFF${lines.map(line => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

/** A text that begins like a formula is told to be a text: names are chosen by anybody. @param {Cell} value */
function cell(value) {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** "Friday league, Twenty" is "friday-league-twenty". @param {string[]} parts */
export const fileName = (...parts) =>
  parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
