/**
 * What boxes in each other take of the stack. Every stage from here on goes down the tree by calls of functions, layout by many for one box, and
 * what it needs follows from which boxes are in which. So it is reckoned before: a document is refused or not by what it is, on every machine.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { isMulticol } from './display.ts';

/**
 * Bytes of stack for a box of a kind by itself, in the stage that needs most, where nothing has been compiled to be fast yet. What they are must
 * come to more than is measured: test/hostile/depth.test.ts.
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
};

/** A formatting context of its own is laid out where floats leave room, or as an item. */
const CONTEXT_BYTES = 700;
/** What stands in a line is measured by breaking that. */
const ATOMIC_BYTES = 1_200;
const POSITIONED_BYTES = 200;
/** An anchored box tries places. */
const ANCHORED_BYTES = 600;
const COLUMNS_BYTES = 3_400;

/** An orthogonal flow is measured before it is laid out. */
const ORTHOGONAL_BYTES = 1_200;

/** What of a box decides. */
interface Nested {
  readonly kind: BoxKind;
  readonly style: ComputedStyle;
  readonly flags: number;
}

/** Bytes of stack that a box needs for what is inside of it. `around`: what it stands in itself; null: it is the outermost. */
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

const isVertical = ({ text }: ComputedStyle): boolean => text.writingMode !== 'horizontal-tb';
