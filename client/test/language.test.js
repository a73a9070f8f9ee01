import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { n, speak, t } from '../src/language.js';

afterEach(() => speak('en', {}));

test('English is what stands in the source', () => {
  assert.equal(t('{who} drew a card.', { who: 'Ada' }), 'Ada drew a card.');
  assert.equal(n('{count} card', '{count} cards', 1), '1 card');
  assert.equal(n('{count} card', '{count} cards', 2), '2 cards');
});

test('another language has its own words, order and plural forms', () => {
  speak('ko', { '{who} drew a card.': ['{who}: 카드 한 장을 뽑음'], '{count} card': ['카드 {count}장'] });
  assert.equal(t('{who} drew a card.', { who: 'Ada' }), 'Ada: 카드 한 장을 뽑음');
  assert.equal(n('{count} card', '{count} cards', 1), '카드 1장');
  assert.equal(n('{count} card', '{count} cards', 5), '카드 5장');
});

test('a text without a translation stays English', () => {
  speak('ko', {});
  assert.equal(t('Pass'), 'Pass');
  assert.equal(n('{count} card', '{count} cards', 1), '1 card');
});

test('a value is never taken for a placeholder of the text', () => {
  assert.equal(t('{who} said {text}.', { who: '{text}', text: 'hello' }), '{text} said hello.');
});
