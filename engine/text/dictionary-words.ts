/**
 * Words of scripts that are written without spaces, Thai, Lao, Khmer and Burmese, by ICU's dictionaries and in ICU's way (of the words that begin at a
 * place, the longest that is followed by most others), so that lines break at the same places wherever the engine runs: runtimes bring dictionaries of
 * different years, and some leave them out.
 */
import { host } from '../platform/host.ts';
import { WordTrie } from './word-trie.ts';

interface Script {
  readonly name: string;
  /** The character that the dictionary begins with. */
  readonly first: number;
  /** Characters that words are made of: those of line breaking class SA. */
  readonly letters: RegExp;
  readonly marks: RegExp;
  /** Characters that no word ends in, as they belong to what follows. */
  readonly notLast: RegExp | null;
  /** Characters that words begin with. */
  readonly initial: RegExp;
  readonly hasSuffixes: boolean;
  /** Stretches that are shorter hold no two words. */
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

/** Words of fewer characters are joined with what follows and is none, */
const ROOT_LIMIT = 3;
/** and what has fewer in common with a word is none. */
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
/** A dictionary without words. */
const FINAL_VALUE = 0x21;

/** The words that may begin at a place, and how far it is known of each that it is one. */
class Candidates {
  private readonly ends: number[] = [];
  private start = -1;
  private count = 0;
  private current = 0;
  private mark = 0;
  /** Characters that it has in common with words. */
  prefix = 0;

  /** How many words begin here; the longest is the current one. */
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

  /** The end of the current word. */
  get end(): number {
    return this.ends[this.current]!;
  }

  /** Takes the next shorter word; false: there is none. */
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

/** The words of one stretch of a script. */
class Words {
  private readonly text: string;
  private readonly script: Script;
  private readonly trie: WordTrie;
  private readonly to: number;
  /** Of the word that is looked for, and the two behind it, in turns. */
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

  /** Calls for each boundary within the stretch that begins at `from`. */
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

  /** The end of the word that begins here; the place itself: none does. */
  private word(at: number): number {
    const first = this.candidates(0);
    const count = first.find(this, at);
    if (count === 0) return at;
    if (count > 1) this.choose(first);
    this.turn++;
    return first.markedEnd;
  }

  /** Marks the longest word that two others follow, else the shortest that another follows, else the longest. */
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

  /** The end of a short word, or of none, with what follows it and is no word. */
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

  /** With the marks of repetition and abbreviation that stand behind a word. */
  private withSuffix(end: number): number {
    const { text } = this;
    if (this.candidates(0).find(this, end) > 0 || !isSuffix(text[end])) return end;
    let place = end;
    if (text[place] === PAIYANNOI && !isSuffix(text[place - 1])) place++;
    if (text[place] === MAIYAMOK && text[place - 1] !== MAIYAMOK) place++;
    return place;
  }
}

/** Calls for each place between two words of such a script in a part of a text. */
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
