/**
 * `footnote-display: inline` (css-gcpm-3 §2.2): consecutive notes form one text. Each note is a separate block that
 * continues after the last line of the previous note, as if that line were a float. What doesn't fit next to it follows
 * below.
 */
import type { Box } from '../../boxes/box.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import type { BoxFragment, LineFragment } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { LU } from '../../units.ts';

/**
 * The last line of a note: its block start, its block size, and where its text ends. Logical offsets from the area's
 * content corner.
 */
export interface TextEnd {
  readonly block: LU;
  readonly size: LU;
  readonly inline: LU;
}

/**
 * Returns whether other notes can continue the note's text. A note with block contents starts and ends on its own line.
 */
export function isInlineNote(box: Box): boolean {
  return box.style.rare.footnoteDisplay === 'inline' && box.inline !== null;
}

/** Returns where the text of an inline note at `block` ends, or null if it has no line. */
export function textEndOf(fragment: BoxFragment, block: LU, mode: WritingMode): TextEnd | null {
  for (let i = fragment.children.length - 1; i >= 0; i--) {
    const line = fragment.children[i]!;
    if (line.type !== 'line') continue;
    const [x, y] = [fragment.offsets[2 * i], fragment.offsets[2 * i + 1]];
    const fromStart = mode.blockOffset(x!, y!, line, fragment);
    return {
      block: block + fromStart,
      size: line.blockSize,
      inline: inlineEndOf(fragment, line, mode.inlineOf(x!, y!), mode),
    };
  }
  return null;
}

/** Returns the end relative to the inline start of `around`. Its line is at the physical position `offset`. */
function inlineEndOf(around: BoxFragment, line: LineFragment, offset: LU, mode: WritingMode): LU {
  const whole = mode.inlineOf(around.width, around.height);
  let end: LU = 0;
  line.children.forEach((child, i) => {
    const start = offset + line.offsets[2 * i + mode.inlineOf(0, 1)]!;
    const size = mode.inlineOf(child.width, child.height);
    end = Math.max(end, mode.inlineReversed ? whole - start : start + size);
  });
  return end;
}

/**
 * Returns an exclusion that keeps a note's first line clear of the preceding text. It extends `inline` from the area's
 * start and `size` from the note's block start.
 */
export function besideText(inline: LU, size: LU): ExclusionSpace {
  return EMPTY_EXCLUSIONS.add({
    side: 'start',
    inlineStart: 0,
    inlineEnd: inline,
    blockStart: 0,
    blockEnd: size,
    shape: null,
    goesOn: false,
  });
}
