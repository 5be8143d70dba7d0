/**
 * Finds words of scripts written without spaces: Thai, Lao, Khmer and Burmese. Uses ICU's dictionaries and algorithm,
 * which picks, of the words that begin at a position, the longest that most other words can follow. The dictionaries
 * are bundled because those of JavaScript runtimes differ by version or are missing. As a result, lines break at the
 * same positions everywhere.
 */
import { host } from '../platform/host.ts';
import { WordTrie } from './word-trie.ts';

interface Script {
  readonly name: string;
  /** The character of the dictionary's byte 0. */
  readonly first: number;
  /** The characters that form words: those of line breaking class SA. */
  readonly letters: RegExp;
  readonly marks: RegExp;
  /** Characters that can't end a word, because they belong to the next one. */
  readonly notLast: RegExp | null;
  /** Characters that can begin a word. */
  readonly initial: RegExp;
  readonly hasSuffixes: boolean;
  /** Minimum length of a range that contains two words. */
  readonly least: number;
}

const THAI: Script = {
  name: 'thai',
  first: 0x0e00,
  letters: /[\u0e01-\u0e3a\u0e40-\u0e4e]/,
  marks: /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/,
  notLast: /[\u0e31\u0e40-\u0e44]/,
  initial: /[\u0e01-\u0e2e\u0e40-\u0e44]/,
  hasSuffixes: true,
  least: 5,
};
const LAO: Script = {
  name: 'lao',
  first: 0x0e80,
  letters: /[\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf]/,
  marks: /[\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece]/,
  notLast: /[\u0ec0-\u0ec4]/,
  initial: /[\u0e81-\u0eae\u0edc\u0edd\u0ec0-\u0ec4]/,
  hasSuffixes: false,
  least: 4,
};
const KHMER: Script = {
  name: 'khmer',
  first: 0x1780,
  letters: /[\u1780-\u17d3\u17d7\u17dc\u17dd]/,
  marks: /[\u17b4-\u17d3\u17dd]/,
  notLast: /\u17d2/,
  initial: /[\u1780-\u17b3]/,
  hasSuffixes: false,
  least: 4,
};
const BURMESE: Script = {
  name: 'burmese',
  first: 0x1000,
  letters: /[\u1000-\u103f\u1050-\u108f\u109a-\u109f\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaac2]/,
  marks:
    /[\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d]/,
  notLast: null,
  initial: /[\u1000-\u102a]/,
  hasSuffixes: false,
  least: 4,
};
const SCRIPTS = [THAI, LAO, KHMER, BURMESE];

/** Words with fewer characters are joined with following text that isn't a word, */
const ROOT_LIMIT = 3;
/** unless that text shares at least this many characters with a word. */
const PREFIX_LIMIT = 3;

const PAIYANNOI = '\u0e2f';
const MAIYAMOK = '\u0e46';
const isSuffix = (character: string | undefined): boolean => character === PAIYANNOI || character === MAIYAMOK;

const dictionaries = new Map<Script, WordTrie>();
const MOST_BYTES = 1 << 20;

function dictionaryOf(script: Script): WordTrie {
  let found = dictionaries.get(script);
  if (found === undefined) {
    const file = host().read(`dictionaries/${script.name}.words`);
    const bytes = file && host().inflate(file, MOST_BYTES);
    found = new WordTrie(bytes ?? Uint8Array.of(FINAL_VALUE), script.first);
    dictionaries.set(script, found);
  }
  return found;
}
/** An empty dictionary. */
const FINAL_VALUE = 0x21;

/** The words that may begin at a position, with a current choice. */
class Candidates {
  private readonly ends: number[] = [];
  private start = -1;
  private count = 0;
  private current = 0;
  private mark = 0;
  /** The number of characters it shares with words. */
  prefix = 0;

  /** Returns the number of words that begin here. The longest becomes the current one. */
  find(words: Words, at: number): number {
    if (this.start !== at) {
      this.start = at;
      const { count, seen } = words.matches(at, this.ends);
      this.count = count;
      this.prefix = seen;
    }
    this.current = this.mark = this.count - 1;
    return this.count;
  }

  get end(): number {
    return this.ends[this.current]!;
  }

  /** Switches to the next shorter word. Returns false when there is none. */
  shorten(): boolean {
    if (this.current <= 0) return false;
    this.current--;
    return true;
  }

  markCurrent(): void {
    this.mark = this.current;
  }

  get markedEnd(): number {
    return this.ends[this.mark]!;
  }
}

/** Splits one range of a script's text into words. */
class Words {
  private readonly text: string;
  private readonly script: Script;
  private readonly trie: WordTrie;
  private readonly to: number;
  /** Candidates for the word being searched and the two after it, used in rotation. */
  private readonly ahead = [new Candidates(), new Candidates(), new Candidates()];
  private turn = 0;

  constructor(text: string, script: Script, to: number) {
    this.text = text;
    this.script = script;
    this.trie = dictionaryOf(script);
    this.to = to;
  }

  matches(at: number, ends: number[]): { count: number; seen: number } {
    return this.trie.matches(this.text, at, this.to, ends);
  }

  private candidates(further: number): Candidates {
    return this.ahead[(this.turn + further) % 3]!;
  }

  /** Calls `see` for each boundary within the range that begins at `from`. */
  each(from: number, see: (at: number) => void): void {
    let at = from;
    while (at < this.to) {
      let end = this.word(at);
      if (end - at < ROOT_LIMIT && end < this.to) end = this.joined(at, end);
      while (end < this.to && this.script.marks.test(this.text[end]!)) end++;
      if (this.script.hasSuffixes && end > at && end < this.to) end = this.withSuffix(end);
      if (end >= this.to) return;
      see(end);
      at = end;
    }
  }

  /** Returns the end of the word that begins here, or `at` if none does. */
  private word(at: number): number {
    const first = this.candidates(0);
    const count = first.find(this, at);
    if (count === 0) return at;
    if (count > 1) this.choose(first);
    this.turn++;
    return first.markedEnd;
  }

  /**
   * Chooses the longest word that two others can follow, otherwise the shortest that another can follow, otherwise the
   * longest.
   */
  private choose(first: Candidates): void {
    if (first.end >= this.to) return;
    do {
      const second = this.candidates(1);
      if (second.find(this, first.end) === 0) continue;
      first.markCurrent();
      if (second.end >= this.to) return;
      do {
        if (this.candidates(2).find(this, second.end) === 0) continue;
        first.markCurrent();
        return;
      } while (second.shorten());
    } while (first.shorten());
  }

  /** Joins a short or missing word with the following text that isn't a word. Returns the end. */
  private joined(at: number, end: number): number {
    const { text, to, script } = this;
    const next = this.candidates(0);
    if (next.find(this, end) > 0 || (end > at && next.prefix >= PREFIX_LIMIT)) return end;
    let place = end;
    for (;;) {
      const last = text[place]!;
      place++;
      if (place >= to) break;
      const isLast = script.letters.test(last) && script.notLast?.test(last) !== true;
      if (!isLast || !script.initial.test(text[place]!)) continue;
      if (this.candidates(1).find(this, place) > 0) break;
    }
    if (end === at) this.turn++;
    return place;
  }

  /** Extends a word by following marks of repetition and abbreviation. */
  private withSuffix(end: number): number {
    const { text } = this;
    if (this.candidates(0).find(this, end) > 0 || !isSuffix(text[end])) return end;
    let place = end;
    if (text[place] === PAIYANNOI && !isSuffix(text[place - 1])) place++;
    if (text[place] === MAIYAMOK && text[place - 1] !== MAIYAMOK) place++;
    return place;
  }
}

/** Calls `see` for each position between two words of such a script in a part of a text. */
export function eachWordBoundary(text: string, start: number, end: number, see: (at: number) => void): void {
  for (let i = start; i < end;) {
    const script = SCRIPTS.find(({ letters }) => letters.test(text[i]!));
    if (script === undefined) {
      i++;
      continue;
    }
    const from = i;
    while (i < end && script.letters.test(text[i]!)) i++;
    if (i - from >= script.least) new Words(text, script, i).each(from, see);
  }
}
