/**
 * Alignment points of initial letters (css-inline-3 §6.3): the letter spans from a point of the first line to a point
 * of the last. The letter's points depend on its script, those of the text on `initial-letter-align`.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LayoutContext } from '../contract.ts';
import type { FontBox } from './font-box.ts';
import { inkTop } from './letter-ink.ts';
import { pxFromLu } from '../../units.ts';
import { lazyPattern } from '../../lazy-pattern.ts';

/** Distances from the alphabetic baseline to the line-over and line-under sides, in CSS px. */
export interface AlignmentPoints {
  readonly over: number;
  readonly under: number;
}

const IDEOGRAPHIC = lazyPattern(
  () => /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Yi}]/u,
);
/** Scripts with a hanging baseline, each with a letter whose top shows its position (css-inline-3 §A.1). */
const HANGING: readonly (readonly [script: RegExp, letter: string])[] = [
  [/\p{Script=Devanagari}/u, 'क'],
  [/\p{Script=Bengali}/u, 'ক'],
  [/\p{Script=Gurmukhi}/u, 'ਕ'],
];
const HEBREW = lazyPattern(() => /\p{Script=Hebrew}/u);
const HEBREW_LETTER = 'ה';
/** The hanging baseline as a share of the font size, used if the font lacks the sample letter. */
const HANGING_BASELINE = 0.6;

/**
 * Returns the alignment points of a letter. DEVIATION: Hebrew letters use the points of `hebrew` text instead of the
 * ideographic edges.
 */
export function pointsOfLetter(context: LayoutContext, style: ComputedStyle, text: string): AlignmentPoints {
  if (IDEOGRAPHIC().test(text)) return ideographic(context, style);
  if (HEBREW().test(text)) return { over: topOf(context, style, HEBREW_LETTER), under: 0 };
  const hanging = HANGING.find(([script]) => script.test(text));
  return hanging === undefined ? alphabetic(context, style) : { over: topOf(context, style, hanging[1]), under: 0 };
}

/** Returns the points of the surrounding text that the letter's style names. `font` is that of the root inline box. */
export function pointsOfText(
  context: LayoutContext,
  root: ComputedStyle,
  font: FontBox,
  letter: ComputedStyle,
  text: string,
): AlignmentPoints {
  switch (letter.text.initialLetterAlign.points) {
    case 'ideographic':
      return ideographic(context, root);
    case 'hanging':
      return {
        over: topOf(context, root, (HANGING.find(([script]) => script.test(text)) ?? HANGING[0]!)[1]),
        under: 0,
      };
    case 'hebrew':
      return { over: topOf(context, root, HEBREW_LETTER), under: 0 };
    case 'leading':
      return { over: pxFromLu(font.over), under: pxFromLu(font.under) };
    default:
      return alphabetic(context, root);
  }
}

function alphabetic(context: LayoutContext, style: ComputedStyle): AlignmentPoints {
  return { over: context.text.metrics(style).capHeight, under: 0 };
}

/** NOTE The em box approximates the character face, which is smaller by the same share in letter and text. */
function ideographic(context: LayoutContext, style: ComputedStyle): AlignmentPoints {
  const { emAscent, emDescent } = context.text.metrics(style);
  return { over: emAscent, under: emDescent };
}

function topOf(context: LayoutContext, style: ComputedStyle, letter: string): number {
  return inkTop(context, style, letter) ?? HANGING_BASELINE * style.font.fontSize;
}
