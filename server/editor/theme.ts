/** The theme: the system's, unless the user chose the other one. The choice is kept in the browser. */
import { byId } from './dom.ts';

const SAVED = 'pagewright theme';
type Theme = 'light' | 'dark';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (prefersDark.matches ? 'dark' : 'light');
const other = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark');

/** Connects the button that switches between light and dark. */
export function offerThemes(): void {
  let chosen = savedTheme();
  const apply = (): void => {
    document.documentElement.dataset.theme = chosen ?? 'system';
    byId('theme').title = `Switch to ${other(chosen ?? systemTheme())}`;
  };
  apply();
  prefersDark.addEventListener('change', apply);
  byId('theme').addEventListener('click', () => {
    const next = other(chosen ?? systemTheme());
    // The system's theme is followed again, also when it changes.
    chosen = next === systemTheme() ? null : next;
    save(chosen);
    apply();
  });
}

function savedTheme(): Theme | null {
  try {
    const saved = localStorage.getItem(SAVED);
    return saved === 'light' || saved === 'dark' ? saved : null;
  } catch {
    // Without storage, each visit starts with the system's theme.
    return null;
  }
}

function save(theme: Theme | null): void {
  try {
    if (theme === null) localStorage.removeItem(SAVED);
    else localStorage.setItem(SAVED, theme);
  } catch {
    // The choice lasts until the page is closed.
  }
}
