/** Finds the blocks that apply to an element, in cascade order (css-cascade-5 §6). */
import type { Budget } from '../budget.ts';
import { reportComplaints } from '../css/complaints.ts';
import { SourceText } from '../css/syntax/source-text.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import { AppliedBlock, CascadeNode } from './applied-block.ts';
import { compareEntries, type MatchedRules, MatchingRules } from './matching-rules.ts';
import type { HintReader } from './presentational-hints.ts';
import type { DocumentRules } from './document-rules.ts';
import type { ContainerConditions, RuleEntry } from './rule-index.ts';
import { BoundedCache } from '../bounded-cache.ts';
import type { Complaint } from '../css/rules.ts';
import { parseStyleAttribute } from '../css/stylesheet.ts';

type StyleNode = CascadeNode<ComputedStyle>;

/** Longer cascades aren't shared: each block would need a node in the tree. */
const MAX_SHARED_BLOCKS = 256;

export class ElementMatcher {
  private readonly rules: DocumentRules;
  private readonly diagnostics: Diagnostics;
  private readonly quirks: boolean;
  private readonly matching: MatchingRules;
  private readonly budget: Budget;
  private readonly hints: HintReader;
  private readonly roots = new Map<string | null, StyleNode>();
  private readonly attributeBlocks = new Map<string, AttributeBlocks>();

  constructor(
    document: Document,
    rules: DocumentRules,
    hints: HintReader,
    budget: Budget,
    diagnostics: Diagnostics,
    containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean,
  ) {
    this.rules = rules;
    this.hints = hints;
    this.diagnostics = diagnostics;
    this.quirks = document.quirks;
    this.budget = budget;
    this.matching = new MatchingRules(document, rules, budget, containerHolds);
  }

  nodeOf(element: Element): StyleNode {
    const matched = this.matching.of(element, null);
    const hint = this.hints.hintOf(element);
    const attribute = element.attributes.length === 0 ? null : this.styleAttribute(element);
    if (hint !== null || attribute !== null) return this.cascade(null, matched, hint, attribute);
    return (matched.node ??= this.cascade(null, matched, null, null));
  }

  /** Returns whether an element may have `::before` or `::after`. */
  mayHaveContent(element: Element): boolean {
    return this.matching.mayHaveContent(element);
  }

  /** Returns the cascade of a pseudo-element, or null when no rule mentions it. */
  pseudoNodeOf(element: Element, pseudo: string): StyleNode | null {
    if (!this.rules.mentionsPseudo(pseudo)) return null;
    const matched = this.matching.of(element, pseudo);
    return matched.entries.length === 0 ? null : (matched.node ??= this.cascade(pseudo, matched, null, null));
  }

  /** Returns the matching rules, weakest first. */
  matchingEntries(element: Element, pseudo: string | null): readonly RuleEntry[] {
    return this.matching.of(element, pseudo).entries;
  }

  private cascade(
    pseudo: string | null,
    matched: MatchedRules,
    hint: AppliedBlock | null,
    attribute: AttributeBlocks | null,
  ): StyleNode {
    const blocks: AppliedBlock[] = [];
    const { entries } = matched;
    let hintPlaced = hint === null;
    let important = false;
    let last: AppliedBlock | null = null;
    let attributePlaced = false;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      if (i === matched.outerStart && attribute !== null && attribute.normal !== null) {
        blocks.push(attribute.normal);
        attributePlaced = true;
      }
      if (!hintPlaced && hint !== null && entry.band > 0) {
        blocks.push(hint);
        hintPlaced = true;
      }
      if (entry.important !== null) important = true;
      // Several selectors of one rule may match. Only the most specific one is used. They are adjacent unless other
      // rules come between.
      if (entry.normal !== null && entry.normal !== last) blocks.push(entry.normal);
      last = entry.normal;
    }
    if (!hintPlaced && hint !== null) blocks.push(hint);
    if (!attributePlaced && attribute !== null && attribute.normal !== null) blocks.push(attribute.normal);
    if (important || (attribute !== null && attribute.important !== null)) addImportant(blocks, matched, attribute);
    return this.nodeFor(pseudo, blocks);
  }

  private nodeFor(pseudo: string | null, blocks: readonly AppliedBlock[]): StyleNode {
    if (blocks.length > MAX_SHARED_BLOCKS) return new CascadeNode<ComputedStyle>(null, null, blocks);
    let node = this.roots.get(pseudo);
    if (node === undefined) this.roots.set(pseudo, (node = new CascadeNode<ComputedStyle>(null, null)));
    for (let i = 0; i < blocks.length; i++) node = node.with(blocks[i]!);
    return node;
  }

  private styleAttribute(element: Element): AttributeBlocks | null {
    const text = element.attribute('style');
    if (text === null || text === '') return null;
    let blocks = this.attributeBlocks.get(text);
    if (blocks === undefined) {
      blocks = styleAttributeBlocks(text, this.quirks, this.budget);
      const { position } = element;
      // Files that were joined to the document have names.
      const name = position === null || position.source === 'document' ? 'style attribute' : position.source;
      const source = new SourceText(text, name, position?.line, position?.column);
      reportComplaints(blocks.complaints, source, this.diagnostics);
      if (blocks.normal !== null) this.rules.place(blocks.normal, source);
      if (blocks.important !== null) this.rules.place(blocks.important, source);
      this.attributeBlocks.set(text, blocks);
    }
    return blocks;
  }
}

/** Appends important declarations: the author's layers in reverse, the style attribute, then the user agent. */
function addImportant(blocks: AppliedBlock[], matched: MatchedRules, attribute: AttributeBlocks | null): void {
  const entries = importantEntries(matched);
  let attributePlaced = false;
  for (const entry of entries) {
    if (!attributePlaced && entry.band === 0 && attribute !== null && attribute.important !== null) {
      blocks.push(attribute.important);
      attributePlaced = true;
    }
    if (entry.important !== null) blocks.push(entry.important);
  }
  if (!attributePlaced && attribute !== null && attribute.important !== null) blocks.push(attribute.important);
}

/** Returns the important entries in order. Inner trees override outer ones, and the user agent comes last. */
function importantEntries({ entries, groups, proximities }: MatchedRules): readonly RuleEntry[] {
  const sorted = (group: readonly RuleEntry[]): RuleEntry[] =>
    group
      .filter((entry) => entry.important !== null)
      .sort((a, b) => a.importantBand - b.importantBand || compareEntries(a, b, proximities));
  return groups === null ? sorted(entries) : [...groups].reverse().flatMap(sorted);
}

/** The blocks of a style attribute's text, independent of its position. */
interface AttributeBlocks {
  readonly normal: AppliedBlock | null;
  readonly important: AppliedBlock | null;
  readonly complaints: readonly Complaint[];
}

/** Maximum number of attributes kept, and their total length in characters. */
const MAX_ATTRIBUTES = 4096;
const MAX_CHARACTERS = 1_000_000;

const standard = new BoundedCache<string, AttributeBlocks>(MAX_ATTRIBUTES, MAX_CHARACTERS);
/** Separate, because values may be parsed differently in quirks mode. */
const quirky = new BoundedCache<string, AttributeBlocks>(MAX_ATTRIBUTES, MAX_CHARACTERS);

/** Returns the same blocks for the same text, while they are cached. */
function styleAttributeBlocks(text: string, quirks: boolean, budget: Budget): AttributeBlocks {
  const cache = quirks ? quirky : standard;
  let blocks = cache.get(text);
  if (blocks === undefined) {
    const { block, complaints } = parseStyleAttribute(text, budget);
    const make = (important: boolean): AppliedBlock =>
      new AppliedBlock('style attribute', important, block, null, null, null);
    blocks = {
      normal: block.hasNormal ? make(false) : null,
      important: block.hasImportant ? make(true) : null,
      complaints,
    };
    cache.set(text, blocks, text.length);
  }
  return blocks;
}
