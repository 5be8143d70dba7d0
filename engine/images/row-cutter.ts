/** Consecutive rows of equal length. */
interface RowGroup {
  /** Bytes per row, without the filter byte. */
  readonly length: number;
  readonly rows: number;
}

/** Splits a byte stream that arrives in pieces into filtered rows. */
export class RowCutter {
  private readonly groups: readonly RowGroup[];
  private readonly see: (filter: number, line: Uint8Array, group: number, row: number) => void;
  private group = 0;
  private row = 0;
  /** An incomplete row with its filter byte. */
  private begun: Uint8Array | null = null;
  private filled = 0;

  /** `see` may modify and keep the row. */
  constructor(
    groups: readonly RowGroup[],
    see: (filter: number, line: Uint8Array, group: number, row: number) => void,
  ) {
    this.groups = groups;
    this.see = see;
    this.skipEmpty();
  }

  /** Whether all rows are complete. */
  get isComplete(): boolean {
    return this.group === this.groups.length;
  }

  /** Adds a piece. Bytes after the last row are ignored. */
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
