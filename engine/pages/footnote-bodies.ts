/** The notes of a footnote area and their bodies. */
import type { Box } from '../boxes/box.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/** A note that an area starts or continues. */
export interface Note {
  readonly box: Box;
  /** Where it continues; null: it starts. */
  readonly token: BlockBreakToken | null;
}

/** A body in the area, with logical offsets from the area's content corner. */
export interface Body {
  readonly fragment: BoxFragment;
  readonly inline: LU;
  readonly block: LU;
}

/** The result of adding a note to an area. */
export interface AddedNote {
  /** Where it continues in the next area; null: it is complete. */
  readonly rest: BlockBreakToken | null;
  /** Notes called within the note. */
  readonly calls: readonly Box[];
}
