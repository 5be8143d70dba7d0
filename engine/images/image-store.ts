/** The images of a render. Each URL is decoded once, however many boxes show it. */
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { decodeDataUrl, firstBytesOf, hasUnescapedHash } from '../document/data-url.ts';
import { decodeXml } from '../document/encoding.ts';
import type { Resources } from '../document/resources.ts';
import { isExhaustion, RenderError } from '../errors.ts';
import { openPdf, type PdfSource } from '../pdf-source/open-pdf.ts';
import { pageArea } from '../pdf-source/page-tree.ts';
import { SyntaxProblem } from '../pdf-source/pdf-syntax.ts';
import { headerSize, loadDecoder } from './decoders.ts';
import type { Decoder, ImageData, ImageResource, ImageStore, RasterData, SampleDepth, SizedData } from './image.ts';
import { readJbig2 } from './jbig2.ts';
import { readJpeg } from './jpeg.ts';
import { readJpeg2000 } from './jpeg2000.ts';
import { isSideways } from './orientation.ts';
import { alphasOf } from './samples.ts';
import { type ImageFormat, sniffImage } from './sniff.ts';
import { svgSize } from './svg-size.ts';

/** An image and the pixels that it charges to the render's budget. */
interface DecodedImage {
  readonly image: ImageResource;
  readonly pixels: number;
}

type Decoders = ReadonlyMap<ImageFormat, Decoder | null>;

/** Cache limits: number of images, and bytes of the images and their URLs. */
const MAX_IMAGES = 256;
const MAX_BYTES = 32_000_000;

/** Successfully decoded images by depth and URL, so that a template's pictures are decoded once. */
const decodedImages = new BoundedCache<string, DecodedImage>(MAX_IMAGES, MAX_BYTES);

const PX_PER_POINT = 4 / 3;

/** The number of bytes that suffice to recognize every format. */
const SIGNATURE_LENGTH = 16;

/**
 * Creates a store for the images in `urls`, which maps them to the positions of their first occurrences, and loads the
 * decoders that they need. The store itself is synchronous. `depth` is the maximum number of bits per sample.
 */
export async function createImageStore(
  urls: ReadonlyMap<string, SourcePosition | null>,
  diagnostics: Diagnostics,
  budget: Budget,
  resources: Resources | null = null,
  depth: SampleDepth = 8,
): Promise<ImageStore> {
  const decoders = new Map<ImageFormat, Decoder | null>();
  for (const url of urls.keys()) {
    budget.tick();
    const format = sniffImage(resources?.bytes(url) ?? firstBytesOf(url, SIGNATURE_LENGTH));
    if (format !== null && !decoders.has(format)) decoders.set(format, await loadDecoder(format));
  }
  return new DocumentImages(urls, decoders, diagnostics, budget, resources, depth);
}

/** Readers of files that are embedded without decoding. */
const HEADER_READERS: ReadonlyMap<ImageFormat, (bytes: Uint8Array) => SizedData | null> = new Map<
  ImageFormat,
  (bytes: Uint8Array) => SizedData | null
>([
  ['jpeg', readJpeg],
  ['jpeg2000', readJpeg2000],
  ['jbig2', readJbig2],
]);

class DocumentImages implements ImageStore {
  private readonly urls: ReadonlyMap<string, SourcePosition | null>;
  private readonly decoders: Decoders;
  private readonly diagnostics: Diagnostics;
  private readonly budget: Budget;
  private readonly known = new Map<string, ImageResource | null>();
  /** The PDFs whose pages are shown, by their bytes; a text says why a file can't be used. */
  private readonly pdfs = new Map<Uint8Array, PdfSource | string>();
  private readonly alphas = new Map<RasterData, Uint8Array>();
  private readonly resources: Resources | null;
  private readonly depth: SampleDepth;

  constructor(
    urls: ReadonlyMap<string, SourcePosition | null>,
    decoders: Decoders,
    diagnostics: Diagnostics,
    budget: Budget,
    resources: Resources | null,
    depth: SampleDepth,
  ) {
    this.urls = urls;
    this.resources = resources;
    this.depth = depth;
    this.decoders = decoders;
    this.diagnostics = diagnostics;
    this.budget = budget;
  }

  get(url: string): ImageResource | null {
    let image = this.known.get(url);
    if (image === undefined) {
      image = this.load(url);
      this.known.set(url, image);
    }
    return image;
  }

  alphaOf(data: RasterData): Uint8Array | null {
    const { alpha } = data;
    if (alpha === null) return null;
    let alphas = this.alphas.get(data);
    if (alphas === undefined) {
      this.budget.spendBytes(data.width * data.height);
      alphas = alphasOf(data, alpha);
      this.alphas.set(data, alphas);
    }
    return alphas;
  }

  private load(url: string): ImageResource | null {
    const file = this.resources?.bytes(url) ?? null;
    if (file !== null) return this.decoded(url, file, url)?.image ?? null;
    if (hasUnescapedHash(url))
      this.diagnostics.report(
        'image/unescaped-hash',
        'info',
        `${shortened(url)} contains an unescaped #. Write %23 instead.`,
        this.urls.get(url) ?? null,
      );
    const key = this.depth === 8 ? url : `${this.depth} ${url}`;
    const kept = decodedImages.get(key);
    if (kept !== undefined) {
      this.budget.spendPixels(kept.pixels);
      this.budget.spendBytes(sizeOf(kept.image.data));
      this.tellOfColors(kept);
      return kept.image;
    }
    const data = decodeDataUrl(url);
    if (!data) {
      // Other URLs have been reported with the document's external references.
      if (/^\s*data:/i.test(url.slice(0, 64)))
        this.complain(url, 'image/broken-url', `${shortened(url)} is not a valid data: URL.`);
      return null;
    }
    const decoded = this.decoded(url, data.bytes, `An image of type ${data.mediaType || 'unknown'}`);
    // The reader of a PDF belongs to this render's budget.
    if (decoded !== null && decoded.image.data.type !== 'pdf')
      decodedImages.set(key, decoded, key.length + sizeOf(decoded.image.data));
    return decoded?.image ?? null;
  }

  /** `what` names the image in messages. */
  private decoded(url: string, bytes: Uint8Array, what: string): DecodedImage | null {
    const format = sniffImage(bytes);
    if (!format) {
      this.complain(
        url,
        'image/unknown-format',
        `${what} has an unknown format. Use PNG, JPEG, JPEG 2000, JBIG2, GIF, WebP, AVIF, JPEG XL, BMP, ICO, TIFF, SVG or PDF.`,
      );
      return null;
    }
    if (format === 'pdf') return this.pageOfPdf(url, bytes, what);
    const decoded = this.decode(url, format, bytes);
    if (decoded) {
      this.budget.spendBytes(sizeOf(decoded.image.data));
      this.tellOfColors(decoded);
    } else this.complain(url, 'image/broken', `The ${format} image is broken and can't be decoded.`);
    return decoded;
  }

  /** Reports colors that are shown differently from what the file specifies. */
  private tellOfColors({ image: { url, data } }: DecodedImage): void {
    if (data.type === 'raster' && data.unknownColors !== undefined)
      this.complain(
        url,
        'image/unknown-colors',
        `The image uses unsupported colors (${data.unknownColors}) and is shown as sRGB.`,
      );
    if (data.type === 'jpeg' && data.gainMap === true)
      this.complain(url, 'image/gain-map-ignored', 'The HDR gain map of a JPEG image was ignored.');
  }

  /** Returns the page of a PDF that the URL's fragment names (`#page=2`, RFC 8118); the first one without. */
  private pageOfPdf(url: string, bytes: Uint8Array, what: string): DecodedImage | null {
    let source = this.pdfs.get(bytes);
    if (source === undefined) this.pdfs.set(bytes, (source = this.openPdf(bytes)));
    if (typeof source === 'string') {
      this.complain(url, 'image/broken', `${what} is a PDF that can't be shown: ${source}.`);
      return null;
    }
    const number = pageNumberIn(url);
    const page = source.pages[number - 1];
    if (page === undefined) {
      this.complain(url, 'image/broken', `${what} has no page ${number}. It has ${counted(source.pages.length)}.`);
      return null;
    }
    const { width: points, height: pointsHigh } = pageArea(source.reader, page);
    const [width, height] = [points * PX_PER_POINT, pointsHigh * PX_PER_POINT];
    const data: ImageData = { type: 'pdf', source, page: number - 1 };
    return { image: { url, data, width, height, ratio: width / height }, pixels: 0 };
  }

  private openPdf(bytes: Uint8Array): PdfSource | string {
    try {
      return openPdf(bytes, this.budget);
    } catch (error) {
      if (error instanceof SyntaxProblem) return error.message;
      throw error;
    }
  }

  private decode(url: string, format: ImageFormat, bytes: Uint8Array): DecodedImage | null {
    if (format === 'svg') {
      const markup = decodeXml(bytes).text;
      const size = svgSize(markup);
      return size && { image: { url, data: { type: 'svg', markup }, ...size }, pixels: 0 };
    }
    const read = HEADER_READERS.get(format);
    if (read !== undefined) {
      const data = read(bytes);
      if (!data) return null;
      this.budget.spendPixels(data.width * data.height);
      return uprightImage(url, data, data.orientation ?? 1);
    }
    const size = headerSize(format, bytes);
    const decoder = this.decoders.get(format);
    if (!size || size.width < 1 || size.height < 1 || !decoder) return null;
    this.budget.spendPixels(size.width * size.height);
    const data = this.attempt(decoder, bytes, size);
    // The decoded size must match the header, whose size the budget was charged for.
    if (data === null || data.width !== size.width || data.height !== size.height) return null;
    return uprightImage(url, data, data.orientation ?? 1);
  }

  /**
   * Returns null if the file is broken. Decoders may throw anything for broken files, but errors of the budget and of
   * the runtime are passed on.
   */
  private attempt(
    decoder: Decoder,
    bytes: Uint8Array,
    claimed: { readonly width: number; readonly height: number },
  ): RasterData | null {
    try {
      this.budget.look();
      return decoder(bytes, this.budget, claimed, this.depth);
    } catch (error) {
      if (error instanceof RenderError || isExhaustion(error)) throw error;
      return null;
    }
  }

  private complain(url: string, code: DiagnosticCode, message: string): void {
    this.diagnostics.warn(code, message, this.urls.get(url) ?? null);
  }
}

/** Returns an image with its size after EXIF's orientation, of which 5 to 8 rotate it by 90 degrees. */
function uprightImage(url: string, data: SizedData, orientation: number): DecodedImage {
  const [width, height] = isSideways(orientation) ? [data.height, data.width] : [data.width, data.height];
  return { image: { url, data, width, height, ratio: width / height }, pixels: width * height };
}

/** Returns the bytes that an image occupies in the cache. */
function sizeOf(data: ImageData): number {
  if (data.type === 'svg') return data.markup.length;
  if (data.type === 'pdf') return 0;
  const profile = data.profile?.length ?? 0;
  if (data.type === 'jpeg') return data.bytes.length + profile;
  if (data.type === 'coded') return data.bytes.length + (data.globals?.length ?? 0) + profile;
  return data.color.bytes.length + (data.alpha?.bytes.length ?? 0) + profile;
}

/** Returns the page number of a URL's fragment, such as 3 for `#page=3`. Returns 1 for other fragments. */
function pageNumberIn(url: string): number {
  const hash = url.lastIndexOf('#');
  const parameters = hash < 0 ? [] : url.slice(hash + 1).split('&');
  const page = parameters.find((parameter) => /^page=\d{1,6}$/.test(parameter));
  return page === undefined ? 1 : Number(page.slice('page='.length));
}

const counted = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);

function shortened(url: string): string {
  return url.length > 80 ? `${url.slice(0, 80)}…` : url;
}
