import type { Color } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { subsetFont } from '../fonts/subset.ts';
import { assertInvariant } from '../invariant.ts';
import type { ImageResource } from '../images/image.ts';
import type { Canvas, GlyphPlacement, GradientPaint, LinkTarget, Matrix, Path, StrokeStyle } from '../paint/canvas.ts';
import { deflate } from '../platform/compression.ts';
import { invert, multiply } from '../paint/matrix.ts';
import type { StructureNode } from '../paint/structure.ts';
import { type Bounds, ContentStream, pathBounds, transformBounds } from './content-stream.ts';
import { PdfFile, type PdfMetadata, type PdfPage } from './pdf-file.ts';
import { type PdfDictionary, type PdfRef } from './pdf-values.ts';
import { PdfFonts, type SubsetFont } from './pdf-fonts.ts';
import { IDENTITY, makeShading, type Shading } from './pdf-gradients.ts';
import { PdfImages } from './pdf-images.ts';
import { PdfNavigation, type PointRect } from './pdf-navigation.ts';
import { GlyphWriter, textSize } from './pdf-text.ts';
import { StructureTree } from './pdf-structure.ts';

/** Synthetic bold grows a glyph's strokes by this share of an em in all. */
const SYNTHETIC_BOLD = 1 / 32;

const BLEND_MODES: Readonly<Record<string, string>> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
};

export interface PdfCanvasOptions {
  readonly metadata: PdfMetadata;
  readonly compress: boolean;
  readonly diagnostics: Diagnostics;
  /** Gets the file's bytes as they are made; without it `finish` returns them. */
  readonly sink?: (chunk: Uint8Array) => void;
  /** Structure elements by box index, for a tagged file; null: untagged. */
  readonly structure?: ((index: number) => StructureNode | null) | null;
  /** Replaceable by tests. */
  readonly subset?: SubsetFont;
}

/** A content stream being drawn that isn't the page's own: a group, mask or pattern cell. */
interface Layer {
  readonly stream: ContentStream;
  /** From the stream's base coordinates to the page's, in points. */
  readonly toPage: Matrix;
  readonly opacity: number;
  readonly blend: string;
  readonly isolated: boolean;
  readonly mask: { readonly kind: 'alpha' | 'luminance'; readonly form: PdfRef } | null;
}

/** A page with its size in points. */
interface Sheet {
  readonly page: PdfPage;
  readonly width: number;
  readonly height: number;
}

/** The size of a page's sheet in points. Chromium rounds to points, then to 1/300 inch, in single precision. */
export function sheetPoints(px: number): number {
  const dots = Math.round(Math.fround(Math.round(px * 0.75) * Math.fround(300 / 72)));
  return Math.max(1, dots) * 0.24;
}

/** The Canvas that writes a PDF file. */
export class PdfCanvas implements Canvas {
  private readonly file: PdfFile;
  private readonly fonts: PdfFonts;
  private readonly images: PdfImages;
  private readonly navigation: PdfNavigation;
  private readonly structure: StructureTree | null;
  private readonly diagnostics: Diagnostics;
  private readonly subset: SubsetFont;
  private readonly gstates = new Map<string, { name: string; ref: PdfRef }>();
  private readonly shadings = new Map<string, Shading>();
  private resourceCount = 0;
  private sheet: Sheet | null = null;
  private page: PdfPage | null = null;
  /** Pages left unfinished. */
  private readonly left = new Map<number, Sheet>();
  private layers: Layer[] = [];
  private stream: ContentStream = new ContentStream(IDENTITY, { x0: 0, y0: 0, x1: 0, y1: 0 });

  constructor(options: PdfCanvasOptions) {
    this.file = new PdfFile(options.metadata, options.compress ? deflate : null, options.sink ?? null);
    this.fonts = new PdfFonts(this.file);
    this.images = new PdfImages(this.file);
    this.navigation = new PdfNavigation(this.file);
    this.structure = options.structure ? new StructureTree(this.file, options.structure) : null;
    this.diagnostics = options.diagnostics;
    this.subset = options.subset ?? subsetFont;
  }

  /** Ends the file; its bytes, or nothing when a sink took them. */
  async finish(): Promise<Uint8Array> {
    this.fonts.finish(this.subset);
    this.navigation.finish();
    this.structure?.finish();
    return this.file.finish();
  }

  beginPage(width: number, height: number): void {
    const w = sheetPoints(width);
    const h = sheetPoints(height);
    this.beginContent({ page: this.file.addPage(w, h), width: w, height: h });
  }

  endPage(): void {
    const { sheet } = this;
    if (sheet) sheet.page.finish(this.endContent(sheet.page));
  }

  leavePage(id: number): void {
    const { sheet } = this;
    if (!sheet) return;
    this.left.set(id, sheet);
    sheet.page.leave(this.endContent(sheet.page));
  }

  returnToPage(id: number): void {
    const sheet = this.left.get(id);
    if (!sheet) return;
    this.left.delete(id);
    this.beginContent(sheet);
  }

  private beginContent(sheet: Sheet): void {
    const { page, width, height } = sheet;
    this.sheet = sheet;
    this.page = page;
    const base: Matrix = [0.75, 0, 0, -0.75, 0, height];
    this.stream = new ContentStream(IDENTITY, { x0: 0, y0: 0, x1: width, y1: height });
    this.stream.transform(base);
    this.layers = [{ stream: this.stream, toPage: IDENTITY, opacity: 1, blend: 'normal', isolated: true, mask: null }];
  }

  /** The content of the page since it was begun or returned to; valid until something else is drawn. */
  private endContent(page: PdfPage): Uint8Array {
    const { stream } = this;
    stream.endText();
    this.structure?.close(stream);
    assertInvariant(this.layers.length === 1, 'a page closes the groups that it opens');
    assertInvariant(stream.depth === 0, 'a page restores the graphics states that it saves');
    addResources(page.resources.data, stream.resources());
    this.structure?.endPage(page.dictionary);
    this.sheet = null;
    this.page = null;
    return stream.out.view();
  }

  save(): void {
    this.stream.save();
  }

  restore(): void {
    this.stream.restore();
  }

  transform(matrix: Matrix): void {
    this.stream.transform(matrix);
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    this.stream.clipRect(x, y, width, height);
  }

  clipPath(path: Path, evenOdd: boolean): void {
    if (path.length === 0) this.stream.clipRect(0, 0, 0, 0);
    else this.stream.clip(path, evenOdd);
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    if (color.a <= 0 || width <= 0 || height <= 0) return;
    this.prepareFill(color);
    this.stream.rect(x, y, width, height);
    this.stream.operator('f\n');
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    if (color.a <= 0 || path.length === 0) return;
    this.prepareFill(color);
    this.stream.path(path);
    this.stream.operator(evenOdd ? 'f*\n' : 'f\n');
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    if (color.a <= 0 || path.length === 0 || stroke.width <= 0) return;
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    this.alpha(color.a, color.a);
    stream.strokeColor(color);
    stream.strokeStyle(stroke);
    stream.path(path);
    stream.operator('S\n');
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    const { stream } = this;
    const inverse = invert(gradient.matrix);
    if (path.length === 0 || !inverse) return;
    const bounds = transformBounds(pathBounds(path), inverse);
    const shading = this.shading(gradient, bounds);
    stream.endText();
    this.structure?.sync(stream, this.page);
    stream.save();
    stream.clip(path, evenOdd);
    stream.transform(gradient.matrix);
    if (shading.alpha) this.maskByShading(shading.alpha, bounds);
    else this.alpha(1, 1);
    this.paintShading(stream, shading.color);
    stream.restore();
  }

  private shading(gradient: GradientPaint, bounds: Bounds): Shading {
    const key = JSON.stringify([
      gradient.type,
      gradient.geometry,
      gradient.repeating,
      gradient.stops,
      gradient.repeating || gradient.type === 'conic' ? bounds : 0,
    ]);
    let shading = this.shadings.get(key);
    if (!shading) this.shadings.set(key, (shading = makeShading(this.file, gradient, bounds)));
    return shading;
  }

  private paintShading(stream: ContentStream, ref: PdfRef): void {
    const name = `S${ref.id}`;
    stream.use('Shading', name, ref);
    stream.operator(`/${name} sh\n`);
  }

  private maskByShading(ref: PdfRef, bounds: Bounds): void {
    const mask = new ContentStream(IDENTITY, bounds);
    this.paintShading(mask, ref);
    this.useGstate(`mask ${ref.id} ${bounds.x0} ${bounds.y0} ${bounds.x1} ${bounds.y1}`, () => ({
      ca: 1,
      CA: 1,
      SMask: { Type: 'Mask', S: 'Luminosity', G: this.form(mask, 'DeviceGray', true) },
    }));
  }

  fillPattern(
    path: Path,
    cell: { x: number; y: number; width: number; height: number; stepX: number; stepY: number },
    draw: (canvas: Canvas) => void,
  ): void {
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    const bounds = { x0: cell.x, y0: cell.y, x1: cell.x + cell.width, y1: cell.y + cell.height };
    const cellStream = this.drawApart(bounds, draw);
    const pattern = this.file.stream(
      {
        Type: 'Pattern',
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [bounds.x0, bounds.y0, bounds.x1, bounds.y1],
        XStep: cell.stepX,
        YStep: cell.stepY,
        Matrix: [...stream.ctm],
        Resources: cellStream.resources(),
      },
      cellStream.out.view(),
    );
    const name = `P${pattern.id}`;
    stream.save();
    stream.use('Pattern', name, pattern);
    this.alpha(1, 1);
    stream.operator(`/Pattern cs /${name} scn\n`);
    stream.path(path);
    stream.operator('f\n');
    stream.restore();
  }

  /** Draws into a stream of its own whose coordinates are the present ones. */
  private drawApart(bounds: Bounds, draw: (canvas: Canvas) => void): ContentStream {
    const stream = new ContentStream(IDENTITY, bounds);
    const depth = this.layers.length;
    this.push(stream, 1, 'normal', true, null);
    this.structure?.suspend();
    draw(this);
    this.structure?.resume();
    stream.endText();
    assertInvariant(this.layers.length === depth + 1, 'a pattern or mask closes the groups that it opens');
    assertInvariant(stream.depth === 0, 'a pattern or mask restores the graphics states that it saves');
    this.layers.pop();
    this.stream = this.layers[depth - 1].stream;
    return stream;
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    const { run } = placement;
    if (placement.end <= placement.start || !(run.fontSize > 0)) return;
    const { stream } = this;
    const font = this.fonts.font(run.face);
    const bold = run.syntheticBold && !stroke;
    const fills = color.a > 0;
    // Text that shows nothing can still be found and copied.
    const mode = stroke && stroke.color.a > 0 ? (fills ? 2 : 1) : !fills ? 3 : bold ? 2 : 0;
    this.structure?.sync(stream, this.page);
    const strokeColor = stroke ? stroke.color : color;
    if (mode === 1 || mode === 2) {
      stream.strokeColor(strokeColor);
      this.alpha(fills ? color.a : 1, strokeColor.a);
    } else if (fills) {
      this.alpha(color.a, color.a);
    }
    if (fills) stream.fillColor(color);
    stream.beginText(
      font.name,
      font.ref,
      textSize(run.fontSize),
      mode,
      stroke ? stroke.width : run.fontSize * SYNTHETIC_BOLD,
    );
    new GlyphWriter(stream, font, placement, color).write();
  }

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    const used = this.images.image(image);
    if (!used || width <= 0 || height <= 0) return;
    void smooth;
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    stream.save();
    this.alpha(1, 1);
    stream.transform(imageMatrix(used.orientation, x, y, width, height));
    stream.use('XObject', used.name, used.ref);
    stream.operator(`/${used.name} Do\n`);
    stream.restore();
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.structure?.close(this.stream);
    this.push(new ContentStream(IDENTITY, this.visible()), opacity, blend, isolated, null);
  }

  beginMask(
    kind: 'alpha' | 'luminance',
    bounds: { x: number; y: number; width: number; height: number },
    draw: (canvas: Canvas) => void,
  ): void {
    this.structure?.close(this.stream);
    const mask = this.drawApart(
      { x0: bounds.x, y0: bounds.y, x1: bounds.x + bounds.width, y1: bounds.y + bounds.height },
      draw,
    );
    const form = this.form(mask, 'DeviceRGB', true);
    this.push(new ContentStream(IDENTITY, this.visible()), 1, 'normal', true, { kind, form });
  }

  endGroup(): void {
    const layer = this.layers.pop();
    assertInvariant(
      layer !== undefined && this.layers.length > 0,
      'a group that is closed has been opened on its page',
    );
    const { stream } = layer;
    stream.endText();
    this.structure?.close(stream);
    assertInvariant(stream.depth === 0, 'a group restores the graphics states that it saves');
    this.stream = this.layers[this.layers.length - 1].stream;
    if (stream.out.length === 0) return;
    const structParents = this.structure?.formParents(stream);
    const form = this.form(stream, 'DeviceRGB', layer.isolated, structParents);
    this.structure?.endForm(stream, form);
    const name = `X${form.id}`;
    const parent = this.stream;
    parent.endText();
    parent.save();
    parent.use('XObject', name, form);
    this.groupState(layer);
    parent.operator(`/${name} Do\n`);
    parent.restore();
  }

  endMask(): void {
    this.endGroup();
  }

  private groupState(layer: Layer): void {
    const { mask, opacity } = layer;
    const blend = BLEND_MODES[layer.blend];
    if (blend === undefined)
      this.diagnostics.warn('pdf/blend-mode', `The blend mode ${layer.blend} doesn't exist in PDF; painted as normal.`);
    this.useGstate(`group ${opacity} ${layer.blend} ${mask ? mask.form.id : 0}`, () => ({
      ca: opacity,
      CA: opacity,
      BM: blend ?? 'Normal',
      SMask: mask ? { Type: 'Mask', S: mask.kind === 'alpha' ? 'Alpha' : 'Luminosity', G: mask.form } : 'None',
    }));
  }

  private push(stream: ContentStream, opacity: number, blend: string, isolated: boolean, mask: Layer['mask']): void {
    this.layers.push({ stream, toPage: this.toPage(), opacity, blend, isolated, mask });
    this.stream = stream;
  }

  /** From the present coordinates to the page's points. */
  private toPage(): Matrix {
    const layer = this.layers[this.layers.length - 1];
    return multiply(this.stream.ctm, layer.toPage);
  }

  private visible(): Bounds {
    return this.stream.visibleBounds() ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
  }

  private form(
    stream: ContentStream,
    colorSpace: string,
    isolated: boolean,
    structParents: number | undefined = undefined,
  ): PdfRef {
    const b = stream.bounds;
    return this.file.stream(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [b.x0, b.y0, b.x1, b.y1],
        Resources: stream.resources(),
        Group: { S: 'Transparency', CS: colorSpace, I: isolated },
        StructParents: structParents,
      },
      stream.out.view(),
    );
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget): void {
    const { page } = this;
    if (!page) return;
    const b = transformBounds({ x0: x, y0: y, x1: x + width, y1: y + height }, this.toPage());
    const rect: PointRect = [b.x0, b.y0, b.x1, b.y1];
    const annotation = this.navigation.link(rect, target);
    if (!annotation) {
      const url = 'url' in target ? target.url : '';
      this.diagnostics.warn(
        'pdf/link-scheme',
        `Links may lead to http, https, mailto and tel only; this one was left out: ${url.slice(0, 100)}`,
      );
      return;
    }
    this.structure?.annotation(annotation, page.dictionary);
    annotation.end();
    const annotations = (page.dictionary.data.Annots ??= []) as PdfRef[];
    annotations.push(annotation);
  }

  anchor(name: string, x: number, y: number): void {
    if (!this.page) return;
    const m = this.toPage();
    this.navigation.anchor(name, this.page.dictionary, m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
  }

  bookmark(level: number, title: string, x: number, y: number, open: boolean): void {
    if (!this.page) return;
    const m = this.toPage();
    const px = m[0] * x + m[2] * y + m[4];
    const py = m[1] * x + m[3] * y + m[5];
    this.navigation.bookmark({ level, title, page: this.page.dictionary, x: px, y: py, open });
  }

  beginTag(structure: number): void {
    this.structure?.begin(structure);
  }

  beginArtifact(): void {
    this.structure?.begin(null);
  }

  endTag(): void {
    this.structure?.end();
  }

  private prepareFill(color: Color): void {
    this.stream.endText();
    this.structure?.sync(this.stream, this.page);
    this.alpha(color.a, color.a);
    this.stream.fillColor(color);
  }

  /** Constant alpha in 8 bits, as browsers keep it. */
  private alpha(fill: number, stroke: number): void {
    const ca = Math.round(fill * 255);
    const CA = Math.round(stroke * 255);
    if (ca === 255 && CA === 255 && this.stream.currentGstate === '') return;
    this.useGstate(`alpha ${ca} ${CA}`, () => ({ ca: ca / 255, CA: CA / 255 }));
  }

  private useGstate(key: string, make: () => PdfDictionary): void {
    let known = this.gstates.get(key);
    if (!known) {
      known = { name: `G${++this.resourceCount}`, ref: this.file.object({ Type: 'ExtGState', ...make() }) };
      this.gstates.set(key, known);
    }
    this.stream.gstate(known.name, known.ref);
  }
}

/** Adds the resources of a content stream to those of its page, category by category. */
function addResources(data: PdfDictionary, resources: PdfDictionary): void {
  for (const [category, names] of Object.entries(resources))
    data[category] = { ...(data[category] as PdfDictionary | undefined), ...(names as PdfDictionary) };
}

/** Maps an image's unit square onto a rectangle, turned as EXIF's orientation says. */
function imageMatrix(orientation: number, x: number, y: number, w: number, h: number): Matrix {
  // Displayed = (a s + b t + c, d s + e t + f), s and t being the stored image's coordinates from its top left corner.
  const [a, b, c, d, e, f] = ORIENTATIONS[orientation - 1] ?? ORIENTATIONS[0];
  // PDF's v grows upwards: t = 1 - v.
  return [w * a, h * d, -w * b, -h * e, x + w * (b + c), y + h * (e + f)];
}

const ORIENTATIONS: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 0, 1, 0],
  [-1, 0, 1, 0, 1, 0],
  [-1, 0, 1, 0, -1, 1],
  [1, 0, 0, 0, -1, 1],
  [0, 1, 0, 1, 0, 0],
  [0, -1, 1, 1, 0, 0],
  [0, -1, 1, -1, 0, 1],
  [0, 1, 0, -1, 0, 1],
];

export function createPdfCanvas(options: PdfCanvasOptions): PdfCanvas {
  return new PdfCanvas(options);
}
