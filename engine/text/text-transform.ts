/** Applies `text-transform` (css-text-3 §2.1, css-text-4) to text with white space already collapsed. */
import type { TextStyle, ComputedStyle } from '../css/computed-style.ts';
import { mathItalic, mathVariantOf } from './math-alphabets.ts';
import { primaryLanguage } from './break-style.ts';
import { lazily } from '../lazily.ts';
import type { Box } from '../boxes/box.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';

/** Small kana and their `full-size-kana` forms (css-text-3 appendix G). */
const SMALL_KANA =
  'ぁぃぅぇぉゕゖっゃゅょゎ𛄲𛅐𛅑𛅒ァィゥェォヵㇰヶㇱㇲッㇳㇴㇵㇶㇷㇸㇹㇺャュョㇻㇼㇽㇾㇿヮ𛅕𛅤𛅥𛅦𛅧ｧｨｩｪｫｯｬｭｮ';
const FULL_KANA =
  'あいうえおかけつやゆよわこゐゑをアイウエオカクケシスツトヌハヒフヘホムヤユヨラリルレロワコヰヱヲンｱｲｳｴｵﾂﾔﾕﾖ';

const FULL_SIZE_KANA: ReadonlyMap<string, string> = new Map(
  Array.from(SMALL_KANA, (small, i): [string, string] => [small, Array.from(FULL_KANA)[i]!]),
);

/** Narrow characters with a fullwidth form, apart from ASCII and the halfwidth forms. */
const FULL_WIDTH: ReadonlyMap<string, string> = new Map([
  [' ', '\u3000'],
  ['¢', '￠'],
  ['£', '￡'],
  ['¬', '￢'],
  ['¯', '￣'],
  ['¦', '￤'],
  ['¥', '￥'],
  ['₩', '￦'],
  ['⦅', '｟'],
  ['⦆', '｠'],
]);

/** Digraphs with a titlecase form, which uppercasing misses. */
const TITLE_CASE: ReadonlyMap<string, string> = new Map([
  ['Ǆ', 'ǅ'],
  ['ǅ', 'ǅ'],
  ['ǆ', 'ǅ'],
  ['Ǉ', 'ǈ'],
  ['ǈ', 'ǈ'],
  ['ǉ', 'ǈ'],
  ['Ǌ', 'ǋ'],
  ['ǋ', 'ǋ'],
  ['ǌ', 'ǋ'],
  ['Ǳ', 'ǲ'],
  ['ǲ', 'ǲ'],
  ['ǳ', 'ǲ'],
]);

/** Languages whose case mapping differs from Unicode's default. */
const CASE_LANGUAGES: ReadonlySet<string> = new Set(['tr', 'az', 'lt', 'el']);

export function upperCase(text: string, language: string): string {
  const primary = primaryLanguage(language);
  return CASE_LANGUAGES.has(primary) ? text.toLocaleUpperCase(primary) : text.toUpperCase();
}

function lowerCase(text: string, language: string): string {
  const primary = primaryLanguage(language);
  return CASE_LANGUAGES.has(primary) ? text.toLocaleLowerCase(primary) : text.toLowerCase();
}

function titleCase(character: string, language: string): string {
  const special = TITLE_CASE.get(character);
  if (special !== undefined) return special;
  // Greek words lose their accents in all capitals, but not if only their first letter is capitalized.
  const upper = primaryLanguage(language) === 'el' ? character.toUpperCase() : upperCase(character, language);
  // `ß` becomes `Ss`, not `SS`.
  return upper.length > character.length && /^\p{L}/u.test(upper)
    ? upper.charAt(0) + upper.slice(1).toLowerCase()
    : upper;
}

/** Returns whether the style transforms text. */
export const transforms = ({ textTransform: t, textSecurity }: TextStyle): boolean =>
  t.case !== 'none' || t.variant !== null || t.fullWidth || t.fullSizeKana || textSecurity !== 'none';

const CONCEALING = { disc: '\u2022', circle: '\u25e6', square: '\u25a0' } as const;

/** Characters combined into one em aren't made fullwidth (css-writing-modes-4 §9.1.3). */
const isCombined = (text: string, { textCombineUpright, writingMode }: TextStyle): boolean =>
  textCombineUpright !== 'none' && writingMode.startsWith('vertical') && text.length > 1;

/**
 * Transforms text. `before`: the preceding text, which tells whether a word continues. `isAlone`: the text is its
 * entire node.
 */
export function transformText(
  text: string,
  style: TextStyle,
  language: string,
  before: string,
  isAlone = false,
): string {
  const { textTransform } = style;
  let result = text;
  if (textTransform.case === 'uppercase') result = upperCase(result, language);
  else if (textTransform.case === 'lowercase') result = lowerCase(result, language);
  else if (textTransform.case === 'capitalize') result = capitalize(result, language, before);
  else if (textTransform.case === 'math-auto' && isAlone) result = mathItalic(result);
  if (textTransform.variant !== null) result = mathVariantOf(result, textTransform.variant);
  if (textTransform.fullWidth && !isCombined(text, style)) result = toFullWidth(result);
  if (textTransform.fullSizeKana)
    result = result.replace(
      /[\u3041-\u30f6\u31f0-\u31ff\uff67-\uff6f\u{1b132}-\u{1b167}]/gu,
      (c) => FULL_SIZE_KANA.get(c) ?? c,
    );
  // Keeps the line ends and the number of code units, so that the first line reveals nothing either.
  const { textSecurity } = style;
  if (textSecurity !== 'none') result = result.replace(/[^\n]/g, CONCEALING[textSecurity]);
  return result;
}

/** A letter, number or symbol that can begin a word. Marks and punctuation are skipped. */
const WORD_START = lazily(() => /[\p{L}\p{N}\p{S}]/u);
const WORD_PART = lazily(() => /[\p{L}\p{N}\p{S}\p{M}]/u);

let segmenter: Intl.Segmenter | null = null;

/** The length of preceding text that decides whether a word continues. */
const CONTEXT = 32;

function capitalize(text: string, language: string, before: string): string {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const context =
    before
      .slice(-CONTEXT)
      .split(/[\s\uFFFC]/u)
      .at(-1) ?? '';
  // Word segmentation doesn't end words at a no-break space.
  const whole = (context + text).replaceAll('\u00a0', ' ');
  const dutch = primaryLanguage(language) === 'nl';
  let result = '';
  for (const { segment, index } of segmenter.segment(whole)) {
    const end = index + segment.length;
    if (end <= context.length) continue;
    if (index < context.length) {
      const rest = text.slice(0, end - context.length);
      result += WORD_PART().test(segment.slice(0, context.length - index))
        ? rest
        : capitalizeWord(rest, language, dutch);
      continue;
    }
    result += capitalizeWord(text.slice(index - context.length, end - context.length), language, dutch);
  }
  return result;
}

function capitalizeWord(word: string, language: string, dutch: boolean): string {
  if (dutch && /^ij/i.test(word)) return `IJ${word.slice(2)}`;
  const first = String.fromCodePoint(word.codePointAt(0)!);
  return WORD_START().test(first) ? titleCase(first, language) + word.slice(first.length) : word;
}

function toFullWidth(text: string): string {
  return text.replace(/[!-~ ¢£¬¯¦¥₩⦅⦆]|[\uff61-\uffdc\uffe8-\uffee][\uff9e\uff9f]?/gu, (found) => {
    const code = found.charCodeAt(0);
    if (code > 0x20 && code < 0x7f) return String.fromCharCode(code + 0xfee0);
    return FULL_WIDTH.get(found) ?? found.normalize('NFKC');
  });
}

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
