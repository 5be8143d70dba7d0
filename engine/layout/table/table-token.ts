/** Break token data of tables and their row groups. */
import type { LU } from '../../units.ts';
import { TokenData } from '../contract/break-token.ts';
import type { RowsState } from '../row-fragmentation/row.ts';
import type { SectionRows } from './section-rows.ts';
import type { TableGeometry } from './table-geometry.ts';

export class TableTokenData extends TokenData {
  readonly geometry: TableGeometry;
  /** Index of the first unfinished section. */
  readonly nextSection: number;
  /** The indices of the sections with copies in earlier fragments. */
  readonly copied: ReadonlySet<number>;

  constructor(geometry: TableGeometry, nextSection: number, copied: ReadonlySet<number>) {
    super();
    this.geometry = geometry;
    this.nextSection = nextSection;
    this.copied = copied;
  }

  equals(other: TokenData): boolean {
    return (
      other instanceof TableTokenData &&
      this.nextSection === other.nextSection &&
      this.copied.size === other.copied.size &&
      [...this.copied].every((section) => other.copied.has(section))
    );
  }
}

export class SectionTokenData extends TokenData {
  readonly rows: SectionRows;
  readonly state: RowsState;
  /** The part of the unbroken section, with the space added by breaks, in earlier fragmentainers. */
  readonly consumed: LU;

  constructor(rows: SectionRows, state: RowsState, consumed: LU) {
    super();
    this.rows = rows;
    this.state = state;
    this.consumed = consumed;
  }

  equals(other: TokenData): boolean {
    return other instanceof SectionTokenData && this.consumed === other.consumed && this.state.equals(other.state);
  }
}
