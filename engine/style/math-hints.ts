/** MathML's attributes that say what properties say (MathML Core §2.1.3, §2.1.4, §2.1.6). */
import type { Element } from '../document/node.ts';
import type { SetHint } from './presentational-hints.ts';

const LEVEL = /^[+-]?\d{1,4}$/;

export function mathHints(element: Element, set: SetHint): void {
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
  if (element.tag === 'mi' && attribute('mathvariant').toLowerCase() === 'normal') set('text-transform', 'none');
}
