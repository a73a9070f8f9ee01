/** Reads a schema with each major version of graphql-js and prints what it understood: `node reads.js SCHEMA`. */
import { readFile } from 'node:fs/promises';
import * as graphql16 from 'graphql';
import * as graphql17 from 'graphql17';

const text = await readFile(process.argv[2], 'utf8');
const read = [graphql16, graphql17].map(({ buildSchema, version }) => ({
  version,
  isOneOf: buildSchema(text).getType('MoveInput').isOneOf,
}));
console.log(JSON.stringify(read));
