import { Color } from '../css/color.ts';
import type { GlyphPlacement } from '../paint/canvas.ts';
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
import { EXACT, TextPen } from './text-pen.ts';
import { isKeptInvisible, type UsedFont } from './used-font.ts';

/** The size that text is set at: that of its advances, so that the font's widths hold (see fonts/used-size.ts). */
export const textSize = (fontSizePx: number): number => Math.max(1, Math.floor(Math.fround(fontSizePx) * 64)) / 64;

/** Readers that know only the font's mapping look for this one, not for a soft hyphen, to join words again. */
const HYPHEN = '-';
/** Readers see a gap behind a span whose last glyph ends this much before it, in ems. */
const SET_BACK = 0.03;
/** and between letters that stand so far apart; kerning is less. */
const LETTER_SPACE = 0.06;

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
  private readonly placed: PlacedClusters;
  private readonly size: number;
  private readonly pen: TextPen;
  private readonly color: Color;
  /** Where the next cluster belongs. */
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
          // What penAfter says of such a cluster.
          this.place += advances[g]!;
          if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) this.place += justification;
        } else {
          if (!this.clusterAlone(g, next, this.place, paragraph.slice(from, to))) {
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
   * Words end with a space, wherever the line does (ISO 32000-1 §14.8.2.5). That of right-to-left text would stand in front of its line: readers that turn
   * it round know its lines.
   */
  private spaceAfter(): void {
    const { font, run } = this;
    if ((run.level & 1) === 0 && font.space !== null) this.pen.show(font.space, this.place, 0);
  }

  /**
   * Writes the glyphs from `g` on that go on in the open string with the reader's pen at their places, each for a character of its own, as nearly all do;
   * returns the first that doesn't.
   */
  private stretch(g: number, end: number): number {
    const { font, size, pen } = this;
    if (!pen.isPlain) return g;
    const { clusters, glyphIds, advances, xOffsets, yOffsets, level, end: runEnd } = this.run;
    const { paragraph, justification, justifyClusters } = this.placement;
    const isLtr = (level & 1) === 0;
    let { place } = this;
    let { x } = pen;
    let i = g;
    for (; i < end && Math.abs(x - place) <= EXACT; i++) {
      const glyph = glyphIds[i]!;
      const from = clusters[i]!;
      // Where the logically next cluster begins.
      const beside = isLtr ? i + 1 : i - 1;
      const to = beside >= 0 && beside < clusters.length ? clusters[beside]! : runEnd;
      if (to - from !== 1 || (i + 1 < end && clusters[i + 1] === from)) break;
      const unit = paragraph.charCodeAt(from);
      if (!font.isUnit(glyph, unit) || !font.isUsed(glyph)) break;
      if ((xOffsets !== null && xOffsets[i] !== 0) || (yOffsets !== null && yOffsets[i] !== 0)) break;
      x += (font.widths[glyph]! * size) / 1000;
      place += advances[i]!;
      if (justification !== 0 && (justifyClusters || isJustifiedSpace(unit))) place += justification;
    }
    // The last one may be a letter with a space behind it, which has another code.
    if (i > g && justification === 0 && place - x > LETTER_SPACE * size) {
      i--;
      x -= (font.widths[glyphIds[i]!]! * size) / 1000;
      place -= advances[i]!;
    }
    pen.append(glyphIds, g, i, x);
    this.place = place;
    return i;
  }

  /** Writes a cluster whose glyphs give its text by themselves; false: they don't, and nothing has been written. */
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

  /** What each glyph of a cluster stands for by itself; for a cluster without ink and width, its characters; null: ActualText is needed. */
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
   * What a glyph of right-to-left text shows that is the mirror image of its character's: readers without ActualText put characters side by side as they
   * stand on the page. null: it isn't one.
   */
  private mirrored(g: number, text: string): string | null {
    if ((this.run.level & 1) === 0) return null;
    const image = mirrorOf(text);
    return image !== null && this.font.glyphFor(image.codePointAt(0)!) === this.run.glyphIds[g] ? image : null;
  }

  /** Does a glyph give the text of its cluster better with blanks beside it? */
  private isSpread(g: number, text: string): boolean {
    return this.font.hasExtras && this.isWide(g) && hasMarks(text);
  }

  private isWide(g: number): boolean {
    return this.font.face.advance(this.run.glyphIds[g]!) > 0;
  }

  /**
   * The end of a span that begins with the cluster at `g`, which needs one: it takes in the neighbours in the same word that do as well. Left-to-right
   * only: readers turn the characters of right-to-left spans one by one.
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

  /** The text of a span's clusters; a font that can't be given codes is told of them one by one. */
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
   * Writes clusters in an ActualText span. Some readers take the first string for all of it, so that has every glyph on the baseline; others take it to end
   * where the last glyph does; and some don't know ActualText, and read one glyph after another.
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

  /** Shows what readers that know ActualText read as a text. */
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

  /** Shows the glyphs of a span, and blanks between them for what none of them is read as. */
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

  /** Those glyphs of clusters that `belongs` names, with their places; of a cluster's those first that don't reach its end. */
  private glyphsOf(g: number, end: number, start: number, belongs: (i: number) => boolean): PlacedGlyph[] {
    const found: PlacedGlyph[] = [];
    let pen = start;
    for (let first = g; first < end;) {
      const next = this.placed.nextCluster(first, end);
      // A base stays before its marks, where readers without ActualText look for it.
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

  /** A mark that is set back would be taken for the end, and a gap be seen behind it. */
  private endOfSpan(x: number): void {
    if (x - this.pen.x >= SET_BACK * this.size) this.blank(NOTHING, x);
  }

  private blank(text: string, x: number): void {
    const code = this.font.blankFor(text);
    if (code !== null) this.pen.show(code, x, 0);
  }

  /** HarfBuzz hides characters without ink behind a space without width, which would be read. */
  private isHidden(g: number): boolean {
    return this.run.advances[g] === 0 && this.run.glyphIds[g] === this.font.glyphFor(0x20);
  }

  /** A character without ink is there for those who copy and search, if it means something to them. */
  private invisible(character: string, x: number): void {
    if (isKeptInvisible(character.codePointAt(0)!)) this.blank(character, x);
  }

  /** A glyph of a span, in its colours. `text`: what it is read as. */
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

  /** The code of a letter that others stand apart from: one with the space behind it. */
  private withSpace(g: number, code: number): number {
    const { font, size } = this;
    const ems = this.run.advances[g]! / size - font.widthOf(code) / 1000;
    return ems > LETTER_SPACE ? (font.spacedCode(code, ems) ?? code) : code;
  }

  /** A glyph of the run that has one colour. */
  private plainGlyph(g: number, x: number, code: number): void {
    const { xOffsets, yOffsets } = this.run;
    this.pen.show(
      this.withSpace(g, code),
      xOffsets === null ? x : x + xOffsets[g]!,
      yOffsets === null ? 0 : yOffsets[g]!,
    );
  }
}

/** A glyph of the run, and where its origin is before its offset. */
interface PlacedGlyph {
  readonly g: number;
  readonly x: number;
}
