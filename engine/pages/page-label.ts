/** Determines the label that readers show for a page: its number as printed in the margin boxes. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { PageStyle } from '../style/styler.ts';

/** A page's number (its `page` counter) and the name of its counter style. */
export interface PageLabel {
  readonly number: number;
  readonly style: string;
}

/** Returns the label. The style is that of the first margin box that prints the counter, else decimal. */
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
