/** Rows of one length that follow each other. */
export interface RowGroup {
  /** Bytes of a row, without the number of its filter. */
  readonly length: number;
  readonly rows: number;
}

/** Cuts a stream of bytes that comes in pieces into filtered rows. */
export class RowCutter {
  private readonly groups: readonly RowGroup[];
  private readonly see: (filter: number, line: Uint8Array, group: number, row: number) => void;
  private group = 0;
  private row = 0;
  /** A row that isn't whole yet, with its filter's number. */
  private begun: Uint8Array | null = null;
  private filled = 0;

  /** `see` may change and keep the row. */
  constructor(
    groups: readonly RowGroup[],
    see: (filter: number, line: Uint8Array, group: number, row: number) => void,
  ) {
    this.groups = groups;
    this.see = see;
    this.skipEmpty();
  }

  /** Whether all rows have come. */
  get isComplete(): boolean {
    return this.group === this.groups.length;
  }

  /** What comes after the last row is passed over. */
  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && !this.isComplete;) {
      const size = this.groups[this.group]!.length + 1;
      if (this.begun === null && at + size <= piece.length) {
        this.pass(piece.subarray(at, at + size));
        at += size;
        continue;
      }
      this.begun ??= new Uint8Array(size);
      const part = piece.subarray(at, at + size - this.filled);
      this.begun.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled < size) continue;
      const whole = this.begun;
      this.begun = null;
      this.filled = 0;
      this.pass(whole);
    }
  }

  private pass(row: Uint8Array): void {
    this.see(row[0]!, row.subarray(1), this.group, this.row++);
    if (this.row < this.groups[this.group]!.rows) return;
    this.group++;
    this.row = 0;
    this.skipEmpty();
  }

  private skipEmpty(): void {
    while (this.group < this.groups.length && this.groups[this.group]!.rows * this.groups[this.group]!.length === 0)
      this.group++;
  }
}
