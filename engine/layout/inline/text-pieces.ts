/** Splits an item's text on a line into pieces of one direction, separated by tabs that extend to the next tab stop. */
import { LU_PER_PX, type LU, luCeilFromPx } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { ItemFlag, type PreparedContent } from './prepared-content.ts';

/** Returns the advance of a tab at line position `pos` (css-text-3 §4.2 step 2). */
export function tabAdvance(context: LayoutContext, prepared: PreparedContent, item: number, pos: LU): LU {
  const { tabSize } = prepared.styleOf(prepared.items[item]!.box).text;
  // The space advance is that of the block container, regardless of the tab's own font.
  const { style } = prepared.container;
  const space = context.text.metrics(style).spaceAdvance;
  const spacing = style.text.letterSpacing.resolvePx(space) + style.text.wordSpacing.resolvePx(space);
  const interval = typeof tabSize === 'number' ? tabSize * (space + spacing) : tabSize.px;
  if (!(interval > 0)) return 0;
  const at = pos / LU_PER_PX;
  let distance = interval - (((at % interval) + interval) % interval);
  if (distance < space / 2) distance += interval;
  return luCeilFromPx(distance);
}

/** Returns the end of the longest piece from `start` in one direction, before the next tab. */
export function endOfPiece(prepared: PreparedContent, flags: number, start: number, end: number): number {
  const { levels, text } = prepared;
  let stop = end;
  if ((flags & ItemFlag.HasTab) !== 0) {
    const tab = text.indexOf('\t', start);
    if (tab >= 0 && tab < stop) stop = tab;
  }
  if (levels === null) return stop;
  const level = levels[start];
  let k = start + 1;
  while (k < stop && levels[k] === level) k++;
  return k;
}
