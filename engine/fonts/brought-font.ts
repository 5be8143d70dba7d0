/**
 * Reads a font that a document or the caller brings: its face in a collection, names, metrics and axes. fontkit reads
 * the tables. HarfBuzz reads the others:
 *
 * - Advances and the character map must agree with shaping.
 * - fontkit draws some outlines differently: contours that start between two control points, components that are placed
 *   by points or shifted by their bearing, curves of CFF with a last odd operand, rounded variations. It follows
 *   subroutines without a limit, and takes several times as long.
 * - fontkit unpacks all color layers of a font together, which is slow for emoji.
 */
import type { Font } from 'fontkit';
import type { Budget } from '../budget.ts';
import type { FaceMetrics } from './face-metrics.ts';
import type { Fontkit } from './fontkit-library.ts';
import { checkGlyphs } from './glyph-limits.ts';
import type { Axis } from './harfbuzz.ts';
import { ReadMeter } from './read-meter.ts';
import { MAX_FONT_BYTES, readTables, type TableRange } from './table-directory.ts';

const REQUIRED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap'];
const MAX_AXES = 64;
const MAX_NAME = 256;
/** Sizes in bytes of OS/2 with the Windows metrics (version 1), and with the x-height (version 2). */
const OS2_WITH_METRICS = 78;
const OS2_WITH_HEIGHTS = 90;
/** Offsets of the underline's position and thickness in `post`, and the size of a table that has both. */
const UNDERLINE_POSITION = 8;
const UNDERLINE_THICKNESS = 10;
const POST_WITH_UNDERLINE = 12;

/** The facts that the name, head and OS/2 tables contain about a face. */
interface FaceNames {
  readonly family: string;
  readonly postscriptName: string;
  readonly fullName: string;
  readonly weight: number;
  readonly italic: boolean;
  /** In per cent. */
  readonly stretch: number;
}

/** The metrics that tables provide directly. Advances and missing heights are measured from glyphs. */
export type TableMetrics = Omit<FaceMetrics, 'zeroAdvance' | 'icAdvance' | 'spaceAdvance'>;

const STRETCHES = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** The facts about a font that layout needs before it shapes text. */
export interface BroughtFont {
  readonly names: FaceNames;
  readonly metrics: TableMetrics;
  /** Empty for a static font. */
  readonly axes: readonly Axis[];
}

/**
 * Reads a face of a font file, or returns a message that describes why layout and PDF readers can't use it. `budget` is
 * charged for the work.
 */
export function readFont(
  fontkit: Fontkit,
  bytes: Uint8Array,
  collectionIndex: number,
  budget: Budget,
): BroughtFont | string {
  if (bytes.length > MAX_FONT_BYTES) return 'it is larger than 30 MB';
  const tables = readTables(bytes, collectionIndex);
  if (typeof tables === 'string') return tables;
  for (const tag of REQUIRED) if (!tables.has(tag)) return `it has no ${tag} table`;
  const isCff = tables.has('CFF ') || tables.has('CFF2');
  if (!isCff && !(tables.has('glyf') && tables.has('loca'))) return 'it has no outlines';
  const font = faceOf(fontkit, bytes, collectionIndex);
  if (font === null) return 'it is not a font file';
  const read = new ReadMeter(font.stream, budget).run(() => checkSizes(font, tables) ?? factsOf(font, bytes, tables));
  if (read === null) return 'its tables are too complex';
  return typeof read === 'string' || isCff ? read : (checkGlyphs(bytes, tables) ?? read);
}

function factsOf(font: Font, bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>): BroughtFont {
  return {
    names: namesOf(font),
    metrics: metricsOf(font, bytes, tables),
    axes: tables.has('fvar') ? axesOf(font, tables) : [],
  };
}

/** Returns null if fontkit can't open the file. */
function faceOf(fontkit: Fontkit, bytes: Uint8Array, index: number): Font | null {
  try {
    const opened = fontkit.create(bytes);
    if (opened.type === 'TTF') return opened;
    if (opened.type !== 'TTC') return null;
    // fontkit opens every face of the collection.
    opened.header.offsets = [opened.header.offsets[index]!];
    return opened.fonts[0] ?? null;
  } catch {
    return null;
  }
}

/** Checks that the counts in maxp, hhea and loca agree with the tables' sizes. */
function checkSizes({ head, hhea, maxp }: Font, tables: ReadonlyMap<string, TableRange>): string | null {
  const length = (tag: string): number => tables.get(tag)?.length ?? 0;
  if (!head || !hhea || !maxp || length('head') < 54 || length('hhea') < 36 || length('maxp') < 6)
    return 'its head, hhea or maxp table is too short';
  const { unitsPerEm, indexToLocFormat } = head;
  const { numGlyphs } = maxp;
  const { numberOfMetrics } = hhea;
  if (unitsPerEm < 16 || unitsPerEm > 16384) return 'its units per em are out of range';
  if (numGlyphs === 0 || numberOfMetrics === 0 || numberOfMetrics > numGlyphs) return 'its glyph counts are broken';
  if (length('hmtx') < numberOfMetrics * 4) return 'its hmtx table is too short';
  if (tables.has('loca') && length('loca') < (numGlyphs + 1) * (indexToLocFormat === 0 ? 2 : 4))
    return 'its loca table is too short';
  return null;
}

function namesOf(font: Font): FaceNames {
  const text = (key: string): string => {
    const name = font.getName(key) ?? '';
    // Runtimes lack some encodings, of which only the ASCII part can be the same everywhere.
    const read = typeof name === 'string' ? name : String.fromCharCode(...name.subarray(0, MAX_NAME));
    return read.slice(0, MAX_NAME);
  };
  const { 'OS/2': os2, head } = font;
  const weight = os2?.usWeightClass ?? 400;
  return {
    family: text('preferredFamily') || text('fontFamily'),
    postscriptName: text('postscriptName'),
    fullName: text('fullName'),
    weight: weight >= 1 && weight <= 1000 ? weight : 400,
    italic: os2 ? os2.fsSelection.italic || os2.fsSelection.oblique : head!.macStyle.italic,
    stretch: STRETCHES[(os2?.usWidthClass ?? 5) - 1] ?? 100,
  };
}

/**
 * Returns the hhea metrics, or those of OS/2 like FreeType and Skia. The typographic ones apply if the font requests
 * them, the Windows ones if hhea has none. An x-height or cap height of 0 must be measured from glyphs.
 */
function metricsOf(font: Font, bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>): TableMetrics {
  const { head, hhea } = font;
  const { unitsPerEm, xMin, xMax } = head!;
  const room = tables.get('OS/2')?.length ?? 0;
  const os2 = room >= OS2_WITH_METRICS && (font['OS/2']?.version ?? 0) >= 1 ? font['OS/2']! : null;
  const hasHeights = os2 !== null && os2.version >= 2 && room >= OS2_WITH_HEIGHTS;
  return {
    unitsPerEm,
    ...lineMetrics(hhea!, os2),
    typoAscent: os2?.typoAscender ?? 0,
    typoDescent: os2 ? -os2.typoDescender : 0,
    xHeight: hasHeights ? Math.max(0, os2.xHeight) : 0,
    capHeight: hasHeights ? Math.max(0, os2.capHeight) : 0,
    averageAdvance: Math.max(0, os2?.xAvgCharWidth ?? 0),
    boundsWidth: Math.max(0, xMax - xMin),
    strikeoutPosition: os2?.yStrikeoutPosition || Math.round(unitsPerEm / 4),
    strikeoutThickness: os2?.yStrikeoutSize || Math.round(unitsPerEm / 20),
    ...underlineOf(bytes, tables.get('post'), unitsPerEm),
  };
}

/** PERF: with these two numbers, fontkit would read the names of all glyphs, which takes 17 ms for an emoji font. */
function underlineOf(
  bytes: Uint8Array,
  post: TableRange | undefined,
  unitsPerEm: number,
): Pick<TableMetrics, 'underlinePosition' | 'underlineThickness'> {
  if (post === undefined || post.length < POST_WITH_UNDERLINE)
    return { underlinePosition: -Math.round(unitsPerEm / 10), underlineThickness: Math.round(unitsPerEm / 20) };
  const data = new DataView(bytes.buffer, bytes.byteOffset + post.offset, post.length);
  return {
    underlinePosition: data.getInt16(UNDERLINE_POSITION),
    underlineThickness: data.getInt16(UNDERLINE_THICKNESS),
  };
}

function lineMetrics(
  { ascent, descent, lineGap }: NonNullable<Font['hhea']>,
  os2: Font['OS/2'] | null,
): Pick<TableMetrics, 'ascent' | 'descent' | 'lineGap'> {
  if (os2) {
    const { typoAscender, typoDescender, typoLineGap, winAscent, winDescent } = os2;
    const isMissing = ascent === 0 && descent === 0;
    if (os2.fsSelection.useTypoMetrics || (isMissing && (typoAscender !== 0 || typoDescender !== 0)))
      return { ascent: typoAscender, descent: -typoDescender, lineGap: typoLineGap };
    if (isMissing) return { ascent: winAscent, descent: winDescent, lineGap: 0 };
  }
  return { ascent, descent: -descent, lineGap };
}

function axesOf(font: Font, tables: ReadonlyMap<string, TableRange>): Axis[] {
  // fontkit rejects fvar if the names of its axes were removed, as subsetters do.
  if (!tables.has('name')) font.name = { records: {} };
  if (font.name) font.name.records.fontFeatures ??= {};
  return (font.fvar?.axis ?? []).slice(0, MAX_AXES).map(({ axisTag, minValue, defaultValue, maxValue }) => ({
    tag: axisTag,
    min: minValue,
    default: defaultValue,
    max: maxValue,
  }));
}
