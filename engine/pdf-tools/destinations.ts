/** Destinations of a file: named ones in links and outlines, and explicit ones. */
import type { Budget } from '../budget.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import {
  bytesOfString,
  dictionaryText,
  readArray,
  type RawDictionary,
  readDictionary,
  referenceOf,
} from '../pdf-source/pdf-syntax.ts';
import { namesOf } from './trees.ts';

export class Destinations {
  private readonly reader: PdfReader;
  /** Named destinations by the bytes of their names. */
  readonly named: Map<string, string>;

  constructor(reader: PdfReader, budget: Budget) {
    this.reader = reader;
    const catalog = reader.dictionary(reader.trailer.get('Root'));
    const names = reader.resolve(catalog.get('Names'));
    this.named = names.startsWith('<<') ? namesOf(reader, budget, readDictionary(names).get('Dests')) : new Map();
    // Up to PDF 1.1, names were in a dictionary.
    const old = reader.resolve(catalog.get('Dests'));
    if (old.startsWith('<<'))
      for (const [name, value] of readDictionary(old)) if (!this.named.has(name)) this.named.set(name, value);
  }

  /** Returns the array of a destination, as written; null if it leads nowhere. */
  explicit(given: string | undefined): string | null {
    const value = this.reader.resolve(given);
    if (value.startsWith('[')) return value;
    const name = value.startsWith('/') ? value.slice(1) : isString(value) ? bytesOfString(value) : null;
    if (name === null) return null;
    const target = this.reader.resolve(this.named.get(name));
    const array = target.startsWith('<<') ? this.reader.resolve(readDictionary(target).get('D')) : target;
    return array.startsWith('[') ? array : null;
  }

  /** Returns the object number of the page that a destination leads to, or null. */
  pageOf(given: string | undefined): number | null {
    const array = this.explicit(given);
    return array === null ? null : referenceOf(readArray(array)[0]);
  }

  /** Returns the destination of a link or an outline item within the file; undefined if it has none. */
  of(entries: RawDictionary): string | undefined {
    if (entries.has('Dest')) return entries.get('Dest');
    const action = this.reader.resolve(entries.get('A'));
    if (!action.startsWith('<<')) return undefined;
    const { S, D } = Object.fromEntries(readDictionary(action));
    return S === '/GoTo' ? D : undefined;
  }

  /**
   * Replaces named destinations in an object with explicit ones, because another file may use the same names. Returns
   * whether anything changed.
   */
  spellOut(entries: RawDictionary): boolean {
    let changed = false;
    const replace = (name: string, dictionary: RawDictionary): void => {
      const given = dictionary.get(name);
      if (given === undefined || this.reader.resolve(given).startsWith('[')) return;
      const array = this.explicit(given);
      if (array === null) return;
      dictionary.set(name, array);
      changed = true;
    };
    replace('Dest', entries);
    if (entries.get('S') === '/GoTo') replace('D', entries);
    const action = entries.get('A') ?? '';
    if (!action.startsWith('<<')) return changed;
    const inside = readDictionary(action);
    if (inside.get('S') !== '/GoTo') return changed;
    replace('D', inside);
    if (changed) entries.set('A', dictionaryText(inside));
    return changed;
  }
}

const isString = (value: string): boolean =>
  value.startsWith('(') || (value.startsWith('<') && !value.startsWith('<<'));
