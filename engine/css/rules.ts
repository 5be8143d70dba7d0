/** The rules of a style sheet after their preludes are parsed. */
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import type { Condition } from './at-rules/condition.ts';
import type { CounterStyleRule } from './at-rules/counter-style.ts';
import type { FontFaceDescriptors } from './at-rules/font-face.ts';
import type { MediaFeature, MediaQueryList } from './at-rules/media.ts';
import type { Fix, Severity, SourcePosition } from '../diagnostics.ts';
import type { ShadowTree } from '../document/node.ts';
import type { DeclarationBlock } from './declaration.ts';
import type { StyleReference } from './references.ts';
import type { SelectorList } from './selectors/selector.ts';
import type { DeclarationText } from './syntax/block-parser.ts';
import type { SourceText } from './syntax/source-text.ts';

export interface StyleRule {
  readonly kind: 'style';
  readonly selectors: SelectorList;
  readonly block: DeclarationBlock;
  /** The selector's offset in the sheet's text. */
  readonly offset: number;
  /** The prelude as written, for messages. */
  readonly selectorText: string;
}

interface MediaRule {
  readonly kind: 'media';
  readonly query: MediaQueryList;
  readonly rules: readonly Rule[];
}

export interface ContainerRule {
  readonly kind: 'container';
  /** At least one must match. */
  readonly queries: readonly ContainerQuery[];
  readonly rules: readonly Rule[];
}

export interface ContainerQuery {
  readonly name: string | null;
  readonly condition: Condition<MediaFeature | StyleQuery>;
}

/** `style(...)` in a container query. */
export interface StyleQuery {
  readonly style: Condition<StyleFeature>;
}

export type StyleFeature =
  /** A null `value` matches any value. */
  | { readonly property: string; readonly value: string | null }
  /** A chain of comparisons, with one more operand than comparisons. A custom property's name stands for its value. */
  | { readonly operands: readonly string[]; readonly comparisons: readonly string[] };

export interface LayerRule {
  readonly kind: 'layer';
  /** The parts of the name; null for an anonymous layer. */
  readonly name: readonly string[] | null;
  readonly rules: readonly Rule[];
}

/** `@layer a, b;` */
interface LayerNamesRule {
  readonly kind: 'layer-names';
  readonly names: readonly (readonly string[])[];
}

export interface ScopeRule {
  readonly kind: 'scope';
  /** null is the document's root, or the parent of the style element. */
  readonly start: SelectorList | null;
  readonly end: SelectorList | null;
  readonly rules: readonly Rule[];
}

interface ImportRule {
  readonly kind: 'import';
  readonly content: SheetContent;
  readonly source: SourceText;
  readonly media: MediaQueryList;
  /** undefined: no layer; null: an anonymous one. */
  readonly layer: readonly string[] | null | undefined;
}

interface FontFaceAtRule {
  readonly kind: 'font-face';
  readonly face: FontFaceDescriptors;
  readonly offset: number;
}

export interface PageSelector {
  /** null matches any page. */
  readonly name: string | null;
  readonly pseudos: readonly PagePseudo[];
}

export type PagePseudo =
  | { readonly type: 'first' | 'last' | 'left' | 'right' | 'blank' }
  /** Page numbers a*n+b, counted from 1, optionally `of` a page name. */
  | { readonly type: 'nth'; readonly a: number; readonly b: number; readonly of: string | null };

export interface PageRule {
  readonly kind: 'page';
  /** Empty matches every page. */
  readonly selectors: readonly PageSelector[];
  readonly block: DeclarationBlock;
  /** `size`, `marks`, `bleed` and `page-orientation`, which apply to the sheet rather than a box. */
  readonly descriptors: readonly DeclarationText[];
  /** With the keys that `pageBoxKey` returns, such as `top-left`; `footnote` is the footnote area. */
  readonly marginBoxes: readonly { readonly name: string; readonly block: DeclarationBlock }[];
  readonly offset: number;
}

interface CounterStyleAtRule {
  readonly kind: 'counter-style';
  readonly style: CounterStyleRule;
}

export interface PropertyRule {
  readonly kind: 'property';
  readonly name: string;
  readonly syntax: string;
  readonly inherits: boolean;
  /** null is the guaranteed-invalid value. */
  readonly initialValue: string | null;
}

export interface FunctionParameter {
  readonly name: string;
  /** null accepts any value. */
  readonly syntax: string | null;
  /** The default value, or null. */
  readonly otherwise: string | null;
}

/** A custom function (css-mixins-1 §2). */
export interface FunctionRule {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly FunctionParameter[];
  /** The syntax of the result; null accepts any value. */
  readonly returns: string | null;
  /** `result` and local variables in order. Each applies where all of its media queries match. */
  readonly declarations: readonly {
    readonly name: string;
    readonly value: string;
    readonly media: readonly MediaQueryList[];
  }[];
}

/** An alternative style for a positioned box that doesn't fit (css-anchor-position-1 §5.3). */
export interface PositionTryRule {
  readonly kind: 'position-try';
  readonly name: string;
  readonly block: DeclarationBlock;
}

/**
 * `@font-feature-values` and `@font-palette-values`, kept for fonts. A name in a feature type's block is stored as
 * `styleset/name`.
 */
export interface FontValuesRule {
  readonly kind: 'font-palette-values' | 'font-feature-values';
  readonly name: string;
  readonly descriptors: ReadonlyMap<string, string>;
}

export type Rule =
  | StyleRule
  | MediaRule
  | ContainerRule
  | LayerRule
  | LayerNamesRule
  | ScopeRule
  | ImportRule
  | FontFaceAtRule
  | PageRule
  | CounterStyleAtRule
  | PropertyRule
  | PositionTryRule
  | FunctionRule
  | FontValuesRule;

/** A part of a text that was ignored or replaced. */
export interface Complaint {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** An offset in the text, or the position in another sheet that it imports. */
  readonly at: number | SourcePosition;
  readonly count: number;
  readonly fix: Fix | null;
}

/** The parsed content of a sheet, independent of where the sheet occurs. Derived from the text alone, and immutable. */
export interface SheetContent {
  readonly rules: readonly Rule[];
  /** In order of occurrence, duplicates merged with a count. */
  readonly complaints: readonly Complaint[];
  /** In order of occurrence. */
  readonly references: readonly StyleReference[];
  /** Approximate memory of the text and its rules, in bytes. */
  readonly size: number;
}

/** A sheet at its place in a document. */
export interface StyleSheet {
  readonly source: SourceText;
  /** The value of the `media` attribute. */
  readonly media: string;
  readonly content: SheetContent;
  /** The shadow tree whose elements it styles; null for the document itself. */
  readonly tree: ShadowTree | null;
}
