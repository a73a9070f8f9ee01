/** Prints what the schema rules of graphql-eslint find: `node lint.js SCHEMA`. */
import { readFile } from 'node:fs/promises';
import graphql from '@graphql-eslint/eslint-plugin';
import { ESLint } from 'eslint';
import { buildSchema, isObjectType } from 'graphql';

const [schema] = process.argv.slice(2);
/** Strawberry prints GraphQL's own directive, without its description. */
const text = (await readFile(schema, 'utf8')).replace('directive @oneOf on INPUT_OBJECT\n', '');
/** Only what `node(id)` finds has an id; everything else is a value, told apart by where it stands. */
const values = Object.values(buildSchema(text).getTypeMap())
  .filter(type => isObjectType(type) && !type.getInterfaces().some(({ name }) => name === 'Node'))
  .map(({ name }) => name);

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: text } } },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      '@graphql-eslint/input-name': 'error',
      '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/strict-id-in-types': ['error', { exceptions: { types: values } }],
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
    },
  },
});
const [{ messages }] = await eslint.lintText(text, { filePath: 'schema.graphql' });
console.log(JSON.stringify(messages.map(({ ruleId, line, message }) => ({ ruleId, line, message }))));
