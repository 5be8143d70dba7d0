/** Reads the chunks of PNG files (ISO 15948 §5 and §11). */
import { joined } from '../platform/compression.ts';
import { exifOrientation } from './exif.ts';

export const ColorType = { Grey: 0, Rgb: 2, Palette: 3, GreyAlpha: 4, Rgba: 6 } as const;

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly interlaced: boolean;
  /** Samples per pixel in the file. */
  readonly samples: number;
}

export interface PngChunks {
  readonly header: PngHeader;
  readonly palette: Uint8Array | null;
  /** `tRNS`: alphas of palette entries, or the samples of the single transparent color. */
  readonly transparency: Uint8Array | null;
  /** `iCCP`: a name, a zero byte, the compression method, and the profile as a zlib stream; null: missing. */
  readonly profile: Uint8Array | null;
  /** `cICP`: code points of primaries and transfer function; null: missing. */
  readonly coding: readonly [primaries: number, transfer: number] | null;
  /** `eXIf`: EXIF's orientation, 1 to 8; 1 if missing. */
  readonly orientation: number;
  /** `pHYs`: image pixels per CSS px; null: missing, or only an aspect ratio. */
  readonly density: number | null;
  /** The zlib stream of all `IDAT` chunks. */
  readonly data: Uint8Array;
}

const SAMPLES: Readonly<Record<number, number | undefined>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const SIGNATURE_LENGTH = 8;

/**
 * Returns null if the file is broken. The header must be the first chunk and unique, because the budget was charged for
 * its size.
 */
export function readPngChunks(bytes: Uint8Array): PngChunks | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PngHeader | null = null;
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  let profile: Uint8Array | null = null;
  let coding: PngChunks['coding'] = null;
  let density: number | null = null;
  let orientation = 1;
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE_LENGTH; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length));
    const type = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!);
    if ((type === 'IHDR') !== (at === SIGNATURE_LENGTH)) return null;
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'iCCP') profile = body;
    else if (type === 'cICP' && body.length === 4) coding = [body[0]!, body[1]!];
    else if (type === 'pHYs') density = readDensity(body);
    else if (type === 'eXIf') orientation = exifOrientation(body) ?? 1;
    else if (type === 'IDAT') parts.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (header === null || (header.colorType === ColorType.Palette && palette === null)) return null;
  return { header, palette, transparency, profile, coding, density, orientation, data: joined(parts) };
}

const CSS_PX_PER_METRE = 96 / 0.0254;

function readDensity(body: Uint8Array): number | null {
  if (body.length < 9 || body[8] !== 1) return null;
  const perMetre = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0);
  return perMetre > 0 ? perMetre / CSS_PX_PER_METRE : null;
}

function readHeader(body: Uint8Array): PngHeader | null {
  if (body.length < 13) return null;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const depth = body[8];
  const colorType = body[9];
  const samples = SAMPLES[colorType!];
  if (samples === undefined || width === 0 || height === 0 || body[12]! > 1) return null;
  const isSmall = depth === 1 || depth === 2 || depth === 4;
  const isPlain = colorType === ColorType.Grey || colorType === ColorType.Palette;
  if (!(depth === 8 || (isSmall && isPlain) || (depth === 16 && colorType !== ColorType.Palette))) return null;
  return { width, height, depth, colorType: colorType!, samples, interlaced: body[12] === 1 };
}
