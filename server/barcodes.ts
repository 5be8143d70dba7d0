/**
 * `pagewright/barcodes`: draws barcodes and QR codes as SVG. The engine draws none itself: the command and the service
 * use this module for `<img src="barcode:qr?text=...">` and for the Liquid filter `barcode`.
 */
import { toSVG } from 'bwip-js/generic';

/** Options of a barcode. The style of the image sets its size. */
export interface BarcodeOptions {
  /** Height of the bars in millimeters, for symbols with one row; it sets the proportions. */
  readonly height?: number | undefined;
  /** Shows the text below the bars. Default false. */
  readonly showText?: boolean | undefined;
  /** Error correction of QR codes: `L`, `M` (the default), `Q` or `H`. */
  readonly errorLevel?: 'L' | 'M' | 'Q' | 'H' | undefined;
  /** Text alternative. Default: the type and the text. */
  readonly label?: string | undefined;
}

/** Names that are more common than those of bwip-js. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['qr', 'qrcode'],
  ['swissqr', 'swissqrcode'],
  ['aztec', 'azteccode'],
  ['gs1128', 'gs1-128'],
  ['itf', 'interleaved2of5'],
  ['codabar', 'rationalizedcodabar'],
]);
/** A QR code holds fewer characters. Longer texts only cost time. */
const MAX_TEXT = 4500;
const MAX_HEIGHT_MM = 1000;
const LEVELS = new Set(['L', 'M', 'Q', 'H']);

/**
 * Returns a barcode as SVG. `type`: `qr`, `ean13`, `code128`, `datamatrix`, `pdf417`, `gs1-128`, `swissqrcode` or
 * another name of [bwip-js](https://github.com/metafloor/bwip-js/wiki/BWIPP-Barcode-Types).
 * @throws Error if the type is unknown, or the text is invalid for it
 */
export function barcodeSvg(type: string, text: string, options: BarcodeOptions = {}): string {
  const { height, showText = false, errorLevel, label = `${type} ${text}` } = options;
  if (!/^[a-z\d-]{1,40}$/i.test(type)) throw new Error(`unknown barcode type: ${String(type).slice(0, 40)}`);
  if (typeof text !== 'string' || text === '') throw new Error('a barcode needs text');
  if (text.length > MAX_TEXT) throw new Error(`the text of a barcode has more than ${MAX_TEXT} characters`);
  if (height !== undefined && !(height > 0 && height <= MAX_HEIGHT_MM))
    throw new Error(`the height of a barcode must be a number of millimeters up to ${MAX_HEIGHT_MM}`);
  if (errorLevel !== undefined && !LEVELS.has(errorLevel)) throw new Error('the error level must be L, M, Q or H');
  const name = /^gs1-(?:128|cc)$/i.test(type) ? type.toLowerCase() : type.toLowerCase().replaceAll('-', '');
  const bcid = NAMES.get(name) ?? name;
  const given = {
    bcid,
    text,
    includetext: showText,
    ...(height === undefined ? {} : { height }),
    ...(errorLevel === undefined ? {} : { eclevel: errorLevel }),
  };
  try {
    return toSVG(given).replace('<svg ', `<svg role="img" aria-label="${escaped(label)}" `);
  } catch (error) {
    throw problem(error, type);
  }
}

/** Returns an error without the position inside bwip-js: `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`. */
function problem(error: unknown, type: string): Error {
  const message = (error instanceof Error ? error.message : String(error)).replace(/^bwipp\.[\w-]+(?:#\d+)?: /, '');
  return new Error(
    /^(?:unknown encoder|bwip-js: )/.test(message) ? `unknown barcode type: ${type}` : `barcode ${type}: ${message}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<"]/g, (character) => ENTITIES[character]!);

/**
 * Returns the barcode of a URL as SVG. Its query has the text and the options: `barcode:ean13?text=400...&showText`.
 * @throws Error like `barcodeSvg`
 */
export function barcodeOfUrl(url: string): Uint8Array {
  const { pathname, searchParams } = new URL(url.trim());
  const height = searchParams.get('height');
  const showText = searchParams.get('showText');
  const errorLevel = searchParams.get('errorLevel') as BarcodeOptions['errorLevel'] | null;
  const svg = barcodeSvg(pathname, searchParams.get('text') ?? '', {
    showText: showText !== null && showText !== 'false',
    ...(height === null ? {} : { height: Number(height) }),
    ...(errorLevel === null ? {} : { errorLevel }),
  });
  return new TextEncoder().encode(svg);
}
