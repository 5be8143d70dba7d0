/** The theme: the system's, light, or dark. The choice is kept in the browser. */
import { byId } from './dom.ts';

const SAVED = 'pagewright theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Connects the button that switches between the themes. */
export function offerThemes(): void {
  let theme: Theme = 'system';
  const apply = (next: Theme): void => {
    theme = next;
    document.documentElement.dataset.theme = next;
    byId('theme').title = `Theme: ${next}`;
  };
  try {
    const saved = localStorage.getItem(SAVED) as Theme | null;
    if (saved !== null && THEMES.includes(saved)) apply(saved);
  } catch {
    // Without storage, each visit starts with the system's theme.
  }
  byId('theme').addEventListener('click', () => {
    apply(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!);
    try {
      localStorage.setItem(SAVED, theme);
    } catch {
      // The choice lasts until the page is closed.
    }
  });
}
