/** Ids of requests and moves, which nobody can guess. */

/** A UUID of version 4. `crypto.randomUUID` would not do: browsers lack it on a page that came without TLS from
 * another machine, as a server at home is opened on a phone. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
