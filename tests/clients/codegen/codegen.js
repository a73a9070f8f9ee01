/** Makes typed documents for player.ts with the client preset of GraphQL Code Generator: `node codegen.js SCHEMA`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { parse } from 'graphql';

const schema = process.argv[2];
const folder = new URL('made/', import.meta.url);
const source = new URL('player.ts', import.meta.url);
const text = await readFile(source, 'utf8');
const documents = [...text.matchAll(/graphql\(`(.*?)`\)/gs)].map(([, rawSDL]) => ({
  location: source.pathname,
  document: parse(rawSDL),
  rawSDL,
}));
const config = {
  strictScalars: true,
  scalars: { Date: 'string', DateTime: 'string', JSON: 'unknown' },
  useTypeImports: true,
  importExtension: '.js',
  emitLegacyCommonJSImports: false,
};
const parts = await preset.buildGeneratesSection({
  baseOutputDir: folder.pathname,
  schema: parse(await readFile(schema, 'utf8')),
  documents,
  config,
  presetConfig: {},
  plugins: [],
  pluginMap: {},
  pluginContext: {},
});
await mkdir(folder, { recursive: true });
for (const part of parts) await writeFile(new URL(basename(part.filename), folder), await codegen(part));
