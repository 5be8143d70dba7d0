/** The parts of fontkit that the engine uses. */
declare module 'fontkit' {
  /** A source of bytes. Its `read…` methods advance `pos`. */
  interface FontStream {
    pos: number;
  }

  /** A table of the font by tag. Absent if fontkit can't read it. */
  interface FontTables {
    readonly head: {
      readonly unitsPerEm: number;
      readonly xMin: number;
      readonly xMax: number;
      readonly indexToLocFormat: number;
      readonly macStyle: { readonly italic: boolean };
    };
    readonly hhea: {
      readonly ascent: number;
      readonly descent: number;
      readonly lineGap: number;
      readonly numberOfMetrics: number;
    };
    readonly maxp: { readonly numGlyphs: number };
    readonly 'OS/2': {
      readonly version: number;
      readonly xAvgCharWidth: number;
      readonly usWeightClass: number;
      readonly usWidthClass: number;
      readonly yStrikeoutSize: number;
      readonly yStrikeoutPosition: number;
      readonly fsSelection: { readonly italic: boolean; readonly oblique: boolean; readonly useTypoMetrics: boolean };
      readonly typoAscender: number;
      readonly typoDescender: number;
      readonly typoLineGap: number;
      readonly winAscent: number;
      readonly winDescent: number;
      readonly xHeight: number;
      readonly capHeight: number;
    };
    name: { readonly records: { fontFeatures?: object } };
    readonly fvar: {
      readonly axis: readonly {
        readonly axisTag: string;
        readonly minValue: number;
        readonly defaultValue: number;
        readonly maxValue: number;
      }[];
    };
  }

  interface TableEntry {
    readonly tag: string;
    readonly offset: number;
    readonly length: number;
  }

  interface Font extends Partial<FontTables> {
    readonly type: 'TTF';
    readonly stream: FontStream;
    /** Returns the English name if there is one. Names in encodings that the runtime lacks are bytes. */
    getName(key: string): string | Uint8Array | null;
  }

  interface Woff {
    readonly type: 'WOFF';
    readonly directory: {
      readonly flavor: number;
      readonly tables: Record<string, TableEntry & { readonly compLength: number; readonly origChecksum: number }>;
    };
  }

  interface Collection {
    readonly type: 'TTC';
    readonly header: { offsets: number[] };
    readonly fonts: readonly Font[];
  }

  /** @throws Error if fontkit doesn't know the format of the bytes */
  export function create(bytes: Uint8Array): Font | Woff | Collection | { readonly type: 'WOFF2' | 'DFont' };
}
