/** What a reader calls a page: the number that its margin boxes print, as they print it. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { PageStyle } from '../style/styler.ts';

/** A page's number (its `page` counter), and the name of the counter style that it is printed in. */
export interface PageLabel {
  readonly number: number;
  readonly style: string;
}

/** The style is that of the first margin box which prints the counter; decimal where none does. */
export function pageLabelOf({ marginBoxes }: PageStyle, number: number): PageLabel {
  for (const style of marginBoxes.values()) {
    const printed = printedStyle(style);
    if (printed !== null) return { number, style: printed };
  }
  return { number, style: 'decimal' };
}

function printedStyle({ rare: { content } }: ComputedStyle): string | null {
  if (typeof content === 'string') return null;
  for (const item of content.items)
    if ((item.type === 'counter' || item.type === 'counters') && item.name === 'page' && item.style.type === 'name')
      return item.style.name;
  return null;
}
