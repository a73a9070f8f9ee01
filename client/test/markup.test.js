import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../src/', import.meta.url);

/** What a player reads or hears of an element. */
const SAID = /\s(?:aria-label|title|placeholder|label|hint|text|button|why|problem|none|word)="([^"]*)"/g;

/** Begins the text of a template that is markup. */
const MARKUP = 'html:';

/** Names, and what is typed into a terminal. */
const UNTRANSLATED = ['Parlour', 'printf %s', '| sha256sum', 'python -m server replay'];

/**
 * The templates of markup in a source, with their expressions left out; those inside expressions come on their own.
 * @param {string} source
 */
function templates(source) {
  /** @type {string[]} */
  const found = [];
  /** What is open, innermost last: templates with their text so far, expressions with the braces open in them.
   * @type {({ text: string } | { braces: number })[]} */
  const open = [];
  let before = '';
  for (const token of source.match(/`|\$\{|[{}$]|[^`${}]+/g) ?? []) {
    const inner = open.at(-1);
    if (inner && 'text' in inner) {
      if (token === '${') open.push({ braces: 1 });
      else if (token === '`') found.push(/** @type {{ text: string }} */ (open.pop()).text);
      else inner.text += token;
    } else if (token === '`') open.push({ text: before.endsWith('html') ? MARKUP : '' });
    else if (inner && token === '{') inner.braces++;
    else if (inner && token === '}' && --inner.braces === 0) open.pop();
    before = token;
  }
  return found.filter(text => text.startsWith(MARKUP)).map(text => text.slice(MARKUP.length));
}

/** Comments may hold lone quotation marks, and texts braces. @param {string} source */
const bare = source => source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''");

/** Words between the tags of a template, and in what is said of its elements. @param {string} template */
function words(template) {
  const between = template.replaceAll(/<[^>]*>/g, '\n').split('\n');
  const said = [...template.matchAll(SAID)].map(([, text]) => text);
  return [...between, ...said]
    .map(text => UNTRANSLATED.reduce((rest, name) => rest.replace(name, ''), text).trim())
    .filter(text => /\p{L}/u.test(text));
}

test('words in markup are found, in templates within templates too', () => {
  const source = `html\`<p title="Seen">Read \${t('x')} \${a ? html\`<b class="x">Inner</b>\` : { b: 1 }}</p>\``;

  assert.deepEqual(templates(bare(source)).flatMap(words).sort(), ['Inner', 'Read', 'Seen']);
});

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js') || file.startsWith('generated')) continue;
  test(`no untranslated text stands in the markup of ${file}`, () => {
    assert.deepEqual(templates(bare(readFileSync(new URL(file, folder), 'utf8'))).flatMap(words), []);
  });
}
