// Determines from a font's layout tables (OpenType "GSUB", "GPOS") how much context shaping uses. If it is little, the
// words of a text can be shaped separately, each with its adjacent spaces, with the same result.

import type { TableRange } from '../engine/fonts/table-directory.ts';

/** What can be shaped separately: words, even single characters, or nothing. */
export type Separable = 'words' | 'characters' | null;

/** Lookup types that both tables write as extensions, and those that match several glyphs. */
const GSUB = { single: 1, alternate: 3, ligature: 4, context: 5, chain: 6, extension: 7, reverse: 8 } as const;
const GPOS = { pair: 2, context: 7, chain: 8, extension: 9 } as const;

const IGNORE_BASE_GLYPHS = 2;

/**
 * Determines what can be shaped separately. Words are separable if no lookup matches a sequence with the space glyph in
 * its middle, or skips it: then no lookup can see across a space. Anything unclear counts as a match.
 */
export function separability(bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>, space: number): Separable {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lookups = (['GSUB', 'GPOS'] as const).flatMap((tag) => {
    const table = tables.get(tag);
    return table === undefined ? [] : lookupsOf(data, table.offset, tag);
  });
  if (lookups.some((lookup) => new LookupReader(data, space).spans(lookup))) return null;
  const contextual = lookups.some(
    ({ tag, type }) => tag === 'GPOS' || (type !== GSUB.single && type !== GSUB.alternate),
  );
  return contextual || tables.has('kern') || tables.has('morx') ? 'words' : 'characters';
}

interface Lookup {
  readonly tag: 'GSUB' | 'GPOS';
  readonly type: number;
  readonly flags: number;
  /** Offsets from the file's start. */
  readonly subtables: readonly number[];
}

function lookupsOf(data: DataView, table: number, tag: 'GSUB' | 'GPOS'): Lookup[] {
  const list = table + data.getUint16(table + 8);
  return offsets(data, list, list).map((lookup) => {
    const type = data.getUint16(lookup);
    const found = offsets(data, lookup + 4, lookup);
    const isExtension = type === (tag === 'GSUB' ? GSUB.extension : GPOS.extension);
    return {
      tag,
      type: isExtension && found.length > 0 ? data.getUint16(found[0]! + 2) : type,
      flags: data.getUint16(lookup + 2),
      subtables: isExtension ? found.map((at) => at + data.getUint32(at + 4)) : found,
    };
  });
}

/** Returns `count` 16-bit numbers after the count at `at`. */
function numbers(data: DataView, at: number, count = data.getUint16(at)): number[] {
  return Array.from({ length: count }, (_, i) => data.getUint16(at + 2 + i * 2));
}

/** Returns the same numbers as offsets from `base`, without null offsets. */
const offsets = (data: DataView, at: number, base: number): number[] =>
  numbers(data, at)
    .filter((offset) => offset !== 0)
    .map((offset) => base + offset);

class LookupReader {
  private readonly data: DataView;
  private readonly space: number;

  constructor(data: DataView, space: number) {
    this.data = data;
    this.space = space;
  }

  /** Tells whether the lookup may match a sequence with the space in its middle. */
  spans({ tag, type, flags, subtables }: Lookup): boolean {
    const several = tag === 'GSUB' ? type >= GSUB.ligature : type === GPOS.pair || type >= GPOS.context;
    if (several && (flags & IGNORE_BASE_GLYPHS) !== 0) return true;
    if (tag === 'GSUB' && type === GSUB.reverse) return true;
    return subtables.some((at) => {
      if (tag === 'GSUB' && type === GSUB.ligature) return this.ligatures(at).some(hasInside);
      if (tag === 'GPOS' && type === GPOS.pair) return this.pairSkipsSpace(at);
      if (type === (tag === 'GSUB' ? GSUB.context : GPOS.context)) return this.contexts(at).some(hasInside);
      if (type === (tag === 'GSUB' ? GSUB.chain : GPOS.chain)) return this.chains(at).some(hasInside);
      return false;
    });
  }

  private isSpace = (glyph: number): boolean => glyph === this.space;

  private covered(at: number): boolean {
    const { data, space } = this;
    if (data.getUint16(at) === 1) return numbers(data, at + 2).includes(space);
    return this.rangeWith(at + 2) !== null;
  }

  private classOf(at: number): number {
    const { data, space } = this;
    if (data.getUint16(at) !== 1) return this.rangeWith(at + 2) ?? 0;
    const first = data.getUint16(at + 2);
    return numbers(data, at + 4)[space - first] ?? 0;
  }

  /** Returns the value of the range record that contains the space. */
  private rangeWith(at: number): number | null {
    const { data, space } = this;
    for (let i = 0, record = at + 2; i < data.getUint16(at); i++, record += 6) {
      if (data.getUint16(record) <= space && space <= data.getUint16(record + 2)) return data.getUint16(record + 4);
    }
    return null;
  }

  /** A pair that moves its second glyph consumes it before the next pair, so it must not be a space. */
  private pairSkipsSpace(at: number): boolean {
    const { data } = this;
    const format = data.getUint16(at + 4);
    const secondFormat = data.getUint16(at + 6);
    if (secondFormat === 0) return false;
    if (data.getUint16(at) !== 1) return true;
    const record = 2 + 2 * (bits(format) + bits(secondFormat));
    return offsets(data, at + 8, at).some((set) =>
      Array.from({ length: data.getUint16(set) }, (_, i) => data.getUint16(set + 2 + i * record)).some(this.isSpace),
    );
  }

  /** Returns sequences that lookups match; each glyph says whether it may be the space. */
  private ligatures(at: number): boolean[][] {
    const { data } = this;
    return offsets(data, at + 4, at)
      .flatMap((set) => offsets(data, set, set))
      .map((ligature) => [false, ...numbers(data, ligature + 2, data.getUint16(ligature + 2) - 1).map(this.isSpace)]);
  }

  private contexts(at: number): boolean[][] {
    const { data } = this;
    const format = data.getUint16(at);
    if (format === 3)
      return [numbers(data, at + 4, data.getUint16(at + 2)).map((coverage) => this.covered(at + coverage))];
    const classOfSpace = format === 2 ? this.classOf(at + data.getUint16(at + 4)) : this.space;
    return offsets(data, at + (format === 2 ? 6 : 4), at)
      .flatMap((set) => offsets(data, set, set))
      .map((rule) => [false, ...numbers(data, rule + 2, data.getUint16(rule) - 1).map((v) => v === classOfSpace)]);
  }

  private chains(at: number): boolean[][] {
    const { data } = this;
    const format = data.getUint16(at);
    if (format === 3) {
      const covered = (coverage: number): boolean => this.covered(at + coverage);
      return [this.chain(at + 2, 0, covered, covered, covered)];
    }
    const inClass = (k: number): ((value: number) => boolean) => {
      const found = this.classOf(at + data.getUint16(at + k));
      return (value) => value === found;
    };
    const [before, input, after] =
      format === 1 ? [this.isSpace, this.isSpace, this.isSpace] : [inClass(4), inClass(6), inClass(8)];
    // The coverage of a rule set determines the first input glyph of its rules.
    return offsets(data, at + (format === 1 ? 4 : 10), at)
      .flatMap((set) => offsets(data, set, set))
      .map((rule) => this.chain(rule, 1, before, input, after, this.covered(at + data.getUint16(at + 2))));
  }

  /** Returns backtrack, input (whose first `implied` glyphs are not written) and lookahead, in text order. */
  private chain(
    at: number,
    implied: number,
    before: (value: number) => boolean,
    input: (value: number) => boolean,
    after: (value: number) => boolean,
    first = false,
  ): boolean[] {
    const { data } = this;
    const backtrack = numbers(data, at);
    const inputAt = at + 2 + backtrack.length * 2;
    const written = numbers(data, inputAt, data.getUint16(inputAt) - implied);
    const lookahead = numbers(data, inputAt + 2 + written.length * 2);
    return [
      ...backtrack.toReversed().map(before),
      ...(implied === 1 ? [first] : []),
      ...written.map(input),
      ...lookahead.map(after),
    ];
  }
}

const hasInside = (sequence: readonly boolean[]): boolean => sequence.slice(1, -1).includes(true);

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}
