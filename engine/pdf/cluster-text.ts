/** Which text the glyphs of a cluster give a reader: by themselves, or only together, in an ActualText span (ISO 32000-1 §14.9.4). */
import type { ShapedRun } from '../text/paragraph.ts';
import { isKeptInvisible, type UsedFont } from './used-font.ts';

/** What a reader should get for a text: every kind of space is a space. */
export function extractableText(text: string): string {
  return /[\t\n\u000c\r\u00a0\u2028]/.test(text) ? text.replace(/[\t\n\u000c\r\u00a0\u2028]/g, ' ') : text;
}

/** Ranges of characters that take no ink and no space: soft hyphen, joiners, marks of direction, variation selectors. */
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
 * The characters that the glyphs `[g, next)` stand for one by one, in the glyphs' visual order; null where the text is only that of all of them together:
 * they are more or fewer than the characters, in another order, or one of them stands for something else elsewhere in the document.
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
  // Readers put glyphs that are raised or set back into words or lines of their own.
  const isMoved = (offset: number): boolean => offset !== 0;
  if (run.xOffsets?.subarray(g, next).some(isMoved) || run.yOffsets?.subarray(g, next).some(isMoved)) return null;
  if ((run.level & 1) === 1) characters.reverse();
  const glyphs = characters.map((character) => font.glyphFor(character.codePointAt(0)!));
  for (let i = 0; i < characters.length; i++) {
    if (isInvisible(run, g + i, characters[i]!)) continue;
    const glyph = run.glyphIds[g + i];
    // The glyph of another character of the cluster: they have changed places.
    if (glyph !== glyphs[i] && glyphs.includes(glyph!)) return null;
    if (!font.mayStandFor(glyph!, characters[i]!)) return null;
  }
  for (let i = 0; i < characters.length; i++)
    if (!isInvisible(run, g + i, characters[i]!) && characterCode(font, run.glyphIds[g + i]!, characters[i]!) === null)
      return null;
  return characters;
}

/** A glyph in place of a character that has neither ink nor width. */
export function isInvisible(run: ShapedRun, g: number, character: string): boolean {
  return run.advances[g] === 0 && isIgnorable(character.codePointAt(0)!);
}

/** The code that shows a glyph by which it stands for a text; null: there is none. */
export const characterCode = (font: UsedFont, glyphId: number, text: string): number | null =>
  font.standsFor(glyphId, text) ? glyphId : font.codeFor(glyphId, text);

/** For pieces of characters, which no character stands for: ends no word, and is left out by readers that show what they read (word joiner). */
export const NOTHING = '\u2060';

/** Characters that readers take to have no width, whatever the font says. */
const MARK = /\p{Mn}/u;

export const hasMarks = (text: string): boolean => MARK.test(text);

/** A glyph of a span, by its index, or a blank (-1), and what it is read as. */
export interface SpanStep {
  readonly glyph: number;
  readonly text: string;
}

/**
 * What each glyph of a span is read as where ActualText isn't, so that its text comes out in order: glyphs with a width have a character each that isn't
 * a mark, whatever they show; what is left is read from blanks between them. `isWide`: for each glyph, in the order of the text, whether it has a width.
 */
export function spreadText(text: string, isWide: readonly boolean[]): SpanStep[] {
  const steps: SpanStep[] = [];
  const wide = isWide.filter(Boolean).length;
  const bases = (characters: readonly string[]): number => characters.filter((c) => !MARK.test(c)).length;
  let characters = Array.from(text);
  if (bases(characters) < wide) {
    // Vowels of two parts are two characters.
    const parts = Array.from(text.normalize('NFD'));
    if (bases(parts) >= wide) characters = parts;
  }
  let basesLeft = bases(characters);
  let at = 0;
  const isMark = (): boolean => at < characters.length && MARK.test(characters[at]!);
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
 * Tells the font what the glyphs of a cluster may be read as where ActualText isn't: the characters whose own glyphs they are, and for the first of the
 * others (a conjunct, a mark in several pieces) what is left over.
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
