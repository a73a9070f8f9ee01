import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { EXAMPLES } from '../explorer/examples.js';
import { complete } from '../src/fragments.js';
import { everyOperation, operations } from '../src/operations.js';
import { kinds, schema } from './schema.js';

for (const kind of kinds()) {
  for (const [name, operation] of Object.entries(operations)) {
    test(`${name} with the fields of ${kind} is valid`, () => {
      const document = parse(complete(operation, kind));

      assert.deepEqual(validate(schema, document).map(String), []);
    });
  }
}

test('all operations with the fields of all games are valid', () => {
  assert.deepEqual(validate(schema, parse(everyOperation())).map(String), []);
});

test('a fragment that is needed twice is added once', () => {
  const text = complete('query A { ...MatchTable }', kinds()[0]);

  assert.equal(text.match(/fragment SeatFields on/g)?.length, 1);
});

test('an unknown fragment is refused', () => {
  assert.throws(() => complete('query A { ...Nothing }'), /No fragment is called Nothing/);
});

EXAMPLES.forEach(({ query }, at) => {
  test(`the explorer's example ${at + 1} is valid`, () => {
    assert.deepEqual(validate(schema, parse(query)).map(String), []);
  });
});
