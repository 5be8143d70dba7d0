/**
 * The registry of all properties: looks them up by name and parses their values. It is the single source for parsing,
 * initial values, inheritance and the support table.
 */
import { isSubstitutionFunction } from '../syntax/declaration-value.ts';
import { type ComponentValue, parseComponentValues, ValueKind } from '../values/component-value.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { CssWide, resolveSpecified } from '../values/specified.ts';
import { INVALID, type ParseContext, ValueReader } from '../values/value-reader.ts';
import type { ComputedStyle, TextStyle } from '../computed-style.ts';
import { anchorProperties } from './anchor-properties.ts';
import { backgroundProperties } from './background-properties.ts';
import { borderProperties } from './border-properties.ts';
import { boxProperties } from './box-properties.ts';
import type { Definition, PropertyDefinition, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { fontProperties } from './font-properties.ts';
import { bookProperties } from './book-properties.ts';
import { gapProperties } from './gap-properties.ts';
import { makeInitialStyle } from './initial-style.ts';
import { logicalProperties, physicalName } from './logical-properties.ts';
import { motionProperties } from './motion-properties.ts';
import { pdfProperties } from './pdf-properties.ts';
import { rareProperties } from './rare-properties.ts';
import { shorthandDefinitions } from './shorthands.ts';
import { svgProperties } from './svg-properties.ts';
import { textProperties } from './text-properties.ts';
import { unsupportedProperties } from './unsupported-properties.ts';

export type { PropertyDefinition, SpecifiedValue } from './definition.ts';
export type { ShorthandDefinition } from './definition.ts';
export { CssWide, isCssWide } from '../values/specified.ts';

function collectDefinitions(): readonly Definition[] {
  const physical = [
    ...fontProperties,
    ...textProperties,
    ...boxProperties,
    ...borderProperties,
    ...backgroundProperties,
    ...rareProperties,
    ...motionProperties,
    ...anchorProperties,
    ...gapProperties,
    ...bookProperties,
    ...pdfProperties,
    ...svgProperties,
  ];
  const byName = new Map(physical.map((definition) => [definition.name, definition]));
  const all = [...physical, ...logicalProperties(byName)];
  return all.sort((a, b) => a.phase - b.phase);
}

/** All longhands in computation order. `index` is the position. */
export const allLonghands: readonly PropertyDefinition[] = collectDefinitions().map((definition, index) => ({
  index,
  ...definition,
}));

const INITIAL = makeInitialStyle(allLonghands);

/** Returns the style with every property at its initial value; its id is 0. Shared and immutable. */
export const initialStyle = (): ComputedStyle => INITIAL;

const longhands = new Map<string, PropertyDefinition>();
for (const property of allLonghands) {
  longhands.set(property.name, property);
  for (const alias of property.aliases) longhands.set(alias, property);
}

/** Returns a longhand by its lower-case name or alias, or null. */
export function propertyNamed(name: string): PropertyDefinition | null {
  return longhands.get(name) ?? null;
}

/** Returns the longhand of a name that is known to exist. */
function longhand(name: string): PropertyDefinition {
  const property = longhands.get(name);
  if (property === undefined) throw new Error(`assertion failed: unknown longhand ${name}`);
  return property;
}

export const allShorthands: readonly ShorthandDefinition[] = shorthandDefinitions(longhand, allLonghands);

const shorthands = new Map<string, ShorthandDefinition>();
for (const shorthand of allShorthands) {
  shorthands.set(shorthand.name, shorthand);
  for (const alias of shorthand.aliases) shorthands.set(alias, shorthand);
}

/** Returns a shorthand by its lower-case name or alias, or null. */
export function shorthandNamed(name: string): ShorthandDefinition | null {
  return shorthands.get(name) ?? null;
}

/** Returns the names of all properties. */
export const propertyNames = (): readonly string[] => [...longhands.keys(), ...shorthands.keys()];

/** Maps a flow-relative longhand to its physical one. Returns any other property unchanged. */
export function physicalProperty(
  property: PropertyDefinition,
  writingMode: TextStyle['writingMode'],
  direction: TextStyle['direction'],
): PropertyDefinition {
  return property.logical === null ? property : longhand(physicalName(property.logical, writingMode, direction));
}

interface LonghandValue {
  readonly property: PropertyDefinition;
  readonly value: SpecifiedValue;
}

export type DeclarationResult =
  | { readonly kind: 'longhands'; readonly values: readonly LonghandValue[] }
  /** Contains var(), env() or attr(): substitute (style/substitution.ts), then parse the result. */
  | { readonly kind: 'deferred' }
  | { readonly kind: 'unknown-property' | 'invalid-value' | 'unsupported'; readonly message: string };

const DEFERRED: DeclarationResult = { kind: 'deferred' };

/**
 * Parses the value of a declaration without `!important`. `name` is in lower case; the cascade handles custom
 * properties.
 */
export function parseDeclaration(name: string, valueText: string, context: ParseContext): DeclarationResult {
  const property = longhands.get(name);
  const shorthand = property === undefined ? shorthands.get(name) : undefined;
  if (property === undefined && shorthand === undefined) return notSupported(name);
  const text = valueText.trim();
  const values = parseComponentValues(text);
  if (values === null || values.length === 0) return invalid(name, text);
  const needsSubstitution = text.includes('(') && hasSubstitution(values);
  if (needsSubstitution && !(property !== undefined && KEEPS_ATTR.has(property.name) && onlyPlainAttr(values)))
    return DEFERRED;
  if (values.length === 1 && values[0]!.kind === ValueKind.Ident) {
    const wide = CssWide.named(values[0]!.lower);
    if (wide !== null)
      return {
        kind: 'longhands',
        values: (shorthand?.longhands ?? [property as PropertyDefinition]).map((p) => ({ property: p, value: wide })),
      };
  }
  const reader = new ValueReader(values, context, text);
  if (property !== undefined) {
    if (context.quirks) applyQuirks(reader, property);
    const value = property.parse(reader);
    return value === INVALID || !reader.atEnd
      ? invalid(name, text)
      : { kind: 'longhands', values: [{ property, value }] };
  }
  return parseShorthand(shorthand as ShorthandDefinition, reader, name, text);
}

function parseShorthand(
  shorthand: ShorthandDefinition,
  reader: ValueReader,
  name: string,
  text: string,
): DeclarationResult {
  if (reader.context.quirks && shorthand.quirkyLength) reader.unitless = true;
  const found = shorthand.parse(reader);
  if (found === INVALID || !reader.atEnd) return invalid(name, text);
  return { kind: 'longhands', values: shorthand.longhands.map((property, i) => ({ property, value: found[i] })) };
}

const QUIRKY_COLOR = /^(?:color|background-color|border-(?:top|right|bottom|left)-color)$/;

function applyQuirks(reader: ValueReader, property: PropertyDefinition): void {
  if (property.quirkyLength) reader.unitless = true;
  if (QUIRKY_COLOR.test(property.name)) reader.unitlessColors = true;
}

function invalid(name: string, text: string): DeclarationResult {
  return { kind: 'invalid-value', message: invalidValue(name, text) };
}

/** Returns the message for a value that a property or descriptor doesn't accept. */
export function invalidValue(name: string, text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return `\`${shown}\` is not a valid value for ${name}. The declaration was ignored.`;
}

/** Names with a `-prefix-`, and the `mso-` and `prince-` names that word processors and Prince use. */
const PREFIXED = /^(?:-[a-z]+-|mso-|prince-)/;
/** Prefixes of print CSS formatters, whose properties may have become standard. */
const PRINT_PREFIX = /^(?:-(?:prince|ah|weasy|ro)-|prince-)/;

function notSupported(name: string): DeclarationResult {
  const reason = unsupportedProperties.get(name);
  if (reason !== undefined) return { kind: 'unsupported', message: `${name} has no effect: ${reason}.` };
  if (PREFIXED.test(name)) {
    const plain = name.replace(PRINT_PREFIX, '');
    const isHere = plain !== name && (propertyNamed(plain) !== null || shorthandNamed(plain) !== null);
    const instead = isHere ? `. Use ${plain}` : '';
    return { kind: 'unsupported', message: `${name} has no effect: it belongs to another renderer${instead}.` };
  }
  return { kind: 'unknown-property', message: `Unknown property: ${name}. The declaration was ignored.` };
}

const isSubstitution = (value: ComponentValue): boolean =>
  value.kind === ValueKind.Function && isSubstitutionFunction(value.text);

function hasSubstitution(values: readonly ComponentValue[]): boolean {
  for (const value of values) {
    if (isSubstitution(value) || (value.children.length > 0 && hasSubstitution(value.children))) return true;
  }
  return false;
}

/** Properties that accept `attr(name)` as an item, resolved when content is generated. */
const KEEPS_ATTR: ReadonlySet<string> = new Set(['content', 'string-set', 'bookmark-label', 'bookmark-target']);

/**
 * Returns whether the only substitutions are attr() with a name and an optional string. The target of a cross reference
 * may also be typed as a URL.
 */
function onlyPlainAttr(values: readonly ComponentValue[], isTarget = false): boolean {
  for (const value of values) {
    if (isSubstitution(value)) {
      const [name, comma, fallback] = value.children;
      const plain = value.text === 'attr' && name?.kind === ValueKind.Ident;
      if (plain && isTarget && comma !== undefined && isUrlType(comma) && fallback === undefined) continue;
      if (!plain || value.children.length === 2 || value.children.length > 3) return false;
      if (comma !== undefined && (comma.kind !== ValueKind.Comma || fallback!.kind !== ValueKind.String)) return false;
    } else if (value.children.length > 0 && !onlyPlainAttr(value.children, TARGETS.has(value.text))) return false;
  }
  return true;
}

const TARGETS: ReadonlySet<string> = new Set(['target-counter', 'target-counters', 'target-text']);

/** Returns whether the value is `url` or `type(<url>)`. */
function isUrlType(value: ComponentValue): boolean {
  return value.kind === ValueKind.Function ? value.text === 'type' : value.lower === 'url';
}

/** Computes a specified value that is not a CSS-wide keyword. The context's `unitFont` must suit the property. */
export function computeLonghand(
  property: PropertyDefinition,
  specified: SpecifiedValue,
  context: ComputeContext,
): unknown {
  const value = resolveSpecified(specified, context);
  return property.compute === null ? value : property.compute(value as never, context);
}
