/** Prints the changes graphql-inspector sees from one schema to another: `node compare.js RELEASED PRINTED`. */
import { readFile } from 'node:fs/promises';
import { diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const [released, printed] = await Promise.all(
  process.argv.slice(2).map(async path => buildSchema(await readFile(path, 'utf8'))),
);
const changes = await diff(released, printed);
console.log(
  JSON.stringify(
    changes.map(({ criticality, path, message }) => ({ level: criticality.level, path, message })),
  ),
);
