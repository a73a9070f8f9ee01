/** Sentences with markup in them. */

/**
 * A text's parts with markup where its `{names}` are.
 * @param {string} text as `t` returns it: names without a value are left in
 * @param {Record<string, any>} markup
 */
export const filled = (text, markup) =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : markup[part]));
