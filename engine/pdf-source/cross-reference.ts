/** Field widths of an entry in bytes: its type, an offset or object stream number, and an index in that stream. */
const WIDTHS = [1, 4, 2] as const;
const COLUMNS = WIDTHS[0] + WIDTHS[1] + WIDTHS[2];
/** The PNG filter "up", which stores the difference from the entry above. The result deflates far better. */
const FILTER_UP = 2;

export const EntryType = {
  Free: 0,
  /** Followed by the offset in the file. */
  Alone: 1,
  /** Followed by the number of the object stream and the index within it. */
  Packed: 2,
} as const;
export type EntryType = (typeof EntryType)[keyof typeof EntryType];

/** The entries of a cross-reference stream (ISO 32000-1 §7.5.8), starting with object 0. */
export class CrossReference {
  private readonly rows: Uint8Array;
  private readonly data: DataView;
  private count = 0;

  constructor(size: number) {
    this.rows = new Uint8Array(size * COLUMNS);
    this.data = new DataView(this.rows.buffer);
  }

  add(type: EntryType, place: number, index: number): void {
    const at = this.count++ * COLUMNS;
    this.rows[at] = type;
    this.data.setUint32(at + 1, place);
    this.data.setUint16(at + 5, index);
  }

  /** Returns the dictionary entries that describe the encoding of the stream's bytes. */
  dictionary(): { W: number[]; DecodeParms: { Predictor: number; Columns: number } } {
    return { W: [...WIDTHS], DecodeParms: { Predictor: 10 + FILTER_UP, Columns: COLUMNS } };
  }

  /** Returns the stream's bytes before deflating. */
  bytes(): Uint8Array {
    const { rows, count } = this;
    const out = new Uint8Array(count * (COLUMNS + 1));
    for (let row = 0; row < count; row++) {
      out[row * (COLUMNS + 1)] = FILTER_UP;
      for (let column = 0; column < COLUMNS; column++) {
        const at = row * COLUMNS + column;
        out[row * (COLUMNS + 1) + 1 + column] = rows[at]! - (row === 0 ? 0 : rows[at - COLUMNS]!);
      }
    }
    return out;
  }
}
