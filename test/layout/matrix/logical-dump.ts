import { BoxKind } from '../../../engine/boxes/box.ts';
import { boxTitle, formatLu } from '../../../engine/debug/dump-fragments.ts';
import {
  type BoxFragment,
  type Fragment,
  FragmentFlag,
  type LineFragment,
} from '../../../engine/layout/contract/fragment.ts';
import type { Page } from '../../../engine/pages/page.ts';
import type { LU } from '../../../engine/units.ts';

/** A writing mode and a direction. */
export interface Mode {
  readonly writingMode: 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr';
  readonly direction: 'ltr' | 'rtl';
}

/** A size along the axes of a mode, or the physical one. */
interface Size {
  readonly width: LU;
  readonly height: LU;
}

/**
 * Dumps the boxes and lines of all pages in the document's logical coordinates: `i` and `b` are offsets along its axes,
 * `is` and `bs` sizes.
 */
export function logicalDump(pages: readonly Page[], mode: Mode): string {
  const lines: string[] = [];
  for (const page of pages) {
    lines.push(`page ${page.index + 1}`);
    for (const placed of [page.root, ...page.positioned])
      if (placed) write(placed.fragment, placed.x, placed.y, page.area, 1);
  }
  return lines.join('\n');

  function write(fragment: Fragment, x: LU, y: LU, parent: Size, depth: number, inLine = false): void {
    if (fragment.type === 'text') return;
    const { inline, block } = logicalOffset(fragment, x, y, parent, mode, inLine);
    const [inlineSize, blockSize] = mode.writingMode.startsWith('horizontal')
      ? [fragment.width, fragment.height]
      : [fragment.height, fragment.width];
    const title = fragment.type === 'line' ? 'line' : boxTitle(fragment.box);
    lines.push(
      `${'  '.repeat(depth)}${title} i${formatLu(inline)} b${formatLu(block)} is${formatLu(inlineSize)} bs${formatLu(blockSize)}${notes(fragment)}`,
    );
    for (const [child, childX, childY] of inLogicalOrder(fragment)) {
      const inLine = fragment.type === 'line' || fragment.box.kind === BoxKind.Inline;
      write(child, childX, childY, fragment, depth + 1, inLine);
    }
  }

  /** Returns a line's children in logical order. They are stored from left to right. */
  function inLogicalOrder(fragment: BoxFragment | LineFragment): [Fragment, LU, LU][] {
    const { children, offsets } = fragment;
    const placed = children.map((child, i): [Fragment, LU, LU] => [child, offsets[2 * i]!, offsets[2 * i + 1]!]);
    if (fragment.type === 'box' && fragment.box.kind !== BoxKind.Inline) return placed;
    const start = ([child, x, y]: [Fragment, LU, LU]): LU => logicalOffset(child, x, y, fragment, mode, true).inline;
    return placed.sort((a, b) => start(a) - start(b));
  }
}

/**
 * Returns the offset from the parent's start corner. In lines, it starts at their over edge, which isn't the start edge
 * in vertical-lr.
 */
function logicalOffset(
  fragment: Size,
  x: LU,
  y: LU,
  parent: Size,
  { writingMode, direction }: Mode,
  inLine: boolean,
): { inline: LU; block: LU } {
  const fromRight = parent.width - x - fragment.width;
  const fromBottom = parent.height - y - fragment.height;
  const rtl = direction === 'rtl';
  if (writingMode === 'horizontal-tb') return { inline: rtl ? fromRight : x, block: y };
  // In sideways-lr, lines run upwards.
  const bottomUp = rtl !== (writingMode === 'sideways-lr');
  const rightToLeft = writingMode.endsWith('rl') || (inLine && writingMode === 'vertical-lr');
  return { inline: bottomUp ? fromBottom : y, block: rightToLeft ? fromRight : x };
}

function notes(fragment: Fragment): string {
  if (fragment.type !== 'box') return '';
  const found: string[] = [];
  if (fragment.flags & FragmentFlag.BreaksBefore) found.push('continued');
  if (fragment.flags & FragmentFlag.BreaksAfter) found.push('continues');
  if (fragment.flags & FragmentFlag.Repeated) found.push('repeated');
  return found.length > 0 ? ` [${found.join(', ')}]` : '';
}
