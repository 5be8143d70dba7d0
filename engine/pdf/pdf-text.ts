import { Color } from '../css/computed-values.ts';
import type { GlyphPlacement } from '../paint/canvas.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { ContentStream } from './content-stream.ts';
import { charactersOf, extractableText, guessTexts, isIgnorable, isInvisible } from './cluster-text.ts';
import { isKeptInvisible, type UsedFont } from './used-font.ts';

/** Horizontal shift of a synthetic oblique's points for each unit of height. */
const OBLIQUE_SKEW = 0.25;

/** Positions this near, in px, need no correction, */
const TOLERANCE = 0.0005;
/** unless they are this near to a whole px: viewers that put glyphs at whole pixels round down, and would show them a pixel off. */
const NEAR_WHOLE = 0.002;
/** Positions this near are the same. */
const EXACT = 1e-6;

/** Whether the reader's pen at `pen` is as good as `x`. */
function isSamePlace(pen: number, x: number): boolean {
  const off = Math.abs(pen - x);
  if (off > TOLERANCE) return false;
  return off < EXACT || Math.abs(x - Math.round(x)) > NEAR_WHOLE;
}

/** The size that text is set at: that of its advances, so that the font's widths hold (see fonts/used-size.ts). */
export const textSize = (fontSizePx: number): number => Math.max(1, Math.floor(Math.fround(fontSizePx) * 64)) / 64;

/** Combining grapheme joiner: a character that takes no room and ends no word. */
const NOTHING = 0x34f;
/** Readers see a gap behind a span whose last glyph ends this much before it, in ems. */
const SET_BACK = 0.03;

/** Does justification widen after this UTF-16 unit (css-text-4 §7.3, word separators)? */
function isJustifiedSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x1361;
}

function isAllIgnorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isIgnorable(text.charCodeAt(i))) return false;
  return true;
}

/**
 * Writes the glyphs of a placement into the open text object of a stream. Between two glyphs the reader's pen is followed exactly, so
 * positions never drift. Clusters whose glyphs don't give their text one by one get an ActualText span, neighbours together.
 */
export class GlyphWriter {
  private readonly stream: ContentStream;
  private readonly font: UsedFont;
  private readonly placement: GlyphPlacement;
  private readonly run: ShapedRun;
  private readonly size: number;
  private readonly skew: number;
  private readonly baseline: number;
  private color: Color;
  /** Where the next cluster belongs. */
  private pen = 0;
  /** Where the reader's pen is, and whether a text matrix has put it there. */
  private readerX = 0;
  /** Where the last Tm or Td stood. */
  private lineX = 0;
  private hasMatrix = false;
  private rise = 0;
  private stringOpen = false;
  /** Moves stay within the string: its glyphs belong together. */
  private isInSpan = false;

  constructor(stream: ContentStream, font: UsedFont, placement: GlyphPlacement, color: Color) {
    this.stream = stream;
    this.font = font;
    this.placement = placement;
    this.run = placement.run;
    this.size = textSize(placement.run.fontSize);
    this.skew = placement.run.syntheticOblique ? OBLIQUE_SKEW : 0;
    this.baseline = placement.y;
    this.color = color;
  }

  write(): void {
    const { run, font } = this;
    const { clusters, glyphIds, advances } = run;
    const { start, end, paragraph, text, x, justification, justifyClusters } = this.placement;
    // A replacement's clusters index a text of its own; shadows and the like stand for no text at all.
    if (paragraph === '' || (run.item < 0 && paragraph.length !== run.end - run.start)) {
      this.span(start, end, x, text);
    } else {
      this.pen = x;
      for (let g = this.stretch(start, end); g < end; g = this.stretch(g, end)) {
        const from = clusters[g];
        let next = this.nextCluster(g, end);
        const to = this.clusterEnd(g, next);
        const unit = paragraph.charCodeAt(from);
        if (next - g === 1 && to - from === 1 && font.isUnit(glyphIds[g], unit)) {
          this.plainGlyph(g, this.pen);
          // What penAfter says of such a cluster.
          this.pen += advances[g];
          if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) this.pen += justification;
        } else {
          if (!this.clusterAlone(g, next, this.pen, paragraph.slice(from, to))) {
            next = this.spanEnd(g, end);
            this.span(g, next, this.pen, this.spanText(g, next));
          }
          this.pen = this.penAfter(g, next, this.pen);
        }
        g = next;
      }
    }
    this.closeString();
    this.setRise(0);
  }

  /**
   * Writes the glyphs from `g` on that go on in the open string with the reader's pen at their places, each for a character of its own, as nearly all do;
   * returns the first that doesn't.
   */
  private stretch(g: number, end: number): number {
    if (!this.stringOpen || this.rise !== 0) return g;
    const { font, size } = this;
    const { clusters, glyphIds, advances, xOffsets, yOffsets, level, end: runEnd } = this.run;
    const { paragraph, justification, justifyClusters } = this.placement;
    const isLtr = (level & 1) === 0;
    let { readerX, pen } = this;
    let i = g;
    for (; i < end && Math.abs(readerX - pen) <= EXACT; i++) {
      const glyph = glyphIds[i];
      const from = clusters[i];
      // Where the logically next cluster begins.
      const beside = isLtr ? i + 1 : i - 1;
      const to = beside >= 0 && beside < clusters.length ? clusters[beside] : runEnd;
      if (to - from !== 1 || (i + 1 < end && clusters[i + 1] === from)) break;
      const unit = paragraph.charCodeAt(from);
      if (!font.isUnit(glyph, unit) || !font.isUsed(glyph)) break;
      if ((xOffsets !== null && xOffsets[i] !== 0) || (yOffsets !== null && yOffsets[i] !== 0)) break;
      readerX += (font.widths[glyph] * size) / 1000;
      pen += advances[i];
      if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) pen += justification;
    }
    this.stream.out.codes16(glyphIds, g, i);
    this.readerX = readerX;
    this.pen = pen;
    return i;
  }

  /** Where the pen stands behind the clusters `[g, next)`, their justification included. */
  private penAfter(g: number, next: number, pen: number): number {
    const { run } = this;
    const { justification, justifyClusters, paragraph } = this.placement;
    for (let i = g; i < next; i++) {
      pen += run.advances[i];
      if (justification === 0 || (i + 1 < next && run.clusters[i + 1] === run.clusters[i])) continue;
      if (justifyClusters || isJustifiedSpace(paragraph.charCodeAt(this.clusterEnd(this.firstOfCluster(i), i + 1) - 1)))
        pen += justification;
    }
    return pen;
  }

  private firstOfCluster(g: number): number {
    const { clusters } = this.run;
    while (g > 0 && clusters[g - 1] === clusters[g]) g--;
    return g;
  }

  private nextCluster(g: number, end: number): number {
    const { clusters } = this.run;
    let next = g + 1;
    while (next < end && clusters[next] === clusters[g]) next++;
    return next;
  }

  /** The end in the text of the cluster of glyphs `[g, next)`: where the logically next cluster begins. */
  private clusterEnd(g: number, next: number): number {
    const { run } = this;
    if ((run.level & 1) === 0) return next < run.clusters.length ? run.clusters[next] : run.end;
    return g > 0 ? run.clusters[g - 1] : run.end;
  }

  /** Writes a cluster whose glyphs give its text by themselves; false: they don't, and nothing has been written. */
  private clusterAlone(g: number, next: number, pen: number, text: string): boolean {
    const characters = this.charactersAlone(g, next, text);
    if (characters === null) return false;
    let x = pen;
    characters.forEach((character, i) => {
      if (i >= next - g || isInvisible(this.run, g + i, character)) this.invisible(character, x);
      else this.plainGlyph(g + i, x);
      if (i < next - g) x += this.run.advances[g + i];
    });
    return true;
  }

  /** What each glyph of a cluster stands for by itself; for a cluster without ink and width, its characters; null: ActualText is needed. */
  private charactersAlone(g: number, next: number, text: string): readonly string[] | null {
    const { run, font } = this;
    let width = 0;
    for (let i = g; i < next; i++) width += run.advances[i];
    if (width === 0 && isAllIgnorable(text)) return Array.from(text);
    for (let i = g; i < next; i++) if (font.colorLayers(run.glyphIds[i]) !== null) return null;
    const readable = extractableText(text);
    if (next - g === 1) return font.standsFor(run.glyphIds[g], readable) ? [readable] : null;
    return charactersOf(font, run, g, next, readable);
  }

  /**
   * The end of a span that begins with the cluster at `g`, which needs one: it takes in the neighbours in the same word that do as well. Left-to-right
   * only: readers turn the characters of right-to-left spans one by one.
   */
  private spanEnd(g: number, end: number): number {
    let last = g;
    let spanEnd = this.nextCluster(g, end);
    if ((this.run.level & 1) === 1) return spanEnd;
    while (spanEnd < end && !this.isSpace(spanEnd) && (this.overhangs(last, spanEnd) || this.needsSpan(spanEnd, end))) {
      last = spanEnd;
      spanEnd = this.nextCluster(spanEnd, end);
    }
    return spanEnd;
  }

  private isSpace(g: number): boolean {
    return extractableText(this.placement.paragraph[this.run.clusters[g]]) === ' ';
  }

  private needsSpan(g: number, end: number): boolean {
    const next = this.nextCluster(g, end);
    return this.charactersAlone(g, next, this.textOf(g, next)) === null;
  }

  /** Does a cluster have a raised glyph whose origin lies behind it? Readers that sort strings would see the next cluster within the span. */
  private overhangs(g: number, next: number): boolean {
    const { advances, xOffsets, yOffsets } = this.run;
    if (yOffsets === null) return false;
    let rest = 0;
    for (let i = g; i < next; i++) rest += advances[i];
    for (let i = g; i < next; i++) {
      if (yOffsets[i] !== 0 && (xOffsets === null ? 0 : xOffsets[i]) >= rest) return true;
      rest -= advances[i];
    }
    return false;
  }

  private textOf(g: number, next: number): string {
    return this.placement.paragraph.slice(this.run.clusters[g], this.clusterEnd(g, next));
  }

  /** The text of a span's clusters, which the font is told of one by one. */
  private spanText(g: number, end: number): string {
    let text = '';
    for (let i = g; i < end;) {
      const next = this.nextCluster(i, end);
      const cluster = this.textOf(i, next);
      guessTexts(this.font, this.run, i, next, cluster);
      text += cluster;
      i = next;
    }
    return extractableText(text);
  }

  /**
   * Writes clusters in an ActualText span. Some readers take the first string for all of it, so that has every glyph on the baseline; others take it to end
   * where the last glyph does.
   */
  private span(g: number, end: number, pen: number, text: string): void {
    const { yOffsets } = this.run;
    this.closeString();
    this.stream.out.ascii('/Span <</ActualText ');
    this.stream.out.textString(text);
    this.stream.out.ascii('>> BDC\n');
    this.isInSpan = true;
    const raised = this.spanGlyphs(g, end, pen, (i) => yOffsets === null || yOffsets[i] === 0);
    if (raised) this.spanGlyphs(g, end, pen, (i) => yOffsets !== null && yOffsets[i] !== 0);
    if (end < this.placement.end && !this.isSpace(end)) this.endOfSpan(this.penAfter(g, end, pen));
    this.closeString();
    this.isInSpan = false;
    this.stream.out.ascii('EMC\n');
  }

  /** Writes the glyphs that `belongs` names, of a cluster's those first that don't reach its end; whether there are others. */
  private spanGlyphs(g: number, end: number, start: number, belongs: (i: number) => boolean): boolean {
    let others = false;
    let pen = start;
    for (let first = g; first < end;) {
      const next = this.nextCluster(first, end);
      // A base stays before its marks, where readers without ActualText look for it.
      const furthest = this.furthest(first, next);
      const last = furthest === first ? next : furthest;
      let x = pen;
      let lastX: number | null = null;
      for (let i = first; i < next; i++) {
        if (!belongs(i)) others = true;
        else if (i === last) lastX = x;
        else if (!this.isHidden(i)) this.glyphAt(i, x);
        x += this.run.advances[i];
      }
      if (lastX !== null) this.glyphAt(last, lastX);
      pen = this.penAfter(first, next, pen);
      first = next;
    }
    return others;
  }

  /** The glyph of a cluster that reaches furthest along the line. */
  private furthest(g: number, next: number): number {
    const { advances, xOffsets } = this.run;
    let found = g;
    let furthest = -Infinity;
    let x = 0;
    for (let i = g; i < next; i++) {
      x += advances[i];
      const end = x + (xOffsets === null ? 0 : xOffsets[i]);
      if (end >= furthest) [found, furthest] = [i, end];
    }
    return found;
  }

  /** A mark that is set back would be taken for the end, and a gap be seen behind it. */
  private endOfSpan(pen: number): void {
    if (pen - this.readerX < SET_BACK * this.size) return;
    const blank = this.font.blankFor(NOTHING);
    if (blank !== null) this.glyph(blank, pen, 0);
  }

  /** HarfBuzz hides characters without ink behind a space without width, which would be read. */
  private isHidden(g: number): boolean {
    return this.run.advances[g] === 0 && this.run.glyphIds[g] === this.font.glyphFor(0x20);
  }

  /** A character without ink is there for those who copy and search, if it means something to them. */
  private invisible(character: string, x: number): void {
    const codePoint = character.codePointAt(0)!;
    const glyph = isKeptInvisible(codePoint) ? this.font.blankFor(codePoint) : null;
    if (glyph !== null) this.glyph(glyph, x, 0);
  }

  /** A glyph of the run, in its colours. */
  private glyphAt(g: number, x: number): void {
    const layers = this.font.colorLayers(this.run.glyphIds[g]);
    if (!layers) return this.plainGlyph(g, x);
    const { xOffsets, yOffsets } = this.run;
    this.layers(layers, xOffsets === null ? x : x + xOffsets[g], yOffsets === null ? 0 : yOffsets[g]);
  }

  /** A glyph of the run that has one colour. */
  private plainGlyph(g: number, x: number): void {
    const { glyphIds, xOffsets, yOffsets } = this.run;
    this.glyph(glyphIds[g], xOffsets === null ? x : x + xOffsets[g], yOffsets === null ? 0 : yOffsets[g]);
  }

  private layers(
    layers: readonly { glyphId: number; color: readonly [number, number, number, number] | null }[],
    x: number,
    rise: number,
  ): void {
    const textColor = this.color;
    for (const layer of layers) {
      this.closeString();
      const c = layer.color;
      this.stream.fillColor(c ? new Color(c[0], c[1], c[2], c[3]) : textColor);
      this.glyph(layer.glyphId, x, rise);
    }
    this.closeString();
    this.stream.fillColor(textColor);
  }

  private glyph(glyphId: number, x: number, rise: number): void {
    const out = this.stream.out;
    if (rise !== this.rise) this.setRise(rise);
    const width = this.font.use(glyphId);
    if (!this.hasMatrix) {
      this.closeString();
      out.ascii('1 0 ');
      out.number(this.skew);
      out.ascii('-1 ');
      out.fine(x);
      out.number(this.baseline);
      out.ascii('Tm\n');
      this.hasMatrix = true;
      this.readerX = x;
      this.lineX = x;
    } else if (this.isInSpan && this.stringOpen && !isSamePlace(this.readerX, x)) {
      out.ascii(')');
      out.number(((this.readerX - x) * 1000) / this.size);
      out.ascii('(');
      this.readerX = x;
    } else if (!isSamePlace(this.readerX, x)) {
      // From the last such move, not from the pen: readers may round the font's widths, and nothing of that is to add up.
      this.closeString();
      out.fine(x - this.lineX);
      out.ascii('0 Td\n');
      this.lineX = x;
      this.readerX = x;
    }
    if (!this.stringOpen) {
      out.ascii('[(');
      this.stringOpen = true;
    }
    out.code16(glyphId);
    this.readerX += (width * this.size) / 1000;
  }

  private closeString(): void {
    if (!this.stringOpen) return;
    this.stream.out.ascii(')]TJ\n');
    this.stringOpen = false;
  }

  private setRise(rise: number): void {
    if (rise === this.rise) return;
    this.closeString();
    this.stream.out.number(rise);
    this.stream.out.ascii('Ts\n');
    this.rise = rise;
  }
}
