/**
 * Reads OpenType's MATH table (OpenType §"MATH"): layout constants and larger variants of glyphs. Values are in font
 * units. Anything out of bounds reads as missing.
 */
import type { FontFace } from './font-face.ts';
import { readTables } from './table-directory.ts';

/**
 * The constants in the order of the MathConstants table after its first four fields. Each is a value with a device
 * table.
 */
const CONSTANTS = [
  'mathLeading',
  'axisHeight',
  'accentBaseHeight',
  'flattenedAccentBaseHeight',
  'subscriptShiftDown',
  'subscriptTopMax',
  'subscriptBaselineDropMin',
  'superscriptShiftUp',
  'superscriptShiftUpCramped',
  'superscriptBottomMin',
  'superscriptBaselineDropMax',
  'subSuperscriptGapMin',
  'superscriptBottomMaxWithSubscript',
  'spaceAfterScript',
  'upperLimitGapMin',
  'upperLimitBaselineRiseMin',
  'lowerLimitGapMin',
  'lowerLimitBaselineDropMin',
  'stackTopShiftUp',
  'stackTopDisplayStyleShiftUp',
  'stackBottomShiftDown',
  'stackBottomDisplayStyleShiftDown',
  'stackGapMin',
  'stackDisplayStyleGapMin',
  'stretchStackTopShiftUp',
  'stretchStackBottomShiftDown',
  'stretchStackGapAboveMin',
  'stretchStackGapBelowMin',
  'fractionNumeratorShiftUp',
  'fractionNumeratorDisplayStyleShiftUp',
  'fractionDenominatorShiftDown',
  'fractionDenominatorDisplayStyleShiftDown',
  'fractionNumeratorGapMin',
  'fractionNumDisplayStyleGapMin',
  'fractionRuleThickness',
  'fractionDenominatorGapMin',
  'fractionDenomDisplayStyleGapMin',
  'skewedFractionHorizontalGap',
  'skewedFractionVerticalGap',
  'overbarVerticalGap',
  'overbarRuleThickness',
  'overbarExtraAscender',
  'underbarVerticalGap',
  'underbarRuleThickness',
  'underbarExtraDescender',
  'radicalVerticalGap',
  'radicalDisplayStyleVerticalGap',
  'radicalRuleThickness',
  'radicalExtraAscender',
  'radicalKernBeforeDegree',
  'radicalKernAfterDegree',
] as const;

export type MathConstant = (typeof CONSTANTS)[number];

/** A part of a glyph assembly. */
interface AssemblyPart {
  readonly glyphId: number;
  readonly startConnector: number;
  readonly endConnector: number;
  readonly fullAdvance: number;
  readonly isExtender: boolean;
}

/** Larger variants of a glyph along one axis. */
export interface GlyphConstruction {
  /** Single glyphs, smallest first. */
  readonly variants: readonly { readonly glyphId: number; readonly advance: number }[];
  /** Bottom to top or left to right; empty: none. */
  readonly parts: readonly AssemblyPart[];
}

const MAX_RECORDS = 4096;
const NO_CONSTRUCTION: GlyphConstruction = { variants: [], parts: [] };

export class MathTable {
  private readonly data: DataView;
  private readonly constants: number;
  private readonly glyphInfo: number;
  private readonly variants: number;

  private constructor(data: DataView) {
    this.data = data;
    this.constants = this.u16(4);
    this.glyphInfo = this.u16(6);
    this.variants = this.u16(8);
  }

  /** Returns a face's table, cached with the face, or null if it has none. */
  static of(face: FontFace): MathTable | null {
    let table = tables.get(face);
    if (table === undefined) tables.set(face, (table = MathTable.read(face)));
    return table;
  }

  private static read(face: FontFace): MathTable | null {
    const directory = readTables(face.bytes, face.collectionIndex);
    const range = typeof directory === 'string' ? undefined : directory.get('MATH');
    if (range === undefined || range.length < 10) return null;
    return new MathTable(new DataView(face.bytes.buffer, face.bytes.byteOffset + range.offset, range.length));
  }

  private u16(at: number): number {
    return at + 2 <= this.data.byteLength ? this.data.getUint16(at) : 0;
  }

  private i16(at: number): number {
    return at + 2 <= this.data.byteLength ? this.data.getInt16(at) : 0;
  }

  constant(name: MathConstant): number {
    return this.constants === 0 ? 0 : this.i16(this.constants + 8 + 4 * CONSTANTS.indexOf(name));
  }

  /** In per cent of the em. */
  get radicalDegreeBottomRaisePercent(): number {
    return this.constants === 0 ? 0 : this.i16(this.constants + 8 + 4 * CONSTANTS.length);
  }

  /** The minimum height of large operators in display style. */
  get displayOperatorMinHeight(): number {
    return this.constants === 0 ? 0 : this.u16(this.constants + 6);
  }

  get minConnectorOverlap(): number {
    return this.variants === 0 ? 0 : this.u16(this.variants);
  }

  italicCorrection(glyphId: number): number {
    return this.glyphValue(this.u16(this.glyphInfo), glyphId) ?? 0;
  }

  /** Reads a value from a coverage with values, such as MathItalicsCorrectionInfo. */
  private glyphValue(offset: number, glyphId: number): number | null {
    if (this.glyphInfo === 0 || offset === 0) return null;
    const base = this.glyphInfo + offset;
    const index = this.coverageIndex(base + this.u16(base), glyphId);
    return index < 0 || index >= this.u16(base + 2) ? null : this.i16(base + 4 + 4 * index);
  }

  construction(glyphId: number, vertical: boolean): GlyphConstruction {
    const base = this.variants;
    if (base === 0) return NO_CONSTRUCTION;
    const verticalCount = this.u16(base + 6);
    const coverage = this.u16(base + (vertical ? 2 : 4));
    if (coverage === 0) return NO_CONSTRUCTION;
    const index = this.coverageIndex(base + coverage, glyphId);
    const count = vertical ? verticalCount : this.u16(base + 8);
    if (index < 0 || index >= count) return NO_CONSTRUCTION;
    const offset = this.u16(base + 10 + 2 * (vertical ? index : verticalCount + index));
    return offset === 0 ? NO_CONSTRUCTION : this.readConstruction(base + offset);
  }

  private readConstruction(at: number): GlyphConstruction {
    const variants: { glyphId: number; advance: number }[] = [];
    const count = Math.min(this.u16(at + 2), MAX_RECORDS);
    for (let i = 0; i < count; i++) {
      variants.push({ glyphId: this.u16(at + 4 + 4 * i), advance: this.u16(at + 6 + 4 * i) });
    }
    const assembly = this.u16(at);
    return { variants, parts: assembly === 0 ? [] : this.readParts(at + assembly) };
  }

  private readParts(at: number): AssemblyPart[] {
    const parts: AssemblyPart[] = [];
    const count = Math.min(this.u16(at + 4), MAX_RECORDS);
    for (let i = 0; i < count; i++) {
      const part = at + 6 + 10 * i;
      parts.push({
        glyphId: this.u16(part),
        startConnector: this.u16(part + 2),
        endConnector: this.u16(part + 4),
        fullAdvance: this.u16(part + 6),
        isExtender: (this.u16(part + 8) & 1) !== 0,
      });
    }
    return parts;
  }

  /**
   * Returns the index of a glyph in a Coverage table (OpenType §"Coverage table"), or -1. Both formats are in ascending
   * order.
   */
  private coverageIndex(at: number, glyphId: number): number {
    const isList = this.u16(at) === 1;
    let low = 0;
    let high = this.u16(at + 2) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = at + 4 + middle * (isList ? 2 : 6);
      const first = this.u16(record);
      const last = isList ? first : this.u16(record + 2);
      if (glyphId < first) high = middle - 1;
      else if (glyphId > last) low = middle + 1;
      else return isList ? middle : this.u16(record + 4) + glyphId - first;
    }
    return -1;
  }
}

/** By face. Bundled faces live as long as the process, others as long as their render. */
const tables = new WeakMap<FontFace, MathTable | null>();
