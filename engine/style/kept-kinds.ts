/**
 * Kinds of elements that outlive a render, with their rules. Both depend only on the rules and on the common features
 * of a kind's elements. So a template's elements are matched once, however often it is rendered. They are kept as long
 * as the author's rule set.
 */
import type { RuleEntry } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';

/** Limits per rule set: the number of kinds, the characters of their keys, and the entries of their rules. */
export const MAX_KEPT_KINDS = 500;
const MAX_CHARACTERS = 100_000;
const MAX_ENTRIES = 20_000;

interface KeptRules {
  /** Rules that match all elements of the kind, in order. */
  readonly local: readonly RuleEntry[];
  /** Rules that may match some of them. */
  readonly rest: readonly RuleEntry[];
  /** Work in ticks, charged to every render that uses the rules. */
  readonly cost: number;
}

/** Keyed by the author's rules, then by the user agent's. */
const keptWith = new WeakMap<RuleSet, WeakMap<RuleSet, KeptKinds>>();

export class KeptKinds {
  private readonly numbers = new Map<string, number>();
  /** Keyed by pseudo-element and kind. */
  private readonly rules = new Map<string | null, Map<number, KeptRules>>();
  private characters = 0;
  private entries = 0;

  private constructor() {}

  static of(author: RuleSet, userAgent: RuleSet): KeptKinds {
    let byUserAgent = keptWith.get(author);
    if (byUserAgent === undefined) keptWith.set(author, (byUserAgent = new WeakMap()));
    let kept = byUserAgent.get(userAgent);
    if (kept === undefined) byUserAgent.set(userAgent, (kept = new KeptKinds()));
    return kept;
  }

  /** Returns the number of a kind, from 1 to MAX_KEPT_KINDS, by its key; 0 if there is no room for it. */
  numberOf(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.numbers.size === MAX_KEPT_KINDS || this.characters + key.length > MAX_CHARACTERS) return 0;
    this.characters += key.length;
    this.numbers.set(key, this.numbers.size + 1);
    return this.numbers.size;
  }

  find(pseudo: string | null, kind: number): KeptRules | null {
    return this.rules.get(pseudo)?.get(kind) ?? null;
  }

  /** Keeps the rules for a numbered kind, if there is room. */
  keep(pseudo: string | null, kind: number, rules: KeptRules): void {
    const size = rules.local.length + rules.rest.length;
    if (kind > MAX_KEPT_KINDS || this.entries + size > MAX_ENTRIES) return;
    this.entries += size;
    let kinds = this.rules.get(pseudo);
    if (kinds === undefined) this.rules.set(pseudo, (kinds = new Map()));
    kinds.set(kind, rules);
  }
}
