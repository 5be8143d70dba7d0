/** What the inline boxes around an absolutely positioned box mean for it (css2 §10.1, css-position-3 §3.1, §4.1). */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { relativeOffset } from '../positioned/relative-position.ts';
import type { LineMaker } from './line-maker.ts';
import type { InlineContainer } from '../positioned/out-of-flow-candidate.ts';

/** The inline box around an item that is the containing block of an absolutely positioned box, if one is. */
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

/** How far the relatively positioned inline boxes around an item are moved together, in the line's axes. */
export function relativeShift(maker: LineMaker, item: number): { inline: LU; block: LU } {
  const { writingMode: mode } = maker.input;
  const { x, y } = relativeMove(maker, maker.rest.enclosing[item]!);
  const [inline, block] = mode.vertical ? [y, x] : [x, y];
  return { inline: mode.inlineReversed ? -inline : inline, block: mode.blockReversed ? -block : block };
}

/** How far an inline box, given by the item that opens it, is moved together with those around it; physical. */
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

/** Is an absolutely positioned box inline-level by its own `display`, before it was made a block? */
export function isInlineLevelOutOfFlow(box: Box): boolean {
  return box.style.box.wasInlineLevel === true || box.style.box.display.outside === 'inline';
}
