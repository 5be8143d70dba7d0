/** Short messages about what the user just did, next to the status of the document. */
import { byId } from './dom.ts';

/** Time that a message stays, in milliseconds. */
const SHOWN_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string): void {
  clearTimeout(timer);
  byId('notice').textContent = text;
  timer = setTimeout(() => {
    byId('notice').textContent = '';
  }, SHOWN_MS);
}
