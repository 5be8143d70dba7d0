import type { Budget } from '../budget.ts';
import type { Color } from '../css/color.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { assertInvariant } from '../invariant.ts';
import { lazily } from '../lazily.ts';
import { invert, multiply } from '../paint/matrix.ts';
import {
  type Bookmark,
  type Command,
  type CommandOf,
  type DisplayList,
  type FieldCommand,
  type FillRect,
  type Glyphs,
  type Matrix,
  type PageLabel,
  type PageOutput,
  type SheetTrim,
} from '../paint/display-list.ts';
import { asksForMeanings, permitsTransparency, type Profile } from '../profile.ts';
import type { Structure } from '../semantics/structure.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { type Bounds, boxOf, transformBounds } from './bounds.ts';
import { intersection } from './ink-bounds.ts';
import type { Fact } from './conformance-rules.ts';
import { ContentStream } from './content-stream.ts';
import { GradientPainter } from './gradient-painter.ts';
import { imageMatrix, printedSize } from './image-matrix.ts';
import { LayerStack, MAX_GROUPS } from './layer-stack.ts';
import { inReadingOrder } from './ordered-list.ts';
import { addComment, addField, addLink, leadsSomewhere } from './page-annotations.ts';
import { PaintResources } from './paint-resources.ts';
import { PdfDocument, type PdfOptions, type Sheet } from './pdf-document.ts';
import { type PdfPage } from './pdf-file.ts';
import { IDENTITY } from './pdf-gradients.ts';
import { orientationOf } from './pdf-images.ts';
import { FORMAT_NAMES, type ImageResource } from '../images/image.ts';
import type { Place } from './pdf-navigation.ts';
import { StructureTree } from './pdf-structure.ts';
import { GlyphWriter, textSize } from './pdf-text.ts';
import type { PdfDictionary } from './pdf-values.ts';
import type { Rect } from '../paint/rects.ts';

/** The least width and height of a link, in points. Less is rounding. */
const LEAST_LINK = 0.01;

const PRIVATE_USE = lazily(() => /\p{Co}/u);
const PRIVATE_USE_OR_SPACE = lazily(() => /[\p{Co}\s]/gu);

/** Writes display lists as the pages of a PDF file. */
export class PdfOutput implements PageOutput {
  private readonly document: PdfDocument;
  /** The document whose order the content of pages follows, or null if it keeps the order of painting. */
  private readonly order: Structure | null;
  private readonly structure: StructureTree | null;
  private readonly budget: Budget;
  private readonly resources: PaintResources;
  private readonly layers = new LayerStack();
  private readonly gradients: GradientPainter;
  /** Whether the profile forbids transparency. */
  private readonly isOpaqueOnly: boolean;
  /** The cause of transparency in the content that is drawn next, whose position isn't known before. */
  private readonly forbidden: string[] = [];
  /** Nesting depth of masks and pattern cells. */
  private apart = 0;
  private sheet: Sheet | null = null;
  private page: PdfPage | null = null;
  /** Unfinished pages. */
  private readonly left = new Map<number, Sheet>();

  constructor(options: PdfOptions) {
    this.document = new PdfDocument(options);
    this.order = options.structure ?? null;
    this.structure = this.document.structure;
    this.budget = this.document.budget;
    this.isOpaqueOnly = !permitsTransparency(this.document.profile);
    this.resources = new PaintResources(this.document.file, this.document.spaces, !this.isOpaqueOnly);
    this.gradients = new GradientPainter(this.resources, this.layers, this.document.spaces, this.budget);
  }

  get profile(): Profile | null {
    return this.document.profile;
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
    this.document.comments.endPage(sheet.page);
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
    if (sheet) this.write(order === null ? list : inReadingOrder(list, sheet.area, order, this.budget));
  }

  private beginContent(sheet: Sheet): void {
    const { page } = sheet;
    const { width, height, userUnit } = sheet.size;
    this.sheet = sheet;
    this.page = page;
    const base: Matrix = [0.75 / userUnit, 0, 0, -0.75 / userUnit, 0, height];
    const stream = this.newStream({ x0: 0, y0: 0, x1: width, y1: height });
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

  private newStream(visible: Bounds): ContentStream {
    return new ContentStream(IDENTITY, visible, this.document.spaces);
  }

  private write(list: DisplayList): void {
    for (const command of list) this.command(command);
  }

  private command(c: Command): void {
    switch (c.type) {
      case 'beginTag':
        return this.beginTag(c);
      case 'beginArtifact':
        return this.structure?.beginArtifact(c.kind);
      case 'endTag':
        return this.structure?.end();
      case 'drawGlyphs':
        return this.glyphs(c);
      case 'save':
        this.budget.tick();
        return this.stream.save();
      case 'restore':
        return this.stream.restore();
      case 'transform':
        return this.stream.transform(c.matrix);
      case 'clipRect':
        return this.stream.clipRect(c.x, c.y, c.width, c.height);
      case 'clipPath':
        if (c.path.length === 0) return this.stream.clipRect(0, 0, 0, 0);
        return this.stream.clip(c.path, c.evenOdd);
      case 'fillRect':
        return this.rect(c);
      case 'fillPath':
        return this.path(c);
      case 'strokePath':
        return this.stroke(c);
      case 'fillGradient':
        return this.gradient(c);
      case 'fillPattern':
        return this.pattern(c);
      case 'drawImage':
        return this.image(c);
      case 'shadow':
      case 'backdrop':
        return this.write(c.content);
      case 'beginGroup':
        return this.beginGroup(c);
      case 'beginMask':
        return this.beginMask(c);
      case 'endGroup':
      case 'endMask':
        return this.endGroup();
      case 'beginOverprint':
        this.stream.save();
        return this.resources.overprint(this.stream);
      case 'endOverprint':
        return this.stream.restore();
      case 'beginContentLayer':
        return this.beginContentLayer(c);
      case 'endContentLayer':
        return this.endContentLayer();
      case 'link':
        return this.link(c);
      case 'comment':
        if (this.page) addComment(this.document, this.page, this.onPage(c), c.comment, c.structure);
        return;
      case 'destination':
        if (this.page) this.document.navigation.addDestination(c.name, this.place(this.page, c));
        return;
      case 'bookmark':
        if (this.page) this.bookmark(this.page, c.bookmark);
        return;
      case 'field':
        return this.field(c);
    }
  }

  private rect({ x, y, width, height, color }: FillRect): void {
    this.budget.tick();
    if (color.a <= 0 || width <= 0 || height <= 0) return;
    this.prepareFill(color);
    this.stream.rect(x, y, width, height);
    this.stream.operator('f\n');
  }

  private path({ path, evenOdd, color }: CommandOf<'fillPath'>): void {
    this.budget.tick();
    if (color.a <= 0 || path.length === 0) return;
    this.prepareFill(color);
    this.stream.path(path);
    this.stream.operator(evenOdd ? 'f*\n' : 'f\n');
  }

  private stroke({ path, stroke, color }: CommandOf<'strokePath'>): void {
    this.budget.tick();
    if (color.a <= 0 || path.length === 0 || stroke.width <= 0) return;
    const stream = this.shapeStream();
    this.alpha(color.a, color.a);
    stream.strokeColor(color);
    stream.strokeStyle(stroke);
    stream.path(path, true);
    stream.operator('S\n');
  }

  private gradient({ path, evenOdd, gradient }: CommandOf<'fillGradient'>): void {
    const inverse = invert(gradient.matrix);
    this.budget.tickBy(1 + gradient.stops.length);
    if (path.length === 0 || !inverse) return;
    if (this.isOpaqueOnly && gradient.stops.some(({ color }) => color.a < 1))
      this.check({ type: 'transparency', of: 'a gradient has a color with an alpha below 1' });
    this.shapeStream();
    this.gradients.fill(path, evenOdd, gradient, inverse);
  }

  private pattern({ path, cell, content }: CommandOf<'fillPattern'>): void {
    this.budget.tick();
    const stream = this.shapeStream();
    const pattern = this.resources.pattern(this.drawnApart(boxOf(cell), content), cell, stream.ctm);
    const name = `P${pattern.id}`;
    stream.save();
    stream.use('Pattern', name, pattern);
    this.alpha(1, 1);
    stream.operator(`/Pattern cs /${name} scn\n`);
    stream.path(path);
    stream.operator('f\n');
    stream.restore();
  }

  /** Returns the innermost stream, ready for a shape of the current structure element. */
  private shapeStream(): ContentStream {
    const { stream } = this;
    stream.endText();
    this.structure?.sync(stream, this.page);
    this.checkForbidden();
    return stream;
  }

  private prepareFill(color: Color): void {
    const stream = this.shapeStream();
    this.alpha(color.a, color.a);
    stream.fillColor(color);
  }

  private alpha(fill: number, stroke: number): void {
    const { dimmed } = this.layers;
    if (this.isOpaqueOnly && Math.min(fill, stroke) * dimmed < 1)
      this.check({ type: 'transparency', of: 'a color has an alpha below 1' });
    this.resources.alpha(this.stream, fill * dimmed, stroke * dimmed);
  }

  /** Draws into a separate stream that starts with the current coordinates. */
  private drawnApart(bounds: Bounds, content: DisplayList): ContentStream {
    const stream = this.newStream(bounds);
    const { depth } = this.layers;
    this.layers.push(stream);
    this.structure?.suspend();
    this.apart++;
    this.write(content);
    this.apart--;
    this.structure?.resume();
    stream.endText();
    assertInvariant(this.layers.depth === depth + 1, 'a pattern or mask closes the groups that it opens');
    assertInvariant(stream.depth === 0, 'a pattern or mask restores the graphics states that it saves');
    this.layers.pop();
    return stream;
  }

  private glyphs({ placement, color, stroke }: Glyphs): void {
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
    this.checkForbidden();
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
    if (font.lacksGlyphs) this.document.conformance?.noteGlyphs(placement, this.position);
  }

  /**
   * Returns whether a text has only private-use characters, as in icon fonts. They mean nothing to readers, which then
   * extract no text. Mixed with other characters, they violate standards.
   */
  private isPrivate(text: string): boolean {
    if (!PRIVATE_USE().test(text)) return false;
    const isAlone = text.replaceAll(PRIVATE_USE_OR_SPACE(), '') === '';
    if (!isAlone) this.check({ type: 'privateUse', text });
    return isAlone;
  }

  private checkForbidden(): void {
    for (const of of this.forbidden) this.check({ type: 'transparency', of });
    this.forbidden.length = 0;
  }

  /** Checks a fact about the content being drawn against the profile. */
  private check(fact: Fact, position = this.position): void {
    this.document.conformance?.check(fact, position);
  }

  /** The source position of the content being drawn, or null if it is unknown. */
  private get position(): SourcePosition | null {
    return this.structure?.position ?? null;
  }

  private image({ image, x, y, width, height, smooth }: CommandOf<'drawImage'>): void {
    this.budget.tick();
    if (width <= 0 || height <= 0) return;
    const matrix = imageMatrix(orientationOf(image), x, y, width, height);
    const printed = printedSize(multiply(matrix, this.layers.toPage()), this.sheet?.size.userUnit ?? 1);
    const { images } = this.document;
    const used = smooth ? images.image(image, printed) : images.pixelated(image, printed, this.budget);
    if (image.data.type === 'pdf') this.checkPlacedPage(image.url, used !== null);
    if (!used) return;
    if (!smooth && images.staysSmooth(image, printed)) this.reportSmooth(image);
    if (this.isOpaqueOnly && image.data.type === 'raster' && image.data.alpha !== null)
      this.check({ type: 'transparency', of: 'an image has transparent pixels' });
    if (image.data.type === 'coded') this.check({ type: 'codedImage', coding: image.data.coding });
    if (this.document.spaces.convertsToInks) this.reportUnconverted(image);
    if (this.isOpaqueOnly && images.hasNewProfile(image)) this.check({ type: 'newColorProfile' });
    if (!this.document.spaces.hasProcessInks && images.hasBareInks(image)) this.check({ type: 'bareCmyk' });
    const stream = this.shapeStream();
    stream.save();
    this.alpha(1, 1);
    stream.transform(matrix);
    stream.use('XObject', used.name, used.ref);
    stream.operator(`/${used.name} Do\n`);
    stream.restore();
  }

  /**
   * Reports a page of another PDF that can't be drawn. Even if it can be drawn, its conformance to standards is
   * unknown.
   */
  private checkPlacedPage(url: string, isPlaced: boolean): void {
    const name = shortened(url);
    if (isPlaced) return this.check({ type: 'placedPage', url: name });
    this.document.diagnostics.warn('image/broken', `${name} can't be drawn: its page is broken.`, this.position);
  }

  private reportUnconverted({ data, url }: ImageResource): void {
    if (data.type === 'pdf') this.document.reportUnconverted(`The page of a PDF (${shortened(url)})`, this.position);
    if (data.type === 'coded' && data.components !== 1 && data.components !== 4)
      this.document.reportUnconverted(`A ${FORMAT_NAMES[data.coding]}`, this.position);
  }

  private reportSmooth({ data }: ImageResource): void {
    const what = data.type === 'coded' ? FORMAT_NAMES[data.coding] : 'CMYK JPEG';
    const message = `image-rendering has no effect on a ${what}: the viewer scales it.`;
    this.document.diagnostics.warn('css/unsupported', message, this.position);
  }

  private beginGroup({ opacity, blend, isolated }: CommandOf<'beginGroup'>): void {
    this.budget.tick();
    if (this.isOpaqueOnly && (opacity < 1 || blend !== 'normal'))
      this.forbidden.push(opacity < 1 ? 'opacity is below 1' : `blending is ${blend}`);
    if (this.layers.isFull) return this.pushDimmed(opacity);
    this.stream.endMarkedContent();
    this.layers.push(this.newStream(this.layers.visible()), { opacity, blend, isolated, mask: null });
  }

  private pushDimmed(opacity: number): void {
    this.document.diagnostics.warn(
      'pdf/nested-groups',
      `Groups nested deeper than ${MAX_GROUPS} levels were flattened: their children are painted individually.`,
    );
    this.layers.pushDimmed(opacity);
  }

  private beginMask({ kind, bounds, content }: CommandOf<'beginMask'>): void {
    this.budget.tick();
    if (this.isOpaqueOnly) this.forbidden.push('content has a mask');
    if (this.layers.isFull) return this.pushDimmed(1);
    this.stream.endMarkedContent();
    const mask = this.drawnApart(boxOf(bounds), content);
    const form = this.resources.form(mask, this.document.spaces.groupSpace, true);
    const look = { opacity: 1, blend: 'normal', isolated: true, mask: { kind, form } };
    this.layers.push(this.newStream(this.layers.visible()), look);
  }

  /** Ends a group or masked content. */
  private endGroup(): void {
    this.checkForbidden();
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

  private beginContentLayer({ layer, position }: CommandOf<'beginContentLayer'>): void {
    if (layer.medium !== null) this.check({ type: 'layerForMedium', name: layer.name }, position ?? this.position);
    const { name, ref } = this.document.contentLayers.begin(layer);
    const { stream } = this;
    stream.endText();
    stream.endMarkedContent();
    stream.use('Properties', name, ref);
    stream.operator(`/OC /${name} BDC\n`);
  }

  private endContentLayer(): void {
    const { stream } = this;
    stream.endText();
    stream.endMarkedContent();
    stream.operator('EMC\n');
    this.document.contentLayers.end();
  }

  private field({ field, look, shown, checked, unchecked }: FieldCommand): void {
    const { page } = this;
    if (page === null || this.apart > 0) return this.write(shown);
    const stateOf = (isChecked: boolean | null): DisplayList =>
      isChecked === null ? shown : ((isChecked ? checked : unchecked) ?? shown);
    addField(this.document, page, field, look, {
      toPage: this.layers.toPage(),
      draw: (isChecked) => this.write(stateOf(isChecked)),
      endText: () => this.stream.endText(),
      appearance: (bounds, isChecked) => this.drawnApart(bounds, stateOf(isChecked)),
    });
  }

  /** Adds the part of a link that isn't clipped. */
  private link(link: CommandOf<'link'>): void {
    if (this.page === null) return;
    const place = intersection(this.onPage(link), this.layers.clip());
    if (place === null || place.x1 - place.x0 < LEAST_LINK || place.y1 - place.y0 < LEAST_LINK) return;
    addLink(this.document, this.page, place, link.target, link.label);
  }

  private bookmark(page: PdfPage, bookmark: Bookmark): void {
    const { level, title, open, target } = bookmark;
    const { navigation, diagnostics } = this.document;
    const leads = target !== null && leadsSomewhere(target, diagnostics) ? target : null;
    navigation.bookmark({ level, title, open, place: this.place(page, bookmark), target: leads });
  }

  private place({ dictionary }: PdfPage, { x, y, structure }: Pick<Bookmark, 'x' | 'y' | 'structure'>): Place {
    const m = this.layers.toPage();
    return { page: dictionary, x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5], structure };
  }

  private beginTag({ structure, start, end, bounds }: CommandOf<'beginTag'>): void {
    const { page } = this;
    const place = bounds === null || page === null ? null : { page, bounds: this.onPage(bounds) };
    this.structure?.begin(structure, start, end, place);
  }

  /** Returns a rectangle in the page's points. */
  private onPage(r: Rect): Bounds {
    return transformBounds(boxOf(r), this.layers.toPage());
  }
}

const shortened = (url: string): string => (url.length > 80 ? `${url.slice(0, 80)}…` : url);

/** Merges the resources of a content stream into those of its page. */
function addResources(data: PdfDictionary, resources: PdfDictionary): void {
  for (const [category, names] of Object.entries(resources))
    data[category] = { ...(data[category] as PdfDictionary | undefined), ...(names as PdfDictionary) };
}
