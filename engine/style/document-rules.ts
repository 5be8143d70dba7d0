/** All rules that apply to a document: the user agent's and the author's, each set shared with other documents that have the same. */
import type { Budget } from '../budget.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import type { StyleSheet } from '../css/rules.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import { quirksSheet, userAgentSheet } from '../css/user-agent-sheet.ts';
import type { Document } from '../document/node.ts';
import type { AppliedBlock, BlockSource } from './applied-block.ts';
import { ElementKinds } from './element-kinds.ts';
import type { RuleIndex } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';
import { ruleSetFor } from './rule-set-cache.ts';

export class DocumentRules {
  readonly author: RuleSet;
  readonly kinds: ElementKinds;
  private readonly userAgent: RuleSet;
  private readonly userAgentSheets: readonly StyleSheet[];
  private readonly sheets: readonly StyleSheet[];
  /** Of blocks that stand in no sheet. */
  private readonly sources = new Map<AppliedBlock, SourceText>();

  constructor(sheets: readonly StyleSheet[], media: MediaEnvironment, budget: Budget, document: Document) {
    const { quirks } = document;
    this.sheets = sheets;
    this.userAgentSheets = quirks ? [userAgentSheet(), quirksSheet()] : [userAgentSheet()];
    this.userAgent = ruleSetFor('user-agent', this.userAgentSheets, media, quirks, budget);
    this.author = ruleSetFor('author', sheets, media, quirks, budget);
    this.kinds = new ElementKinds(document.nodeCount, [this.userAgent.mentions, this.author.mentions]);
  }

  /** The indexes of rules for elements, or for a kind of pseudo-elements. */
  indexesFor(pseudo: string | null): readonly RuleIndex[] {
    const found: RuleIndex[] = [];
    for (const { indexes } of [this.userAgent, this.author]) {
      const index = indexes.get(pseudo);
      if (index !== undefined) found.push(index);
    }
    return found;
  }

  mentionsPseudo(pseudo: string): boolean {
    return this.author.indexes.has(pseudo) || this.userAgent.indexes.has(pseudo);
  }

  /** Where a block of a style attribute stands: the first element's that has it. */
  place(applied: AppliedBlock, source: SourceText): void {
    if (!this.sources.has(applied)) this.sources.set(applied, source);
  }

  /** The text that a block's positions refer to; null: it stands in none. */
  sourceOf(applied: AppliedBlock): SourceText | null {
    const { source, origin } = applied;
    if (source === null) return this.sources.get(applied) ?? null;
    return origin === 'user-agent' && typeof source === 'number'
      ? this.userAgentSheets[source].source
      : this.authorSource(source);
  }

  authorSource(source: BlockSource): SourceText {
    return typeof source === 'number' ? this.sheets[source].source : source;
  }
}
