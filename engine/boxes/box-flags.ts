/** Derives flags from a box's own style and kind. */
import { spansColumns } from './display.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';
import { isScrollContainer } from './clipping.ts';
import { Containment, containmentOf } from './containment.ts';

/** The values of `break-before` and `break-after` that force a break. */
export const FORCED_BREAKS: ReadonlySet<string> = new Set([
  'page',
  'left',
  'right',
  'recto',
  'verso',
  'column',
  'region',
  'always',
  'all',
]);
const AVOIDED_BREAKS = new Set(['avoid', 'avoid-page', 'avoid-column', 'avoid-region']);
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

/** Returns whether boxes of a kind can be transformed. Inline boxes (css-transforms-1 §3) and table columns can't. */
export function isTransformable(kind: BoxKind): boolean {
  return (
    kind !== BoxKind.Inline &&
    kind !== BoxKind.RubyText &&
    kind !== BoxKind.TableColumn &&
    kind !== BoxKind.TableColumnGroup
  );
}

/** Returns whether transform properties or a motion path apply. */
export function hasTransform({ rare }: ComputedStyle): boolean {
  if (rare.transform.length > 0 || rare.offsetPath !== null) return true;
  return rare.translate !== null || rare.rotate !== null || rare.scale !== null;
}

/** Returns whether a box is painted as a group with a common effect. */
export function isEffectGroup({ rare }: ComputedStyle): boolean {
  const { opacity, filter, mixBlendMode, clipPath, maskLayers } = rare;
  return opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || clipPath !== null || maskLayers.length > 0;
}

/** Returns whether a box is shifted from its layout position (css-position-3 §3.4). */
export function hasRelativeOffset({ box }: ComputedStyle): boolean {
  if (box.position !== 'relative') return false;
  return !(box.top.isAuto && box.right.isAuto && box.bottom.isAuto && box.left.isAuto);
}

/** Returns whether insets may place a positioned box before the start of its containing block. */
function mayLieBefore({ box, text }: ComputedStyle): boolean {
  if (box.position !== 'absolute') return false;
  if (mayBeNegative(box.top) || !box.bottom.isAuto) return true;
  return text.writingMode !== 'horizontal-tb' && !(box.left.isAuto && box.right.isAuto);
}

/** Returns whether margins, or alignment in a container with a given size, may move a box back across its page edge. */
export function mayReachBack({ kind, style: { box, text } }: Box): boolean {
  const isVertical = text.writingMode !== 'horizontal-tb';
  if (kind === BoxKind.Flex || kind === BoxKind.Grid) {
    const [size, most] = isVertical ? [box.width, box.maxWidth] : [box.height, box.maxHeight];
    if (!size.isAuto || most.isLength) return true;
  }
  if (mayBeNegative(box.marginTop) || mayBeNegative(box.marginBottom)) return true;
  return isVertical && (mayBeNegative(box.marginLeft) || mayBeNegative(box.marginRight));
}

/** Returns whether a box's own style may move it out of its container's content box on any side. */
export const mayStickOut = ({ style }: Box): boolean =>
  hasTransform(style) ||
  hasRelativeOffset(style) ||
  mayBeNegative(style.box.marginLeft) ||
  mayBeNegative(style.box.marginRight) ||
  mayBeNegative(style.box.marginTop) ||
  mayBeNegative(style.box.marginBottom) ||
  mayBeNegative(style.text.textIndent.length);

export const mayBeNegative = ({ px, percent, math }: Length): boolean => px < 0 || percent < 0 || math !== null;

/** Returns whether the contents of an unbreakable box in a line may overflow its given size. */
export function mayHangOver(box: Box): boolean {
  if (!box.has(BoxFlag.AtomicInline) || box.kind === BoxKind.Replaced) return false;
  const { width, height, overflowX, overflowY } = box.style.box;
  const isVertical = box.style.text.writingMode !== 'horizontal-tb';
  return isVertical ? !width.isAuto && overflowX === 'visible' : !height.isAuto && overflowY === 'visible';
}

/**
 * Returns whether it is a containing block of fixed and absolutely positioned descendants, through transforms, filters,
 * containment or will-change.
 */
function establishesFixedContainer(kind: BoxKind, style: ComputedStyle): boolean {
  const rare = style.rare;
  if (isTransformable(kind)) {
    if (hasTransform(style) || rare.perspective !== null || rare.transformStyle === 'preserve-3d') return true;
    for (const name of rare.willChange) if (TRANSFORM_PROPERTIES.has(name)) return true;
  }
  if ((containmentOf(kind, style) & (Containment.Layout | Containment.Paint)) !== 0) return true;
  return rare.filter.length > 0 || rare.backdropFilter.length > 0;
}

/**
 * Returns whether a block container establishes an independent formatting context by its own style (css-display-3 §2.1,
 * css2 §9.4.1).
 */
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
  if (!overflowPropagated && isScrollContainer(style)) return true;
  if (spansColumns(style) || box.lineClamp !== null || style.rare.blockStepSize.isLength) return true;
  if (style.rare.containerType.includes('size')) return true;
  if (box.alignContent.keyword !== 'normal' && box.alignContent.keyword !== 'auto') return true;
  return (containmentOf(kind, style) & (Containment.Layout | Containment.Paint)) !== 0;
}

/** Returns the flags that depend on style alone. The caller adds those that depend on position (item, root, float). */
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
  // A box with `-pagewright-break-room` may move although it fits.
  if (style.rare.pagewrightBreakRoom !== Length.ZERO) flags |= BoxFlag.HasForcedBreak;
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
 * Returns whether a table is in a flex item, grid item or cell of another table, at any depth. There, cell percentages
 * don't widen the table (css-tables-3 §3.9.1), because it would take all available space.
 */
export function isInItemOrCell(wrapper: Box): boolean {
  let skips = false;
  for (let box: Box | null = wrapper; box !== null; box = box.parent) {
    // A positioned box depends on its containing block.
    if (box !== wrapper && (!skips || box.has(BoxFlag.AbsoluteContainer))) {
      skips = false;
      if (ITEM_HOLDERS.has(box.kind)) return true;
    }
    skips ||= box.isOutOfFlow;
  }
  return false;
}

const ITEM_HOLDERS: ReadonlySet<BoxKind> = new Set([BoxKind.Flex, BoxKind.Grid, BoxKind.TableCell]);
