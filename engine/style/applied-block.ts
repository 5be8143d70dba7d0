import type { DeclarationBlock } from '../css/declaration.ts';
import type { PropertyDefinition, SpecifiedValue } from '../css/properties/definition.ts';
import type { StyleRule } from '../css/rules.ts';
import type { Layer } from './layers.ts';

export type Origin = 'user-agent' | 'hint' | 'author' | 'style attribute';

/** What attributes say instead of declarations: typed values, never CSS text. */
export interface HintBlock {
  readonly values: readonly { readonly property: PropertyDefinition; readonly value: SpecifiedValue }[];
  /** The element's own `lang`; null: inherited. */
  readonly language: string | null;
}

/**
 * The normal or the important declarations of one block, as the cascade sees them. One object for each rule and importance,
 * so that elements with the same list of them share their style.
 */
export class AppliedBlock {
  readonly id: number;
  readonly block: DeclarationBlock | null;
  readonly hint: HintBlock | null;
  readonly important: boolean;
  readonly origin: Origin;
  readonly layer: Layer | null;
  readonly rule: StyleRule | null;

  constructor(
    id: number,
    origin: Origin,
    important: boolean,
    block: DeclarationBlock | null,
    hint: HintBlock | null,
    layer: Layer | null,
    rule: StyleRule | null,
  ) {
    this.id = id;
    this.origin = origin;
    this.important = important;
    this.block = block;
    this.hint = hint;
    this.layer = layer;
    this.rule = rule;
  }
}

/**
 * A path in the tree of cascades: the blocks that apply to an element, weakest first. Elements with the same path share its node.
 * A very long path stands in `blocks` instead, outside of the tree.
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

  /** The blocks from weakest to strongest. */
  path(): readonly AppliedBlock[] {
    if (this.blocks !== null) return this.blocks;
    const path = this.applied === null ? [] : [this.applied];
    for (let { parent } = this; parent !== null; { parent } = parent)
      if (parent.applied !== null) path.push(parent.applied);
    return path.reverse();
  }
}
