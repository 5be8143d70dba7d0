/**
 * Kinds of elements that outlive a render, with the rules for each: both follow from the rules and from what a kind's elements are alike in, so a
 * template's elements are matched once, however often it is rendered. They are kept with the author's set of rules, and go when that does.
 */
import type { RuleEntry } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';

/** Kinds kept with one set, the characters of their keys, and the entries of their rules. */
export const MAX_KEPT_KINDS = 500;
const MAX_CHARACTERS = 100_000;
const MAX_ENTRIES = 20_000;

/** The rules for a kind. */
export interface KeptRules {
  /** Those that match all of the kind, in order. */
  readonly local: readonly RuleEntry[];
  /** Those that may match some. */
  readonly rest: readonly RuleEntry[];
  /** Ticks: whoever takes them pays as much as the one who found them. */
  readonly cost: number;
}

/** By the author's rules, then by the user agent's. */
const keptWith = new WeakMap<RuleSet, WeakMap<RuleSet, KeptKinds>>();

export class KeptKinds {
  private readonly numbers = new Map<string, number>();
  /** By pseudo-element and kind. */
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

  /** The number of a kind, from 1 to MAX_KEPT_KINDS, by all that tells it from others; 0: there is no room for it. */
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

  /** Keeps the rules for a kind that has a number of these, if there is room. */
  keep(pseudo: string | null, kind: number, rules: KeptRules): void {
    const size = rules.local.length + rules.rest.length;
    if (kind > MAX_KEPT_KINDS || this.entries + size > MAX_ENTRIES) return;
    this.entries += size;
    let kinds = this.rules.get(pseudo);
    if (kinds === undefined) this.rules.set(pseudo, (kinds = new Map()));
    kinds.set(kind, rules);
  }
}
