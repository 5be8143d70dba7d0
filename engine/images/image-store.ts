/** A render's images: each `data:` URL is decoded once, whoever shows it. */
import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { decodeDataUrl, firstBytesOf } from '../document/data-url.ts';
import { type Decoder, headerSize, loadDecoder } from './decoders.ts';
import type { ImageData, ImageResource, ImageStore } from './image.ts';
import { readJpeg } from './jpeg.ts';
import { type ImageFormat, sniffImage } from './sniff.ts';
import { svgSize } from './svg-size.ts';

/** An image, and what it costs a render's budget to have it. */
interface DecodedImage {
  readonly image: ImageResource;
  readonly pixels: number;
}

type Decoders = ReadonlyMap<ImageFormat, Decoder | null>;

/** Images kept, and the bytes that they and their URLs take together. */
const MAX_IMAGES = 256;
const MAX_BYTES = 32_000_000;

/** By URL, good ones only: a template's pictures are decoded once. */
const decodedImages = new BoundedCache<string, DecodedImage>(MAX_IMAGES, MAX_BYTES);

/** Bytes that every format is known by. */
const SIGNATURE_LENGTH = 16;

/** `urls`: the data: URLs that may be asked for. The decoders that they need are loaded; afterwards the store is synchronous. */
export async function createImageStore(
  urls: readonly string[],
  diagnostics: Diagnostics,
  budget: Budget,
): Promise<ImageStore> {
  const decoders = new Map<ImageFormat, Decoder | null>();
  for (const url of urls) {
    budget.tick();
    const format = sniffImage(firstBytesOf(url, SIGNATURE_LENGTH));
    if (format !== null && !decoders.has(format)) decoders.set(format, await loadDecoder(format));
  }
  return new DocumentImages(decoders, diagnostics, budget);
}

class DocumentImages implements ImageStore {
  private readonly decoders: Decoders;
  private readonly diagnostics: Diagnostics;
  private readonly budget: Budget;
  private readonly known = new Map<string, ImageResource | null>();

  constructor(decoders: Decoders, diagnostics: Diagnostics, budget: Budget) {
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

  private load(url: string): ImageResource | null {
    const kept = decodedImages.get(url);
    if (kept !== undefined) {
      this.budget.spendPixels(kept.pixels);
      return kept.image;
    }
    const data = decodeDataUrl(url);
    if (!data) {
      // What isn't a data: URL at all was reported with the document's other references.
      if (/^\s*data:/i.test(url.slice(0, 64)))
        this.complain('image/broken-url', `${shortened(url)} is not a valid data: URL`);
      return null;
    }
    const format = sniffImage(data.bytes);
    if (!format) {
      this.complain(
        'image/unknown-format',
        `an image of type ${data.mediaType || 'unknown'} is in no format that is known`,
      );
      return null;
    }
    const decoded = this.decode(url, format, data.bytes);
    if (!decoded) {
      this.complain('image/broken', `a ${format} image is broken or can't be decoded`);
      return null;
    }
    decodedImages.set(url, decoded, url.length + sizeOf(decoded.image.data));
    return decoded.image;
  }

  private decode(url: string, format: ImageFormat, bytes: Uint8Array): DecodedImage | null {
    if (format === 'svg') {
      const markup = new TextDecoder().decode(bytes);
      return { image: { url, data: { type: 'svg', markup }, ...svgSize(markup) }, pixels: 0 };
    }
    if (format === 'jpeg') {
      const header = readJpeg(bytes);
      if (!header) return null;
      const pixels = header.width * header.height;
      this.budget.spendPixels(pixels);
      const turned = header.data.orientation > 4;
      const [width, height] = turned ? [header.height, header.width] : [header.width, header.height];
      return { image: { url, data: header.data, width, height, ratio: width / height }, pixels };
    }
    const size = headerSize(format, bytes);
    const decoder = this.decoders.get(format);
    if (!size || size.width < 1 || size.height < 1 || !decoder) return null;
    const pixels = size.width * size.height;
    this.budget.spendPixels(pixels);
    try {
      const raster = decoder(bytes);
      if (raster === null) return null;
      const { data, width, height } = raster;
      return { image: { url, data, width, height, ratio: width / height }, pixels };
    } catch {
      return null;
    }
  }

  private complain(code: string, message: string): void {
    this.diagnostics.warn(code, message);
  }
}

function sizeOf(data: ImageData): number {
  if (data.type === 'svg') return data.markup.length;
  return data.type === 'jpeg' ? data.bytes.length : data.pixels.length + (data.alpha?.length ?? 0);
}

function shortened(url: string): string {
  return url.length > 80 ? `${url.slice(0, 80)}…` : url;
}
