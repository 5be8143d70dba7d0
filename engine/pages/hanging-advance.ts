/**
 * Measures text that hangs at the end of its line. It is ink overflow, which takes no space (css-text-4 §4.1.2, §8.2).
 */
import { BoxKind } from '../boxes/box.ts';
import type { BoxFragment, Fragment, TextFragment } from '../layout/contract/fragment.ts';
import { type LU, luFromPx } from '../units.ts';

/** Returns the hanging advance of a text, or of an inline box that ends where its text does. */
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

/**
 * Returns the advance of hanging spaces and of a mark that may hang. Inside a line they don't hang, because they
 * displace what follows.
 */
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
