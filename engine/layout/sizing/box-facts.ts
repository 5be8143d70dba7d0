/** Predicates on boxes and lengths shared by several formatting contexts. */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { clipsAlong } from '../../boxes/clipping.ts';
import { type Length, LengthKind } from '../../css/length.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';

/** Whether the length has no percentages and is therefore always definite. */
export const isDefiniteLength = (length: Length): boolean => length.isLength && !length.hasPercent;

/** Whether the length is min-content, max-content or fit-content, so that it depends on the contents. */
export function isContentKeyword(length: Length): boolean {
  return (
    length.kind === LengthKind.MinContent ||
    length.kind === LengthKind.MaxContent ||
    length.kind === LengthKind.FitContent
  );
}

/** Whether the box is a form control, which has a natural size but stretches like other boxes. */
export const isFormControl = (box: Box): boolean => box.data?.type === 'replaced' && box.data.content === 'control';

/** Space above and below the color well of an `input`, inside its content box. CSS px. */
export const COLOR_WELL_PADDING = 4;

/** Returns 1 for sides with an `auto` margin, in the logical axes of `mode`. */
export function autoMarginsOf({ style: { box: b } }: Box, mode: WritingMode): LogicalSides {
  const auto = (margin: Length): number => (margin.isAuto ? 1 : 0);
  return mode.toLogicalSides({
    top: auto(b.marginTop),
    right: auto(b.marginRight),
    bottom: auto(b.marginBottom),
    left: auto(b.marginLeft),
  });
}

const FITTING_CONTROLS: ReadonlySet<string> = new Set(['button', 'input', 'select', 'textarea']);

/**
 * Whether the box is a button or a field built from boxes. Such blocks shrink to fit, unlike others (HTML standard
 * §15.5).
 */
export const fitsLikeControl = ({ kind, element, pseudo, flags }: Box): boolean =>
  (kind === BoxKind.Flex || kind === BoxKind.Grid || kind === BoxKind.Block) &&
  element !== null &&
  pseudo === null &&
  (flags & BoxFlag.Anonymous) === 0 &&
  element.isHtml &&
  FITTING_CONTROLS.has(element.tag);

/** Whether a box is monolithic (css-break-3 §4.1). This includes orthogonal flows, which are laid out unfragmented. */
export function isMonolithic(box: Box): boolean {
  return box.kind === BoxKind.Replaced || box.has(BoxFlag.Monolithic);
}

/**
 * Whether in-flow content past the box's block end is clipped, so that it creates no pages. The body's content always
 * creates them, because paper can't scroll.
 */
export function clipsBlockEnd({ box, mode }: { readonly box: Box; readonly mode: WritingMode }): boolean {
  return clipsAlong(box, !mode.vertical) && !box.has(BoxFlag.Body);
}

/** Returns the index of a child among its siblings, which are sorted by preorder number. */
export function indexOfChild(children: readonly Box[], child: Box): number {
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle]!.index < child.index) low = middle + 1;
    else high = middle;
  }
  return children[low] === child ? low : children.indexOf(child);
}

/** Returns the in-flow children in order-modified document order (css-flexbox-1 §5.4, css-grid-2 §6.3). */
export function orderedChildren(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some((child) => child.style.box.order !== 0))
    children.sort((a, b) => a.style.box.order - b.style.box.order);
  return children;
}
