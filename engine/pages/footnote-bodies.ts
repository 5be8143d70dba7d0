/** Notes on their way into an area, and their bodies in it. */
import type { Box } from '../boxes/box.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/** A note that an area begins or goes on with. */
export interface Note {
  readonly box: Box;
  /** Where it goes on; null: it begins. */
  readonly token: BlockBreakToken | null;
}

/** A body in the area, from the area's content corner, logical. */
export interface Body {
  readonly fragment: BoxFragment;
  readonly inline: LU;
  readonly block: LU;
}

/** What comes of a note that an area has taken. */
export interface AddedNote {
  /** Where it goes on in the next area; null: all is there. */
  readonly rest: BlockBreakToken | null;
  /** Notes that the note itself calls. */
  readonly calls: readonly Box[];
}
