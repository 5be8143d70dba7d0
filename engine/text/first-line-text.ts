/** `text-transform` of `::first-line` (css-pseudo-4 §3.1), whose text is that of the content for all but the case of its letters. */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';
import { transforms, transformText } from './text-transform.ts';

/** What of the text before an item may belong to its first word, UTF-16 units. */
const WORD_CONTEXT = 100;

/**
 * The content as the first line shows it, with as many characters, so that the next line goes on where it ends.
 *
 * DEVIATION: characters whose transformed form has another length stay as they are, and what the lines' own style has transformed isn't
 * taken back.
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
