/** Selects the face for each part of a text by grapheme cluster (css-fonts-4 §5.3), with a fast path for plain text. */
import { graphemeSegments } from 'unicode-segmenter/grapheme';
import { isDefaultIgnorable, isWholeCharacter, standsAlone } from '../fonts/characters.ts';
import type { FontContext } from '../fonts/font-context.ts';
import type { FontChoice, FontList } from '../fonts/font-list.ts';
import { lazily } from '../lazily.ts';

/**
 * Regional indicators, keycaps, emoji selectors and joined sequences. Without U+FE0F, a symbol that isn't an emoji by
 * default stays a symbol.
 */
const EMOJI_SEQUENCE = lazily(
  () => /\uFE0F|\u20E3|\p{Emoji_Modifier}|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}\u200D/u,
);
const EMOJI_PRESENTATION = lazily(() => /\p{Emoji_Presentation}/u);

function wantsEmoji(cluster: string, variant: string): boolean {
  if (cluster.charCodeAt(0) < 0x80 && cluster.length === 1) return false;
  if (variant === 'text' || cluster.includes('\uFE0E')) return false;
  if (EMOJI_SEQUENCE().test(cluster) || EMOJI_PRESENTATION().test(cluster)) return true;
  return variant === 'emoji' && /\p{Emoji}/u.test(cluster);
}

/** Receives each maximal range of a text that one face renders. */
type FontRunSink = (choice: FontChoice, start: number, end: number) => void;

/** Calls `emit` for each maximal range of `[start, end)` that one face renders. */
export function eachFontRun(
  fonts: FontContext,
  list: FontList,
  text: string,
  start: number,
  end: number,
  emit: FontRunSink,
): void {
  const first = list.at(0)!;
  const firstHasBasicLatin = first.unicodeRange === null && first.face.coversBasicLatin;
  let current: FontChoice | null = null;
  let from = start;
  const use = (choice: FontChoice, at: number): void => {
    if (choice === current) return;
    if (current !== null) emit(current, from, at);
    current = choice;
    from = at;
  };
  for (let at = start; at < end;) {
    if (firstHasBasicLatin) {
      const plain = plainEnd(text, at, end);
      if (plain > at) {
        use(first, at);
        at = plain;
        continue;
      }
    }
    if (isWholeCharacter(text, at, end)) {
      use(fonts.choiceForCharacter(list, text.charCodeAt(at)), at);
      at++;
      continue;
    }
    const complex = complexEnd(text, at, end);
    for (const { segment, index } of graphemeSegments(text.slice(at, complex))) {
      if (current !== null && isInvisible(segment)) continue;
      use(fonts.choiceFor(list, segment, wantsEmoji(segment, list.style.fontVariantEmoji)), at + index);
    }
    at = complex;
  }
  if (current !== null) emit(current, from, end);
}

/**
 * Returns the end of the ASCII characters from `at` that are single clusters. Excludes the last if something may
 * combine with it.
 */
function plainEnd(text: string, at: number, end: number): number {
  let i = at;
  let unit = 0;
  while (i < end && (unit = text.charCodeAt(i)) >= 0x20 && unit < 0x7f) i++;
  return i > at && i < end && !standsAlone(unit) ? i - 1 : i;
}

/**
 * Returns the end of the text from `at` that must be segmented into clusters: a character that certainly begins one.
 */
function complexEnd(text: string, at: number, end: number): number {
  // The character before it may be a prefix to which it belongs.
  for (let i = at + 2; i < end; i++)
    if (standsAlone(text.charCodeAt(i)) && standsAlone(text.charCodeAt(i - 1))) return i;
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
