/**
 * Analyzes and shapes an inline formatting context: resolves bidi levels, itemizes, selects fonts, shapes with
 * HarfBuzz, and cuts the results into the items' runs.
 */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import { planCaps, smallCapsSize } from '../fonts/features.ts';
import type { FontContext } from '../fonts/font-context.ts';
import type { FontChoice, FontList } from '../fonts/font-list.ts';
import { Direction, ShapingSettings } from '../fonts/shaping.ts';
import { usedFontSize } from '../css/values/used-font-size.ts';
import { resolveBidi } from './bidi.ts';
import { keepTogether, NARROW_FEATURES, trimmed } from './combined-text.ts';
import { eachFontRun } from './font-runs.ts';
import { GlyphRun, type Segment, shapeRange, subGlyphs } from './glyph-run.ts';
import { type InlineContent, type InlineItem, InlineItemKind } from './inline-content.ts';
import {
  isolateEdges,
  orientationEnd,
  orientationOf,
  resolveScripts,
  shapingText,
  type StyleSpan,
  styleSpans,
  textAround,
} from './itemize.ts';
import { BreakStyles, paragraphBreaks } from './paragraph-breaks.ts';
import { ParagraphCache } from './paragraph-cache.ts';
import { BreakClass, type Paragraph } from './paragraph.ts';
import { CURSIVE_SCRIPTS, isTransformed, isUpright, scriptTag } from './unicode-properties.ts';
import { scanText, TextTrait } from './text-scan.ts';
import { spaceText } from './text-spacing.ts';
import { upperCase } from './text-transform.ts';

/**
 * Maximum length of a text shaped at once. HarfBuzz can't be interrupted, and a font's rules can be expensive. Longer
 * text is cut at a space.
 */
const MAX_SHAPED = 1000;

const GLYPHS_PER_TICK = 16;

/** How synthesized capitals change a character. */
const CapsChange = { None: 0, Small: 1, SmallCapital: 2 } as const;

/** Returns where to cut a text that is too long to shape at once: at its last space, or between any two characters. */
function cutOf(text: string, from: number): number {
  const space = text.slice(from, from + MAX_SHAPED + 1).lastIndexOf(' ');
  if (space > 0) return from + space;
  const end = from + MAX_SHAPED;
  return isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end;
}

const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Returns a box's own style, unlike that of a first line. */
export const ownStyle = (box: Box): ComputedStyle => box.style;

/** Builds the paragraphs of a render. */
export class ParagraphBuilder {
  private readonly fonts: FontContext;
  private readonly budget: Budget;
  private readonly breakStyles: BreakStyles;
  private readonly cache = new ParagraphCache();

  constructor(fonts: FontContext, budget: Budget, diagnostics: Diagnostics) {
    this.breakStyles = new BreakStyles(diagnostics);
    this.fonts = fonts;
    this.budget = budget;
  }

  /** Shapes an entire content. `styleOf` returns each box's style: its own, or that of the first line. */
  build(content: InlineContent, container: Box, styleOf: (box: Box) => ComputedStyle): Paragraph {
    if (styleOf !== ownStyle || !ParagraphCache.mayKeep(content)) return this.buildAnew(content, container, styleOf);
    const known = this.cache.find(content, container.style);
    if (known !== null) return known;
    const paragraph = this.buildAnew(content, container, styleOf);
    this.cache.keep(content, container.style, paragraph);
    return paragraph;
  }

  private buildAnew(content: InlineContent, container: Box, styleOf: (box: Box) => ComputedStyle): Paragraph {
    const traits = scanText(content.text);
    const bidi = resolveBidi(content, container, traits);
    const breaks = paragraphBreaks(content, styleOf, traits, this.breakStyles);
    const shaper = new ParagraphShaper(content, traits, bidi.levels, breaks, styleOf, this.fonts, this.budget);
    const spans = styleSpans(content, styleOf);
    for (const span of spans) shaper.shapeSpan(span);
    for (const { combined, start, end } of spans) if (combined) keepTogether(content.text, start, end, breaks);
    const spacing = spaceText(content.text, traits, shaper.runs);
    const { baseLevel, levels, isolates } = bidi;
    return { text: content.text, baseLevel, levels, isolates, runs: shaper.runs, breaks, spacing };
  }

  /**
   * Shapes an independent run in one style, such as a hyphen or an ellipsis. Uses only the face that has its first
   * visible cluster.
   */
  shapeAlone(text: string, style: ComputedStyle, level: number): GlyphRun {
    const content: InlineContent = { text, items: [], firstLine: null, keptWraps: null, paragraph: null, layout: null };
    const levels = level === 0 ? null : new Uint8Array(text.length).fill(level);
    const breaks = new Uint8Array(text.length + 1);
    const shaper = new ParagraphShaper(content, scanText(text), levels, breaks, ownStyle, this.fonts, this.budget);
    return shaper.shapeFirstRun({ start: 0, end: text.length, style });
  }
}

const NO_RUNS: GlyphRun[] = [];

class ParagraphShaper {
  runs: GlyphRun[] = NO_RUNS;
  private readonly items: readonly InlineItem[];
  private readonly text: string;
  /** The text as it is shaped for the current span. */
  private surroundings: string;
  private readonly isolates: ReadonlySet<number>;
  private readonly levels: Uint8Array | null;
  private readonly breaks: Uint8Array;
  private readonly scripts: Uint8Array | null;
  /** The script of the whole text if `scripts` is null. */
  private readonly simpleScript: string;
  private readonly styleOf: (box: Box) => ComputedStyle;
  private readonly fonts: FontContext;
  private readonly budget: Budget;
  /** The first item that may contain text of the next run. */
  private nextItem = 0;

  constructor(
    content: InlineContent,
    traits: number,
    levels: Uint8Array | null,
    breaks: Uint8Array,
    styleOf: (box: Box) => ComputedStyle,
    fonts: FontContext,
    budget: Budget,
  ) {
    this.breaks = breaks;
    this.items = content.items;
    this.text = shapingText(content.text, traits);
    this.surroundings = this.text;
    this.isolates = isolateEdges(content);
    this.levels = levels;
    this.scripts = resolveScripts(this.text, traits);
    this.simpleScript = (traits & TextTrait.LatinLetters) === 0 ? 'Zyyy' : 'Latn';
    this.styleOf = styleOf;
    this.fonts = fonts;
    this.budget = budget;
  }

  shapeSpan(span: StyleSpan): void {
    const { style } = span;
    if (this.isolates.size > 0) this.surroundings = textAround(span, this.text, this.isolates);
    if (span.combined) {
      this.shapeCombined(span);
      return;
    }
    this.eachUniform(span, (start, end, list, upright, sideways) => {
      eachFontRun(this.fonts, list, this.text, start, end, (choice, from, to) => {
        this.shapeFontRun(style, list, choice, from, to, upright, sideways);
      });
    });
  }

  /** Shapes like shapeSpan, but without items and only in the face that has the first cluster. */
  shapeFirstRun({ start, end, style }: Pick<StyleSpan, 'start' | 'end' | 'style'>): GlyphRun {
    const orientation = orientationOf(style);
    const list = this.fonts.list(style.font);
    const upright =
      orientation === 'upright' ||
      (orientation === 'mixed' && orientationEnd(this.text, start, end, this.standsIn(list)).upright);
    const sideways = orientation !== 'horizontal' && !upright;
    let first: FontChoice | null = null;
    eachFontRun(this.fonts, list, this.text, start, end, (choice, from) => {
      if (first === null || this.text.slice(start, from).trim() === '') first = choice;
    });
    const segment = this.segment(style, list, first ?? list.primary, start, upright, sideways, false, 1);
    return new GlyphRun(segment, style, -1, start, end, shapeRange(segment, start, end));
  }

  /** Shapes text combined into one em of a vertical line, in the first face that has all of it. */
  private shapeCombined({ start, end, style }: StyleSpan): void {
    const { from, to } = trimmed(this.text, start, end, style);
    const list = this.fonts.list(style.font);
    const choices: FontChoice[] = [];
    eachFontRun(this.fonts, list, this.text, from, to, (choice) => choices.push(choice));
    const codes = Array.from(this.text.slice(from, to), (character) => character.codePointAt(0)!);
    const choice = choices.find(({ face }) => codes.every((code) => face.hasGlyph(code))) ?? choices[0] ?? list.primary;
    const plain = this.segment(style, list, choice, from, false, false, false, 1);
    const { direction, script, language, features } = plain.settings;
    const variants = [[], ...NARROW_FEATURES.map((tag) => [{ tag, value: 1 }])].map(
      (narrow) => new ShapingSettings(direction, script, language, [...features, ...narrow]),
    );
    const segment = { ...plain, upright: true, combined: { start, end, from, to, variants } };
    this.addRun(new GlyphRun(segment, style, this.itemAt(start), start, end, shapeRange(segment, start, end)));
  }

  /** Cuts a span where level, script or orientation change, and very long text at spaces. */
  private eachUniform(
    { start, end, style }: StyleSpan,
    emit: (start: number, end: number, list: FontList, upright: boolean, sideways: boolean) => void,
  ): void {
    const { levels, scripts } = this;
    const list = this.fonts.list(style.font);
    const orientation = orientationOf(style);
    const stands = this.standsIn(list);
    for (let from = start; from < end;) {
      this.budget.tick();
      let to = from + 1;
      if (levels === null && scripts === null) to = end;
      else
        while (
          to < end &&
          (levels === null || levels[to] === levels[from]) &&
          (scripts === null || scripts[to] === scripts[from])
        )
          to++;
      let upright = orientation === 'upright';
      if (orientation === 'mixed') ({ end: to, upright } = orientationEnd(this.text, from, to, stands));
      if (to - from > MAX_SHAPED) to = cutOf(this.text, from);
      emit(from, to, list, upright, orientation !== 'horizontal' && !upright);
      from = to;
    }
  }

  /**
   * Returns a function that decides whether a character is upright under `mixed`. Characters with vertical forms are,
   * if their font has those (css-writing-modes-4 §5.1.1).
   */
  private standsIn(list: FontList): (code: number) => boolean {
    return (code) =>
      isUpright(code) ||
      (isTransformed(code) && this.fonts.choiceForCharacter(list, code).face.hasFeature('GSUB', 'vert'));
  }

  /** Shapes text of one face. Capitals are synthesized where the style requires them and the face lacks them. */
  private shapeFontRun(
    style: ComputedStyle,
    list: FontList,
    choice: FontChoice,
    start: number,
    end: number,
    upright: boolean,
    sideways: boolean,
  ): void {
    const { synthesis } = planCaps(style.font, choice);
    if (synthesis === 'none') {
      this.shapeSegment(this.segment(style, list, choice, start, upright, sideways, false, 1), start, end);
      return;
    }
    // Letters that become capitals are shaped separately from unchanged ones, whether they are scaled down or not.
    for (let from = start; from < end;) {
      const change = this.capsChange(from, synthesis, style.font.language);
      let to = from;
      while (to < end && this.capsChange(to, synthesis, style.font.language) === change) {
        to += this.text.codePointAt(to)! > 0xffff ? 2 : 1;
      }
      const scale = change === CapsChange.None ? 1 : smallCapsSize(style.font.fontSize) / style.font.fontSize;
      const capitals = change === CapsChange.SmallCapital;
      this.shapeSegment(this.segment(style, list, choice, from, upright, sideways, capitals, scale), from, to);
      from = to;
    }
  }

  private capsChange(at: number, synthesis: 'lower' | 'all' | 'upper', language: string): number {
    const character = String.fromCodePoint(this.text.codePointAt(at)!);
    if (synthesis === 'upper') return character.toLowerCase() !== character ? CapsChange.Small : CapsChange.None;
    if (upperCase(character, language) !== character) return CapsChange.SmallCapital;
    return synthesis === 'all' ? CapsChange.Small : CapsChange.None;
  }

  private segment(
    style: ComputedStyle,
    list: FontList,
    choice: FontChoice,
    start: number,
    upright: boolean,
    sideways: boolean,
    capitals: boolean,
    scale: number,
  ): Segment {
    const { font, text } = style;
    const script = this.scripts === null ? this.simpleScript : scriptTag(this.scripts[start] ?? 0);
    const letterSpacing = spacing(text.letterSpacing, font.fontSize);
    const level = upright || this.levels === null ? 0 : this.levels[start]!;
    const direction = upright ? Direction.Ttb : (level & 1) === 1 ? Direction.Rtl : Direction.Ltr;
    return {
      text: this.surroundings,
      choice,
      fontSize: usedFontSize(font.fontSize * choice.scale * scale),
      level,
      upright,
      sideways,
      settings: this.fonts.shapingSettings(list, choice, direction, script, letterSpacing !== 0),
      letterSpacing,
      cursive: CURSIVE_SCRIPTS.has(script),
      wordSpacing: spacing(text.wordSpacing, font.fontSize),
      capitals,
      combined: null,
    };
  }

  private addRun(run: GlyphRun): void {
    // PERF: most paragraphs have one run, and pushing to an empty array allocates room for seventeen.
    if (this.runs.length === 0) this.runs = [run];
    else this.runs.push(run);
  }

  /** Shapes a segment and gives each item its part of the glyphs. */
  private shapeSegment(segment: Segment, start: number, end: number): void {
    const glyphs = shapeRange(segment, start, end);
    const count = glyphs.glyphIds.length;
    // A font's rules can turn each character into many glyphs.
    this.budget.tickBy(1 + count / GLYPHS_PER_TICK);
    const rtl = (segment.level & 1) === 1;
    let from = start;
    let glyph = rtl ? count : 0;
    while (from < end) {
      const item = this.itemAt(from);
      const to = Math.min(end, this.items[item]!.end);
      const style = this.styleOf(this.items[item]!.box);
      if (from === start && to === end) {
        this.addRun(new GlyphRun(segment, style, item, start, end, glyphs));
        return;
      }
      // Finds the glyphs of clusters before `to`. A ligature across the boundary stays whole in the item where it
      // begins. If a line breaks inside it, both sides are shaped separately.
      let next = glyph;
      if (rtl) while (next > 0 && glyphs.clusters[next - 1]! < to) next--;
      else while (next < count && glyphs.clusters[next]! < to) next++;
      const following = rtl
        ? next > 0
          ? glyphs.clusters[next - 1]!
          : end
        : next < count
          ? glyphs.clusters[next]!
          : end;
      if (next !== glyph && following !== to && this.breaks[to] !== BreakClass.None) {
        this.addRun(new GlyphRun(segment, style, item, from, to, shapeRange(segment, from, to)));
        this.shapeSegment(segment, to, end);
        return;
      }
      const part = rtl ? subGlyphs(glyphs, next, glyph) : subGlyphs(glyphs, glyph, next);
      const textEnd = next === glyph ? to : following;
      this.addRun(new GlyphRun(segment, style, item, from, to, part, textEnd));
      glyph = next;
      from = to;
    }
  }

  /** Returns the index of the Text item that contains a text index. Called with ascending indices. */
  private itemAt(index: number): number {
    while (this.items[this.nextItem]!.kind !== InlineItemKind.Text || this.items[this.nextItem]!.end <= index)
      this.nextItem++;
    return this.nextItem;
  }
}

/** Percentages refer to the font size (css-text-4 §9). */
const spacing = (length: Length, fontSizePx: number): number => (length.isLength ? length.resolvePx(fontSizePx) : 0);
