/** Questions about boxes and lengths that several formatting contexts ask. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type Length, LengthKind } from '../css/length.ts';
import type { LogicalSides, WritingMode } from './geometry.ts';

/** A length without percentages: definite whatever is around. */
export const isDefiniteLength = (length: Length): boolean => length.isLength && !length.hasPercent;

/** min-content, max-content or fit-content: what the contents want decides. */
export function isContentKeyword(length: Length): boolean {
  return (
    length.kind === LengthKind.MinContent ||
    length.kind === LengthKind.MaxContent ||
    length.kind === LengthKind.FitContent
  );
}

/** Form controls have natural sizes but fill their room as other boxes do. */
export const isFormControl = (box: Box): boolean => box.data?.type === 'replaced' && box.data.content === 'control';

/** CSS px above and below the well of an `input` for colors, inside its content box. */
export const COLOR_WELL_PADDING = 4;

/** css-overflow-3 §3.1. */
export function isScrollContainer({ box: { overflowX, overflowY } }: ComputedStyle): boolean {
  const scrolls = (value: string): boolean => value !== 'visible' && value !== 'clip';
  return scrolls(overflowX) || scrolls(overflowY);
}

/** 1 on sides whose margin is `auto`, in the logical axes of `mode`. */
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

/** A button or a field made of boxes: as a block it is as wide as its contents want, unlike other blocks (HTML standard §15.5). */
export const fitsLikeControl = ({ kind, element, pseudo, flags }: Box): boolean =>
  (kind === BoxKind.Flex || kind === BoxKind.Grid || kind === BoxKind.Block) &&
  element !== null &&
  pseudo === null &&
  (flags & BoxFlag.Anonymous) === 0 &&
  element.isHtml &&
  FITTING_CONTROLS.has(element.tag);

/** Can a box not be split at all (css-break-3 §4.1)? Orthogonal flows are laid out without a fragmentainer and count too. */
export function isMonolithic(box: Box): boolean {
  return box.kind === BoxKind.Replaced || box.has(BoxFlag.Monolithic);
}

/** Is in-flow content past the box's end invisible (css-overflow-3 §3, css-contain-2 §3.4)? */
export function clipsOverflow({ box, mode }: { readonly box: Box; readonly mode: WritingMode }): boolean {
  const { overflowX, overflowY } = box.style.box;
  const isClipped =
    (mode.vertical ? overflowX : overflowY) !== 'visible' ||
    (containmentOf(box.kind, box.style) & Containment.Paint) !== 0;
  return isClipped && !box.has(BoxFlag.Root | BoxFlag.Body);
}

/** Position of a child among its siblings, which are sorted by their preorder number. */
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
