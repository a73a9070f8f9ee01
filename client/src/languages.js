/** Which language is spoken: the one chosen here before, else the first the browser asks for, else English. */

const KEY = 'parlour.language';

/**
 * @param {string[]} known tags without a region
 * @param {Pick<Storage, 'getItem'>} [storage]
 * @param {readonly string[]} [preferred] BCP 47 tags, best first
 */
export function chosenLanguage(known, storage = localStorage, preferred = navigator.languages) {
  const wanted = [storage.getItem(KEY) ?? '', ...preferred].map(tag => tag.split('-')[0].toLowerCase());
  return wanted.find(tag => known.includes(tag)) ?? 'en';
}

/** The page is loaded anew, where it was: texts are part of what is loaded. @param {string} tag */
export function changeLanguage(tag) {
  localStorage.setItem(KEY, tag);
  location.reload();
}

/** A language in its own words: `한국어`. @param {string} tag */
export const ownName = tag => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
