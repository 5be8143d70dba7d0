/**
 * Subsets CFF tables (Adobe Technical Note #5176) for PDF files. Glyphs get the requested ids, which are the CIDs by
 * which PDF selects them (ISO 32000-1 §9.7.4.2). Fonts with glyph names become CID-keyed, because names have no use
 * there and each takes space.
 */
import { joined } from '../platform/compression.ts';
import {
  CffReader,
  type DictEntry,
  dictBytes,
  indexOf,
  integers,
  Operator,
  operandsOf,
  readDict,
  reals,
} from './cff-table.ts';
import { withAdvance } from './char-string.ts';
import { NO_GLYPH } from './truetype-subset.ts';

const HEADER = Uint8Array.of(1, 0, 4, 4);
/** Lower string ids refer to the standard strings. */
const STANDARD_STRINGS = 391;
const USUAL_UNITS = 1000;
/** CIDs have two bytes. */
const MAX_GLYPHS = 0xffff;
const ENDCHAR = 14;
/** FDSelect stores a glyph's Font DICT in one byte. */
const MAX_FONTS = 256;
/** Top DICT operators that hold offsets or are rewritten. The string ids in all others stay valid. */
const REPLACED: ReadonlySet<number> = new Set([
  Operator.Charset,
  Operator.Encoding,
  Operator.CharStrings,
  Operator.Private,
  Operator.Ros,
  Operator.CidCount,
  Operator.FdArray,
  Operator.FdSelect,
]);

/** A Font DICT with its Private DICT and local subroutines, as in the table. */
interface FontDict {
  readonly entries: readonly DictEntry[];
  readonly private: readonly DictEntry[];
  readonly subrs: Uint8Array | null;
}

interface CffFont {
  readonly name: Uint8Array;
  readonly top: readonly DictEntry[];
  readonly strings: readonly Uint8Array[];
  readonly globalSubrs: Uint8Array;
  readonly charStrings: readonly Uint8Array[];
  readonly fonts: readonly FontDict[];
  /** Returns the index of a glyph's Font DICT. */
  readonly fontOf: (glyph: number) => number;
  readonly isCidKeyed: boolean;
}

/**
 * Returns the table with only these glyphs, given by new id; id 0 is always the font's glyph 0. Ids beyond the font's
 * last glyph become glyphs without ink and advance. `wider` adds font units to the advances of some new ids. It has no
 * effect on charstrings that start with a subroutine. Returns null if a part of the table that is read is broken.
 */
export function subsetCff(
  table: Uint8Array,
  unitsPerEm: number,
  glyphs: readonly number[],
  wider: ReadonlyMap<number, number>,
): Uint8Array | null {
  try {
    const font = readFont(table);
    if (font.charStrings.length === 0 || glyphs.length > MAX_GLYPHS) return null;
    return written(font, unitsPerEm, [0, ...glyphs.slice(1)], wider);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function readFont(table: Uint8Array): CffFont {
  const reader = new CffReader(table);
  const names = reader.index(reader.byte(2));
  const tops = reader.index(names.end);
  const strings = reader.index(tops.end);
  const globalSubrs = reader.slice(strings.end, reader.index(strings.end).end);
  const [name] = names.items;
  const [first] = tops.items;
  if (name === undefined || first === undefined) throw new RangeError('a CFF table contains no font');
  const top = readDict(first);
  const charStrings = reader.index(offsetOf(top, Operator.CharStrings)).items;
  const isCidKeyed = operandsOf(top, Operator.Ros) !== null;
  const fonts = isCidKeyed
    ? reader.index(offsetOf(top, Operator.FdArray)).items.map((dict) => fontDict(reader, readDict(dict)))
    : [fontDict(reader, top)];
  if (fonts.length === 0 || fonts.length > MAX_FONTS) throw new RangeError('a CID-keyed font has no valid Font DICTs');
  const fontOf = isCidKeyed ? fontSelector(reader, offsetOf(top, Operator.FdSelect), fonts.length) : () => 0;
  return { name, top, strings: strings.items, globalSubrs, charStrings, fonts, fontOf, isCidKeyed };
}

function offsetOf(dict: readonly DictEntry[], operator: number): number {
  const offset = operandsOf(dict, operator)?.at(-1);
  if (offset === undefined || !(offset > 0)) throw new RangeError('a CFF table lacks an offset');
  return offset;
}

/** Reads a Font DICT, or the Top DICT of a font that isn't CID-keyed. */
function fontDict(reader: CffReader, dict: readonly DictEntry[]): FontDict {
  const [size, at] = operandsOf(dict, Operator.Private) ?? [];
  const entries = dict.filter(({ operator }) => operator !== Operator.Private);
  if (size === undefined || at === undefined) return { entries, private: [], subrs: null };
  const own = readDict(reader.slice(at, at + size));
  const subrs = operandsOf(own, Operator.Subrs)?.[0];
  return {
    entries,
    private: own.filter(({ operator }) => operator !== Operator.Subrs),
    subrs: subrs === undefined ? null : reader.slice(at + subrs, reader.index(at + subrs).end),
  };
}

/** Reads FDSelect (§19), formats 0 and 3. */
function fontSelector(reader: CffReader, at: number, count: number): (glyph: number) => number {
  const known = (font: number): number => (font < count ? font : 0);
  if (reader.byte(at) === 0) return (glyph) => known(reader.byte(at + 1 + glyph));
  const ranges = reader.word(at + 1);
  return (glyph) => {
    let low = 0;
    for (let high = ranges - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if (reader.word(at + 3 + middle * 3) <= glyph) low = middle;
      else high = middle - 1;
    }
    return known(reader.byte(at + 5 + low * 3));
  };
}

function written(
  font: CffFont,
  unitsPerEm: number,
  glyphs: readonly number[],
  wider: ReadonlyMap<number, number>,
): Uint8Array {
  const isThere = (glyph: number): boolean => glyph >= 0 && glyph < font.charStrings.length;
  const widths = font.fonts.map((one) => widthsOf(one.private));
  let last = font.fontOf(0);
  const selected = glyphs.map((glyph) => (last = isThere(glyph) ? font.fontOf(glyph) : last));
  const charStrings = glyphs.map((glyph, id) => {
    if (glyph === NO_GLYPH) return NOTHING;
    const own = widths[selected[id]!]!;
    if (!isThere(glyph)) return withAdvance(NOTHING, own, () => 0);
    const more = wider.get(id) ?? 0;
    const original = font.charStrings[glyph]!;
    return more === 0 ? original : withAdvance(original, own, (advance) => advance + more);
  });
  const front = [HEADER, indexOf([font.name])];
  const strings = font.isCidKeyed ? font.strings : [...font.strings, ...IDENTITY];
  const behind = [indexOf(strings), font.globalSubrs];
  const charset = identityCharset(glyphs.length);
  const selection = fontSelection(selected);
  const index = indexOf(charStrings);
  const topOf = (at: number): Uint8Array => {
    const select = at + charset.length;
    const outlines = select + selection.length;
    return topDict(font, unitsPerEm, glyphs.length, [at, select, outlines, outlines + index.length]);
  };
  const start = sizeOf(front) + indexOf([topOf(0)]).length + sizeOf(behind);
  const tables = [...front, indexOf([topOf(start)]), ...behind, charset, selection, index];
  return joined([...tables, ...fontDicts(font, sizeOf(tables))]);
}

const NOTHING = Uint8Array.of(ENDCHAR);
const encoder = new TextEncoder();
const IDENTITY = ['Adobe', 'Identity'].map((text) => encoder.encode(text));

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const widthsOf = (dict: readonly DictEntry[]): { readonly usual: number; readonly nominal: number } => ({
  usual: operandsOf(dict, Operator.DefaultWidth)?.[0] ?? 0,
  nominal: operandsOf(dict, Operator.NominalWidth)?.[0] ?? 0,
});

/** Returns a charset in which CIDs equal glyph ids: one range from 1, unless it is empty. */
function identityCharset(count: number): Uint8Array {
  const left = count - 2;
  return left < 0 ? Uint8Array.of(0) : Uint8Array.of(2, 0, 1, left >> 8, left & 0xff);
}

/** Returns FDSelect in format 3. */
function fontSelection(selected: readonly number[]): Uint8Array {
  const ranges: number[] = [];
  selected.forEach((font, id) => {
    if (font !== selected[id - 1]) ranges.push(id >> 8, id & 0xff, font);
  });
  const count = ranges.length / 3;
  return Uint8Array.of(3, count >> 8, count & 0xff, ...ranges, selected.length >> 8, selected.length & 0xff);
}

/**
 * Returns the Top DICT. `ROS` must come first (§9). In an OpenType font, `head` holds the em size. A bare CFF table in
 * a PDF has only its FontMatrix, which defaults to 1000 units.
 */
function topDict(
  { top, strings, isCidKeyed }: CffFont,
  unitsPerEm: number,
  count: number,
  [charset, selection, charStrings, fonts]: readonly [number, number, number, number],
): Uint8Array {
  const scale = 1 / unitsPerEm;
  const first = STANDARD_STRINGS + strings.length;
  const ros = isCidKeyed
    ? top.filter(({ operator }) => operator === Operator.Ros)
    : [integers(Operator.Ros, first, first + 1, 0)];
  const isScaled = isCidKeyed || operandsOf(top, Operator.FontMatrix) !== null || unitsPerEm === USUAL_UNITS;
  return dictBytes([
    ...ros,
    ...top.filter(({ operator }) => !REPLACED.has(operator)),
    ...(isScaled ? [] : [reals(Operator.FontMatrix, scale, 0, 0, scale, 0, 0)]),
    integers(Operator.CidCount, count),
    integers(Operator.Charset, charset),
    integers(Operator.CharStrings, charStrings),
    integers(Operator.FdArray, fonts),
    integers(Operator.FdSelect, selection),
  ]);
}

/** Returns the INDEX of Font DICTs at an offset, followed by the Private DICTs and subroutines that it refers to. */
function fontDicts({ fonts, isCidKeyed }: CffFont, at: number): Uint8Array[] {
  const privates = fonts.map(({ private: entries, subrs }) => {
    if (subrs === null) return { dict: dictBytes(entries), subrs: new Uint8Array(0) };
    const size = dictBytes([...entries, integers(Operator.Subrs, 0)]).length;
    return { dict: dictBytes([...entries, integers(Operator.Subrs, size)]), subrs };
  });
  const dicts = (start: number): Uint8Array => {
    let place = start;
    return indexOf(
      privates.map(({ dict, subrs }, i) => {
        // In fonts that aren't CID-keyed, the Top DICT holds everything else.
        const own = isCidKeyed ? fonts[i]!.entries : [];
        const bytes = dictBytes([...own, integers(Operator.Private, dict.length, place)]);
        place += dict.length + subrs.length;
        return bytes;
      }),
    );
  };
  return [dicts(at + dicts(0).length), ...privates.flatMap(({ dict, subrs }) => [dict, subrs])];
}
