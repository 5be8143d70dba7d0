/** Which face shows which part of a text: one grapheme cluster after the other (css-fonts-4 §5.3), with a short cut for plain text. */
import { graphemeSegments } from 'unicode-segmenter/grapheme';
import { type FontContext, isDefaultIgnorable } from '../fonts/font-context.ts';
import { choiceCovers, type FontChoice, type FontList } from '../fonts/font-list.ts';

/** Below it no character combines with its neighbours. */
const FIRST_COMBINING = 0x300;

/** Regional indicators, keycaps, emoji selectors and joined sequences; a symbol that isn't an emoji by itself stays one without U+FE0F. */
const EMOJI_SEQUENCE = /\uFE0F|\u20E3|\p{Emoji_Modifier}|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}\u200D/u;
const EMOJI_PRESENTATION = /\p{Emoji_Presentation}/u;

function wantsEmoji(cluster: string, variant: string): boolean {
  if (cluster.charCodeAt(0) < 0x80 && cluster.length === 1) return false;
  if (variant === 'text' || cluster.includes('\uFE0E')) return false;
  if (EMOJI_SEQUENCE.test(cluster) || EMOJI_PRESENTATION.test(cluster)) return true;
  return variant === 'emoji' && /\p{Emoji}/u.test(cluster);
}

/** Calls `emit` for each longest stretch of `[start, end)` that one face shows. */
export function eachFontRun(
  fonts: FontContext,
  list: FontList,
  text: string,
  start: number,
  end: number,
  emit: (choice: FontChoice, start: number, end: number) => void,
): void {
  let current: FontChoice | null = null;
  let from = start;
  let at = start;
  const first = list.at(0)!;
  while (at < end) {
    const plain = plainEnd(first, text, at, end);
    if (plain > at) {
      if (current !== first && current !== null) emit(current, from, at);
      if (current !== first) from = at;
      current = first;
      at = plain;
      continue;
    }
    const complex = complexEnd(first, text, at, end);
    for (const { segment, index } of graphemeSegments(text.slice(at, complex))) {
      const invisible = current !== null && isInvisible(segment);
      const choice: FontChoice = invisible
        ? current!
        : fonts.choiceFor(list, segment, wantsEmoji(segment, list.style.fontVariantEmoji));
      if (choice === current) continue;
      if (current !== null) emit(current, from, at + index);
      current = choice;
      from = at + index;
    }
    at = complex;
  }
  if (current !== null) emit(current, from, end);
}

/** The end of the text from `at` that `choice` shows a character at a time. */
function plainEnd(choice: FontChoice, text: string, at: number, end: number): number {
  let i = at;
  while (i < end) {
    const code = text.charCodeAt(i);
    if (code >= FIRST_COMBINING) break;
    if (
      !(code >= 0x20 && code < 0x7f && choice.unicodeRange === null && choice.face.coversBasicLatin) &&
      !choiceCovers(choice, code) &&
      !isDefaultIgnorable(code)
    )
      break;
    i++;
  }
  // The last may be the base of what follows.
  return i < end && i > at ? i - 1 : i;
}

/** The end of the text from `at` that needs clusters: up to some plain text after a space. */
function complexEnd(choice: FontChoice, text: string, at: number, end: number): number {
  for (let i = at + 1; i < end; i++) {
    if (
      text.charCodeAt(i) === 0x20 &&
      text.charCodeAt(i - 1) < FIRST_COMBINING &&
      choiceCovers(choice, 0x20) &&
      i - at > 1
    )
      return i;
  }
  return end;
}

function isInvisible(cluster: string): boolean {
  for (let i = 0; i < cluster.length; i++) {
    const code = cluster.codePointAt(i)!;
    if (code > 0xffff) i++;
    if (!isDefaultIgnorable(code)) return false;
  }
  return true;
}
