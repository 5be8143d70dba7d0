import { addTo } from '../grouped.ts';
import type { Budget } from '../budget.ts';
import { lazily } from '../lazily.ts';

/** Phrases of one word are at least this long: shorter ones occur everywhere. */
const SHORTEST_WORD = 4;
const SHORTEST_PHRASE = 3;

const WORD = lazily(() => /[\p{L}\p{M}\p{N}]+/gu);

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A place in a text, in UTF-16 code units. */
interface Found {
  readonly start: number;
  readonly end: number;
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD()), (match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** Replaces everything but spaces, so that lines break where they did. */
export const blocked = (text: string): string => text.replace(/[^\s\u00ad\u200b]/gu, '█');

/** The phrases that were redacted. They are compared by their words, without case and punctuation. */
export class Secrets {
  private readonly byFirstWord = new Map<string, (readonly string[])[]>();
  private readonly known = new Set<string>();
  private readonly budget: Budget;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Adds a phrase, unless it is too short to be recognized elsewhere. */
  add(text: string): void {
    const words = wordsOf(text).map((word) => word.text);
    this.budget.tickBy(words.length);
    const joined = words.join(' ');
    if (joined.length < (words.length === 1 ? SHORTEST_WORD : SHORTEST_PHRASE) || this.known.has(joined)) return;
    this.known.add(joined);
    addTo(this.byFirstWord, words[0]!, words);
  }

  /** Returns the occurrences of phrases in a text, in order. */
  find(text: string): readonly Found[] {
    const found: Found[] = [];
    if (this.known.size === 0) return found;
    const words = wordsOf(text);
    for (let i = 0; i < words.length; i++) {
      this.budget.tick();
      let longest = 0;
      for (const phrase of this.byFirstWord.get(words[i]!.text) ?? []) {
        if (phrase.length <= longest) continue;
        let matched = 1;
        while (matched < phrase.length && words[i + matched]?.text === phrase[matched]) matched++;
        this.budget.tickBy(matched);
        if (matched === phrase.length) longest = matched;
      }
      if (longest === 0) continue;
      found.push({ start: words[i]!.start, end: words[i + longest - 1]!.end });
      i += longest - 1;
    }
    return found;
  }

  /** Returns the text with blocks in place of phrases. */
  mask(text: string): string {
    const found = this.find(text);
    if (found.length === 0) return text;
    let masked = '';
    let at = 0;
    for (const { start, end } of found) {
      masked += text.slice(at, start) + blocked(text.slice(start, end));
      at = end;
    }
    return masked + text.slice(at);
  }
}
