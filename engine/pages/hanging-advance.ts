/** What of a text hangs at the end of its line: ink overflow, for which nothing has to be made room (css-text-4 §4.1.2, §8.2). */
import type { TextFragment } from '../layout/fragment.ts';
import { type LU, luFromPx } from '../units.ts';

/** Spaces that hang, and the mark that may; nothing inside a line, where they push what follows. */
export function hangingAdvance({ run, style: { text } }: TextFragment): LU {
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
