import type { DeclarationBlock } from '../css/declaration.ts';
import type { PropertyDefinition, SpecifiedValue } from '../css/properties/definition.ts';
import type { Complaint, StyleRule } from '../css/rules.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import type { ParseContext } from '../css/values/value-reader.ts';
import type { Layer } from './layers.ts';

export type Origin = 'user-agent' | 'hint' | 'author' | 'style attribute';

/**
 * Property values from attributes: typed values, or an SVG attribute in which var() must be substituted. Never the text
 * of a declaration.
 */
interface HintBlock {
  readonly values: readonly (LonghandItem | Deferred)[];
  /** The element's own `lang`; null if inherited. */
  readonly language: string | null;
}

/** The text that a block's offsets refer to: the index of a sheet in its set, or an imported text. */
export type BlockSource = number | SourceText;

/** A declaration whose value is known only after var() and the like are substituted for an element. */
export class Deferred {
  readonly name: string;
  readonly text: string;
  readonly longhands: readonly PropertyDefinition[];
  readonly context: ParseContext;

  constructor(name: string, text: string, longhands: readonly PropertyDefinition[], context: ParseContext) {
    this.name = name;
    this.text = text;
    this.longhands = longhands;
    this.context = context;
  }
}

export interface LonghandItem {
  readonly property: PropertyDefinition;
  readonly value: SpecifiedValue;
}

/** The contents of a block, in order. */
export interface Expansion {
  readonly items: readonly (LonghandItem | Deferred)[];
  readonly custom: readonly { readonly name: string; readonly value: string }[];
  /** Whether a value is `revert` or `revert-layer`. */
  readonly rollsBack: boolean;
  readonly complaints: readonly Complaint[];
}

/**
 * The normal or the important declarations of a block. There is one object per rule and importance, so that elements
 * with the same list of blocks share their style. Independent of any document.
 */
export class AppliedBlock {
  readonly block: DeclarationBlock | null;
  readonly hint: HintBlock | null;
  readonly important: boolean;
  readonly origin: Origin;
  readonly layer: Layer | null;
  readonly rule: StyleRule | null;
  /** null for blocks outside sheets. */
  readonly source: BlockSource | null;
  private expansion: Expansion | null = null;

  constructor(
    origin: Origin,
    important: boolean,
    block: DeclarationBlock | null,
    hint: HintBlock | null,
    layer: Layer | null,
    rule: StyleRule | null,
    source: BlockSource | null = null,
  ) {
    this.origin = origin;
    this.important = important;
    this.block = block;
    this.hint = hint;
    this.layer = layer;
    this.rule = rule;
    this.source = source;
  }

  /** Returns the block's contents. Computed on first use and then kept, because they depend on the block alone. */
  expanded(expand: (applied: AppliedBlock) => Expansion): Expansion {
    return (this.expansion ??= expand(this));
  }
}

/**
 * A path in the tree of cascades: the blocks that apply to an element, weakest first. Elements with the same path share
 * its node. A very long path is stored in `blocks` instead, outside the tree.
 */
export class CascadeNode<Style> {
  readonly parent: CascadeNode<Style> | null;
  readonly applied: AppliedBlock | null;
  /** Computed styles by the id of the style inherited from. */
  readonly styles = new Map<number, Style>();
  private readonly blocks: readonly AppliedBlock[] | null;
  private children: Map<AppliedBlock, CascadeNode<Style>> | null = null;

  constructor(
    parent: CascadeNode<Style> | null,
    applied: AppliedBlock | null,
    blocks: readonly AppliedBlock[] | null = null,
  ) {
    this.parent = parent;
    this.applied = applied;
    this.blocks = blocks;
  }

  with(applied: AppliedBlock): CascadeNode<Style> {
    const children = (this.children ??= new Map());
    let child = children.get(applied);
    if (child === undefined) {
      child = new CascadeNode<Style>(this, applied);
      children.set(applied, child);
    }
    return child;
  }

  /** Returns the node that `with` returns, if it exists already. */
  find(applied: AppliedBlock): CascadeNode<Style> | null {
    return this.children?.get(applied) ?? null;
  }

  /** Returns the blocks from weakest to strongest. */
  path(): readonly AppliedBlock[] {
    if (this.blocks !== null) return this.blocks;
    const path = this.applied === null ? [] : [this.applied];
    for (let { parent } = this; parent !== null; { parent } = parent)
      if (parent.applied !== null) path.push(parent.applied);
    return path.reverse();
  }
}
