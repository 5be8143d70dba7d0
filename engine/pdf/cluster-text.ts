/**
 * Determines which text readers extract from a cluster's glyphs: each glyph's own, or the cluster's as a whole in an
 * ActualText span (ISO 32000-1 §14.9.4).
 */
import type { ShapedRun } from '../text/paragraph.ts';
import { isKeptInvisible, type UsedFont } from './used-font.ts';
import { lazily } from '../lazily.ts';

/** Returns the text that readers should extract: every kind of space becomes U+0020. */
export function extractableText(text: string): string {
  return /[\t\n\u000c\r\u00a0\u2028]/.test(text) ? text.replace(/[\t\n\u000c\r\u00a0\u2028]/g, ' ') : text;
}

/** Ranges of characters without ink and width: soft hyphen, joiners, direction marks, variation selectors. */
const IGNORABLE = [
  0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0xfe00, 0xfe0f, 0xfeff,
  0xfeff,
];

export function isIgnorable(codePoint: number): boolean {
  for (let r = 0; r < IGNORABLE.length; r += 2)
    if (codePoint >= IGNORABLE[r]! && codePoint <= IGNORABLE[r + 1]!) return true;
  return false;
}

/**
 * Returns the character of each of the glyphs `[g, next)` in visual order. Returns null if the glyphs only have a text
 * together. This is the case if their number or order differs from the characters, or if one of them has a different
 * text elsewhere in the document.
 */
export function charactersOf(
  font: UsedFont,
  run: ShapedRun,
  g: number,
  next: number,
  text: string,
): readonly string[] | null {
  const characters = Array.from(text);
  if (characters.length !== next - g) return null;
  // Readers split raised or shifted glyphs off into separate words or lines.
  const isMoved = (offset: number): boolean => offset !== 0;
  if (run.xOffsets?.subarray(g, next).some(isMoved) || run.yOffsets?.subarray(g, next).some(isMoved)) return null;
  if ((run.level & 1) === 1) characters.reverse();
  const glyphs = characters.map((character) => font.glyphFor(character.codePointAt(0)!));
  for (let i = 0; i < characters.length; i++) {
    if (isInvisible(run, g + i, characters[i]!)) continue;
    const glyph = run.glyphIds[g + i];
    // The glyph belongs to another character of the cluster: the shaper reordered them.
    if (glyph !== glyphs[i] && glyphs.includes(glyph!)) return null;
    if (!font.mayStandFor(glyph!, characters[i]!)) return null;
  }
  for (let i = 0; i < characters.length; i++)
    if (!isInvisible(run, g + i, characters[i]!) && characterCode(font, run.glyphIds[g + i]!, characters[i]!) === null)
      return null;
  return characters;
}

/** Returns whether the glyph replaces a character without ink and width. */
export function isInvisible(run: ShapedRun, g: number, character: string): boolean {
  return run.advances[g] === 0 && isIgnorable(character.codePointAt(0)!);
}

/** Returns the code that shows a glyph with the given text, or null if none exists. */
export const characterCode = (font: UsedFont, glyphId: number, text: string): number | null =>
  font.standsFor(glyphId, text) ? glyphId : font.codeFor(glyphId, text);

/**
 * The text of a glyph that is only a part of a character (word joiner). It doesn't end a word, and readers don't
 * display it.
 */
export const NOTHING = '\u2060';

/** Characters that readers treat as zero-width, whatever the font says. */
const MARK = lazily(() => /\p{Mn}/u);

export const hasMarks = (text: string): boolean => MARK().test(text);

/** A glyph of a span by its index, or a blank (-1), with the text that readers extract from it. */
export interface SpanStep {
  readonly glyph: number;
  readonly text: string;
}

/**
 * Distributes the text of a span over its glyphs for readers that ignore ActualText, so that the text comes out in
 * order. Each glyph with a width gets one character that isn't a mark, regardless of its appearance. Blanks between the
 * glyphs carry the rest. `isWide` tells for each glyph, in text order, whether it has a width.
 */
export function spreadText(text: string, isWide: readonly boolean[]): SpanStep[] {
  const steps: SpanStep[] = [];
  const wide = isWide.filter(Boolean).length;
  const bases = (characters: readonly string[]): number => characters.filter((c) => !MARK().test(c)).length;
  let characters = Array.from(text);
  if (bases(characters) < wide) {
    // Two-part vowels decompose into two characters.
    const parts = Array.from(text.normalize('NFD'));
    if (bases(parts) >= wide) characters = parts;
  }
  let basesLeft = bases(characters);
  let at = 0;
  const isMark = (): boolean => at < characters.length && MARK().test(characters[at]!);
  isWide.forEach((hasWidth, glyph) => {
    if (hasWidth) while (basesLeft > 0 && isMark()) steps.push({ glyph: -1, text: characters[at++]! });
    const takes = hasWidth ? at < characters.length : isMark();
    if (takes && !isMark()) basesLeft--;
    steps.push({ glyph, text: takes ? characters[at++]! : NOTHING });
  });
  while (at < characters.length) steps.push({ glyph: -1, text: characters[at++]! });
  return steps;
}

/**
 * Sets the text of a cluster's glyphs for readers that ignore ActualText. Glyphs that match a character get that
 * character. The first of the others (a conjunct, a mark in several pieces) gets the remaining text.
 */
export function guessTexts(font: UsedFont, run: ShapedRun, g: number, next: number, text: string): void {
  const rest = Array.from(text).filter((character) => !isKeptInvisible(character.codePointAt(0)!));
  const others: number[] = [];
  for (let i = g; i < next; i++) {
    const glyph = run.glyphIds[i]!;
    const at = rest.findIndex((character) => font.glyphFor(character.codePointAt(0)!) === glyph);
    if (at >= 0) font.guess(glyph, rest.splice(at, 1)[0]!);
    else others.push(glyph);
  }
  for (const glyph of others) {
    const own = font.characterNear(text.codePointAt(0)!, glyph);
    font.guess(glyph, own ?? (rest.splice(0).join('') || NOTHING));
  }
}
