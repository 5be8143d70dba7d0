/** A PDF file under construction: its options and everything apart from the content of its pages. */
import type { Budget } from '../budget.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { subsetFont } from '../fonts/subset.ts';
import type { PageLabel, SheetTrim } from '../paint/display-list.ts';
import { iccVersionFor, permitsTransparency, type Profile } from '../profile.ts';
import type { AttachedFile, Encryption, OutputIntent, Read, ViewerOptions } from '../render-options.ts';
import type { Structure } from '../semantics/structure.ts';
import type { Bounds } from './bounds.ts';
import { ColorSpaces } from './color-spaces.ts';
import { Conformance } from './conformance.ts';
import { ContentLayers } from './content-layers.ts';
import { FileEncryption, sourceDigest } from './encryption.ts';
import { electronicInvoice, type Invoice } from './facturx.ts';
import { imageConverter } from './converted-images.ts';
import { inkConversion } from './ink-conversion.ts';
import { intentFor } from './output-intent.ts';
import { PageLabels } from './page-labels.ts';
import { deflateTime } from '../platform/compression.ts';
import { deflaterFor, foreseeWork, paidSink } from './paid-output.ts';
import { PdfFile, type PdfPage } from './pdf-file.ts';
import type { OwnXmp } from './own-xmp.ts';
import { PdfComments } from './pdf-comments.ts';
import { PdfFonts, type SubsetFont } from './pdf-fonts.ts';
import { PdfForms } from './pdf-forms.ts';
import { type ImageFitting, type JpegDecoder, PdfImages } from './pdf-images.ts';
import { PdfNavigation } from './pdf-navigation.ts';
import { StructureTree } from './pdf-structure.ts';
import { type SheetSize, sheetSize } from './sheet-size.ts';
import { catalogEntries, openView, preferences, printAction } from './viewer.ts';
import type { ExtensionSchema, PdfMetadata } from './xmp.ts';

export interface PdfOptions {
  readonly metadata: PdfMetadata;
  readonly compress: boolean;
  /** The profile that the file must conform to, or null. */
  readonly profile?: Profile | null;
  readonly attachments?: readonly AttachedFile[];
  readonly facturx?: Invoice | null;
  /** Metadata about the origin of the file. */
  readonly provenance?: ExtensionSchema | null;
  /** Metadata of the caller; null: none. */
  readonly xmp?: OwnXmp | null;
  /** The encryption rules and the source of the file, whose digest replaces random numbers. Null: not encrypted. */
  readonly encryption?: { readonly rules: Encryption; readonly source: string | Uint8Array } | null;
  /** The target device of the colors; null: what the profile requires. */
  readonly outputIntent?: Read<OutputIntent> | null;
  /** How readers display the file; null: their default. */
  readonly viewer?: ViewerOptions | null;
  /** Whether pages progress from right to left. */
  readonly isFromRight?: boolean;
  /** Whether form controls are fillable. */
  readonly forms?: boolean;
  readonly diagnostics: Diagnostics;
  /** Charged for every operation and for the bytes of the file. */
  readonly budget: Budget;
  /** Receives the file's bytes as they are produced. Without it, `finish` returns them. */
  readonly sink?: (chunk: Uint8Array) => void;
  /** The structure of a tagged file; null: untagged. */
  readonly structure?: Structure | null;
  /** Subsets faces. */
  readonly subset?: SubsetFont;
  /** Downsamples images; null: images are embedded unchanged. */
  readonly fitting?: ImageFitting | null;
  /** If omitted, JPEGs can't be decoded. */
  readonly decodeJpeg?: JpegDecoder;
}

export interface Sheet {
  readonly page: PdfPage;
  readonly size: SheetSize;
  /** In CSS px. */
  readonly area: Bounds;
}

export class PdfDocument {
  readonly file: PdfFile;
  readonly fonts: PdfFonts;
  readonly images: PdfImages;
  readonly spaces: ColorSpaces;
  readonly navigation: PdfNavigation;
  /** Null if the file is untagged. */
  readonly structure: StructureTree | null;
  /** Null if controls are drawn as static content. */
  readonly forms: PdfForms | null;
  readonly contentLayers: ContentLayers;
  readonly comments: PdfComments;
  readonly diagnostics: Diagnostics;
  readonly profile: Profile | null;
  /** The checks of the profile, or null. */
  readonly conformance: Conformance | null;
  readonly budget: Budget;
  private readonly labels = new PageLabels();
  private readonly viewer: ViewerOptions | null;
  private readonly isFromRight: boolean;
  private readonly subset: SubsetFont;

  constructor(options: PdfOptions) {
    const { metadata, compress, budget, sink = null, structure = null, profile = null } = options;
    const invoice = options.facturx ? electronicInvoice(options.facturx) : null;
    const attachments = [...(options.attachments ?? []), ...(invoice ? [invoice.attachment] : [])];
    this.budget = budget;
    this.profile = profile;
    this.conformance = profile && new Conformance(profile);
    const intent = intentFor(options.outputIntent ?? null, profile);
    const printsOnOpen = options.viewer?.print === true;
    this.conformance?.check({
      type: 'document',
      metadata,
      attachments: attachments.length,
      isEncrypted: Boolean(options.encryption),
      hasForms: options.forms ?? false,
      hasOpenAction: printsOnOpen || options.viewer?.page !== undefined || options.viewer?.zoom !== undefined,
      printsOnOpen,
      intent,
    });
    if (structure) this.conformance?.checkStructure(structure);
    const { xmp = null } = options;
    for (const namespace of xmp?.undescribed ?? []) this.conformance?.check({ type: 'undescribedMetadata', namespace });
    const schemas = [invoice?.schema ?? null, options.provenance ?? null].filter((schema) => schema !== null);
    this.file = new PdfFile(
      metadata,
      { profile, schemas, xmp, intent, encryption: encryptionOf(options.encryption ?? null, budget) },
      compress ? deflaterFor(budget) : null,
      // The bytes of a refused document are useless.
      paidSink(budget, this.conformance?.isViolated ? () => {} : sink),
    );
    this.fonts = new PdfFonts(this.file, profile);
    const decodeJpeg = options.decodeJpeg ?? (() => null);
    const conversion = intent?.conversion
      ? inkConversion(intent.profile, intent.conversion.intent, intent.conversion.inkLimit, budget)
      : null;
    const converted =
      conversion &&
      imageConverter(conversion, budget, () => this.reportUnconverted("A JPEG that can't be decoded", null));
    this.images = new PdfImages(this.file, options.fitting ?? null, decodeJpeg, intent?.components === 4, converted);
    this.spaces = new ColorSpaces(this.file, {
      conversion,
      device: intent?.components ?? null,
      isWeb: intent?.isWeb ?? true,
      iccVersion: iccVersionFor(profile),
      onMissingInk: () => this.conformance?.check({ type: 'missingInk' }, this.structure?.position),
    });
    this.structure = structure && new StructureTree(this.file, structure, profile);
    const elements = profile?.version === '2.0' ? this.structure : null;
    this.navigation = new PdfNavigation(this.file, elements && ((box) => elements.objectOf(box)));
    this.diagnostics = options.diagnostics;
    this.forms = options.forms ? new PdfForms(this.file, this.fonts, profile, options.diagnostics) : null;
    this.subset = options.subset ?? subsetFont;
    this.contentLayers = new ContentLayers(this.file);
    this.comments = new PdfComments(this.file, this.structure, this.spaces);
    this.viewer = options.viewer ?? null;
    this.isFromRight = options.isFromRight ?? false;
    for (const attachment of attachments) {
      // The file also contains a digest of the attachment.
      foreseeWork(budget, attachment.bytes);
      if (compress) budget.foresee(deflateTime(attachment.bytes.length));
      this.file.attach(attachment);
    }
  }

  /** Reports an image that keeps its colors although the output intent converts them. `what`: such as `A JPEG`. */
  reportUnconverted(what: string, position: SourcePosition | null): void {
    this.conformance?.check({ type: 'unconvertedImage' }, position);
    const message = `${what} keeps its colors: it can't be converted to the inks of the output intent.`;
    this.diagnostics.warn('pdf/unconverted-colors', message, position);
  }

  /** Adds a page. Sizes are in CSS px. */
  addSheet(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): Sheet {
    const size = sheetSize(width, height);
    if (size.isClamped) {
      const sides = [size.width, size.height].map((units) => units * size.userUnit).join(' by ');
      this.diagnostics.warn(
        'pdf/page-size',
        `A page of ${width} by ${height} px was resized to ${sides} pt: PDF viewers support 3 to 144,000 pt.`,
      );
    }
    const page = this.file.addPage(size.width, size.height);
    if (!this.spaces.isDefault && permitsTransparency(this.profile))
      page.dictionary.data.Group = { S: 'Transparency', CS: this.spaces.groupSpace };
    if (label !== null) this.labels.add(label);
    const { data } = page.dictionary;
    if (size.userUnit !== 1) data.UserUnit = size.userUnit;
    if (trim) {
      const scale = 0.75 / size.userUnit;
      data.TrimBox = insetBox(size.width, size.height, trim.page * scale);
      data.BleedBox = insetBox(size.width, size.height, trim.bleed * scale);
    } else if (this.profile?.print) data.TrimBox = insetBox(size.width, size.height, 0);
    return { page, size, area: { x0: 0, y0: 0, x1: width, y1: height } };
  }

  /**
   * Ends the file and returns its bytes, or an empty array if a sink received them.
   *
   * @throws RenderError `profile_violation` if the file doesn't conform to the requested profile.
   */
  async finish(): Promise<Uint8Array> {
    this.forms?.finish();
    this.images.finish();
    const lacksGlyphs = this.fonts.finish(this.subset);
    const layers = this.contentLayers.properties();
    if (layers !== null) this.conformance?.check({ type: 'layers' });
    this.conformance?.finish(lacksGlyphs);
    this.budget.look();
    // Structure destinations need the object numbers of the structure's elements.
    this.structure?.finish();
    this.navigation.finish();
    if (this.viewer || this.isFromRight) this.show(this.viewer ?? {});
    if (layers !== null) this.file.setCatalog('OCProperties', this.file.object(layers));
    const labels = this.labels.entries();
    if (labels !== null) this.file.setCatalog('PageLabels', this.file.object(labels));
    return this.file.finish();
  }

  private show(viewer: ViewerOptions): void {
    const view = openView(viewer);
    const page = this.file.pages[(viewer.page ?? 1) - 1];
    if (page === undefined) this.diagnostics.warn('pdf/open-page', `viewer.page: page ${viewer.page} does not exist.`);
    const shown = view === null || page === undefined ? null : this.navigation.openAction(page, view);
    const open = viewer.print === true ? printAction(shown) : shown;
    this.file.show(catalogEntries(viewer), preferences(viewer, this.isFromRight), open);
  }
}

const insetBox = (width: number, height: number, by: number): number[] => [by, by, width - by, height - by];

function encryptionOf(asked: PdfOptions['encryption'] | null, budget: Budget): FileEncryption | null {
  return asked ? new FileEncryption(asked.rules, sourceDigest(asked.source), budget) : null;
}
