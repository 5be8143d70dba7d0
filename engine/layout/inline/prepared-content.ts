/**
 * An inline formatting context prepared for line breaking: the shaped paragraph and flat side tables over its items and
 * text. It is created once per content, and once more with `::first-line` styles, independently of the line width.
 */
import type { Box } from '../../boxes/box.ts';
import { mayBeNegative } from '../../boxes/box-flags.ts';
import { hasInlineEdge, isEdgeless, isPlainText } from '../../boxes/style-facts.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { smallFloats } from '../../small-arrays.ts';
import { type InlineContent, type InlineItem, InlineItemKind } from '../../text/inline-content.ts';
import type { Paragraph, ShapedRun } from '../../text/paragraph.ts';
import { protrusionOf } from '../../text/text-spacing.ts';
import { type LU, luCeilFromPx, LU_PER_PX } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { emphasisGlyphs } from './emphasis-marks.ts';
import { runWidthPx, withRoom } from './shaped-runs.ts';
import { type FontBox, FontBoxes } from './font-box.ts';
import { hasEdge } from './inline-edges.ts';
import { firstRunOfItems, itemFlags, type ItemNesting, nestingOf } from './item-tables.ts';

/** Bits of PreparedContent.itemFlags. */
export const ItemFlag = {
  /** Lines may break inside the item. For Open, Close and Atomic: inside the enclosing box. */
  Wraps: 1 << 0,
  /** Spaces at the end of a line are removed (css-text-3 §4.1.2 step 3). */
  TrimsSpaces: 1 << 1,
  /** Spaces at the end of a line hang (step 4). */
  HangsSpaces: 1 << 2,
  HasTab: 1 << 3,
  /** Emergency breaks count for min-content too (`overflow-wrap: anywhere`, `word-break: break-word`). */
  BreaksAnywhere: 1 << 4,
  /** No negative spacing: text up to a position is never wider than text up to a later one. */
  OnlyGrows: 1 << 5,
} as const;

const SPACE = 32;
const TAB = 9;

export class PreparedContent {
  readonly container: Box;
  readonly content: InlineContent;
  readonly paragraph: Paragraph;
  readonly text: string;
  readonly items: readonly InlineItem[];
  readonly runs: readonly ShapedRun[];
  readonly breaks: Uint8Array;
  readonly levels: Uint8Array | null;
  readonly isFirstLine: boolean;
  readonly itemFlags: Uint8Array;
  /** Index of each item's first run, plus one final entry. */
  readonly firstRun: Int32Array;
  readonly enclosing: ItemNesting['enclosing'];
  readonly partner: ItemNesting['partner'];
  /**
   * Advance in px of all clusters before a text index, in logical order. The unrounded width of `[a, b)` is `x[b] -
   * x[a]`.
   */
  readonly x: Float64Array;
  readonly hasFloats: boolean;
  readonly hasAtomics: boolean;
  readonly hasAnnotations: boolean;
  /** Whether some text has emphasis marks. */
  readonly hasEmphasis: boolean;
  /** Whether marks may hang at line edges (hanging-punctuation.ts). */
  readonly hangsPunctuation: boolean;
  /** Whether characters at a line's end may hang or be trimmed. */
  readonly adaptsEnds: boolean;
  /**
   * Index of the only text item if the content is left-to-right text with collapsed spaces and no negative advances, in
   * inline boxes without edges along the line. Otherwise -1. Line widths then depend on the text and the available
   * space only, and a part is never wider than the whole.
   */
  readonly soleText: number;
  readonly fonts: FontBoxes;
  private known: { start: number; end: number; level: number } | null = null;
  private hyphens: Map<ComputedStyle, ShapedRun> | null = null;
  private emphases: Map<ComputedStyle, ShapedRun | null> | null = null;

  constructor(context: LayoutContext, container: Box, content: InlineContent, firstLine: boolean) {
    this.container = container;
    this.content = content;
    this.isFirstLine = firstLine;
    this.paragraph = context.text.paragraph(content, container, firstLine);
    this.text = this.paragraph.text;
    this.items = content.items;
    this.runs = this.paragraph.runs;
    this.breaks = this.paragraph.breaks;
    this.levels = this.paragraph.levels;
    this.fonts = new FontBoxes(context, container.style);
    const count = this.items.length;
    this.x = cumulativeAdvances(this.runs, this.text.length);
    this.soleText = this.findSoleText();
    this.firstRun = firstRunOfItems(this.runs, count);
    const { enclosing, partner } = nestingOf(this.items);
    this.enclosing = enclosing;
    this.partner = partner;
    this.itemFlags = itemFlags(count, (item) => this.flagsOf(this.items[item]!, enclosing[item]!));
    let seen = 0;
    let hangs = false;
    let hasEmphasis = false;
    for (let i = 0; i < count; i++) {
      const { kind, style } = this.items[i]!;
      seen |= 1 << kind;
      if (style.text.hangingPunctuation.length > 0) hangs = true;
      if (style.text.textEmphasisStyle !== null) hasEmphasis = true;
    }
    this.hasFloats = (seen & (1 << InlineItemKind.Float)) !== 0;
    this.hasAtomics = (seen & (1 << InlineItemKind.Atomic)) !== 0;
    this.hasAnnotations = (seen & (1 << InlineItemKind.Annotation)) !== 0;
    this.hangsPunctuation = hangs;
    this.hasEmphasis = hasEmphasis;
    this.adaptsEnds = this.hangsPunctuation || this.paragraph.spacing !== null;
  }

  private findSoleText(): number {
    const { items } = this;
    if (this.levels !== null || this.content.firstLine !== null || this.paragraph.spacing !== null) return -1;
    let sole = -1;
    for (let i = 0; i < items.length; i++) {
      const { kind, box } = items[i]!;
      if (kind === InlineItemKind.Text && sole < 0) sole = i;
      else if (kind !== InlineItemKind.Open && kind !== InlineItemKind.Close) return -1;
      else if (!isEdgeless(box.style)) return -1;
    }
    return sole >= 0 && isPlainText(items[sole]!.box.style) ? sole : -1;
  }

  private flagsOf(item: InlineItem, open: number): number {
    if (item.kind !== InlineItemKind.Text) {
      return (open >= 0 ? this.items[open]!.box : this.container).style.text.textWrapMode === 'wrap'
        ? ItemFlag.Wraps
        : 0;
    }
    const style = item.box.style.text;
    const collapse = style.whiteSpaceCollapse;
    const wraps = style.textWrapMode === 'wrap';
    let flags = wraps ? ItemFlag.Wraps : 0;
    if (collapse === 'collapse' || collapse === 'preserve-breaks' || collapse === 'discard')
      flags |= ItemFlag.TrimsSpaces;
    else {
      if (collapse !== 'break-spaces' && wraps) flags |= ItemFlag.HangsSpaces;
      // Searching beyond the item's end would be quadratic: a text can have many items.
      if (this.text.slice(item.start, item.end).includes('\t')) flags |= ItemFlag.HasTab;
    }
    if (style.overflowWrap === 'anywhere' || style.wordBreak === 'break-word') flags |= ItemFlag.BreaksAnywhere;
    if (!mayBeNegative(style.letterSpacing) && !mayBeNegative(style.wordSpacing)) flags |= ItemFlag.OnlyGrows;
    return flags;
  }

  /** Returns the style of a box on these lines: its own or that of `::first-line`. */
  styleOf(box: Box): ComputedStyle {
    const first = this.content.firstLine;
    if (!this.isFirstLine || first === null) return box.style;
    return box === this.container ? first.style : first.styleOf(box);
  }

  /** The `::first-line` box, if it has decorations to paint. */
  get firstLineBox(): Box | null {
    return this.isFirstLine ? (this.content.firstLine?.box ?? null) : null;
  }

  fontBox(style: ComputedStyle): FontBox {
    return this.fonts.of(style);
  }

  /** Returns the font box of the root inline box in its style on a line. */
  rootFontBox(style: ComputedStyle): FontBox {
    return this.fonts.ofRoot(style);
  }

  /** Returns the shaped hyphen of a style (css-text-4 §hyphenate-character). */
  hyphen(context: LayoutContext, style: ComputedStyle): ShapedRun {
    const hyphens = (this.hyphens ??= new Map());
    let run = hyphens.get(style);
    if (run === undefined) {
      const chosen = style.text.hyphenateCharacter;
      run = context.text.shape(chosen ?? '\u2010', style, style.text.direction === 'rtl' ? 1 : 0);
      // css-text-4: with `auto`, a font without U+2010 uses U+002D.
      if (chosen === null && run.glyphIds.length > 0 && run.glyphIds[0] === 0) run = context.text.shape('-', style, 0);
      const end = style.text.pagewrightOpticalMargin === 'none' ? 0 : (protrusionOf(run.text)?.end ?? 0);
      if (end > 0) run = withRoom(run, -end * runWidthPx(run), false);
      hyphens.set(style, run);
    }
    return run;
  }

  /** Returns the shaped emphasis mark of a style, or null. */
  emphasis(context: LayoutContext, style: ComputedStyle): ShapedRun | null {
    const marks = (this.emphases ??= new Map());
    let mark = marks.get(style);
    if (mark === undefined) marks.set(style, (mark = emphasisGlyphs(context.text, style)));
    return mark;
  }

  /**
   * Returns the bidi level of the paragraph around a text offset. It is the block's level, unless each paragraph has
   * its own with `unicode-bidi: plaintext` (UAX #9 P2, P3).
   */
  baseLevelAt(offset: number): number {
    const { levels, paragraph, text } = this;
    if (levels === null || this.container.style.box.unicodeBidi !== 'plaintext') return paragraph.baseLevel;
    const known = (this.known ??= { start: 0, end: 0, level: 0 });
    if (offset >= known.start && offset < known.end) return known.level;
    known.start = text.lastIndexOf('\n', offset - 1) + 1;
    const newline = text.indexOf('\n', offset);
    known.end = newline < 0 ? text.length + 1 : newline + 1;
    // A paragraph separator has its paragraph's level. Without one, the first strong character determines the level.
    if (newline >= 0) known.level = levels[newline]! & 1;
    else {
      const strong = text.slice(known.start).search(/[\p{L}\u200e\u200f\u061c]/u);
      known.level = strong < 0 ? this.blockLevel : levels[known.start + strong]! & 1;
    }
    return known.level;
  }

  private get blockLevel(): number {
    return this.container.style.text.direction === 'rtl' ? 1 : 0;
  }

  /** Returns the index of the run that contains a text offset, or -1. */
  runAt(offset: number): number {
    const { runs } = this;
    let low = 0;
    let high = runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (offset < runs[middle]!.start) high = middle - 1;
      else if (offset >= runs[middle]!.end) low = middle + 1;
      else return middle;
    }
    return -1;
  }

  /** Returns the first index from `start` that isn't U+0020, at most `end`. */
  skipSpaces(start: number, end: number): number {
    while (start < end && this.text.charCodeAt(start) === SPACE) start++;
    return start;
  }

  /** Returns the end of `[start, end)` without spaces that are removed or hang at a line's end. */
  visibleEnd(start: number, end: number): number {
    while (end > start && this.isSpace(end - 1)) end--;
    return end;
  }

  /** Returns the width of `[start, end)` without those spaces. The range must have one style and direction. */
  visibleWidth(start: number, end: number): LU {
    const visible = this.visibleEnd(start, end);
    return visible === start ? 0 : luCeilFromPx(this.x[visible]! - this.x[start]!);
  }

  /** Returns the index of the first run in `[from, to)` that ends after a text offset, or `to`. */
  runEndingAfter(offset: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.runs[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns by how many CSS px the advance of a character changes if it begins a line. */
  startShift(offset: number): number {
    const { spacing } = this.paragraph;
    return spacing === null ? 0 : spacing.startShift(offset);
  }

  /** Whether the character can hang or be removed at a line's end: a space, a tab or another space separator. */
  isSpace(offset: number): boolean {
    const c = this.text.charCodeAt(offset);
    return c === SPACE || c === TAB || c === 0x3000 || c === 0x1680;
  }
}

/**
 * Whether the content creates any line box that isn't treated as zero-height and nonexistent (css2 §9.4.2). Needs no
 * fonts.
 */
export function hasLineContent(content: InlineContent): boolean {
  for (const item of content.items) {
    switch (item.kind) {
      case InlineItemKind.Text:
        if (item.end > item.start) return true;
        break;
      case InlineItemKind.Atomic:
      case InlineItemKind.Annotation:
      case InlineItemKind.Break:
        return true;
      case InlineItemKind.Open:
        if (hasEdge(item.box, item.box.style, true) && hasInlineEdge(item.box.style, true)) return true;
        break;
      case InlineItemKind.Close:
        if (hasEdge(item.box, item.box.style, false) && hasInlineEdge(item.box.style, false)) return true;
        break;
      default:
    }
  }
  return false;
}

function cumulativeAdvances(runs: readonly ShapedRun[], length: number): Float64Array {
  const x = smallFloats(length + 1);
  for (let r = 0; r < runs.length; r++) {
    const { advances, clusters } = runs[r]!;
    for (let g = 0; g < advances.length; g++) x[clusters[g]! + 1]! += advances[g]!;
  }
  for (let i = 1; i <= length; i++) x[i]! += x[i - 1]!;
  return x;
}

/** Returns the advance of a tab at line position `pos` (css-text-3 §4.2 step 2). */
export function tabAdvance(context: LayoutContext, prepared: PreparedContent, item: number, pos: LU): LU {
  const { tabSize } = prepared.styleOf(prepared.items[item]!.box).text;
  // The space advance is that of the block container, regardless of the tab's own font.
  const { style } = prepared.container;
  const space = context.text.metrics(style).spaceAdvance;
  const spacing = style.text.letterSpacing.resolvePx(space) + style.text.wordSpacing.resolvePx(space);
  const interval = typeof tabSize === 'number' ? tabSize * (space + spacing) : tabSize.px;
  if (!(interval > 0)) return 0;
  const at = pos / LU_PER_PX;
  let distance = interval - (((at % interval) + interval) % interval);
  if (distance < space / 2) distance += interval;
  return luCeilFromPx(distance);
}

/** Returns the end of the longest piece from `start` in one direction, before the next tab. */
export function endOfPiece(prepared: PreparedContent, flags: number, start: number, end: number): number {
  const { levels, text } = prepared;
  let stop = end;
  if ((flags & ItemFlag.HasTab) !== 0) {
    const tab = text.indexOf('\t', start);
    if (tab >= 0 && tab < stop) stop = tab;
  }
  if (levels === null) return stop;
  const level = levels[start];
  let k = start + 1;
  while (k < stop && levels[k] === level) k++;
  return k;
}
