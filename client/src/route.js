/** The page shown is named after the `#`, so that any static host will do. */
import { signal } from '@preact/signals';

/** @typedef {{ page: string, id: string, query: Record<string, string> }} Route */

/** `#/match/mat_1?code=AB` is the page `match`, its id and its query. @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path, search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', id = ''] = path.split('/').map(decodeURIComponent);
  return { page: page || 'lobby', id, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** @param {string} page @param {string} id @param {Record<string, string | number | null | undefined>} [query] */
export function linkTo(page, id, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return `#/${page}/${encodeURIComponent(id)}${search && `?${search}`}`;
}

export const route = signal(parseRoute(globalThis.location?.hash ?? ''));

export function watchRoute() {
  addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash);
  });
}

/** @param {string} link */
export const go = link => {
  location.hash = link;
};
