/**
 * `footnote-display: inline` (css-gcpm-3 §2.2): notes that follow each other in the footnote area are one text. Each is laid out as a block of its own that
 * goes on beside the last line of the note before it, as if that line were a float: what doesn't fit beside it comes below.
 */
import type { Box } from '../boxes/box.ts';
import { EMPTY_EXCLUSIONS } from '../layout/exclusions.ts';
import type { ExclusionSpace } from '../layout/exclusion-space.ts';
import type { BoxFragment, LineFragment } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { LU } from '../units.ts';

/** The last line of a note, from the area's content corner, logical: where it begins along the block axis, its size there, and where its text ends. */
export interface TextEnd {
  readonly block: LU;
  readonly size: LU;
  readonly inline: LU;
}

/** Is it text that others go on with? What holds blocks begins a line, and ends one. */
export function isInlineNote(box: Box): boolean {
  return box.style.rare.footnoteDisplay === 'inline' && box.inline !== null;
}

/** Where the text of an inline note ends whose fragment stands at `block`; null: it has no line. */
export function textEndOf(fragment: BoxFragment, block: LU, mode: WritingMode): TextEnd | null {
  for (let i = fragment.children.length - 1; i >= 0; i--) {
    const line = fragment.children[i]!;
    if (line.type !== 'line') continue;
    const [x, y] = [fragment.offsets[2 * i], fragment.offsets[2 * i + 1]];
    const fromStart = mode.vertical ? (mode.blockReversed ? fragment.width - x! - line.width : x!) : y!;
    return {
      block: block + fromStart,
      size: line.blockSize,
      inline: inlineEndOf(fragment, line, mode.vertical ? y! : x!, mode),
    };
  }
  return null;
}

/** From the inline start of `around`, whose line stands at `offset` along the physical axis. */
function inlineEndOf(around: BoxFragment, line: LineFragment, offset: LU, mode: WritingMode): LU {
  const whole = mode.vertical ? around.height : around.width;
  let end: LU = 0;
  line.children.forEach((child, i) => {
    const start = offset + line.offsets[2 * i + (mode.vertical ? 1 : 0)]!;
    const size = mode.vertical ? child.height : child.width;
    end = Math.max(end, mode.inlineReversed ? whole - start : start + size);
  });
  return end;
}

/** What keeps the first line of a note clear of what stands before it: `inline` from the area's start, as high as `size` from the note's block start. */
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
