/** Files: the server's exports, which want the operator's token, and tables made here. */
import { t } from '../language.js';

/** What can be exported, in the server's words. */
export const TABLES = /** @type {const} */ (['matches', 'results', 'plies', 'questions']);
export const FORMATS = /** @type {const} */ (['csv', 'ndjson']);

/** Where an export is; what is null narrows nothing.
 * @param {string} endpoint of the API @param {string} table @param {Record<string, string | null>} filter */
export function exportLink(endpoint, table, filter) {
  const link = new URL(`exports/${table}`, endpoint);
  for (const [name, value] of Object.entries(filter)) if (value !== null) link.searchParams.set(name, value);
  return link.href;
}

/** The name that the server gives a file. @param {string | null} disposition @param {string} otherwise */
export const nameIn = (disposition, otherwise) => disposition?.match(/filename="([^"]+)"/)?.[1] ?? otherwise;

/** @param {string} link @param {string} token @param {string} otherwise the name of a file that comes without one */
export async function download(link, token, otherwise) {
  const answer = await fetch(link, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
  if (!answer?.ok) throw new Error((await reason(answer)) ?? t('The file could not be fetched.'));
  save(await answer.blob(), nameIn(answer.headers.get('content-disposition'), otherwise));
}

/**
 * The number of the last match or correction that is counted now, and of the last correction that the boards, which
 * are folded anew for it, have taken in.
 * @typedef {{ upTo: number, corrected: number }} CountedTo
 */

/** @param {string} endpoint @param {string} token @param {typeof globalThis.fetch} [fetch] @returns {Promise<CountedTo>} */
export async function counted(endpoint, token, fetch = globalThis.fetch) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(exportLink(endpoint, 'matches', {}), { method: 'HEAD', headers });
  await answer.text(); // a browser takes an answer that nobody reads for one that was broken off
  const number = (/** @type {string} */ name) => Number(answer.headers.get(name) ?? 0);
  return { upTo: number('x-snapshot-at'), corrected: number('x-boards-corrected-to') };
}

/** @param {Response | null} answer @returns {Promise<string | undefined>} */
const reason = answer =>
  answer?.json().then(
    body => body?.errors?.[0]?.message,
    () => undefined,
  ) ?? Promise.resolve(undefined);

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
