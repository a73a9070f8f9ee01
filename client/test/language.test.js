import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ago, date, listed, n, number, speak, t } from '../src/language.js';
import { chosenLanguage, ownName } from '../src/languages.js';
import { particle } from '../src/particles.js';

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

test('a language with more plural forms than English uses all of them', () => {
  speak('pl', { '{count} card': ['{count} karta', '{count} karty', '{count} kart'] });
  assert.deepEqual(
    [1, 2, 5, 22].map(count => n('{count} card', '{count} cards', count)),
    ['1 karta', '2 karty', '5 kart', '22 karty'],
  );
});

test('a text without a translation stays English', () => {
  speak('ko', {});
  assert.equal(t('Pass'), 'Pass');
  assert.equal(n('{count} card', '{count} cards', 1), '1 card');
});

test('a value is never taken for a placeholder of the text', () => {
  assert.equal(t('{who} said {text}.', { who: '{text}', text: 'hello' }), '{text} said hello.');
});

test('a number is grouped, a text of digits is not', () => {
  assert.equal(
    t('{count} matches since {year}', { count: 12_345, year: '1984' }),
    '12,345 matches since 1984',
  );
  assert.equal(number(0.256, { style: 'percent' }), '26%');
});

test('a particle follows the sound of the value before it', () => {
  speak('ko', { '{name} made {count}.': ['{name}이/가 {count}을/를 만들었어요.'] });
  const made = (/** @type {string} */ name, /** @type {number} */ count) =>
    t('{name} made {count}.', { name, count });

  assert.equal(made('민지', 14), '민지가 14를 만들었어요.');
  assert.equal(made('지훈', 13), '지훈이 13을 만들었어요.');
  assert.equal(made('Ben', 20), 'Ben이 20을 만들었어요.');
});

test('a particle looks through a closing quotation mark', () => {
  speak('ko', { '{name} guessed “{text}”.': ['{name}님이 “{text}”이라고/라고 답했어요.'] });
  const guessed = (/** @type {string} */ text) => t('{name} guessed “{text}”.', { name: 'Ada', text });

  assert.equal(guessed('서울'), 'Ada님이 “서울”이라고 답했어요.');
  assert.equal(guessed('제주'), 'Ada님이 “제주”라고 답했어요.');
});

test('the copula is written like a particle', () => {
  speak('ko', { 'It was {answer}': ['정답은 {answer}이에요/예요'] });
  const told = (/** @type {string} */ answer) => t('It was {answer}', { answer });

  assert.deepEqual(['서울', '제주', '7', '東京'].map(told), [
    '정답은 서울이에요',
    '정답은 제주예요',
    '정답은 7이에요',
    '정답은 東京이에요',
  ]);
});

test('a slash that a player wrote stays a slash', () => {
  speak('ko', { '{text}': ['{text}'] });
  assert.equal(t('{text}', { text: '{text}이/가' }), '{text}이/가');
});

for (const [word, subject, direction] of [
  ['칼', '칼이', '칼로'],
  ['산', '산이', '산으로'],
  ['나무', '나무가', '나무로'],
  ['7', '7이', '7로'],
  ['10', '10이', '10으로'],
  ['4', '4가', '4로'],
  ['Q♠', 'Q♠가', 'Q♠로'],
  ['Will', 'Will이', 'Will로'],
  ['Peter', 'Peter가', 'Peter로'],
  ['Nero!', 'Nero!가', 'Nero!로'],
  ['Bob', 'Bob이(가)', 'Bob(으)로'],
  ['東京', '東京이(가)', '東京(으)로'],
  ['', '이(가)', '(으)로'],
]) {
  test(`particles suit “${word}”`, () => {
    assert.equal(word + particle(word, '이/가'), subject);
    assert.equal(word + particle(word, '으로/로'), direction);
  });
}

test('things are listed as people say them', () => {
  assert.equal(listed(['Ada']), 'Ada');
  assert.equal(listed(['Ada', 'Ben']), 'Ada and Ben');
  assert.equal(listed(['Ada', 'Ben', 'Cleo']), 'Ada, Ben and Cleo');
  speak('ko', {});
  assert.equal(listed(['민지', '지훈', '서연 및 수아']), '민지, 지훈, 서연 및 수아');
});

test('dates are written as the language writes them', () => {
  const day = /** @type {const} */ ({ dateStyle: 'long', timeZone: 'UTC' });

  assert.equal(date('2026-03-05T14:30:00Z', day), '5 March 2026');
  speak('ko', {});
  assert.equal(date('2026-03-05T14:30:00Z', day), '2026년 3월 5일');
});

test('how long ago something was is told in the largest whole unit', () => {
  const now = Date.parse('2026-03-05T12:00:00Z');
  const told = () =>
    ['2026-03-05T12:00:09Z', '2026-03-05T11:59:01Z', '2026-03-05T10:01:00Z', '2026-03-04T11:00:00Z'].map(at =>
      ago(at, now),
    );

  assert.deepEqual(told(), ['now', '59 seconds ago', '1 hour ago', 'yesterday']);
  speak('ko', {});
  assert.deepEqual(told(), ['지금', '59초 전', '1시간 전', '어제']);
});

/** @param {string | null} kept */
const storage = kept => ({ getItem: () => kept });

test('the language chosen before comes first, then what the browser asks for, then English', () => {
  const known = ['en', 'ko'];

  assert.equal(chosenLanguage(known, storage('en'), ['ko-KR', 'ko']), 'en');
  assert.equal(chosenLanguage(known, storage('xx'), ['fr-FR', 'ko-KR', 'en-US']), 'ko');
  assert.equal(chosenLanguage(known, storage(null), ['fr-FR', 'en-US', 'ko']), 'en');
  assert.equal(chosenLanguage(known, storage(null), ['fr']), 'en');
});

test('a language is offered in its own words', () => {
  assert.deepEqual(['en', 'ko'].map(ownName), ['English', '한국어']);
});
