/** Reads a gettext catalogue. */
import { po } from 'gettext-parser';

/**
 * The texts of a catalogue by the English ones, as language.js wants them: one text for each plural form.
 * Those without a translation are left out.
 * @param {Uint8Array | string} catalogue a .po file
 * @returns {Record<string, string[]>}
 */
export function messagesOf(catalogue) {
  const { '': header, ...messages } = po.parse(catalogue).translations[''] ?? {};
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([, { msgstr }]) => msgstr.every(text => text !== ''))
      .map(([english, { msgstr }]) => [english, msgstr]),
  );
}
