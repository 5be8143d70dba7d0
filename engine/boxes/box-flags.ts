/** Flags that follow from a box's own style and kind. */
import { spansColumns } from './display.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';
import { Containment, containmentOf } from './containment.ts';

const FORCED_BREAKS = new Set(['page', 'left', 'right', 'recto', 'verso', 'column', 'always', 'all']);
const AVOIDED_BREAKS = new Set(['avoid', 'avoid-page', 'avoid-column']);
const TRANSFORM_PROPERTIES = new Set([
  'transform',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'offset-path',
  'filter',
  'backdrop-filter',
]);
const INITIAL_ORPHANS = 2;

/** Inline boxes can't be transformed (css-transforms-1 §3), nor can table columns. */
export function isTransformable(kind: BoxKind): boolean {
  return (
    kind !== BoxKind.Inline &&
    kind !== BoxKind.RubyText &&
    kind !== BoxKind.TableColumn &&
    kind !== BoxKind.TableColumnGroup
  );
}

/** Do `transform` and its kin, or a motion path, move what the style is for? */
export function hasTransform({ rare }: ComputedStyle): boolean {
  if (rare.transform.length > 0 || rare.offsetPath !== null) return true;
  return rare.translate !== null || rare.rotate !== null || rare.scale !== null;
}

/** Is a box with the style painted as one group, with an effect on all of it? */
export function isEffectGroup({ rare }: ComputedStyle): boolean {
  const { opacity, filter, mixBlendMode, clipPath, maskLayers } = rare;
  return opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || clipPath !== null || maskLayers.length > 0;
}

/** Is a box with the style shifted from where it is laid out (css-position-3 §3.4)? */
export function hasRelativeOffset({ box }: ComputedStyle): boolean {
  if (box.position !== 'relative') return false;
  return !(box.top.isAuto && box.right.isAuto && box.bottom.isAuto && box.left.isAuto);
}

/** May insets lead a positioned box before the start of its containing block? */
function mayLieBefore({ box, text }: ComputedStyle): boolean {
  if (box.position !== 'absolute') return false;
  if (mayBeNegative(box.top) || !box.bottom.isAuto) return true;
  return text.writingMode !== 'horizontal-tb' && !(box.left.isAuto && box.right.isAuto);
}

/** May margins, or alignment in a container that is given a size, lead a box back over the edge of its page? */
export function mayReachBack({ kind, style: { box, text } }: Box): boolean {
  const isVertical = text.writingMode !== 'horizontal-tb';
  if (kind === BoxKind.Flex || kind === BoxKind.Grid) {
    const [size, most] = isVertical ? [box.width, box.maxWidth] : [box.height, box.maxHeight];
    if (!size.isAuto || most.isLength) return true;
  }
  if (mayBeNegative(box.marginTop) || mayBeNegative(box.marginBottom)) return true;
  return isVertical && (mayBeNegative(box.marginLeft) || mayBeNegative(box.marginRight));
}

const mayBeNegative = ({ px, percent, math }: Length): boolean => px < 0 || percent < 0 || math !== null;

/** May the contents of a box that stands in a line, and can't be broken, hang out of the size that it is given? */
export function mayHangOver(box: Box): boolean {
  if (!box.has(BoxFlag.AtomicInline) || box.kind === BoxKind.Replaced) return false;
  const { width, height, overflowX, overflowY } = box.style.box;
  const isVertical = box.style.text.writingMode !== 'horizontal-tb';
  return isVertical ? !width.isAuto && overflowX === 'visible' : !height.isAuto && overflowY === 'visible';
}

/** Containing block of fixed and absolutely positioned descendants: transforms, filters, containment, will-change. */
function establishesFixedContainer(kind: BoxKind, style: ComputedStyle): boolean {
  const rare = style.rare;
  if (isTransformable(kind)) {
    if (hasTransform(style) || rare.perspective !== null || rare.transformStyle === 'preserve-3d') return true;
    for (const name of rare.willChange) if (TRANSFORM_PROPERTIES.has(name)) return true;
  }
  if ((containmentOf(kind, style) & (Containment.Layout | Containment.Paint)) !== 0) return true;
  return rare.filter.length > 0 || rare.backdropFilter.length > 0;
}

/** Does a block container start an independent formatting context by its own style (css-display-3 §2.1, css2 §9.4.1)? */
function establishesFormattingContext(kind: BoxKind, style: ComputedStyle, overflowPropagated: boolean): boolean {
  switch (kind) {
    case BoxKind.Inline:
      return false;
    case BoxKind.Block:
      break;
    default:
      return true;
  }
  const box = style.box;
  if (box.display.inside === 'flow-root' || box.display.inside === 'table-caption') return true;
  if (!overflowPropagated && (isScroller(box.overflowX) || isScroller(box.overflowY))) return true;
  if (spansColumns(style) || box.lineClamp !== null || style.rare.blockStepSize.isLength) return true;
  if (style.rare.containerType.includes('size')) return true;
  if (box.alignContent.keyword !== 'normal' && box.alignContent.keyword !== 'auto') return true;
  return (containmentOf(kind, style) & (Containment.Layout | Containment.Paint)) !== 0;
}

function isScroller(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'scroll' || overflow === 'auto';
}

/** Bits that a box has by its style alone; those that depend on its place (item, root, float) are added by the caller. */
export function flagsOfStyle(kind: BoxKind, style: ComputedStyle, overflowPropagated = false): number {
  const box = style.box;
  let flags = 0;
  if (box.position !== 'static' && typeof box.position === 'string') flags |= BoxFlag.AbsoluteContainer;
  if (establishesFixedContainer(kind, style)) flags |= BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer;
  if (establishesFormattingContext(kind, style, overflowPropagated)) flags |= BoxFlag.NewFormattingContext;
  const isSizeContained = (containmentOf(kind, style) & Containment.Size) === Containment.Size;
  if (kind === BoxKind.Replaced || kind === BoxKind.Math || isSizeContained) flags |= BoxFlag.Monolithic;
  if (kind === BoxKind.Flex || kind === BoxKind.Grid) flags |= BoxFlag.HasFlexOrGrid;
  if ((kind === BoxKind.Multicol || kind === BoxKind.TableCell) && style.rare.columnFill === 'auto')
    flags |= BoxFlag.HasFilledColumns;
  if (box.lineClamp !== null) flags |= BoxFlag.Monolithic;
  if (mayLieBefore(style)) flags |= BoxFlag.MayLieBefore;
  return flags | breakFlagsOf(style);
}

function breakFlagsOf(style: ComputedStyle): number {
  const box = style.box;
  let flags = 0;
  if (box.breakBefore !== 'auto' || box.breakAfter !== 'auto') {
    if (FORCED_BREAKS.has(box.breakBefore) || FORCED_BREAKS.has(box.breakAfter)) flags |= BoxFlag.HasForcedBreak;
    if (AVOIDED_BREAKS.has(box.breakBefore) || AVOIDED_BREAKS.has(box.breakAfter)) flags |= BoxFlag.HasBreakAvoid;
  }
  if (box.breakInside !== 'auto' || style.text.orphans !== INITIAL_ORPHANS || style.text.widows !== INITIAL_ORPHANS) {
    flags |= BoxFlag.HasBreakAvoid;
  }
  if (box.page !== '' && box.page !== 'auto') flags |= BoxFlag.HasNamedPage;
  if (style.text.lineSnap !== 'none') flags |= BoxFlag.SnapsLines;
  if (style.text.hangingPunctuation.length > 0) flags |= BoxFlag.HasMarginMarks;
  if (style.text.pagewrightLineNumbers !== null || style.rare.pagewrightChangeBar !== null)
    flags |= BoxFlag.HasMarginMarks;
  return flags;
}

/**
 * css-tables-3 §3.9.1: percentages of cells don't widen flex items, grid items and cells of other tables that the table is in, however deep: as
 * little room as there is between them, they would take all of it.
 */
export function isInItemOrCell(wrapper: Box): boolean {
  let skips = false;
  for (let box: Box | null = wrapper; box !== null; box = box.parent) {
    // What is positioned goes by its containing block.
    if (box !== wrapper && (!skips || box.has(BoxFlag.AbsoluteContainer))) {
      skips = false;
      if (ITEM_HOLDERS.has(box.kind)) return true;
    }
    skips ||= box.isOutOfFlow;
  }
  return false;
}

const ITEM_HOLDERS: ReadonlySet<BoxKind> = new Set([BoxKind.Flex, BoxKind.Grid, BoxKind.TableCell]);
