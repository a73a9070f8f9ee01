/** The server's schema, as the tests read it. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

export const schema = buildSchema(
  readFileSync(process.env.SCHEMA ?? new URL('../../schema.graphql', import.meta.url), 'utf8'),
);

/** @param {string} name */
export function membersOf(name) {
  const type = schema.getType(name);
  if (!type || !('getTypes' in type)) throw new Error(`${name} is no union`);
  return type.getTypes();
}

/** @returns {import('../src/types.d.ts').GameKind[]} */
export function kinds() {
  const type = schema.getType('GameKind');
  if (!type || !('getValues' in type)) throw new Error('GameKind is no enum');
  return /** @type {any} */ (type.getValues().map(value => value.name));
}
