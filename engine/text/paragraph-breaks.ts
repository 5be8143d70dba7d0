/** Computes the break class before each character of a paragraph (css-text-3 §5). */
import { graphemeSegments } from 'unicode-segmenter/grapheme';
import type { Box } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { smallBytes } from '../small-arrays.ts';
import { type InlineContent, InlineItemKind } from './inline-content.ts';
import { type BreakStyle, breakStyleOf, primaryLanguage } from './break-style.ts';
import { eachWordBoundary } from './dictionary-words.ts';
import { type BreakRange, findLineBreaks } from './line-breaks.ts';
import { BreakClass, endsInHyphen } from './paragraph.ts';
import { beginsPhrase, isJapaneseText } from './phrases.ts';
import { TextTrait } from './text-scan.ts';

/** Characters of scripts written without spaces. */
const DICTIONARY_CHARACTER =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]/;

/** Returns the break classes. `traits`: the result of `scanText`; `styles`: the cache of break styles. */
export function paragraphBreaks(
  content: InlineContent,
  styleOf: (box: Box) => ComputedStyle,
  traits: number,
  styles: BreakStyles,
): Uint8Array {
  const { text } = content;
  const breaks = smallBytes(text.length + 1);
  const ranges = breakRanges(content, styleOf, styles);
  findLineBreaks(text, ranges, breaks);
  if ((traits & TextTrait.NeedsDictionary) !== 0) for (const range of ranges) breakWords(text, range, breaks);
  for (const { style, start, end } of ranges) style.hyphenator?.markBreaks(text, start, end, breaks);
  keepPhrases(text, ranges, breaks);
  for (const range of ranges) {
    if (range.style.emergency || range.style.strictness === 'anywhere') breakClusters(text, range, traits, breaks);
  }
  for (const { kind, end } of content.items) if (kind === InlineItemKind.Break) breaks[end] = BreakClass.Mandatory;
  breaks[0] = BreakClass.None;
  keepCalls(content, breaks);
  return breaks;
}

/** A line doesn't break between a footnote call and the preceding text, unless white space separates them. */
function keepCalls({ text, items }: InlineContent, breaks: Uint8Array): void {
  for (const { kind, box, start } of items)
    if (kind === InlineItemKind.Open && box.pseudo === 'footnote-call' && start > 0 && !/\s/.test(text[start - 1]!))
      breaks[start] = BreakClass.None;
}

/** Caches the line breaking settings of styles. */
export class BreakStyles {
  private readonly known = new Map<ComputedStyle, BreakStyle>();
  private readonly diagnostics: Diagnostics;
  /** Languages that have been reported. */
  private readonly unhyphenated = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  of(style: ComputedStyle): BreakStyle {
    let found = this.known.get(style);
    if (found === undefined) {
      const { language } = style.font;
      this.known.set(style, (found = breakStyleOf(style.text, language)));
      if (style.text.hyphens === 'auto' && found.hyphenator === null) this.noteUnhyphenated(language);
    }
    return found;
  }

  private noteUnhyphenated(language: string): void {
    if (this.unhyphenated.has(language) || breaksWithoutHyphens(language)) return;
    this.unhyphenated.add(language);
    const message =
      language === ''
        ? 'hyphens: auto has no effect without a language. Set lang, for example on the html element.'
        : `No hyphenation patterns for the language ${JSON.stringify(language)}. Words break only at soft hyphens.`;
    this.diagnostics.report('text/no-hyphenation', 'info', message);
  }
}

/** Returns whether lines of a language break between characters or words without spaces. */
const breaksWithoutHyphens = (language: string): boolean => /^(?:ja|zh|yue|ko|th|lo|km|my)(?:-|$)/i.test(language);

function breakRanges(
  content: InlineContent,
  styleOf: (box: Box) => ComputedStyle,
  styles: BreakStyles,
): readonly BreakRange[] {
  const ranges: { start: number; end: number; style: BreakStyle }[] = [];
  let last: ComputedStyle | null = null;
  for (const { box, start, end, kind } of content.items) {
    if (start === end) continue;
    // An atomic inline breaks by its parent's style.
    const style = styleOf(kind === InlineItemKind.Atomic ? (box.parent ?? box) : box);
    if (style === last) ranges[ranges.length - 1]!.end = end;
    else ranges.push({ start, end, style: styles.of(style) });
    last = style;
  }
  return ranges;
}

/** Marks opportunities between words of South East Asian scripts. `keep-all` allows these too (css-text-3 §5.2). */
function breakWords(text: string, { start, end, style }: BreakRange, breaks: Uint8Array): void {
  if (style.wordBreak === 'break-all' || style.strictness === 'anywhere') return;
  eachWordBoundary(text, start, end, (at) => {
    breaks[at] = BreakClass.Allowed;
  });
}

/** Restricts opportunities within phrases to lines that would otherwise be too long (`word-break: auto-phrase`). */
function keepPhrases(text: string, ranges: readonly BreakRange[], breaks: Uint8Array): void {
  for (let r = 0; r < ranges.length; r++) {
    const { start, style } = ranges[r]!;
    if (style.phrases === null) continue;
    // A phrase may continue in another style.
    while (r + 1 < ranges.length && ranges[r + 1]!.style.phrases === style.phrases) r++;
    const { end } = ranges[r]!;
    for (let i = start; i < end; i++) if (breaks[i] === BreakClass.Hyphen) breaks[i] = BreakClass.HyphenInPhrase;
    if (style.phrases === 'japanese') keepJapanesePhrases(text, start, end, breaks);
  }
}

function keepJapanesePhrases(text: string, start: number, end: number, breaks: Uint8Array): void {
  for (let at = start; at < end; at++) {
    if (!isJapaneseText(text.charCodeAt(at))) continue;
    const from = at;
    while (at < end && isJapaneseText(text.charCodeAt(at))) at++;
    for (let i = from + 1; i < at; i++)
      if (breaks[i] === BreakClass.Allowed && !beginsPhrase(text, from, at, i)) breaks[i] = BreakClass.InPhrase;
  }
}

/** Languages without spaces between words, which dictionaries find. */
const DICTIONARY_LANGUAGES: ReadonlySet<string> = new Set(['th', 'lo', 'my', 'km']);

/**
 * Returns a text with zero width spaces at the beginning of phrases (css-text-4 §2.2). Returns it unchanged if its
 * phrases can't be determined.
 */
export function separatePhrases(text: string, { text: style, font }: ComputedStyle): string {
  const primary = primaryLanguage(font.language);
  const isJapanese = primary === 'ja';
  if (!isJapanese && !DICTIONARY_LANGUAGES.has(primary)) return text;
  const breaks = smallBytes(text.length + 1);
  const whole = { start: 0, end: text.length, style: breakStyleOf({ ...style, wordBreak: 'normal' }, font.language) };
  findLineBreaks(text, [whole], breaks);
  if (isJapanese) keepJapanesePhrases(text, 0, text.length, breaks);
  else breakWords(text, whole, breaks);
  let result = '';
  let from = 0;
  for (let i = 1; i < text.length; i++) {
    if (breaks[i] !== BreakClass.Allowed || !isPhraseText(text, i - 1) || !isPhraseText(text, i)) continue;
    result += `${text.slice(from, i)}\u200b`;
    from = i;
  }
  return result + text.slice(from);
}

const isPhraseText = (text: string, at: number): boolean =>
  isJapaneseText(text.charCodeAt(at)) || DICTIONARY_CHARACTER.test(text.charAt(at));

/**
 * Marks boundaries of grapheme clusters: as emergency opportunities, or as regular ones under `line-break: anywhere`.
 */
function breakClusters(text: string, { start, end, style }: BreakRange, traits: number, breaks: Uint8Array): void {
  const anywhere = style.strictness === 'anywhere';
  const kind = anywhere ? BreakClass.Allowed : BreakClass.Emergency;
  const mark = (at: number): void => {
    // Spaces hang with the preceding text, except those of `break-spaces`, which take up space.
    if (at === 0 || (!anywhere && !style.breakSpaces && text.charCodeAt(at) === 0x20)) return;
    if (breaks[at] === BreakClass.None) breaks[at] = kind;
  };
  if (anywhere) for (let i = start; i < end; i++) if (!endsInHyphen(breaks[i]!)) breaks[i] = BreakClass.None;
  if ((traits & TextTrait.MayCombine) === 0) {
    for (let i = start; i < end; i++) mark(i);
    return;
  }
  for (const { index } of graphemeSegments(text.slice(start, end))) mark(start + index);
}
