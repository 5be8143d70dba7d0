/** Tells layout which container sizes the styles assumed. */
import { BoxFlag } from '../boxes/box.ts';
import type { QueriedContainers } from '../layout/contract/contract.ts';
import type { Styler } from '../style/styler.ts';
import type { Known } from './known.ts';

/**
 * Returns the sizes for which a container's contents were styled (css-contain-3 §5); 'unknown': it hasn't been laid
 * out.
 */
export function queriedContainers({ containersAsked }: Styler, { containers }: Known): QueriedContainers {
  return {
    styledFor: ({ element, pseudo, flags }) => {
      if (element === null || pseudo !== null || (flags & BoxFlag.Anonymous) !== 0) return null;
      const asked = containersAsked.get(element);
      if (asked === undefined) return null;
      return containers?.has(element) === true ? asked : 'unknown';
    },
  };
}
