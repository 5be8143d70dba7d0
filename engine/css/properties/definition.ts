/** The definition of a property in the registry, and helpers for writing tables of properties. */
import type {
  BackgroundStyle,
  BorderStyle,
  BoxStyle,
  FontStyle,
  RareStyle,
  SvgPaintStyle,
  SvgShapeStyle,
  TextStyle,
} from '../computed-style.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { CssWide, type Pending } from '../values/specified.ts';
import type { Parser } from '../values/value-reader.ts';

export interface StyleGroups {
  readonly font: FontStyle;
  readonly text: TextStyle;
  readonly box: BoxStyle;
  readonly border: BorderStyle;
  readonly background: BackgroundStyle;
  readonly rare: RareStyle;
  readonly svgPaint: SvgPaintStyle;
  readonly svgShape: SvgShapeStyle;
}

export type GroupName = keyof StyleGroups;

/** A declared value of a longhand: the computed value, a Pending that yields it, or a CssWide keyword. */
export type SpecifiedValue = unknown;

/** The order in which longhands are computed: dependencies first. */
export const Phase = { Direction: 0, FontFamily: 1, FontSize: 2, Font: 3, Color: 4, Rest: 5 } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** Maps a flow-relative longhand to one of the physical ones in `physical` (css-logical-1). */
export interface LogicalMapping {
  /**
   * Four sides in the order top, right, bottom, left; two sizes: horizontal, vertical; corners: top-left, top-right,
   * bottom-right, bottom-left.
   */
  readonly physical: readonly string[];
  readonly kind: 'side' | 'size' | 'corner';
  readonly axis: 'inline' | 'block';
  /** The edge of a side. For a corner this is the block edge, and `inlineEdge` the inline edge. */
  readonly edge: 'start' | 'end';
  readonly inlineEdge: 'start' | 'end';
}

export interface PropertyDefinition {
  /** Position in `allLonghands`, which is in computation order. */
  readonly index: number;
  readonly name: string;
  /** Alternative names that browsers accept. */
  readonly aliases: readonly string[];
  readonly inherited: boolean;
  readonly group: GroupName;
  /**
   * The field of the group that holds the computed value. Flow-relative longhands have no field: map them to physical
   * ones first.
   */
  readonly field: string;
  /** The initial value, computed. */
  readonly initial: unknown;
  /**
   * The initial value as set by a shorthand: a CSS-wide keyword if computing needs a specified value, otherwise
   * `initial`.
   */
  readonly initialSpecified: SpecifiedValue;
  readonly parse: Parser<unknown>;
  /**
   * Computes the parsed value (no longer Pending) where that depends on the element; null if the parsed value is final.
   */
  readonly compute: ((value: never, context: ComputeContext) => unknown) | null;
  readonly phase: Phase;
  readonly logical: LogicalMapping | null;
  readonly spec: string;
  /** Whether lengths may lack a unit in quirks mode. */
  readonly quirkyLength: boolean;
}

interface DefinitionOptions {
  readonly aliases?: readonly string[];
  readonly field?: string;
  readonly inherited?: boolean;
  readonly phase?: Phase;
  readonly quirkyLength?: boolean;
  readonly compute?: (value: never, context: ComputeContext) => unknown;
}

/**
 * Returns the names that other print formatters have for a property of a draft: Prince, Antenna House (formerly with
 * another prefix) and WeasyPrint. Only for properties that have the same values there.
 */
export const printAliases = (name: string): readonly string[] =>
  ['prince-', '-prince-', '-ah-', '-ro-', '-weasy-'].map((prefix) => prefix + name);

/** Converts `margin-top` to the field name `marginTop`. */
type CamelCase<Name extends string> = Name extends `-${infer Rest}`
  ? CamelCase<Rest>
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : Name;

function camelCase(name: string): string {
  return name.replace(/^-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A definition before it has a place in the computation order. */
export type Definition = Omit<PropertyDefinition, 'index'>;

/**
 * Returns a function that defines properties of one group and specification. Types check the fields, initial values and
 * parse results against the group.
 */
export function table<G extends GroupName>(group: G, spec: string) {
  return function define<
    N extends string,
    F extends keyof StyleGroups[G] & string = CamelCase<N> & keyof StyleGroups[G] & string,
  >(
    name: N,
    initial: StyleGroups[G][F],
    parse: Parser<StyleGroups[G][F] | Pending<StyleGroups[G][F]>>,
    options: DefinitionOptions & { readonly field?: F } = {},
  ): Definition {
    return definition(group, spec, name, initial, parse, options);
  };
}

/** Groups whose properties inherit unless they specify otherwise. */
const INHERITED_GROUPS: ReadonlySet<GroupName> = new Set(['font', 'text', 'svgPaint']);

/** Defines a property without type checks, for values that only `compute` turns into the field's type. */
export function definition(
  group: GroupName,
  spec: string,
  name: string,
  initial: unknown,
  parse: Parser<unknown>,
  options: DefinitionOptions = {},
): Definition {
  return {
    name,
    aliases: options.aliases ?? [],
    inherited: options.inherited ?? INHERITED_GROUPS.has(group),
    group,
    field: options.field ?? camelCase(name),
    initial,
    initialSpecified: options.compute === undefined ? initial : CssWide.INITIAL,
    parse,
    compute: options.compute ?? null,
    phase: options.phase ?? (group === 'font' ? Phase.Font : Phase.Rest),
    logical: null,
    spec,
    quirkyLength: options.quirkyLength ?? false,
  };
}

/** Returns a parser for one of several keywords. Its result is in lower case. */
export function keywords<const K extends string>(...allowed: readonly K[]): Parser<K> {
  const set: ReadonlySet<K> = new Set(allowed);
  return (reader) => reader.keyword(set);
}

/** Returns a parser that maps a keyword such as `none` to null and leaves the rest to another parser. */
export function nullOr<T>(keyword: string, parse: Parser<T>): Parser<T | null> {
  return (reader) => (reader.ident(keyword) ? null : parse(reader));
}

/** A shorthand: the longhands that it sets, and the parser of its value. */
export interface ShorthandDefinition {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The longhands it sets, including reset-only ones. */
  readonly longhands: readonly PropertyDefinition[];
  /** Returns the values of `longhands`, in the same order. */
  readonly parse: Parser<readonly SpecifiedValue[]>;
  /** Whether lengths may lack a unit in quirks mode. */
  readonly quirkyLength: boolean;
}

/** Returns the longhand of a name, for the tables below. */
export type FindLonghand = (name: string) => PropertyDefinition;
