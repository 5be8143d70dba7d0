import { Color } from '../css/color.ts';
import type { GlyphPlacement } from '../paint/display-list.ts';
import { mirrorOf } from '../text/bidi.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { ContentStream } from './content-stream.ts';
import {
  characterCode,
  charactersOf,
  extractableText,
  guessTexts,
  hasMarks,
  isIgnorable,
  isInvisible,
  NOTHING,
  type SpanStep,
  spreadText,
} from './cluster-text.ts';
import { isJustifiedSpace, PlacedClusters, SOFT_HYPHEN, standsForItsText } from './placed-clusters.ts';
import { EXACT, isSamePlace, TextPen } from './text-pen.ts';
import { isKeptInvisible, type UsedFont } from './used-font.ts';

/** Returns the font size, rounded like the advances so that they match the font's widths (see fonts/used-size.ts). */
export const textSize = (fontSizePx: number): number => Math.max(1, Math.floor(Math.fround(fontSizePx) * 64)) / 64;

/**
 * The text of a visible hyphen. Readers that ignore ActualText look for it, not for a soft hyphen, when they rejoin
 * words.
 */
const HYPHEN = '-';
/** Readers see a gap after a span whose last glyph ends this much before the span's end, in ems. */
const SET_BACK = 0.03;
/** Readers also see a gap between letters this far apart, in ems. Kerning stays below it. */
const LETTER_SPACE = 0.06;

function isAllIgnorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isIgnorable(text.charCodeAt(i))) return false;
  return true;
}

/**
 * Writes the glyphs of a placement into the open text object of a stream. It tracks the reader's pen exactly between
 * glyphs, so positions never drift. Clusters whose glyphs don't carry the text individually get an ActualText span,
 * which neighbors share.
 */
export class GlyphWriter {
  private readonly stream: ContentStream;
  private readonly font: UsedFont;
  private readonly placement: GlyphPlacement;
  private readonly run: ShapedRun;
  private readonly placed: PlacedClusters;
  private readonly size: number;
  private readonly pen: TextPen;
  private readonly color: Color;
  /** The position of the next cluster. */
  private place = 0;

  constructor(stream: ContentStream, font: UsedFont, placement: GlyphPlacement, color: Color) {
    this.stream = stream;
    this.font = font;
    this.placement = placement;
    this.run = placement.run;
    this.placed = new PlacedClusters(placement);
    this.size = textSize(placement.run.fontSize);
    this.pen = new TextPen(
      stream,
      font,
      this.size,
      placement.run.syntheticSlant,
      (placement.run.level & 1) === 1,
      placement.y,
    );
    this.color = color;
  }

  write(): void {
    const { run, font } = this;
    const { clusters, glyphIds, advances } = run;
    const { start, end, paragraph, text, x, justification, justifyClusters } = this.placement;
    if (!standsForItsText(this.placement)) {
      this.span(start, end, x, text);
    } else {
      this.place = x;
      for (let g = this.stretch(start, end); g < end; g = this.stretch(g, end)) {
        const from = clusters[g]!;
        let next = this.placed.nextCluster(g, end);
        const to = this.placed.clusterEnd(g, next);
        const unit = paragraph.charCodeAt(from);
        if (next - g === 1 && to - from === 1 && font.isUnit(glyphIds[g]!, unit)) {
          this.plainGlyph(g, this.place, glyphIds[g]!);
          // Equivalent to penAfter for such a cluster.
          this.place += advances[g]!;
          if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) this.place += justification;
        } else {
          if (!this.clusterAlone(g, next, this.place, this.placed.textOf(g, next))) {
            next = this.spanEnd(g, end);
            this.span(g, next, this.place, this.spanText(g, next));
          }
          this.place = this.placed.penAfter(g, next, this.place);
        }
        g = next;
      }
      if (this.placement.endsInSpace === true) this.spaceAfter();
    }
    this.pen.end();
  }

  /**
   * Writes a space after a word at the end of a line, because words end with a space (ISO 32000-1 §14.8.2.5).
   * Right-to-left text needs none: its space would appear before the line, and readers that reverse lines know where
   * they end.
   */
  private spaceAfter(): void {
    const { font, run } = this;
    if ((run.level & 1) === 0 && font.space !== null) this.pen.show(font.space, this.place, 0);
  }

  /**
   * PERF: writes the glyphs from `g` on that continue the open string at the reader's pen and represent one character
   * each. Nearly all glyphs do. Returns the first that doesn't.
   */
  private stretch(g: number, end: number): number {
    const { font, size, pen } = this;
    if (!pen.isPlain) return g;
    const { clusters, glyphIds, advances, xOffsets, yOffsets, level, end: runEnd } = this.run;
    const { paragraph, justification, justifyClusters } = this.placement;
    const { units, used, widths } = font;
    const isLtr = (level & 1) === 0;
    let { place } = this;
    let { x } = pen;
    let i = g;
    for (; i < end; i++) {
      const off = x - place;
      if ((off >= EXACT || off <= -EXACT) && !isSamePlace(x, place)) break;
      const glyph = glyphIds[i]!;
      const from = clusters[i]!;
      // The start of the logically next cluster.
      const beside = isLtr ? i + 1 : i - 1;
      const to = beside >= 0 && beside < clusters.length ? clusters[beside]! : runEnd;
      if (to - from !== 1 || (i + 1 < end && clusters[i + 1] === from)) break;
      const unit = paragraph.charCodeAt(from);
      // It is used, and its text is known to be this unit.
      if (units[glyph] !== unit || unit === 0 || used[glyph] !== 1) break;
      if ((xOffsets !== null && xOffsets[i] !== 0) || (yOffsets !== null && yOffsets[i] !== 0)) break;
      x += (widths[glyph]! * size) / 1000;
      place += advances[i]!;
      if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) place += justification;
    }
    // The last one may be a letter followed by a space, which has a different code.
    if (i > g && justification === 0 && place - x > LETTER_SPACE * size) {
      i--;
      x -= (widths[glyphIds[i]!]! * size) / 1000;
      place -= advances[i]!;
    }
    pen.append(glyphIds, g, i, x);
    this.place = place;
    return i;
  }

  /** Writes a cluster whose glyphs carry its text individually. Returns false and writes nothing for other clusters. */
  private clusterAlone(g: number, next: number, pen: number, text: string): boolean {
    const characters = this.charactersAlone(g, next, text);
    if (characters === null) return false;
    let x = pen;
    characters.forEach((character, i) => {
      if (i >= next - g || isInvisible(this.run, g + i, character)) this.invisible(character, x);
      else this.plainGlyph(g + i, x, characterCode(this.font, this.run.glyphIds[g + i]!, character) ?? 0);
      if (i < next - g) x += this.run.advances[g + i]!;
    });
    return true;
  }

  /**
   * Returns the text of each glyph of a cluster; for a cluster without ink and width, its characters. Returns null if
   * the cluster needs ActualText.
   */
  private charactersAlone(g: number, next: number, text: string): readonly string[] | null {
    const { run, font } = this;
    let width = 0;
    for (let i = g; i < next; i++) width += run.advances[i]!;
    if (width === 0 && isAllIgnorable(text)) return Array.from(text);
    for (let i = g; i < next; i++) if (font.colorLayers(run.glyphIds[i]!) !== null) return null;
    const readable = extractableText(text);
    if (next - g === 1) {
      if (this.mirrored(g, readable) !== null) return null;
      if (readable.length > 1 && this.isSpread(g, readable)) return null;
      return characterCode(font, run.glyphIds[g]!, readable) === null ? null : [readable];
    }
    return charactersOf(font, run, g, next, readable);
  }

  /**
   * Returns the character that a mirrored glyph of right-to-left text shows, or null if the glyph isn't mirrored.
   * Readers that ignore ActualText extract characters in visual order.
   */
  private mirrored(g: number, text: string): string | null {
    if ((this.run.level & 1) === 0) return null;
    const image = mirrorOf(text);
    return image !== null && this.font.glyphFor(image.codePointAt(0)!) === this.run.glyphIds[g] ? image : null;
  }

  /** Returns whether blanks next to the glyph are needed to carry its cluster's text. */
  private isSpread(g: number, text: string): boolean {
    return this.font.hasExtras && this.isWide(g) && hasMarks(text);
  }

  private isWide(g: number): boolean {
    return this.font.face.advance(this.run.glyphIds[g]!) > 0;
  }

  /**
   * Returns the end of a span that begins with the cluster at `g`. The span includes following clusters in the same
   * word that also need one. Right-to-left clusters get separate spans, because readers reverse the characters of each
   * span.
   */
  private spanEnd(g: number, end: number): number {
    let last = g;
    let spanEnd = this.placed.nextCluster(g, end);
    if ((this.run.level & 1) === 1) return spanEnd;
    while (
      spanEnd < end &&
      !this.placed.isSpace(spanEnd) &&
      (this.placed.overhangs(last, spanEnd) || this.needsSpan(spanEnd, end))
    ) {
      last = spanEnd;
      spanEnd = this.placed.nextCluster(spanEnd, end);
    }
    return spanEnd;
  }

  private needsSpan(g: number, end: number): boolean {
    const next = this.placed.nextCluster(g, end);
    return this.charactersAlone(g, next, this.placed.textOf(g, next)) === null;
  }

  /**
   * Returns the text of a span's clusters. If the font can't have extra codes, it also sets the fallback text of their
   * glyphs.
   */
  private spanText(g: number, end: number): string {
    let text = '';
    for (let i = g; i < end;) {
      const next = this.placed.nextCluster(i, end);
      const cluster = this.placed.textOf(i, next);
      if (!this.font.hasExtras) guessTexts(this.font, this.run, i, next, cluster);
      text += cluster;
      i = next;
    }
    return extractableText(text);
  }

  /**
   * Writes clusters in an ActualText span. Some readers take the first string for the whole span, so that string
   * contains every glyph on the baseline. Others assume that the span ends where its last glyph does. Some ignore
   * ActualText and extract each glyph's own text.
   */
  private span(g: number, end: number, start: number, text: string): void {
    const { yOffsets } = this.run;
    this.actually(text, () => {
      const glyphs = this.glyphsOf(g, end, start, (i) => yOffsets === null || yOffsets[i] === 0);
      if (yOffsets !== null) glyphs.push(...this.glyphsOf(g, end, start, (i) => yOffsets[i] !== 0));
      const mirrored = end - g === 1 ? this.mirrored(g, text) : null;
      this.spanGlyphs(glyphs, text === SOFT_HYPHEN ? HYPHEN : (mirrored ?? text));
      if (end < this.placement.end && !this.placed.isSpace(end)) this.endOfSpan(this.placed.penAfter(g, end, start));
    });
  }

  /** Wraps what `show` writes in an ActualText span. */
  private actually(text: string, show: () => void): void {
    const { pen } = this;
    const { out } = this.stream;
    pen.close();
    out.ascii('/Span <</ActualText ');
    out.textString(text);
    out.ascii('>> BDC\n');
    pen.staysInString = true;
    show();
    pen.close();
    pen.staysInString = false;
    out.ascii('EMC\n');
  }

  /** Shows the glyphs of a span, with blanks between them for text that no glyph carries. */
  private spanGlyphs(glyphs: readonly PlacedGlyph[], text: string): void {
    let x = glyphs.length === 0 ? 0 : glyphs[0]!.x;
    for (const { glyph, text: part } of this.steps(glyphs, text)) {
      if (glyph >= 0) {
        x = glyphs[glyph]!.x;
        this.glyphAt(glyphs[glyph]!.g, x, part);
        x += this.run.advances[glyphs[glyph]!.g]!;
      } else this.blank(part, x);
    }
  }

  private steps(glyphs: readonly PlacedGlyph[], text: string): readonly SpanStep[] {
    if (!this.font.hasExtras || text === '') return glyphs.map((_, glyph) => ({ glyph, text: NOTHING }));
    const isWide = glyphs.map(({ g }) => this.isWide(g));
    if ((this.run.level & 1) === 0) return spreadText(text, isWide);
    const last = glyphs.length - 1;
    return spreadText(text, isWide.reverse())
      .map(({ glyph, text: part }) => ({ glyph: glyph < 0 ? -1 : last - glyph, text: part }))
      .reverse();
  }

  /**
   * Returns the clusters' glyphs for which `belongs` is true, with their positions. Within a cluster, the glyph that
   * extends furthest comes last.
   */
  private glyphsOf(g: number, end: number, start: number, belongs: (i: number) => boolean): PlacedGlyph[] {
    const found: PlacedGlyph[] = [];
    let pen = start;
    for (let first = g; first < end;) {
      const next = this.placed.nextCluster(first, end);
      // A base stays before its marks, where readers that ignore ActualText expect it.
      const furthest = this.placed.furthest(first, next);
      const last = furthest === first ? next : furthest;
      let x = pen;
      let lastX: number | null = null;
      for (let i = first; i < next; i++) {
        if (i === last && belongs(i)) lastX = x;
        else if (belongs(i) && !this.isHidden(i)) found.push({ g: i, x });
        x += this.run.advances[i]!;
      }
      if (lastX !== null) found.push({ g: last, x: lastX });
      pen = this.placed.penAfter(first, next, pen);
      first = next;
    }
    return found;
  }

  /**
   * Moves the pen to the end of a span. Readers would take a mark that is set back for the end and see a gap after it.
   */
  private endOfSpan(x: number): void {
    if (x - this.pen.x >= SET_BACK * this.size) this.blank(NOTHING, x);
  }

  private blank(text: string, x: number): void {
    const code = this.font.blankFor(text);
    if (code !== null) this.pen.show(code, x, 0);
  }

  /**
   * Returns whether the glyph is the zero-width space that HarfBuzz substitutes for invisible characters. Readers would
   * extract it as a space.
   */
  private isHidden(g: number): boolean {
    return this.run.advances[g] === 0 && this.run.glyphIds[g] === this.font.glyphFor(0x20);
  }

  /** Writes an invisible character as a blank if it matters for copying and searching. */
  private invisible(character: string, x: number): void {
    if (isKeptInvisible(character.codePointAt(0)!)) this.blank(character, x);
  }

  /** Writes a glyph of a span, in its colors. `text` is its fallback text. */
  private glyphAt(g: number, x: number, text: string): void {
    const { font, pen } = this;
    const { glyphIds, xOffsets, yOffsets } = this.run;
    const layers = font.colorLayers(glyphIds[g]!);
    if (!layers) return this.plainGlyph(g, x, font.codeFor(glyphIds[g]!, text) ?? glyphIds[g]!);
    let layerText = text;
    for (const { glyphId, color } of layers) {
      pen.close();
      this.stream.fillColor(color ? new Color(color[0], color[1], color[2], color[3]) : this.color);
      const code = font.codeFor(glyphId, layerText) ?? glyphId;
      pen.show(code, xOffsets === null ? x : x + xOffsets[g]!, yOffsets === null ? 0 : yOffsets[g]!);
      layerText = NOTHING;
    }
    pen.close();
    this.stream.fillColor(this.color);
  }

  /** Returns the code that includes the following space in the advance if the letter is spaced out, else `code`. */
  private withSpace(g: number, code: number): number {
    const { font, size } = this;
    const ems = this.run.advances[g]! / size - font.widthOf(code) / 1000;
    return ems > LETTER_SPACE ? (font.spacedCode(code, ems) ?? code) : code;
  }

  /** Writes a glyph in the text color. */
  private plainGlyph(g: number, x: number, code: number): void {
    const { xOffsets, yOffsets } = this.run;
    this.pen.show(
      this.withSpace(g, code),
      xOffsets === null ? x : x + xOffsets[g]!,
      yOffsets === null ? 0 : yOffsets[g]!,
    );
  }
}

/** A glyph of the run and its origin, without the glyph's own offset. */
interface PlacedGlyph {
  readonly g: number;
  readonly x: number;
}
