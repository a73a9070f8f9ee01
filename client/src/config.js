/** Where the API is: `config.json` beside index.html may name another server; by default it is this one. */

/** @returns {Promise<{ http: string, socket: string }>} */
export async function loadEndpoint() {
  const meta = document.querySelector('meta[name="parlour-endpoint"]')?.getAttribute('content');
  return endpointFrom(meta || (await configured()) || '/graphql', location.href);
}

/** @param {string} endpoint @param {string} page */
export function endpointFrom(endpoint, page) {
  const http = new URL(endpoint, page);
  const socket = new URL(http);
  socket.protocol = http.protocol === 'https:' ? 'wss:' : 'ws:';
  return { http: http.href, socket: socket.href };
}

/** A host that has no config.json may answer with a page of its own. @returns {Promise<string | undefined>} */
async function configured() {
  try {
    const answer = await fetch(new URL('../config.json', import.meta.url));
    return (await answer.json()).endpoint;
  } catch {
    return undefined;
  }
}
