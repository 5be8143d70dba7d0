import type { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { Budget } from '../budget.ts';
import { assertInvariant } from '../invariant.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { ImageResource } from '../images/image.ts';
import type {
  ArtifactKind,
  Bookmark,
  Bounds as Rect,
  Canvas,
  FieldLook,
  GlyphPlacement,
  GradientPaint,
  LinkLabel,
  LinkTarget,
  Matrix,
  PageLabel,
  PageOutput,
  Path,
  PatternCell,
  StrokeStyle,
  SheetTrim,
} from '../paint/canvas.ts';
import { type DisplayList, type FieldStates, play } from '../paint/display-list.ts';
import { invert, multiply } from '../paint/matrix.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { Structure } from '../semantics/structure.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { type Bounds, transformBounds } from './bounds.ts';
import { ContentStream } from './content-stream.ts';
import { asksForMeanings } from '../profile.ts';
import { noteMissing } from './breaches.ts';
import { imageMatrix, printedSize } from './image-matrix.ts';
import { orientationOf } from './pdf-images.ts';
import { type PdfPage } from './pdf-file.ts';
import type { PdfDictionary } from './pdf-values.ts';
import { LayerStack, MAX_GROUPS } from './layer-stack.ts';
import { GradientPainter } from './gradient-painter.ts';
import { PaintResources } from './paint-resources.ts';
import { inReadingOrder } from './ordered-list.ts';
import { IDENTITY } from './pdf-gradients.ts';
import { addField, addLink, leadsSomewhere } from './page-annotations.ts';
import type { Place } from './pdf-navigation.ts';
import { GlyphWriter, textSize } from './pdf-text.ts';
import { StructureTree } from './pdf-structure.ts';
import { PdfDocument, type PdfOptions, type Sheet } from './pdf-document.ts';
import { lazyPattern } from '../lazy-pattern.ts';

const PRIVATE_USE = lazyPattern(() => /\p{Co}/u);
const PRIVATE_USE_OR_SPACE = lazyPattern(() => /[\p{Co}\s]/gu);

/** Writes pages to a PDF file. */
export class PdfCanvas implements Canvas, PageOutput {
  private readonly document: PdfDocument;
  /** The document whose order the content of pages follows, or null if it keeps the order of painting. */
  private readonly order: Structure | null;
  private readonly structure: StructureTree | null;
  private readonly budget: Budget;
  private readonly resources: PaintResources;
  private readonly layers = new LayerStack();
  private readonly gradients: GradientPainter;
  /** Nesting depth of masks and pattern cells. */
  private apart = 0;
  private sheet: Sheet | null = null;
  private page: PdfPage | null = null;
  /** Unfinished pages. */
  private readonly left = new Map<number, Sheet>();

  /** @throws RenderError `profile_violation` if the options already rule out the requested profile. */
  constructor(options: PdfOptions) {
    this.document = new PdfDocument(options);
    this.order = options.structure ?? null;
    this.structure = this.document.structure;
    this.budget = this.document.budget;
    this.resources = new PaintResources(this.document.file, this.document.spaces);
    this.gradients = new GradientPainter(this.resources, this.layers, this.document.spaces, this.budget);
  }

  private get stream(): ContentStream {
    return this.layers.stream;
  }

  /**
   * Ends the file and returns its bytes, or an empty array if a sink received them.
   *
   * @throws RenderError `profile_violation` if the file doesn't conform to the requested profile.
   */
  finish(): Promise<Uint8Array> {
    return this.document.finish();
  }

  beginPage(width: number, height: number, trim: SheetTrim | null = null, label: PageLabel | null = null): void {
    this.beginContent(this.document.addSheet(width, height, trim, label));
  }

  endPage(): void {
    const { sheet } = this;
    if (!sheet) return;
    const content = this.endContent(sheet.page);
    this.document.forms?.endPage(sheet.page.dictionary);
    sheet.page.finish(content);
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

  draw(list: DisplayList): void {
    const { sheet, order } = this;
    if (!sheet) return;
    play(order === null ? list : inReadingOrder(list, sheet.area, order, this.budget), this);
  }

  private beginContent(sheet: Sheet): void {
    const { page } = sheet;
    const { width, height, userUnit } = sheet.size;
    this.sheet = sheet;
    this.page = page;
    const base: Matrix = [0.75 / userUnit, 0, 0, -0.75 / userUnit, 0, height];
    const stream = new ContentStream(IDENTITY, { x0: 0, y0: 0, x1: width, y1: height }, this.document.spaces);
    stream.transform(base);
    this.layers.begin(stream);
  }

  /** Returns the page's content since it was begun or resumed. The bytes are valid until the next drawing call. */
  private endContent(page: PdfPage): Uint8Array {
    const { stream } = this;
    stream.endText();
    stream.endMarkedContent();
    assertInvariant(this.layers.depth === 1, 'a page closes the groups that it opens');
    assertInvariant(stream.depth === 0, 'a page restores the graphics states that it saves');
    addResources(page.resources.data, stream.resources());
    this.structure?.endPage(page.dictionary);
    this.sheet = null;
    this.page = null;
    return stream.out.view();
  }

  save(): void {
    this.budget.tick();
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
    this.budget.tick();
    if (color.a <= 0 || width <= 0 || height <= 0) return;
    this.prepareFill(color);
    this.stream.rect(x, y, width, height);
    this.stream.operator('f\n');
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    this.budget.tick();
    if (color.a <= 0 || path.length === 0) return;
    this.prepareFill(color);
    this.stream.path(path);
    this.stream.operator(evenOdd ? 'f*\n' : 'f\n');
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    this.budget.tick();
    if (color.a <= 0 || path.length === 0 || stroke.width <= 0) return;
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    this.alpha(color.a, color.a);
    stream.strokeColor(color);
    stream.strokeStyle(stroke);
    stream.path(path, true);
    stream.operator('S\n');
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    const { stream } = this;
    const inverse = invert(gradient.matrix);
    this.budget.tickBy(1 + gradient.stops.length);
    if (path.length === 0 || !inverse) return;
    stream.endText();
    this.structure?.sync(stream, this.page);
    this.gradients.fill(path, evenOdd, gradient, inverse);
  }

  fillPattern(path: Path, cell: PatternCell, content: DisplayList): void {
    this.budget.tick();
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    const bounds = { x0: cell.x, y0: cell.y, x1: cell.x + cell.width, y1: cell.y + cell.height };
    const cellStream = this.drawApart(bounds, content);
    const pattern = this.resources.pattern(cellStream, cell, stream.ctm);
    const name = `P${pattern.id}`;
    stream.save();
    stream.use('Pattern', name, pattern);
    this.alpha(1, 1);
    stream.operator(`/Pattern cs /${name} scn\n`);
    stream.path(path);
    stream.operator('f\n');
    stream.restore();
  }

  /** Draws into a separate stream that starts with the current coordinates. */
  private drawApart(bounds: Bounds, content: DisplayList): ContentStream {
    const stream = new ContentStream(IDENTITY, bounds, this.document.spaces);
    const { depth } = this.layers;
    this.layers.push(stream);
    this.structure?.suspend();
    this.apart++;
    play(content, this);
    this.apart--;
    this.structure?.resume();
    stream.endText();
    assertInvariant(this.layers.depth === depth + 1, 'a pattern or mask closes the groups that it opens');
    assertInvariant(stream.depth === 0, 'a pattern or mask restores the graphics states that it saves');
    this.layers.pop();
    return stream;
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    this.budget.tick();
    const { run } = placement;
    if (placement.end <= placement.start || !(run.fontSize > 0)) return;
    const { stream } = this;
    const font = this.document.fonts.font(run.face);
    const goesBack = (run.level & 1) === 1 && stream.pen?.font === font && stream.pen.isRtl;
    const bold = run.syntheticBold && !stroke;
    const fills = color.a > 0;
    // Invisible text can still be searched and copied.
    const mode = stroke && stroke.color.a > 0 ? (fills ? 2 : 1) : !fills ? 3 : bold ? 2 : 0;
    this.structure?.sync(stream, this.page, true, goesBack);
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
    const isSilent =
      this.document.profile !== null && asksForMeanings(this.document.profile) && this.isPrivate(placement.text);
    if (isSilent) stream.operator('/Span <</ActualText <FEFF>>> BDC\n');
    new GlyphWriter(stream, font, placement, color).write();
    if (isSilent) stream.operator('EMC\n');
    if (this.document.breaches !== null && font.lacksGlyphs)
      noteMissing(placement, this.structure?.position ?? null, this.document.missing);
  }

  /**
   * Returns whether a text has only private-use characters, as in icon fonts. They mean nothing to readers, which then
   * extract no text. Mixed with other characters, they are a breach.
   */
  private isPrivate(text: string): boolean {
    if (!PRIVATE_USE().test(text)) return false;
    const isAlone = text.replaceAll(PRIVATE_USE_OR_SPACE(), '') === '';
    if (!isAlone) this.breach(`the text contains a private-use character: ${text.slice(0, 40)}`);
    return isAlone;
  }

  /** Records that the content being drawn violates the profile. */
  private breach(message: string, position: SourcePosition | null = null): void {
    this.document.breaches?.add(message, position ?? this.structure?.position);
  }

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    this.budget.tick();
    if (width <= 0 || height <= 0) return;
    const matrix = imageMatrix(orientationOf(image), x, y, width, height);
    const printed = printedSize(multiply(matrix, this.layers.toPage()), this.sheet?.size.userUnit ?? 1);
    const { images } = this.document;
    const used = smooth ? images.image(image, printed) : images.pixelated(image, printed, this.budget);
    if (image.data.type === 'pdf') this.checkPlacedPage(image.url, used !== null);
    if (!used) return;
    if (!smooth && images.staysSmooth(image, printed)) this.reportSmooth();
    if (!this.document.spaces.hasProcessInks && images.hasBareInks(image))
      this.breach('a CMYK image has no ICC profile');
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    stream.save();
    this.alpha(1, 1);
    stream.transform(matrix);
    stream.use('XObject', used.name, used.ref);
    stream.operator(`/${used.name} Do\n`);
    stream.restore();
  }

  /** Reports a page of another PDF that can't be drawn. Standards can't be promised for one that can. */
  private checkPlacedPage(url: string, isPlaced: boolean): void {
    const position = this.structure?.position ?? null;
    if (isPlaced) return this.breach(`the page of a PDF is used as an image, which is not checked: ${shortened(url)}`);
    this.document.diagnostics.warn('image/broken', `${shortened(url)} can't be drawn: its page is broken.`, position);
  }

  private reportSmooth(): void {
    const message = 'image-rendering has no effect on a CMYK JPEG: the viewer scales it.';
    this.document.diagnostics.warn('css/unsupported', message, this.structure?.position ?? null);
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.budget.tick();
    if (this.layers.isFull) return this.pushDimmed(opacity);
    this.stream.endMarkedContent();
    this.layers.push(new ContentStream(IDENTITY, this.layers.visible(), this.document.spaces), {
      opacity,
      blend,
      isolated,
      mask: null,
    });
  }

  private pushDimmed(opacity: number): void {
    this.document.diagnostics.warn(
      'pdf/nested-groups',
      `Groups nested deeper than ${MAX_GROUPS} levels were flattened: their children are painted individually.`,
    );
    this.layers.pushDimmed(opacity);
  }

  beginMask(kind: 'alpha' | 'luminance', bounds: Rect, content: DisplayList): void {
    this.budget.tick();
    if (this.layers.isFull) return this.pushDimmed(1);
    this.stream.endMarkedContent();
    const mask = this.drawApart(
      { x0: bounds.x, y0: bounds.y, x1: bounds.x + bounds.width, y1: bounds.y + bounds.height },
      content,
    );
    const form = this.resources.form(mask, this.document.spaces.groupSpace, true);
    const look = { opacity: 1, blend: 'normal', isolated: true, mask: { kind, form } };
    this.layers.push(new ContentStream(IDENTITY, this.layers.visible(), this.document.spaces), look);
  }

  endGroup(): void {
    const layer = this.layers.pop();
    if (layer.dimmed !== null) return;
    const { stream } = layer;
    stream.endText();
    stream.endMarkedContent();
    assertInvariant(stream.depth === 0, 'a group restores the graphics states that it saves');
    if (stream.out.length === 0) return;
    const structParents = this.structure?.formParents(stream);
    const form = this.resources.form(stream, this.document.spaces.groupSpace, layer.isolated, structParents);
    this.structure?.endForm(stream, form);
    const parent = this.stream;
    parent.endText();
    parent.save();
    this.resources.groupState(parent, layer, this.document.diagnostics);
    this.resources.paintForm(parent, form);
    parent.restore();
  }

  endMask(): void {
    this.endGroup();
  }

  beginOverprint(): void {
    this.stream.save();
    this.resources.overprint(this.stream);
  }

  endOverprint(): void {
    this.stream.restore();
  }

  beginContentLayer(layer: ContentLayer, position: SourcePosition | null = null): void {
    const { profile } = this.document;
    if ((profile?.archive || profile?.print) && layer.medium !== null)
      this.breach(
        `${profile.archive ? 'PDF/A' : 'PDF/X'} forbids layers for a single medium: ${layer.name.slice(0, 40)}`,
        position,
      );
    const { name, ref } = this.document.contentLayers.begin(layer);
    const { stream } = this;
    stream.endText();
    stream.endMarkedContent();
    stream.use('Properties', name, ref);
    stream.operator(`/OC /${name} BDC\n`);
  }

  endContentLayer(): void {
    const { stream } = this;
    stream.endText();
    stream.endMarkedContent();
    stream.operator('EMC\n');
    this.document.contentLayers.end();
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void {
    const { page } = this;
    if (page === null) return;
    const { x0, y0, x1, y1 } = transformBounds({ x0: x, y0: y, x1: x + width, y1: y + height }, this.layers.toPage());
    addLink(this.document, page, [x0, y0, x1, y1], target, label);
  }

  field(field: FormField, look: FieldLook, { shown, checked, unchecked }: FieldStates): void {
    const { page } = this;
    if (page === null || this.apart > 0) return play(shown, this);
    const stateOf = (isChecked: boolean | null): DisplayList =>
      isChecked === null ? shown : ((isChecked ? checked : unchecked) ?? shown);
    addField(this.document, page, field, look, {
      toPage: this.layers.toPage(),
      draw: (isChecked) => play(stateOf(isChecked), this),
      endText: () => this.stream.endText(),
      appearance: (bounds, isChecked) => this.drawApart(bounds, stateOf(isChecked)),
    });
  }

  anchor(name: string, x: number, y: number, structure: number | null): void {
    if (!this.page) return;
    this.document.navigation.anchor(name, this.place(this.page, x, y, structure));
  }

  bookmark(bookmark: Bookmark): void {
    if (!this.page) return;
    const { level, title, x, y, open, structure, target } = bookmark;
    const { navigation, diagnostics } = this.document;
    const leads = target !== null && leadsSomewhere(target, diagnostics) ? target : null;
    navigation.bookmark({ level, title, open, place: this.place(this.page, x, y, structure), target: leads });
  }

  private place({ dictionary }: PdfPage, x: number, y: number, structure: number | null): Place {
    const m = this.layers.toPage();
    return { page: dictionary, x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5], structure };
  }

  beginTag(structure: number, start: number, end: number, bounds: Rect | null): void {
    if (!this.structure) return;
    if (bounds === null || this.page === null) return this.structure.begin(structure, start, end, null);
    const { x, y, width, height } = bounds;
    const onPage = transformBounds({ x0: x, y0: y, x1: x + width, y1: y + height }, this.layers.toPage());
    this.structure.begin(structure, start, end, { page: this.page, bounds: onPage });
  }

  beginArtifact(kind: ArtifactKind): void {
    this.structure?.beginArtifact(kind);
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

  private alpha(fill: number, stroke: number): void {
    const { dimmed } = this.layers;
    this.resources.alpha(this.stream, fill * dimmed, stroke * dimmed);
  }
}

const shortened = (url: string): string => (url.length > 80 ? `${url.slice(0, 80)}…` : url);

/** Merges the resources of a content stream into those of its page. */
function addResources(data: PdfDictionary, resources: PdfDictionary): void {
  for (const [category, names] of Object.entries(resources))
    data[category] = { ...(data[category] as PdfDictionary | undefined), ...(names as PdfDictionary) };
}

export function createPdfCanvas(options: PdfOptions): PdfCanvas {
  return new PdfCanvas(options);
}
