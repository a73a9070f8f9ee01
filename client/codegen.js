/**
 * Makes src/generated. From the server's schema: the selections that read a whole view or event, and the types
 * of the schema and of every operation; fails when an operation does not fit the schema. From locales/: a file of
 * texts for each language.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, printSchema, specifiedRules, validate } from 'graphql';
import { messagesOf } from './messages.js';
import { selectionsOf } from './selections.js';

const source = process.env.SCHEMA ?? new URL('../schema.graphql', import.meta.url);
const folder = new URL('src/generated/', import.meta.url);
const locales = new URL('locales/', import.meta.url);
const SCALARS = { Date: 'string', DateTime: 'string', JSON: 'unknown' };

const schema = buildSchema(await readFile(source, 'utf8'));
await mkdir(folder, { recursive: true });
await writeFile(new URL('selections.js', folder), selectionsOf(schema));

const { everyOperation } = await import('./src/operations.js');
const document = parse(everyOperation());
const errors = validate(schema, document, specifiedRules);
if (errors.length > 0) throw new Error(errors.map(String).join('\n\n'));

await write('schema.d.ts', typescript, { enumsAsTypes: true, scalars: SCALARS }, []);
await write('operations.d.ts', typescriptOperations, { scalars: SCALARS, skipTypename: false }, [
  { location: 'src/operations.js', document },
]);

await mkdir(new URL('locales/', folder), { recursive: true });
for (const file of (await readdir(locales)).filter(name => name.endsWith('.po'))) {
  const messages = messagesOf(await readFile(new URL(file, locales)));
  const target = new URL(`locales/${file.replace('.po', '.json')}`, folder);
  await writeFile(target, JSON.stringify(messages));
}

/**
 * @param {string} filename
 * @param {any} plugin
 * @param {object} config
 * @param {import('@graphql-codegen/plugin-helpers').Types.DocumentFile[]} documents
 */
async function write(filename, plugin, config, documents) {
  const text = await codegen({
    filename,
    schema: parse(printSchema(schema)),
    documents,
    config,
    plugins: [{ types: {} }],
    pluginMap: { types: plugin },
  });
  await writeFile(new URL(filename, folder), text);
}
