/** Maps MathML attributes to properties (MathML Core §2.1.3, §2.1.4, §2.1.6). */
import type { Element } from '../document/node.ts';
import { MATH_VARIANTS } from '../css/values/math-variant.ts';
import type { SetHint } from './presentational-hints.ts';

const VARIANTS: ReadonlySet<string> = new Set(MATH_VARIANTS);
const VARIANT_TAGS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext', 'mstyle', 'math']);
const LEVEL = /^[+-]?\d{1,4}$/;

/** Sets the hints of a MathML element. `complain` reports an attribute with an invalid value. */
export function mathHints(element: Element, set: SetHint, complain: (message: string) => void): void {
  const attribute = (name: string): string => element.attribute(name)?.trim() ?? '';
  const one = (name: string, property: string): void => {
    const value = attribute(name);
    if (value !== '') set(property, value);
  };
  one('mathcolor', 'color');
  one('mathbackground', 'background-color');
  one('mathsize', 'font-size');
  const direction = attribute('dir').toLowerCase();
  if (direction === 'ltr' || direction === 'rtl') set('direction', direction);
  const display = attribute('displaystyle').toLowerCase();
  if (display === 'true' || display === 'false') set('math-style', display === 'true' ? 'normal' : 'compact');
  const level = attribute('scriptlevel');
  if (LEVEL.test(level)) set('math-depth', /^[+-]/.test(level) ? `add(${Number(level)})` : level);
  const variant = VARIANT_TAGS.has(element.tag) ? attribute('mathvariant').toLowerCase() : '';
  if (variant === 'normal') {
    if (element.tag === 'mi') set('text-transform', 'none');
  } else if (VARIANTS.has(variant)) {
    // MathML Core drops these values, and with them the difference between a vector and a number. MathML 3 is followed,
    // as exporters do.
    set('text-transform', `-internal-math-${variant}`);
  } else if (variant !== '') complain(`Unknown mathvariant: \u201c${variant}\u201d. It was ignored.`);
}
