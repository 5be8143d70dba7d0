/** Suggests the pseudo-class or pseudo-element that an invalid selector probably means. */
import type { Fix } from '../../diagnostics.ts';
import { fixOf } from '../../similar-names.ts';
import { FUNCTIONAL_CLASSES, NEVER_MATCHING, PSEUDO_ELEMENTS, STATE_CLASSES } from './pseudo-classes.ts';
import { plainPseudoClasses } from './simple-selectors.ts';

/** Longer selectors aren't searched. */
const MAX_LENGTH = 500;

/** Returns the correction of a misspelled pseudo-class or pseudo-element, or null. */
export function selectorHint(selector: string): Fix | null {
  const classes = [...plainPseudoClasses(), ...STATE_CLASSES, ...NEVER_MATCHING, ...FUNCTIONAL_CLASSES];
  for (const [, colons = '', name = ''] of selector.slice(0, MAX_LENGTH).matchAll(/(::?)([a-z][a-z-]*)/gi)) {
    const known = [...(colons === ':' ? classes : []), ...PSEUDO_ELEMENTS];
    if (known.includes(name.toLowerCase())) continue;
    const fix = fixOf(name, known, colons);
    if (fix !== null) return fix;
  }
  return null;
}
