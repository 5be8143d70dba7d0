/** Reads a JPEG's header. The samples are embedded unchanged, so nothing is decoded. */
import { exifOrientation } from './exif.ts';
import { joined } from '../platform/compression.ts';
import type { ImageData } from './image.ts';

type JpegData = ImageData & { type: 'jpeg' };

/** Checks for a start-of-frame marker. C4, C8 and CC have other meanings. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Checks for comments and application segments that can be dropped. JFIF's and Adobe's define the colors and stay. The
 * others hold previews, metadata and edits that a PDF doesn't show, or the orientation and profile, which are read
 * separately.
 */
const isNote = (marker: number): boolean =>
  marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== ADOBE_SEGMENT);
const ADOBE_SEGMENT = 0xee;

/**
 * Returns null if the file is broken before its first scan, or uses a process that PDF readers don't support (lossless,
 * arithmetic).
 */
export function readJpeg(bytes: Uint8Array): JpegData | null {
  let orientation = 1;
  let frame: Frame | null = null;
  let density: number | null = null;
  const tables = new Set<number>();
  const brokenCodes = new Set<number>();
  const knownCodes = new Set(STANDARD_CODES);
  const pieces: Uint8Array[] = [];
  const kept: Uint8Array[] = [];
  let gainMap = false;
  let keptTo = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return null;
    if (marker === 0x01 || (marker! >= 0xd0 && marker! <= 0xd7)) {
      at += 2;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const segment = bytes.subarray(at + 4, end);
    if (marker === 0xda) {
      if (frame === null || !isScanOf(frame, tables, segment) || !hasCodes(frame, knownCodes, brokenCodes, segment))
        return null;
      const { width, height, components } = frame;
      const facts = { width, height, components: components.length, orientation };
      const profile = wholeProfile(pieces);
      const to = shownEnd(bytes, end, frame, segment);
      // Browsers show the part of a truncated file that exists, but PDF readers need the end marker.
      const isWhole = to === bytes.length && hasEnd(bytes, end);
      const rest = bytes.subarray(keptTo, to);
      return {
        type: 'jpeg',
        bytes: kept.length === 0 && isWhole ? bytes : joined([...kept, rest, ...(isWhole ? [] : [END_OF_IMAGE])]),
        ...facts,
        ...(profile !== null && { profile }),
        ...(density !== null && { density }),
        ...(gainMap && { gainMap }),
      };
    }
    if (isFrame(marker!)) {
      // Decoders reject a second frame (§B.2.1).
      frame = frame !== null || marker! > 0xc2 ? null : readFrame(segment, marker === 0xc2);
      if (frame === null) return null;
    } else if (marker === 0xdb) {
      if (!readQuantization(segment, tables)) return null;
    } else if (marker === 0xc4) {
      if (!readCodes(segment, knownCodes, brokenCodes)) return null;
    } else if (!isSkipped(marker!, length)) return null;
    else if (marker === 0xe0) density = jfifDensity(segment) ?? density;
    else if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
    else if (marker === 0xe2 && isProfile(segment)) pieces.push(segment.subarray(PROFILE.length));
    gainMap ||= namesGainMap(marker!, segment);
    if (isNote(marker!)) {
      kept.push(bytes.subarray(keptTo, at));
      keptTo = end;
    }
    at = end;
  }
  return null;
}

/**
 * Checks for segments that decoders skip or that are always valid: conditioning, restart intervals of two bytes, line
 * counts, application data and comments. They reject the reserved ones (§B.1.1.3).
 */
const isSkipped = (marker: number, length: number): boolean =>
  marker === 0xcc ||
  marker === NUMBER_OF_LINES ||
  (marker === 0xdd && length === 4) ||
  (marker >= 0xe0 && marker <= 0xef) ||
  marker === 0xfe;

/** Checks for segments that decoders accept between scans: tables, another scan, and those that they skip. */
function isAccepted(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xda) return true;
  if (marker === 0xdb) return readQuantization(segment, new Set());
  const broken = new Set<number>();
  if (marker === 0xc4) return readCodes(segment, new Set(), broken) && broken.size === 0;
  return isSkipped(marker, segment.length + 2);
}

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

/**
 * Returns the end of the image data, given the start of the first scan's data. A sequential image is complete after a
 * first scan with all components. Decoders reject files in which another scan or frame follows (§B.2.1), or a segment that
 * is reserved or broken.
 */
function shownEnd(bytes: Uint8Array, from: number, { progressive, components }: Frame, scan: Uint8Array): number {
  const isComplete = !progressive && scan[0] === components.length;
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at++;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker === 0xd9 || (isComplete && marker === NUMBER_OF_LINES)) break;
    else if (isComplete || isFrame(marker)) return at;
    else if (at + 3 < bytes.length) {
      const end = at + 2 + Math.max(2, (bytes[at + 2]! << 8) | bytes[at + 3]!);
      if (!isAccepted(marker, bytes.subarray(at + 4, end))) return at;
      at = end;
    } else break;
  }
  return bytes.length;
}
const NUMBER_OF_LINES = 0xdc;

/**
 * Returns whether the end-of-image marker occurs after the first scan's header. Searches backwards, because it is
 * usually last.
 */
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.length - 2; at >= from; at--) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Later scans use different tables from the first. */
  readonly progressive: boolean;
  readonly components: readonly { readonly id: number; readonly table: number }[];
}

/**
 * Reads a frame header (ISO 10918-1 §B.2.2). Returns null if it is broken or has a precision or components that PDF
 * doesn't support.
 */
function readFrame(segment: Uint8Array, progressive: boolean): Frame | null {
  const [precision, high, low, left, right, count] = segment;
  const height = (high! << 8) | low!;
  const width = (left! << 8) | right!;
  if (precision !== 8 || width === 0 || height === 0 || ![1, 3, 4].includes(count!)) return null;
  if (segment.length < 6 + 3 * count!) return null;
  const components = [];
  for (let at = 6; at < 6 + 3 * count!; at += 3) {
    const [across, down] = [segment[at + 1]! >> 4, segment[at + 1]! & 15];
    if (across < 1 || across > MAX_SAMPLING || down < 1 || down > MAX_SAMPLING) return null;
    components.push({ id: segment[at]!, table: segment[at + 2]! });
  }
  return { width, height, components, progressive };
}

const MAX_SAMPLING = 4;

/** Adds the quantization tables of a segment to those defined (§B.2.4.1). Returns false if the segment is broken. */
function readQuantization(segment: Uint8Array, tables: Set<number>): boolean {
  let at = 0;
  while (at < segment.length) {
    const size = segment[at]! < 16 ? 64 : 128;
    tables.add(segment[at]! & 15);
    at += 1 + size;
  }
  return at === segment.length;
}

/** The Huffman tables, by class and number, that decoders know without a definition (annex K.3). */
const STANDARD_CODES = [0x00, 0x01, 0x10, 0x11] as const;

/**
 * Reads the Huffman tables of a segment (§B.2.4.2) and records known and invalid ones by class and number. Returns
 * false if the segment is broken.
 */
function readCodes(segment: Uint8Array, known: Set<number>, broken: Set<number>): boolean {
  let at = 0;
  while (at + 17 <= segment.length) {
    const table = segment[at]!;
    const counts = segment.subarray(at + 1, at + 17);
    const count = counts.reduce((sum, codes) => sum + codes, 0);
    if ((table & 0xec) !== 0 || count > 256 || at + 17 + count > segment.length) return false;
    const symbols = segment.subarray(at + 17, at + 17 + count);
    // 8-bit samples have DC differences of at most 15 bits.
    const isWhole = areCodes(counts, count) && (table >= 0x10 || symbols.every((bits) => bits < 16));
    known.add(table);
    if (isWhole) broken.delete(table);
    else broken.add(table);
    at += 17 + count;
  }
  return at === segment.length;
}

/** Returns whether codes of these lengths exist without using the code of all ones (annex C). */
function areCodes(counts: Uint8Array, count: number): boolean {
  let code = 0;
  let left = count;
  for (let length = 1; length <= 16 && left > 0; length++) {
    code = 2 * code + counts[length - 1]!;
    left -= counts[length - 1]!;
    if (code >= 2 ** length) return false;
  }
  return true;
}

/** Returns whether the Huffman tables of the first scan are known and valid. */
function hasCodes(
  { progressive }: Frame,
  known: ReadonlySet<number>,
  broken: ReadonlySet<number>,
  segment: Uint8Array,
): boolean {
  if (progressive) return broken.size === 0;
  for (let at = 1; at < 1 + 2 * segment[0]!; at += 2) {
    const selectors = segment[at + 1]!;
    const [dc, ac] = [selectors >> 4, 0x10 | (selectors & 15)];
    if (!known.has(dc) || !known.has(ac) || broken.has(dc) || broken.has(ac)) return false;
  }
  return true;
}

/** Returns whether a scan refers to components of the frame whose tables are defined (§B.2.3). */
function isScanOf({ components, progressive }: Frame, tables: ReadonlySet<number>, segment: Uint8Array): boolean {
  const count = segment[0]!;
  if (!(count >= 1 && count <= components.length) || segment.length < 4 + 2 * count) return false;
  if (progressive && !isFirstBand(count, segment.subarray(1 + 2 * count))) return false;
  for (let at = 1; at < 1 + 2 * count; at += 2) {
    const component = components.find(({ id }) => id === segment[at]);
    if (component === undefined || !tables.has(component.table)) return false;
  }
  return true;
}

/**
 * Returns whether the first scan of a progressive frame has a valid band (§G.1.1.1): DC only, or AC of one component.
 */
function isFirstBand(components: number, [start, end, bits]: Uint8Array): boolean {
  const isBand = start === 0 ? end === 0 : start! <= end! && end! <= 63 && components === 1;
  // The first scan can't refine an earlier one.
  return isBand && bits! <= MAX_POINT_TRANSFORM;
}
const MAX_POINT_TRANSFORM = 13;

/** The start of an ICC profile segment (ICC.1:2010 §B.4). Its number, from 1, and the total follow. */
const PROFILE = 'ICC_PROFILE\0';
const isProfile = (segment: Uint8Array): boolean =>
  segment.length > 14 && String.fromCharCode(...segment.subarray(0, PROFILE.length)) === PROFILE;

/** Joins the pieces, which start with their number and the total. Returns null unless each occurs exactly once. */
function wholeProfile(pieces: readonly Uint8Array[]): Uint8Array | null {
  const inOrder = pieces.toSorted((a, b) => a[0]! - b[0]!);
  const isWhole = inOrder.every(([number, count], i) => number === i + 1 && count === pieces.length);
  return pieces.length > 0 && isWhole ? joined(inOrder.map((piece) => piece.subarray(2))) : null;
}

/**
 * Returns whether a segment of the primary image announces a gain map. APP2 has ISO 21496-1's identifier; APP1 has XMP
 * as in the first version of Ultra HDR.
 */
function namesGainMap(marker: number, segment: Uint8Array): boolean {
  if (marker !== 0xe1 && marker !== 0xe2) return false;
  const text = new TextDecoder('latin1').decode(segment);
  return marker === 0xe2 ? text.startsWith(ISO_GAIN_MAP) : text.startsWith(XMP) && text.includes(XMP_GAIN_MAP);
}
const ISO_GAIN_MAP = 'urn:iso:std:iso:ts:21496:-1\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const XMP_GAIN_MAP = 'http://ns.adobe.com/hdr-gain-map/1.0/';

/** Returns image pixels per CSS px from a JFIF header (ITU-T T.871 §10.1), or null if it has no unit. */
function jfifDensity(segment: Uint8Array): number | null {
  if (segment.length < 12 || String.fromCharCode(...segment.subarray(0, 4)) !== 'JFIF') return null;
  const across = (segment[8]! << 8) | segment[9]!;
  if (across === 0 || (segment[7] !== 1 && segment[7] !== 2)) return null;
  return (segment[7] === 1 ? across : across * 2.54) / 96;
}

/** Returns the orientation of an APP1 segment with EXIF metadata, or null for other segments. */
function orientationOf(segment: Uint8Array): number | null {
  if (String.fromCharCode(...segment.subarray(0, 4)) !== 'Exif') return null;
  return exifOrientation(segment.subarray(6));
}
