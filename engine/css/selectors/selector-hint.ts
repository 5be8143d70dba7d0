/** Suggests the pseudo-class or pseudo-element that an invalid selector probably means. */
import { didYouMean } from '../../similar-names.ts';
import { FUNCTIONAL_CLASSES, NEVER_MATCHING, PSEUDO_ELEMENTS, STATE_CLASSES } from './pseudo-classes.ts';
import { plainPseudoClasses } from './simple-selectors.ts';

/** Longer selectors aren't searched. */
const MAX_LENGTH = 500;

/** Returns `Did you mean :first-child?` after a space, or ''. */
export function selectorHint(selector: string): string {
  const classes = [...plainPseudoClasses(), ...STATE_CLASSES, ...NEVER_MATCHING, ...FUNCTIONAL_CLASSES];
  for (const [, colons = '', name = ''] of selector.slice(0, MAX_LENGTH).matchAll(/(::?)([a-z][a-z-]*)/gi)) {
    const known = [...(colons === ':' ? classes : []), ...PSEUDO_ELEMENTS];
    if (known.includes(name.toLowerCase())) continue;
    const hint = didYouMean(name, known, colons);
    if (hint !== '') return hint;
  }
  return '';
}
