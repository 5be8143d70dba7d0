/** What a style sheet consists of once its preludes are understood. */
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import type { Condition } from './at-rules/condition.ts';
import type { CounterStyleRule } from './at-rules/counter-style.ts';
import type { FontFaceDescriptors } from './at-rules/font-face-rule.ts';
import type { MediaFeature, MediaQueryList } from './at-rules/media.ts';
import type { Severity, SourcePosition } from '../diagnostics.ts';
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
  /** Of the selector, in the sheet's text. */
  readonly offset: number;
  /** The prelude as written, for people. */
  readonly selectorText: string;
}

export interface MediaRule {
  readonly kind: 'media';
  readonly query: MediaQueryList;
  readonly rules: readonly Rule[];
}

export interface ContainerRule {
  readonly kind: 'container';
  /** One must hold. */
  readonly queries: readonly ContainerQuery[];
  readonly rules: readonly Rule[];
}

/** What is asked of one container. */
export interface ContainerQuery {
  readonly name: string | null;
  readonly condition: Condition<MediaFeature | StyleQuery>;
}

/** `style(...)` of a container query. */
export interface StyleQuery {
  readonly style: Condition<StyleFeature>;
}

export type StyleFeature =
  /** `value` null: has any value. */
  | { readonly property: string; readonly value: string | null }
  /** One operand more than comparisons; a custom property's name among them stands for its value. */
  | { readonly operands: readonly string[]; readonly comparisons: readonly string[] };

export interface LayerRule {
  readonly kind: 'layer';
  /** Name parts; null: an anonymous layer. */
  readonly name: readonly string[] | null;
  readonly rules: readonly Rule[];
}

/** `@layer a, b;` */
export interface LayerNamesRule {
  readonly kind: 'layer-names';
  readonly names: readonly (readonly string[])[];
}

export interface ScopeRule {
  readonly kind: 'scope';
  /** null: the root of the document (or the parent of the style element). */
  readonly start: SelectorList | null;
  readonly end: SelectorList | null;
  readonly rules: readonly Rule[];
}

export interface ImportRule {
  readonly kind: 'import';
  readonly content: SheetContent;
  readonly source: SourceText;
  readonly media: MediaQueryList;
  /** undefined: no layer; null: an anonymous one. */
  readonly layer: readonly string[] | null | undefined;
}

/** @font-face. */
export interface FontFaceAtRule {
  readonly kind: 'font-face';
  readonly face: FontFaceDescriptors;
  readonly offset: number;
}

export interface PageSelector {
  /** null: any page. */
  readonly name: string | null;
  readonly pseudos: readonly PagePseudo[];
}

export type PagePseudo =
  | { readonly type: 'first' | 'last' | 'left' | 'right' | 'blank' }
  /** Page numbers a*n+b, from 1; `of` a page name. */
  | { readonly type: 'nth'; readonly a: number; readonly b: number; readonly of: string | null };

export interface PageRule {
  readonly kind: 'page';
  /** Empty: every page. */
  readonly selectors: readonly PageSelector[];
  readonly block: DeclarationBlock;
  /** `size`, `marks`, `bleed`, `page-orientation`: of the sheet, not of a box. */
  readonly descriptors: readonly DeclarationText[];
  /** By margin box name (`top-left`), and `footnote` for the footnote area. */
  readonly marginBoxes: readonly { readonly name: string; readonly block: DeclarationBlock }[];
  readonly offset: number;
}

export interface CounterStyleAtRule {
  readonly kind: 'counter-style';
  readonly style: CounterStyleRule;
}

export interface PropertyRule {
  readonly kind: 'property';
  readonly name: string;
  readonly syntax: string;
  readonly inherits: boolean;
  /** null: the guaranteed-invalid value. */
  readonly initialValue: string | null;
}

export interface FunctionParameter {
  readonly name: string;
  /** null: any. */
  readonly syntax: string | null;
  /** null: none. */
  readonly otherwise: string | null;
}

/** A custom function (css-mixins-1 §2). */
export interface FunctionRule {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly FunctionParameter[];
  /** The syntax of what it returns; null: any. */
  readonly returns: string | null;
  /** `result` and local variables in order; they count where all their media queries hold. */
  readonly declarations: readonly {
    readonly name: string;
    readonly value: string;
    readonly media: readonly MediaQueryList[];
  }[];
}

/** What a positioned box may be otherwise where it doesn't fit (css-anchor-position-1 §5.3). */
export interface PositionTryRule {
  readonly kind: 'position-try';
  readonly name: string;
  readonly block: DeclarationBlock;
}

/** @font-feature-values, @font-palette-values: kept for fonts. A name in a feature type's block is `styleset/name`. */
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

/** What was ignored or replaced in a text. */
export interface Complaint {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** In the text; or where it stands in another one, which was imported. */
  readonly at: number | SourcePosition;
  readonly count: number;
}

/** What a sheet's text says, wherever it stands: it follows from the text alone, and never changes. */
export interface SheetContent {
  readonly rules: readonly Rule[];
  /** In order, the same ones counted. */
  readonly complaints: readonly Complaint[];
  /** In order. */
  readonly references: readonly StyleReference[];
  /** Bytes that it takes, about: the text and what was made of it. */
  readonly size: number;
}

/** A text at its place in a document. */
export interface StyleSheet {
  readonly source: SourceText;
  /** The `media` attribute. */
  readonly media: string;
  readonly content: SheetContent;
  /** Of whose elements it speaks; null: of the document's own. */
  readonly tree: ShadowTree | null;
}
