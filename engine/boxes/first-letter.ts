/** `::first-letter`: gives the first letter of a block container's first line its own box (css-pseudo-4 §2.2). */
import { graphemeSegments } from 'unicode-segmenter/grapheme';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BuildContext } from './build-context.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { kindOf } from './display.ts';
import type { FirstLine } from './first-line.ts';
import { placeFlags, usedDisplay } from './element-box.ts';
import { LooseBox, LooseText } from './loose-box.ts';
import { lazily } from '../lazily.ts';

/** Punctuation before the letter, of any kind, with spaces in between. */
const BEFORE = lazily(() => /^[ \t\n\r\f]*((?:\p{P}\p{M}*(?:(?!\u3000)\p{Zs})*)*)/u);
/** Punctuation after it, except opening punctuation and dashes. */
const AFTER = lazily(() => /^(?:[\p{Pc}\p{Pe}\p{Pi}\p{Pf}\p{Po}]\p{M}*)+/u);
const SPACE = /^\s/u;

/**
 * Splits off the first letter, if the block container's element has a ::first-letter style. `firstLine`: the
 * ::first-line that applies to the container's first line.
 */
export function applyFirstLetter(context: BuildContext, container: LooseBox, firstLine: FirstLine | null): void {
  if (container.element === null || container.pseudo !== null || container.has(BoxFlag.Anonymous)) return;
  const own = context.styler.pseudoStyle(container.element, 'first-letter');
  if (own === null) return;
  const path: LooseBox[] = [];
  const index = findText(container, path);
  if (index === NOTHING || index === BLOCKED) return;
  const parent = path[path.length - 1]!;
  const text = parent.children[index] as LooseText;
  const [start, end] = firstLetterOf(text.data);
  if (start === end) return;
  // The pseudo-element is directly around the letter, so it inherits from the box that contains it (css-pseudo-4 §2.2).
  let style =
    parent === container ? own : context.styler.firstLineStyle(container.element, parent.style, 'first-letter');
  // Other letters get the styles of the first line together with the boxes around them.
  if (firstLine !== null && style.box.float !== 'none') {
    const around = styleInFirstLine(context, path, firstLine);
    style = context.styler.firstLineStyle(container.element, around, 'first-letter');
  }
  const display = usedDisplay(style, container);
  const kind = style.box.float === 'none' ? BoxKind.Inline : kindOf(display, style);
  const letter = new LooseBox(
    kind,
    style,
    container.element,
    'first-letter',
    placeFlags(kind, display, style, container),
  );
  // Line layout turns it into a float.
  if (style.box.initialLetter !== null && kind === BoxKind.Inline) letter.flags |= BoxFlag.HasFloat;
  letter.append(new LooseText(text.data.slice(start, end)));
  const rest = new LooseText(text.data.slice(end));
  parent.children.splice(index, 1, letter, rest);
}

/** Returns the style that the last box of `path` has in the first line of the first one. */
function styleInFirstLine(context: BuildContext, path: readonly LooseBox[], firstLine: FirstLine): ComputedStyle {
  let { style } = firstLine;
  for (const box of path.slice(1)) {
    if (!box.isInlineBox) style = context.styler.firstLineStyle(firstLine.element, box.style, 'first-line');
    else if (box.element !== null) style = context.styler.firstLineStyle(box.element, style, box.pseudo);
  }
  return style;
}

/**
 * Returns the range of the letter with its punctuation, or an empty range. Text of punctuation only is included
 * entirely.
 */
function firstLetterOf(text: string): [number, number] {
  const before = BEFORE().exec(text) as RegExpExecArray;
  const start = before[0].length - before[1]!.length;
  let end = before[0].length;
  const rest = text.slice(end, end + LONGEST_CLUSTER);
  if (rest === '' || SPACE.test(rest)) return [start, start + before[1]!.trimEnd().length];
  for (const { segment } of graphemeSegments(rest)) {
    end += segment.length;
    break;
  }
  return [start, end + (AFTER().exec(text.slice(end))?.[0].length ?? 0)];
}

/** The number of UTF-16 code units searched for the letter's grapheme cluster. */
const LONGEST_CLUSTER = 64;

/** No text so far, or something other than text begins the line. */
const NOTHING = 'nothing';
const BLOCKED = 'blocked';

/**
 * Finds the text that begins the first line, through inline boxes and first in-flow blocks. Adds the boxes around it to
 * `path` from the outside in, and returns its index in the last one.
 */
function findText(box: LooseBox, path: LooseBox[]): number | typeof NOTHING | typeof BLOCKED {
  path.push(box);
  for (let i = 0; i < box.children.length; i++) {
    const child = box.children[i]!;
    if (child.type === 'text') {
      if (child.data.trim() !== '') return i;
      continue;
    }
    if (child.type === 'break') return BLOCKED;
    if (child.isOutOfFlowOrFloat || child.kind === BoxKind.Marker || child.pseudo === 'marker') continue;
    const isBase = child.kind === BoxKind.RubyBase;
    const isAtomic = child.has(BoxFlag.AtomicInline) || (!child.isInlineBox && child.kind !== BoxKind.Block);
    if (isAtomic && !isBase) return BLOCKED;
    const found = findText(child, path);
    if (found !== NOTHING) return found;
    // Ruby begins with its first base.
    if (isBase) break;
  }
  path.pop();
  return NOTHING;
}
