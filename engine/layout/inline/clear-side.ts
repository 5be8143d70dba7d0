/** `clear` in the terms of exclusion spaces (css2 §9.5.2, css-logical-1). */
import type { ClearedSide } from '../exclusion-space.ts';

/** The side that a `clear` value names, logical; null: none. */
export function clearSide(clear: string, rtl: boolean): ClearedSide | null {
  switch (clear) {
    case 'both':
      return 'both';
    case 'inline-start':
      return 'start';
    case 'inline-end':
      return 'end';
    case 'left':
      return rtl ? 'end' : 'start';
    case 'right':
      return rtl ? 'start' : 'end';
    default:
      return null;
  }
}
