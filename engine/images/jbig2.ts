/**
 * Reads JBIG2 files (ITU-T T.88): scans in black and white. PDF readers decode them. They expect the segments of one
 * page without the file's own header and end (ISO 32000-1 §7.4.7).
 */
import { joined } from '../platform/compression.ts';
import type { CodedImage } from './image.ts';

const HEADER_LENGTH = 9;
/** Bits of the file's header: whether each segment's data follows its header, and whether the page count is missing. */
const IS_SEQUENTIAL = 1;
const LACKS_PAGE_COUNT = 2;
const PAGE_INFORMATION = 48;
const END_OF_PAGE = 49;
const END_OF_FILE = 51;
const UNKNOWN = 0xffff_ffff;
const MAX_SEGMENTS = 100_000;

interface Segment {
  readonly header: Uint8Array;
  readonly type: number;
  /** 0: of all pages. */
  readonly page: number;
  readonly length: number;
  data: Uint8Array;
}

/** Returns the first page of a file, or null if it is broken or its size is only known after decoding. */
export function readJbig2(bytes: Uint8Array): CodedImage | null {
  const flags = bytes[8] ?? 0;
  const start = HEADER_LENGTH + (flags & LACKS_PAGE_COUNT ? 0 : 4);
  const segments = readSegments(bytes, start, (flags & IS_SEQUENTIAL) !== 0);
  const page = segments?.find(({ type }) => type === PAGE_INFORMATION);
  if (!segments || page === undefined || page.data.length < 19) return null;
  const view = new DataView(page.data.buffer, page.data.byteOffset, page.data.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (width < 1 || height < 1 || height === UNKNOWN) return null;
  const of = (number: number): Uint8Array =>
    joined(
      segments
        .filter((segment) => segment.page === number && segment.type !== END_OF_PAGE && segment.type !== END_OF_FILE)
        .flatMap(({ header, data }) => [header, data]),
    );
  const globals = of(0);
  return {
    type: 'coded',
    coding: 'jbig2',
    bytes: of(page.page),
    width,
    height,
    bits: 1,
    components: 1,
    ...(globals.length === 0 ? {} : { globals }),
  };
}

/** Returns the segments with their data, or null if the file is broken (§7.2, annex D). */
function readSegments(bytes: Uint8Array, start: number, isSequential: boolean): Segment[] | null {
  const segments: Segment[] = [];
  let at = start;
  while (at < bytes.length && segments.length < MAX_SEGMENTS) {
    const segment = readHeader(bytes, at);
    if (segment === null || segment.length === UNKNOWN) return null;
    segments.push(segment);
    at += segment.header.length;
    if (isSequential) {
      if (at + segment.length > bytes.length) return null;
      segment.data = bytes.subarray(at, (at += segment.length));
    }
    if (segment.type === END_OF_FILE) break;
  }
  if (isSequential) return segments;
  for (const segment of segments) {
    if (at + segment.length > bytes.length) return null;
    segment.data = bytes.subarray(at, (at += segment.length));
  }
  return segments;
}

/** Reads the header of a segment: its type, the segments that it refers to, its page and length (§7.2). */
function readHeader(bytes: Uint8Array, start: number): Segment | null {
  if (start + 11 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = view.getUint32(start);
  const flags = bytes[start + 4]!;
  let at = start + 5;
  let references = bytes[at]! >> 5;
  if (references === 7) {
    references = view.getUint32(at) & 0x1fff_ffff;
    at += 4 + Math.ceil((references + 1) / 8);
  } else at++;
  at += references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
  const pageBytes = flags & 0x40 ? 4 : 1;
  if (at + pageBytes + 4 > bytes.length) return null;
  const page = pageBytes === 4 ? view.getUint32(at) : bytes[at]!;
  at += pageBytes;
  const header = bytes.subarray(start, at + 4);
  return { header, type: flags & 63, page, length: view.getUint32(at), data: bytes.subarray(0, 0) };
}
