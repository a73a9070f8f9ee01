/** Short messages to the player; each goes away by itself. */
import { signal } from '@preact/signals';

const SECONDS = 7;

/** @type {import('@preact/signals').Signal<{ id: number, text: string }[]>} */
export const notices = signal([]);
let last = 0;

/** The same message is not shown twice at a time. @param {string} text */
export function tell(text) {
  if (notices.value.some(notice => notice.text === text)) return;
  const id = ++last;
  notices.value = [...notices.value, { id, text }];
  setTimeout(() => dismiss(id), SECONDS * 1000);
}

/** @param {number} id */
export function dismiss(id) {
  notices.value = notices.value.filter(notice => notice.id !== id);
}
