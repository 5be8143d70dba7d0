/**
 * Resolves anchor functions in a containing block (css-anchor-position-1 §3.2, §4.1), and substitutes the results into
 * a style.
 */
import type { BoxStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { AnchoredLength } from '../../css/values/anchored-length.ts';
import type { AnchorDimension, AnchorQuery, AnchorSide } from '../../css/values/math-expression.ts';
import { pxFromLu } from '../../units.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';

/** The context in which a box resolves its anchor functions. */
export interface Asking {
  readonly container: Rect;
  readonly containerMode: WritingMode;
  readonly ownMode: WritingMode;
  /** Returns an anchor's rectangle, or null if no anchor has the name. A null `name` means the default anchor. */
  rectOf(name: string | null): Rect | null;
}

type Side = 'top' | 'right' | 'bottom' | 'left';
type Field = keyof BoxStyle &
  (
    Side | `margin${'Top' | 'Right' | 'Bottom' | 'Left'}` | `${'min' | 'max'}${'Width' | 'Height'}` | 'width' | 'height'
  );

/** The properties that accept anchor functions, with their physical axis and, for insets, their side. */
const FIELDS: readonly { readonly field: Field; readonly horizontal: boolean; readonly side: Side | null }[] = [
  { field: 'top', horizontal: false, side: 'top' },
  { field: 'right', horizontal: true, side: 'right' },
  { field: 'bottom', horizontal: false, side: 'bottom' },
  { field: 'left', horizontal: true, side: 'left' },
  { field: 'marginTop', horizontal: false, side: null },
  { field: 'marginRight', horizontal: true, side: null },
  { field: 'marginBottom', horizontal: false, side: null },
  { field: 'marginLeft', horizontal: true, side: null },
  { field: 'width', horizontal: true, side: null },
  { field: 'height', horizontal: false, side: null },
  { field: 'minWidth', horizontal: true, side: null },
  { field: 'minHeight', horizontal: false, side: null },
  { field: 'maxWidth', horizontal: true, side: null },
  { field: 'maxHeight', horizontal: false, side: null },
];

/** Whether any length of the style uses an anchor function. */
export function asksAnchors(box: BoxStyle): boolean {
  for (const { field } of FIELDS) if (box[field] instanceof AnchoredLength) return true;
  return false;
}

/** Returns the anchor names used by the style's lengths. */
export function namesAsked(box: BoxStyle): Set<string> {
  const names = new Set<string>();
  for (const { field } of FIELDS) {
    const length = box[field];
    if (!(length instanceof AnchoredLength)) continue;
    length.resolveAnchors(({ name }) => {
      if (name !== null) names.add(name);
      return 0;
    });
  }
  return names;
}

/**
 * Returns the style with anchor functions resolved. `isValid` is false if a function has neither an anchor nor a
 * fallback.
 */
export function withAnswers(box: BoxStyle, asking: Asking): { readonly box: BoxStyle; readonly isValid: boolean } {
  const changes: { -readonly [F in Field]?: Length } = {};
  let isValid = true;
  let hasChanges = false;
  for (const { field, horizontal, side } of FIELDS) {
    const length = box[field];
    if (!(length instanceof AnchoredLength)) continue;
    const answer = length.resolveAnchors((query) => answerTo(query, horizontal, side, asking));
    changes[field] = answer.length;
    hasChanges = true;
    if (!answer.isValid) isValid = false;
  }
  return { box: hasChanges ? { ...box, ...changes } : box, isValid };
}

/**
 * Returns the value of an anchor function in CSS px, or null if invalid. `side` is the side of the inset, or null for
 * other properties.
 */
function answerTo(query: AnchorQuery, horizontal: boolean, side: Side | null, asking: Asking): number | null {
  const anchor = asking.rectOf(query.name);
  if (anchor === null) return null;
  if (query.type === 'size') {
    const isWidth = isHorizontal(query.dimension, horizontal, asking);
    return pxFromLu(isWidth ? anchor.width : anchor.height);
  }
  if (side === null) return null;
  const share = shareOf(query.side, query.percentage, horizontal, side, asking);
  if (share === null) return null;
  const { container } = asking;
  const place = horizontal ? anchor.x + share * anchor.width : anchor.y + share * anchor.height;
  const start = horizontal ? container.x : container.y;
  const size = horizontal ? container.width : container.height;
  return pxFromLu(side === 'left' || side === 'top' ? place - start : start + size - place);
}

function isHorizontal(dimension: AnchorDimension, horizontal: boolean, { containerMode, ownMode }: Asking): boolean {
  switch (dimension) {
    case null:
      return horizontal;
    case 'width':
      return true;
    case 'height':
      return false;
    case 'block':
      return containerMode.vertical;
    case 'inline':
      return !containerMode.vertical;
    case 'self-block':
      return ownMode.vertical;
    case 'self-inline':
      return !ownMode.vertical;
  }
}

/**
 * Returns the position of an anchor side along the anchor's physical axis, where 0 is left or top. Returns null if the
 * side isn't on that axis.
 */
function shareOf(
  side: AnchorSide,
  percentage: number,
  horizontal: boolean,
  inset: Side,
  { containerMode, ownMode }: Asking,
): number | null {
  const isStartInset = inset === 'left' || inset === 'top';
  const reversed = (mode: WritingMode): boolean =>
    mode.vertical === horizontal ? mode.blockReversed : mode.inlineReversed;
  switch (side) {
    case 'inside':
      return isStartInset ? 0 : 1;
    case 'outside':
      return isStartInset ? 1 : 0;
    case 'left':
      return horizontal ? 0 : null;
    case 'right':
      return horizontal ? 1 : null;
    case 'top':
      return horizontal ? null : 0;
    case 'bottom':
      return horizontal ? null : 1;
    case 'center':
      return 0.5;
    case 'start':
      return reversed(containerMode) ? 1 : 0;
    case 'end':
      return reversed(containerMode) ? 0 : 1;
    case 'self-start':
      return reversed(ownMode) ? 1 : 0;
    case 'self-end':
      return reversed(ownMode) ? 0 : 1;
    case 'percentage':
      return reversed(containerMode) ? 1 - percentage : percentage;
  }
}
