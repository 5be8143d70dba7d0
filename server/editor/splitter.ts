/** The border between text and pages: dragged, or moved with arrow keys (WAI-ARIA window splitter pattern). */
import { byId } from './dom.ts';

const MIN_PERCENT = 20;
const MAX_PERCENT = 80;
const STEP = 5;

export function connectSplitter(): void {
  const splitter = byId('splitter');
  const main = byId('editor');
  const set = (percent: number): void => {
    const width = Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, percent));
    document.documentElement.style.setProperty('--code-width', `${width}%`);
    splitter.setAttribute('aria-valuenow', String(Math.round(width)));
  };
  splitter.addEventListener('pointerdown', (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  splitter.addEventListener('pointermove', (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    const { left, width } = main.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  });
  splitter.addEventListener('keydown', ({ key }) => {
    const now = Number(splitter.getAttribute('aria-valuenow'));
    if (key === 'ArrowLeft') set(now - STEP);
    else if (key === 'ArrowRight') set(now + STEP);
  });
}
