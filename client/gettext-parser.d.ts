/** The part of gettext-parser that messages.js uses; the package has no types. */
type Message = { msgid: string; msgstr: string[] };

export const po: {
  parse(catalogue: Uint8Array | string): { translations: Record<string, Record<string, Message>> };
};
