import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { messagesOf } from '../messages.js';
import { n, speak, t } from '../src/language.js';

afterEach(() => speak('en', {}));

const CATALOGUE = `
msgid ""
msgstr ""
"Language: ko\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Good to see you, {name}."
msgstr "반가워요, {name}님."

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "카드 {count}장"

msgid "Pass"
msgstr ""
`;

test('a catalogue is read into texts by the English ones, without those that are not translated', () => {
  assert.deepEqual(messagesOf(CATALOGUE), {
    'Good to see you, {name}.': ['반가워요, {name}님.'],
    '{count} card': ['카드 {count}장'],
  });
});

test('what was read is what is spoken', () => {
  speak('ko', messagesOf(CATALOGUE));

  assert.equal(t('Good to see you, {name}.', { name: '민지' }), '반가워요, 민지님.');
  assert.equal(n('{count} card', '{count} cards', 3), '카드 3장');
  assert.equal(t('Pass'), 'Pass');
});

const locales = new URL('../locales/', import.meta.url);

for (const file of readdirSync(locales)) {
  test(`${file} is read whole into the file the client loads`, () => {
    const read = messagesOf(readFileSync(new URL(file, locales)));
    const made = new URL(`../src/generated/locales/${file.replace('.po', '.json')}`, import.meta.url);

    assert.deepEqual(JSON.parse(readFileSync(made, 'utf8')), read);
    assert.equal(read['{name} drew a card.'].length, 1);
  });
}
