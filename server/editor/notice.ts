/** Short messages about what the user just did, next to the status of the document. */
import { byId } from './dom.ts';

/** Time that a message stays, in milliseconds. */
const SHOWN_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message. If it `lasts`, only another one replaces it. */
export function notify(text: string, lasts = false): void {
  clearTimeout(timer);
  byId('notice').textContent = text;
  if (lasts) return;
  timer = setTimeout(() => {
    byId('notice').textContent = '';
  }, SHOWN_MS);
}
