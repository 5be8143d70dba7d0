/**
 * Estimates the stack that nested boxes need. All later stages descend the tree recursively, layout with several calls
 * per box, and the required stack depends on the nesting of kinds. The estimate is made in advance, so that a document
 * is accepted or refused independently of the machine.
 */
import { type ComputedStyle, isVertical } from '../css/computed-style.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { isMulticol } from './display.ts';

/**
 * Stack bytes for a box of each kind in the most demanding stage, before code is optimized. They must exceed the
 * measured values: test/hostile/depth.test.ts.
 */
const KIND_BYTES: Readonly<Record<BoxKind, number>> = {
  [BoxKind.Block]: 1_600,
  [BoxKind.Inline]: 600,
  [BoxKind.Replaced]: 1_600,
  [BoxKind.TableWrapper]: 3_000,
  [BoxKind.Table]: 0,
  [BoxKind.TableRowGroup]: 0,
  [BoxKind.TableRow]: 0,
  [BoxKind.TableCell]: 900,
  [BoxKind.TableColumnGroup]: 600,
  [BoxKind.TableColumn]: 600,
  [BoxKind.Flex]: 1_200,
  [BoxKind.Grid]: 1_800,
  [BoxKind.Multicol]: 4_200,
  [BoxKind.Marker]: 1_600,
  [BoxKind.RubyBase]: 600,
  [BoxKind.RubyText]: 2_200,
  [BoxKind.Fieldset]: 2_400,
  [BoxKind.Math]: 2_000,
  [BoxKind.Region]: 1_600,
};

/** An independent formatting context is laid out next to floats, or as an item. */
const CONTEXT_BYTES = 700;
/** An atomic inline is measured by breaking its lines. */
const ATOMIC_BYTES = 1_200;
const POSITIONED_BYTES = 200;
/** An anchored box tries several positions. */
const ANCHORED_BYTES = 600;
const COLUMNS_BYTES = 3_400;

/** An orthogonal flow is measured before it is laid out. */
const ORTHOGONAL_BYTES = 1_200;

/** The fields of a box that determine its need. */
interface Nested {
  readonly kind: BoxKind;
  readonly style: ComputedStyle;
  readonly flags: number;
}

/**
 * Returns the stack bytes that a box needs for its contents. `around`: its enclosing box; null if it is the outermost.
 */
export function stackFor({ kind, style, flags }: Nested, around: Nested | null): number {
  let needed = KIND_BYTES[kind];
  if (kind === BoxKind.Inline) return needed;
  if ((flags & BoxFlag.NewFormattingContext) !== 0) needed += CONTEXT_BYTES;
  if ((flags & BoxFlag.AtomicInline) !== 0) needed += ATOMIC_BYTES;
  if ((flags & BoxFlag.OutOfFlow) !== 0)
    needed += style.rare.positionAnchor === null ? POSITIONED_BYTES : ANCHORED_BYTES;
  const holdsColumns = kind === BoxKind.TableCell || kind === BoxKind.Fieldset;
  if (holdsColumns && isMulticol(style)) needed += COLUMNS_BYTES;
  if (around !== null && isVertical(style) !== isVertical(around.style)) needed += ORTHOGONAL_BYTES;
  return needed;
}
