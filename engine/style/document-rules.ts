/**
 * All rules that apply to a document, from the user agent and the author. Documents with the same sheets share the
 * sets.
 */
import { addTo } from '../grouped.ts';
import type { Budget } from '../budget.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import type { StyleSheet } from '../css/rules.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import { quirksSheet, userAgentSheet } from '../css/user-agent-sheet.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { Document, ShadowTree } from '../document/node.ts';
import type { AppliedBlock, BlockSource } from './applied-block.ts';
import { type IsWanted, placeInBlock, placeInSheets } from './declaration-places.ts';
import { ElementKinds } from './element-kinds.ts';
import { KeptKinds } from './kept-kinds.ts';
import type { RuleIndex } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';
import { ruleSetFor } from './rule-set-cache.ts';

/** The rules of a shadow tree's own sheets. */
interface TreeRules {
  readonly set: RuleSet;
  readonly sheets: readonly StyleSheet[];
}

export class DocumentRules {
  readonly author: RuleSet;
  readonly kinds: ElementKinds;
  readonly userAgent: RuleSet;
  /** Rules of the shadow trees that have sheets. */
  readonly trees: ReadonlyMap<ShadowTree, TreeRules>;
  private readonly userAgentSheets: readonly StyleSheet[];
  private readonly sheets: readonly StyleSheet[];
  /** Results of `mentionsPseudo`, which every element queries for several pseudo-elements. */
  private readonly mentioned = new Map<string, boolean>();
  /** Sources of blocks outside sheets. */
  private readonly sources = new Map<AppliedBlock, SourceText>();

  constructor(sheets: readonly StyleSheet[], media: MediaEnvironment, budget: Budget, document: Document) {
    const { quirks } = document;
    this.sheets = sheets.filter(({ tree }) => tree === null);
    this.userAgentSheets = quirks ? [userAgentSheet(), quirksSheet()] : [userAgentSheet()];
    this.userAgent = ruleSetFor('user-agent', this.userAgentSheets, media, quirks, budget);
    this.author = ruleSetFor('author', this.sheets, media, quirks, budget);
    this.trees = treeRules(sheets, (own) => ruleSetFor('author', own, media, quirks, budget));
    const kept = KeptKinds.of(this.author, this.userAgent);
    this.kinds = new ElementKinds(document.nodeCount, [this.userAgent.mentions, this.author.mentions], kept, budget);
  }

  /** Returns the indexes of rules for elements, or for a kind of pseudo-element. */
  indexesFor(pseudo: string | null): readonly RuleIndex[] {
    const found: RuleIndex[] = [];
    for (const { indexes } of [this.userAgent, this.author]) {
      const index = indexes.get(pseudo);
      if (index !== undefined) found.push(index);
    }
    return found;
  }

  mentionsPseudo(pseudo: string): boolean {
    let isMentioned = this.mentioned.get(pseudo);
    if (isMentioned === undefined) this.mentioned.set(pseudo, (isMentioned = this.findMention(pseudo)));
    return isMentioned;
  }

  private findMention(pseudo: string): boolean {
    if (this.author.indexes.has(pseudo) || this.userAgent.indexes.has(pseudo)) return true;
    return [...this.trees.values()].some(({ set }) => set.indexes.has(pseudo));
  }

  /** Records the source of a style attribute's block: the first element that has it. */
  place(applied: AppliedBlock, source: SourceText): void {
    if (!this.sources.has(applied)) this.sources.set(applied, source);
  }

  /** Returns the text that a block's positions refer to, or null. */
  sourceOf(applied: AppliedBlock): SourceText | null {
    const { source, origin } = applied;
    if (source === null) return this.sources.get(applied) ?? null;
    if (typeof source !== 'number') return source;
    if (origin === 'user-agent') return this.userAgentSheets[source]!.source;
    return (this.treeOf(applied)?.sheets ?? this.sheets)[source]!.source;
  }

  /** Returns the shadow tree whose sheets contain a block; the first one if several share the same sheets. */
  private treeOf({ layer }: AppliedBlock): TreeRules | null {
    if (this.trees.size === 0) return null;
    let outer = layer;
    while (outer?.parent) outer = outer.parent;
    for (const rules of this.trees.values()) if (rules.set.layer === outer) return rules;
    return null;
  }

  /**
   * Returns the position of the author's first matching declaration in the document's sheets, shadow trees or style
   * attributes.
   */
  declarationPlace(isWanted: IsWanted): SourcePosition | null {
    const inSheets = placeInSheets(this.sheets, isWanted);
    if (inSheets !== null) return inSheets;
    for (const { sheets } of this.trees.values()) {
      const found = placeInSheets(sheets, isWanted);
      if (found !== null) return found;
    }
    for (const [{ block }, source] of this.sources) {
      const found = block && placeInBlock(block, source, isWanted);
      if (found) return found;
    }
    return null;
  }

  authorSource(source: BlockSource): SourceText {
    return typeof source === 'number' ? this.sheets[source]!.source : source;
  }
}

function treeRules(
  sheets: readonly StyleSheet[],
  setFor: (sheets: readonly StyleSheet[]) => RuleSet,
): ReadonlyMap<ShadowTree, TreeRules> {
  const byTree = new Map<ShadowTree, StyleSheet[]>();
  for (const sheet of sheets) {
    if (sheet.tree === null) continue;
    addTo(byTree, sheet.tree, sheet);
  }
  return new Map([...byTree].map(([tree, own]) => [tree, { set: setFor(own), sheets: own }]));
}
