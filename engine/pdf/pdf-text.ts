import { Color } from '../css/computed-values.ts';
import type { GlyphPlacement } from '../paint/canvas.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { ContentStream } from './content-stream.ts';
import type { UsedFont } from './pdf-fonts.ts';

/** Horizontal shift of a synthetic oblique's points for each unit of height. */
const OBLIQUE_SKEW = 0.25;

/** Positions this near, in px, need no correction, */
const TOLERANCE = 0.0005;
/** unless they are this near to a whole px: viewers that put glyphs at whole pixels round down, and would show them a pixel off. */
const NEAR_WHOLE = 0.002;

/** Whether the reader's pen at `pen` is as good as `x`. */
function isSamePlace(pen: number, x: number): boolean {
  const off = Math.abs(pen - x);
  if (off > TOLERANCE) return false;
  return off < 1e-6 || Math.abs(x - Math.round(x)) > NEAR_WHOLE;
}

/** The size that text is set at: that of its advances, so that the font's widths hold (see fonts/used-size.ts). */
export const textSize = (fontSizePx: number): number => Math.max(1, Math.floor(Math.fround(fontSizePx) * 64)) / 64;

/** Ranges of characters that take no ink and no space: soft hyphen, joiners, marks of direction, variation selectors. */
const IGNORABLE = [
  0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0xfe00, 0xfe0f, 0xfeff,
  0xfeff,
];

/** A cluster of nothing but such characters is left out. */
function isIgnorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let found = false;
    for (let r = 0; r < IGNORABLE.length; r += 2) found ||= unit >= IGNORABLE[r] && unit <= IGNORABLE[r + 1];
    if (!found) return false;
  }
  return true;
}

/** What a reader should get for a cluster: every kind of space is a space. */
function extractableText(text: string): string {
  return /[\t\n\u000c\r\u00a0\u2028]/.test(text) ? text.replace(/[\t\n\u000c\r\u00a0\u2028]/g, ' ') : text;
}

/** Does justification widen after this UTF-16 unit (css-text-4 §7.3, word separators)? */
function isJustifiedSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x1361;
}

/**
 * Writes the glyphs of a placement into the open text object of a stream. Between two glyphs the reader's pen is followed exactly, so
 * positions never drift. Clusters whose glyphs don't map to their text one to one get an ActualText span (ISO 32000-1 §14.9.4).
 */
export class GlyphWriter {
  private readonly stream: ContentStream;
  private readonly font: UsedFont;
  private readonly run: ShapedRun;
  private readonly size: number;
  private readonly skew: number;
  private readonly baseline: number;
  private color: Color;
  /** Where the reader's pen is, and whether a text matrix has put it there. */
  private readerX = 0;
  /** Where the last Tm or Td stood. */
  private lineX = 0;
  private hasMatrix = false;
  private rise = 0;
  private stringOpen = false;

  constructor(stream: ContentStream, font: UsedFont, placement: GlyphPlacement, color: Color) {
    this.stream = stream;
    this.font = font;
    this.run = placement.run;
    this.size = textSize(placement.run.fontSize);
    this.skew = placement.run.syntheticOblique ? OBLIQUE_SKEW : 0;
    this.baseline = placement.y;
    this.color = color;
  }

  write(placement: GlyphPlacement): void {
    const { run } = this;
    const { start, end, paragraph } = placement;
    let pen = placement.x;
    // A replacement's clusters index a text of its own; shadows and the like stand for no text at all.
    const wholeText = paragraph === '' || (run.item < 0 && paragraph.length !== run.end - run.start);
    if (wholeText) this.beginSpan(placement.text);
    for (let g = start; g < end;) {
      const cluster = run.clusters[g];
      let next = g + 1;
      while (next < end && run.clusters[next] === cluster) next++;
      const textEnd = this.clusterEnd(g, next);
      const text = wholeText ? '' : paragraph.slice(cluster, textEnd);
      let width = 0;
      for (let i = g; i < next; i++) width += run.advances[i];
      this.cluster(g, next, pen, text, wholeText, width);
      pen += width;
      if (placement.justification !== 0) {
        if (placement.justifyClusters || isJustifiedSpace(paragraph.charCodeAt(textEnd - 1)))
          pen += placement.justification;
      }
      g = next;
    }
    if (wholeText) this.endSpan();
    this.closeString();
    this.setRise(0);
  }

  /** The end in the text of the cluster of glyphs `[g, next)`: where the logically next cluster begins. */
  private clusterEnd(g: number, next: number): number {
    const { run } = this;
    if ((run.level & 1) === 0) return next < run.clusters.length ? run.clusters[next] : run.end;
    return g > 0 ? run.clusters[g - 1] : run.end;
  }

  private cluster(g: number, next: number, pen: number, source: string, inSpan: boolean, width: number): void {
    if (width === 0 && !inSpan && isIgnorable(source)) return;
    const text = extractableText(source);
    const single = next - g === 1;
    const layers = single ? this.run.face.colorLayers(this.run.glyphIds[g]) : null;
    const plain = inSpan || (single && !layers && this.font.standsFor(this.run.glyphIds[g], text));
    if (!plain) this.beginSpan(text);
    let x = pen;
    for (let i = g; i < next; i++) {
      const rise = this.run.yOffsets === null ? 0 : this.run.yOffsets[i];
      const glyphX = this.run.xOffsets === null ? x : x + this.run.xOffsets[i];
      if (layers) this.layers(layers, glyphX, rise);
      else this.glyph(this.run.glyphIds[i], glyphX, rise);
      x += this.run.advances[i];
    }
    if (!plain) this.endSpan();
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
    } else if (!isSamePlace(this.readerX, x)) {
      // From the last such move, not from the pen: readers may round the font's widths, and nothing of that is to add up.
      this.closeString();
      out.fine(x - this.lineX);
      out.ascii('0 Td\n');
      this.lineX = x;
      this.readerX = x;
    }
    if (!this.stringOpen) {
      out.ascii('(');
      this.stringOpen = true;
    }
    out.code16(glyphId);
    this.readerX += (width * this.size) / 1000;
  }

  private closeString(): void {
    if (!this.stringOpen) return;
    this.stream.out.ascii(')Tj\n');
    this.stringOpen = false;
  }

  private setRise(rise: number): void {
    if (rise === this.rise) return;
    this.closeString();
    this.stream.out.number(rise);
    this.stream.out.ascii('Ts\n');
    this.rise = rise;
  }

  private beginSpan(text: string): void {
    this.closeString();
    this.stream.out.ascii('/Span <</ActualText ');
    this.stream.out.textString(text);
    this.stream.out.ascii('>> BDC\n');
  }

  private endSpan(): void {
    this.closeString();
    this.stream.out.ascii('EMC\n');
  }
}
