/** What the registry knows of a property, and how the tables of properties are written. */
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

/** A declared value of one longhand: its computed value, a Pending that gives it, or a CssWide keyword. */
export type SpecifiedValue = unknown;

/** The order in which longhands are computed: what others depend on comes first. */
export const Phase = { Direction: 0, FontFamily: 1, FontSize: 2, Font: 3, Color: 4, Rest: 5 } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** css-logical-1: which of the four physical longhands of `physical` a flow-relative one is. */
export interface LogicalMapping {
  /** Names in the order top, right, bottom, left; of two: horizontal, vertical; of corners: top-left, top-right, bottom-right, bottom-left. */
  readonly physical: readonly string[];
  readonly kind: 'side' | 'size' | 'corner';
  readonly axis: 'inline' | 'block';
  /** Of a side; of a corner the block edge, `inlineEdge` its inline edge. */
  readonly edge: 'start' | 'end';
  readonly inlineEdge: 'start' | 'end';
}

export interface PropertyDefinition {
  /** Position in `allLonghands`: the order of computing. */
  readonly index: number;
  readonly name: string;
  /** Other names that browsers accept for it. */
  readonly aliases: readonly string[];
  readonly inherited: boolean;
  readonly group: GroupName;
  /** The field of the group that holds the computed value. Flow-relative longhands have none of their own: map them first. */
  readonly field: string;
  /** The initial value, computed. */
  readonly initial: unknown;
  /** The initial value as a shorthand sets it: the CSS-wide keyword where computing needs a specified value, else `initial`. */
  readonly initialSpecified: SpecifiedValue;
  readonly parse: Parser<unknown>;
  /** From the parsed value (no longer Pending) to the computed one, where that needs the element; null: it is the same. */
  readonly compute: ((value: never, context: ComputeContext) => unknown) | null;
  readonly phase: Phase;
  readonly logical: LogicalMapping | null;
  /** The specification that defines it. */
  readonly spec: string;
  /** Lengths may lack their unit in quirks mode. */
  readonly quirkyLength: boolean;
}

export interface DefinitionOptions {
  readonly aliases?: readonly string[];
  readonly field?: string;
  readonly inherited?: boolean;
  readonly phase?: Phase;
  readonly quirkyLength?: boolean;
  readonly compute?: (value: never, context: ComputeContext) => unknown;
}

/** `margin-top` to `marginTop`, as the fields are named. */
export type CamelCase<Name extends string> = Name extends `-${infer Rest}`
  ? CamelCase<Rest>
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : Name;

function camelCase(name: string): string {
  return name.replace(/^-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A definition without its place in the order. */
export type Definition = Omit<PropertyDefinition, 'index'>;

/** Makes definitions of one group and specification, checking fields, initial values and parse results against the group's type. */
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

/** Groups whose properties inherit unless they say that they don't. */
const INHERITED_GROUPS: ReadonlySet<GroupName> = new Set(['font', 'text', 'svgPaint']);

/** The untyped maker: for values that only `compute` turns into the field's type. */
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

/** A parser of one keyword of a list; gives it in lower case. */
export function keywords<const K extends string>(...allowed: readonly K[]): Parser<K> {
  const set: ReadonlySet<K> = new Set(allowed);
  return (reader) => reader.keyword(set);
}

/** A parser of `none`-like keywords for null, then another. */
export function nullOr<T>(keyword: string, parse: Parser<T>): Parser<T | null> {
  return (reader) => (reader.ident(keyword) ? null : parse(reader));
}
