/**
 * Inline boxes as containing blocks of absolutely positioned boxes, and their relative offsets (css2 §10.1,
 * css-position-3 §3.1, §4.1).
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { relativeOffset } from '../positioned/relative-position.ts';
import type { LineMaker } from './line-maker.ts';
import type { InlineContainer } from '../positioned/out-of-flow-candidate.ts';

/** Returns the inline box around an item that contains the positioned box, or null. */
export function inlineContainerOf(maker: LineMaker, item: number, box: Box): InlineContainer | null {
  const flag = box.style.box.position === 'fixed' ? BoxFlag.FixedContainer : BoxFlag.AbsoluteContainer;
  for (let open = maker.rest.enclosing[item]!; open >= 0; open = maker.rest.enclosing[open]!) {
    const { box: inline } = maker.rest.items[open]!;
    if (!inline.has(flag)) continue;
    const { x, y } = relativeMove(maker, open);
    return { box: inline.split?.role === 'piece' ? inline.split.first : inline, movedX: x, movedY: y };
  }
  return null;
}

/** Returns the total shift of the relatively positioned inline boxes around an item, in the line's axes. */
export function relativeShift(maker: LineMaker, item: number): { inline: LU; block: LU } {
  const { writingMode: mode } = maker.input;
  const { x, y } = relativeMove(maker, maker.rest.enclosing[item]!);
  const [inline, block] = [mode.inlineOf(x, y), mode.blockOf(x, y)];
  return { inline: mode.inlineReversed ? -inline : inline, block: mode.blockReversed ? -block : block };
}

/** Returns the total physical shift of an inline box and its ancestors. `innermost` is the item that opens the box. */
function relativeMove(maker: LineMaker, innermost: number): { x: LU; y: LU } {
  const { items, enclosing } = maker.rest;
  const { writingMode: mode, inlineSize, percentageBlock } = maker.input;
  let x: LU = 0;
  let y: LU = 0;
  for (let open = innermost; open >= 0; open = enclosing[open]!) {
    const { style } = items[open]!.box;
    if (style.box.position !== 'relative') continue;
    const move = mode.vertical
      ? relativeOffset(style, percentageBlock, inlineSize, mode)
      : relativeOffset(style, inlineSize, percentageBlock, mode);
    x += move.x;
    y += move.y;
  }
  return { x, y };
}

/** Whether an absolutely positioned box is inline-level by its specified `display`, before blockification. */
export function isInlineLevelOutOfFlow(box: Box): boolean {
  return box.style.box.wasInlineLevel === true || box.style.box.display.outside === 'inline';
}
