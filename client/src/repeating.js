/** Ids of requests that may arrive twice: what is sent again, for its answer was lost, has the id it had. */
import { randomId } from './ids.js';

/** @param {() => string} [newId] @returns {(content: unknown) => string} the same id until the content is another */
export function requestIds(newId = randomId) {
  let last = { content: '', id: '' };
  return content => {
    const text = JSON.stringify(content);
    if (text !== last.content) last = { content: text, id: newId() };
    return last.id;
  };
}
