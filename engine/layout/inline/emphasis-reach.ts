/** Emphasis marks enlarge the space between lines as ruby annotations do (css-text-decor-3 §3.4). */
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { AnnotationReach } from './built-line.ts';
import { isMarked, isMarkedUnder, markPlace } from './emphasis-marks.ts';
import type { LineBox } from './line-box.ts';
import type { LinePieces } from './line-pieces.ts';
import type { PreparedContent } from './prepared-content.ts';
import { Extent } from './ruby/em-box.ts';

/**
 * Returns how far emphasis marks and ruby reach beyond the line. `root` holds the line's extents, `ruby` the reach of
 * its ruby annotations.
 */
export function emphasisReach(
  context: LayoutContext,
  prepared: PreparedContent,
  pieces: LinePieces,
  root: LineBox,
  ruby: AnnotationReach | null,
): AnnotationReach {
  const content = new Extent();
  const marks = new Extent();
  for (const { run, atomic, lineBox, shift, annotated } of pieces.list) {
    if (atomic !== null) content.unite(atomic.over, atomic.under, shift);
    if (run === null) continue;
    const { style, absolute } = lineBox;
    content.uniteRun(context, run, lineBox.font, absolute, prepared.fonts.central);
    const mark = style.text.textEmphasisStyle !== null && hasMarks(run) ? prepared.emphasis(context, style) : null;
    if (mark === null) continue;
    const { distance, beyond } = markPlace(context.text, run, style, mark, annotated);
    const under = isMarkedUnder(style);
    marks.unite(under ? -Infinity : distance + beyond, under ? distance + beyond : -Infinity, absolute);
  }
  // In an empty line, the whole height is free.
  if (content.isEmpty) content.unite(-root.under, -root.over, 0);
  return {
    over: Math.max(ruby?.over ?? -Infinity, beyond(content.over, marks.over, root.over)),
    under: Math.max(ruby?.under ?? -Infinity, beyond(content.under, marks.under, root.under)),
  };
}

/**
 * Returns how far the marks extend beyond the line on one side. Without marks, returns the unused space inside the line
 * as a negative value.
 */
function beyond(content: number, marks: number, line: number): number {
  if (marks !== -Infinity) return Math.max(content, marks) - line;
  return Math.min(0, content - line);
}

function hasMarks({ text, start, end, item }: ShapedRun): boolean {
  if (item < 0) return false;
  for (let i = start; i < end; i++) {
    const code = text.codePointAt(i) as number;
    if (isMarked(String.fromCodePoint(code))) return true;
    if (code > 0xffff) i++;
  }
  return false;
}
