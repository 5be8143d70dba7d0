/** The computed values of an element, each with the declaration that it comes from. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import { Length, LengthKind } from '../css/length.ts';
import {
  allLonghands,
  initialStyle,
  physicalProperty,
  type PropertyDefinition,
  propertyNamed,
  shorthandNamed,
} from '../css/properties/registry.ts';
import type { Element } from '../document/node.ts';
import type { ComputedValue } from '../explained-element.ts';
import type { ExplainedDeclaration } from '../style/explained-declaration.ts';
import type { Styler } from '../style/styler.ts';
import { colorText } from './color-text.ts';

/**
 * Returns the computed values of the longhands that declarations set on an element, and of those it inherits from an
 * ancestor that sets them. Sorted by name. Initial values that a shorthand resets are left out.
 */
export function computedValues(styler: Styler, element: Element): ComputedValue[] {
  const style = styler.styleOf(element);
  const found = new Map<string, ComputedValue>();
  for (let from: Element | null = element; from !== null; from = from.parent) {
    const inheritedFrom = from === element ? null : from.tag;
    for (const [property, declaration] of deciding(styler.explain(from), styler.styleOf(from))) {
      if (found.has(property.name) || (inheritedFrom !== null && !property.inherited)) continue;
      const value = valueOf(style, property) ?? declaration.value;
      if (declaration.property === property.name || !isInitial(style, property))
        found.set(property.name, { property: property.name, value, declaration, inheritedFrom });
    }
  }
  return [...found.values()].sort((a, b) => (a.property < b.property ? -1 : 1));
}

/** Returns the winning declaration of each physical longhand that declarations set. */
function deciding(
  declarations: readonly ExplainedDeclaration[],
  { text: { writingMode, direction } }: ComputedStyle,
): Map<PropertyDefinition, ExplainedDeclaration> {
  const found = new Map<PropertyDefinition, ExplainedDeclaration>();
  for (const declaration of declarations.toReversed()) {
    for (const longhand of longhandsOf(declaration.property)) {
      const property = physicalProperty(longhand, writingMode, direction);
      if (!found.has(property)) found.set(property, declaration);
    }
  }
  return found;
}

function longhandsOf(name: string): readonly PropertyDefinition[] {
  if (name === 'all') return allLonghands;
  const longhand = propertyNamed(name);
  return longhand === null ? (shorthandNamed(name)?.longhands ?? []) : [longhand];
}

function storedValue(style: ComputedStyle, { group, field }: PropertyDefinition): unknown {
  return (style[group] as unknown as Readonly<Record<string, unknown>>)[field];
}

const isInitial = (style: ComputedStyle, property: PropertyDefinition): boolean =>
  JSON.stringify(storedValue(style, property)) === JSON.stringify(storedValue(initialStyle(), property));

/** Returns a computed value as CSS text, or null if its form has no text here: the declaration shows it. */
function valueOf(style: ComputedStyle, property: PropertyDefinition): string | null {
  const { name } = property;
  const value = storedValue(style, property);
  if (name === 'font-family')
    return style.font.fontFamily
      .map((family) => (family.generic ? family.name : quotedIfNeeded(family.name)))
      .join(', ');
  if (name === 'font-style') return style.font.fontStyle.type;
  if (name === 'font-stretch') return `${round(style.font.fontStretch)}%`;
  if (typeof value === 'number') return IN_PX.test(name) ? `${round(value)}px` : String(round(value));
  if (typeof value === 'string') return value;
  if (value instanceof Color) return value === Color.CURRENT ? 'currentcolor' : colorText(value);
  return value instanceof Length ? lengthText(value) : null;
}

/** Properties whose computed value is a number of CSS px. */
const IN_PX = /^(?:font-size|outline-offset|.*-width)$/;

const quotedIfNeeded = (family: string): string => (/^[\w -]+$/.test(family) ? family : JSON.stringify(family));

const KEYWORDS: Readonly<Record<number, string>> = {
  [LengthKind.Auto]: 'auto',
  [LengthKind.None]: 'none',
  [LengthKind.Normal]: 'normal',
  [LengthKind.MinContent]: 'min-content',
  [LengthKind.MaxContent]: 'max-content',
  [LengthKind.FitContent]: 'fit-content',
  [LengthKind.Stretch]: 'stretch',
  [LengthKind.Content]: 'content',
};

/** Returns a length as text, or null for a calculation. */
export function lengthText({ kind, px, percent, math, hasArgument, calculation }: Length): string | null {
  // `0%` is a calculation too, so that layout can tell it from `0px`.
  if (calculation !== null || hasArgument || (math !== null && math !== Length.ZERO_PERCENT.math)) return null;
  if (kind !== LengthKind.Length) return KEYWORDS[kind]!;
  if (math !== null) return '0%';
  if (percent === 0) return `${round(px)}px`;
  return px === 0 ? `${round(percent)}%` : `calc(${round(percent)}% ${px < 0 ? '-' : '+'} ${round(Math.abs(px))}px)`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
