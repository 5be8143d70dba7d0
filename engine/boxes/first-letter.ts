/** `::first-letter`: the first letter of a block container's first line gets a box of its own (css-pseudo-4 §2.2). */
import type { BuildContext } from './build-context.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { kindOf } from './display.ts';
import { placeFlags, usedDisplay } from './element-box.ts';
import { LooseBox, LooseText } from './loose-box.ts';

/** Punctuation that goes with the letter, before it (also with white space between) and after it. */
const LETTER = /^[ \t\n\r\f]*((?:[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]\s*)*[^\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]\p{M}*[\p{Pe}\p{Pi}\p{Pf}\p{Po}]*)/u;

/** Splits the first letter off, if the block container's element has a ::first-letter style. */
export function applyFirstLetter(context: BuildContext, container: LooseBox): void {
  if (container.element === null || container.pseudo !== null) return;
  const style = context.styler.pseudoStyle(container.element, 'first-letter');
  if (style === null) return;
  const place = findText(container);
  if (place === null) return;
  const text = place.parent.children[place.index] as LooseText;
  const match = LETTER.exec(text.data);
  if (!match) return;
  const display = usedDisplay(style, container);
  const kind = style.box.float === 'none' ? BoxKind.Inline : kindOf(display, style);
  const letter = new LooseBox(kind, style, container.element, 'first-letter', placeFlags(kind, display, style, container));
  // Line layout makes a float of it.
  if (style.box.initialLetter !== null && kind === BoxKind.Inline) letter.flags |= BoxFlag.HasFloat;
  letter.append(new LooseText(match[1]));
  const rest = new LooseText(text.data.slice(match[0].length));
  place.parent.children.splice(place.index, 1, letter, rest);
}

/** The text in which the first line begins: through inline boxes and first in-flow blocks; null if an atomic inline or a break comes first. */
function findText(box: LooseBox): { parent: LooseBox; index: number } | null {
  for (let i = 0; i < box.children.length; i++) {
    const child = box.children[i];
    if (child.type === 'text') {
      if (child.data.trim() !== '') return { parent: box, index: i };
      continue;
    }
    if (child.type === 'break') return null;
    if (child.isOutOfFlowOrFloat || child.kind === BoxKind.Marker || child.pseudo === 'marker') continue;
    if (child.isInlineBox || child.kind === BoxKind.Block) {
      const found = findText(child);
      if (found || child.kind === BoxKind.Block) return found;
      continue;
    }
    return null;
  }
  return null;
}
