/** A fragment under construction, as seen by code that ends it or places positioned boxes in it. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { Edges } from '../sizing/box-edges.ts';
import type { BlockBreakToken, BreakToken } from '../contract/break-token.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { BreakChooser } from '../fragmentation/break-chooser.ts';
import type { WritingMode } from '../contract/geometry.ts';

export interface OpenFragment {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly space: ConstraintSpace;
  /** Where an earlier fragment of the box stopped. Null in the first one, even if the break was before the box. */
  readonly token: BlockBreakToken | null;
  readonly mode: WritingMode;
  /** The box's complete border and padding. */
  readonly edges: Edges;
  /** `box-decoration-break: clone`: the fragment has all of the box's edges. */
  readonly clonesEdges: boolean;
  /** Chooses the break that ends this fragment. */
  readonly breaks: BreakChooser;
  /** Border-box inline size of this fragment. */
  readonly inlineSize: LU;
  /** Border and padding at the block start of this fragment, or 0 if a break cut them off. */
  readonly blockStartEdge: LU;
  readonly consumedBlockSize: LU;
  /** Tokens of children that continue. */
  readonly tokens: readonly BreakToken[];
  readonly hasTokens: boolean;
}
