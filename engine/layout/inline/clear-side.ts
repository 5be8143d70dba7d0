/** Maps `clear` to the sides of an exclusion space (css2 §9.5.2, css-logical-1). */
import type { ClearedSide } from '../contract/exclusion-space.ts';

/** Returns the logical side that a `clear` value names, or null for `none`. */
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
