/**
 * Applies `text-transform` of `::first-line` (css-pseudo-4 §3.1). Its text is that of the content except for the case
 * of letters.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';
import { transforms, transformText } from './text-transform.ts';

/** The number of UTF-16 code units before an item that may belong to its first word. */
const WORD_CONTEXT = 100;

/**
 * Returns the content as the first line shows it, with the same number of characters, so that the next line continues
 * where it ends.
 *
 * DEVIATION: characters whose transformed form has a different length stay unchanged, and transforms of the lines' own
 * style aren't undone.
 */
export function firstLineContent(content: InlineContent, styleOf: (box: Box) => ComputedStyle): InlineContent {
  let text = '';
  for (const { kind, box, start, end } of content.items) {
    if (kind !== InlineItemKind.Text) continue;
    const style = styleOf(box);
    if (!transforms(style.text)) continue;
    const before = content.text.slice(Math.max(0, start - WORD_CONTEXT), start);
    const shown = sameLength(content.text.slice(start, end), style, before);
    text += content.text.slice(text.length, start) + shown;
  }
  return text === '' ? content : { ...content, text: text + content.text.slice(text.length) };
}

function sameLength(text: string, { text: style, font }: ComputedStyle, before: string): string {
  const whole = transformText(text, style, font.language, before);
  if (whole.length === text.length) return whole;
  let shown = '';
  for (const character of text) {
    const context = before + text.slice(Math.max(0, shown.length - WORD_CONTEXT), shown.length);
    const transformed = transformText(character, style, font.language, context);
    shown += transformed.length === character.length ? transformed : character;
  }
  return shown;
}
