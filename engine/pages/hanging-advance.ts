/** What of a text hangs at the end of its line: ink overflow, for which nothing has to be made room (css-text-4 §4.1.2, §8.2). */
import { BoxKind } from '../boxes/box.ts';
import type { BoxFragment, Fragment, TextFragment } from '../layout/fragment.ts';
import { type LU, luFromPx } from '../units.ts';

/** How much of what stands on a line hangs: of a text, and of inline boxes around it that end where it does. */
export function hangingAdvance(fragment: Fragment): LU {
  if (fragment.type === 'text') return hangingOfText(fragment);
  return fragment.type === 'box' && fragment.box.kind === BoxKind.Inline ? hangingOfInline(fragment) : 0;
}

function hangingOfInline({ children, offsets, width, height, writingMode }: BoxFragment): LU {
  const last = children.length - 1;
  const child = children[last];
  if (child === undefined) return 0;
  const endsThere = writingMode.vertical
    ? offsets[2 * last + 1]! + child.height === height
    : offsets[2 * last]! + child.width === width;
  return endsThere ? hangingAdvance(child) : 0;
}

/** Spaces that hang, and the mark that may; nothing inside a line, where they push what follows. */
function hangingOfText({ run, style: { text } }: TextFragment): LU {
  // Right-to-left text ends at its left.
  if (run.level % 2 === 1) return 0;
  const hangsSpaces = text.whiteSpaceCollapse === 'preserve' && text.textWrapMode === 'wrap';
  const hangsMarks = text.pagewrightOpticalMargin === 'auto' || text.hangingPunctuation.some((on) => on !== 'first');
  if (!hangsSpaces && !hangsMarks) return 0;
  const { advances, clusters } = run;
  let advance = 0;
  let last = advances.length - 1;
  for (; hangsSpaces && last >= 0 && isSpace(run.text.charCodeAt(clusters[last]!)); last--) advance += advances[last]!;
  if (hangsMarks && last >= 0) advance += advances[last]!;
  return luFromPx(advance);
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09;
