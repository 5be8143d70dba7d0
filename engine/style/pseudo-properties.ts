/**
 * The properties that apply to pseudo-elements which accept only some (css-pseudo-4 §2.1.2, §2.2.2, §2.3.1, css-lists-3
 * §3.1).
 */
import type { PropertyDefinition } from '../css/properties/definition.ts';
import type { Origin } from './applied-block.ts';

const FIRST_LINE_TEXT = new Set([
  'color',
  'letter-spacing',
  'word-spacing',
  'text-transform',
  'text-shadow',
  'text-emphasis-color',
  'text-emphasis-position',
  'text-emphasis-style',
  'text-underline-offset',
  'text-underline-position',
  'text-decoration-skip-ink',
  'line-height',
  'hyphens',
  'text-combine-upright',
  'ruby-position',
  'ruby-align',
  'tab-size',
  '-webkit-text-fill-color',
  '-webkit-text-stroke-color',
  '-webkit-text-stroke-width',
  'text-justify',
  'text-orientation',
]);
const FIRST_LINE_OTHER = new Set([
  'vertical-align',
  'alignment-baseline',
  'baseline-source',
  'opacity',
  'text-decoration-line',
  'text-decoration-style',
  'text-decoration-color',
  'text-decoration-thickness',
  'mix-blend-mode',
  'box-shadow',
]);
/**
 * The specifications whose properties apply to a first letter, in addition to those of fonts, text, backgrounds and
 * borders.
 */
const FIRST_LETTER_SPECS = new Set(['css-box-4', 'css-inline-3', 'css-text-decor-4', 'css-color-4']);
const FIRST_LETTER_BOX = /^(?:float|(?:margin|padding)-(?:block|inline)-(?:start|end))$/;
/** Exceptions that apply only to block containers. */
const NOT_FIRST_LETTER = new Set(['margin-trim', 'text-box-trim']);
const MARKER = new Set([
  'color',
  'direction',
  'content',
  'unicode-bidi',
  'text-combine-upright',
  'text-orientation',
  'white-space-collapse',
  'text-wrap-mode',
  'line-height',
  'hyphens',
  'letter-spacing',
  'line-break',
  'overflow-wrap',
  'tab-size',
  'text-transform',
  'word-break',
  'word-spacing',
  'text-shadow',
  'text-emphasis-color',
  'text-emphasis-position',
  'text-emphasis-style',
  'quotes',
  'cursor',
  'text-wrap-style',
  'counter-increment',
  'counter-reset',
  'counter-set',
  '-webkit-text-fill-color',
  '-webkit-text-stroke-color',
  '-webkit-text-stroke-width',
]);

/** The pseudo-elements that don't accept every property. */
export const TAKES_SOME: ReadonlySet<string> = new Set(['first-line', 'first-letter', 'marker']);

/** Returns `marker` for `before::marker`. */
export const innermostPseudo = (pseudo: string): string => pseudo.slice(pseudo.lastIndexOf(':') + 1);

function appliesToFirstLetter({ group, name, spec }: PropertyDefinition): boolean {
  if (group === 'font' || group === 'text' || group === 'background') return true;
  if (group === 'border') return spec !== 'css-ui-4';
  return (FIRST_LETTER_SPECS.has(spec) && !NOT_FIRST_LETTER.has(name)) || FIRST_LETTER_BOX.test(name);
}

/** Returns whether a property that an author declares applies to a pseudo-element. The user-agent sheet may set any. */
export function appliesToPseudo(property: PropertyDefinition, pseudo: string, origin: Origin): boolean {
  if (origin === 'user-agent') return true;
  switch (innermostPseudo(pseudo)) {
    case 'first-line':
      if (property.group === 'font' || property.group === 'background') return true;
      return FIRST_LINE_TEXT.has(property.name) || FIRST_LINE_OTHER.has(property.name);
    case 'first-letter':
      return appliesToFirstLetter(property);
    case 'marker':
      return property.group === 'font' || MARKER.has(property.name);
    default:
      return true;
  }
}
