/**
 * Reads the headers of JPEG 2000 files (ISO 15444-1): JP2 files and bare code streams. PDF readers decode them, so the
 * engine only looks for what the file says about its size and colors.
 */
import { joined } from '../platform/compression.ts';
import { boxesOf } from './container-profile.ts';
import type { CodedImage } from './image.ts';

/** The header of a code stream: size, offset, and the number and depth of components (§A.5.1). */
interface CodeStream {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly bits: number;
}

const SIZE_MARKER = 0xff51;
const MAX_COMPONENTS = 4;
const MAX_BITS = 16;
/** Enumerated color spaces (§I.5.3.3, ISO 15444-2 §M.11.7.3.1). */
const SPACES: ReadonlyMap<number, 1 | 3 | 4> = new Map([
  [12, 4],
  [16, 3],
  [17, 1],
]);
const METERS_PER_PX = 0.0254 / 96;

/** Returns null if the file is broken or has colors that PDF readers don't support. */
export function readJpeg2000(bytes: Uint8Array): CodedImage | null {
  const isBare = bytes[0] === 0xff;
  const boxes = isBare ? [] : boxesOf(bytes);
  const stream = codeStream(isBare ? bytes : boxes.find(({ name }) => name === 'jp2c')?.content);
  if (stream === null) return null;
  if (isBare) return bareImage(bytes, stream);
  const header = boxes.find(({ name }) => name === 'jp2h')?.content;
  if (header === undefined) return null;
  const parts = boxesOf(header);
  const alpha = alphaOf(parts.find(({ name }) => name === 'cdef')?.content);
  const colors = parts.some(({ name }) => name === 'pclr')
    ? { components: null }
    : colorsOf(parts.find(({ name }) => name === 'colr')?.content);
  const density = densityOf(parts.find(({ name }) => name === 'res ')?.content);
  // Some readers take the opacity for a color if the PDF says how many colors there are.
  const shown = alpha === 0 ? colors : { components: null, alpha };
  return { ...imageOf(bytes, stream), ...shown, ...density };
}

const imageOf = (bytes: Uint8Array, { width, height, bits }: CodeStream): CodedImage => ({
  type: 'coded',
  coding: 'jpeg2000',
  bytes,
  width,
  height,
  bits,
  components: null,
});

/** PDF readers expect a JP2 file, which is a code stream with a few boxes before it. */
function bareImage(bytes: Uint8Array, stream: CodeStream): CodedImage | null {
  const { width, height, components, bits } = stream;
  if (components !== 1 && components !== 3) return null;
  const header = new Uint8Array(14);
  const view = new DataView(header.buffer);
  view.setUint32(0, height);
  view.setUint32(4, width);
  view.setUint16(8, components);
  header.set([bits - 1, 7, 0, 0], 10);
  const space = Uint8Array.of(1, 0, 0, 0, 0, 0, components === 1 ? 17 : 16);
  const file = joined([
    box('jP  ', Uint8Array.of(13, 10, 0x87, 10)),
    box('ftyp', new TextEncoder().encode('jp2 \0\0\0\0jp2 ')),
    box('jp2h', joined([box('ihdr', header), box('colr', space)])),
    box('jp2c', bytes),
  ]);
  return { ...imageOf(file, stream), components };
}

function box(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  return bytes;
}

function codeStream(bytes: Uint8Array | undefined): CodeStream | null {
  if (bytes === undefined || bytes.length < 43) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(2) !== SIZE_MARKER) return null;
  const width = view.getUint32(8) - view.getUint32(16);
  const height = view.getUint32(12) - view.getUint32(20);
  const components = view.getUint16(40);
  const bits = (bytes[42]! & 127) + 1;
  if (width < 1 || height < 1 || components < 1 || components > MAX_COMPONENTS || bits > MAX_BITS) return null;
  return { width, height, components, bits };
}

/** Returns the color space of a `colr` box (§I.5.3.3). Readers find other spaces in the file. */
function colorsOf(content: Uint8Array | undefined): Pick<CodedImage, 'components' | 'profile'> {
  if (content === undefined || content.length < 7) return { components: null };
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content[0] === 1) return { components: SPACES.get(view.getUint32(3)) ?? null };
  const components = COMPONENTS.get(new TextDecoder('latin1').decode(content.subarray(3 + 16, 3 + 20)));
  if (content[0] !== 2 || components === undefined) return { components: null };
  return { components, profile: content.slice(3) };
}

/** Components by the color space in the header of an ICC profile. */
const COMPONENTS: ReadonlyMap<string, 1 | 3 | 4> = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
]);

/** Returns whether a channel holds opacity, as PDF's `SMaskInData`: 0 no, 1 yes, 2 multiplied with the colors. */
function alphaOf(content: Uint8Array | undefined): 0 | 1 | 2 {
  if (content === undefined) return 0;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 2; at + 6 <= content.length; at += 6) {
    const kind = view.getUint16(at + 2);
    if (kind === 1 || kind === 2) return kind;
  }
  return 0;
}

/** Returns the resolution of a `resd` box, or of a `resc` box, in image pixels per CSS px (§I.5.3.7). */
function densityOf(content: Uint8Array | undefined): { density?: number } {
  const boxes = content === undefined ? [] : boxesOf(content);
  const part = (boxes.find(({ name }) => name === 'resd') ?? boxes.find(({ name }) => name === 'resc'))?.content;
  if (part === undefined || part.length < 10) return {};
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  const perMeter = (view.getUint16(4) / view.getUint16(6)) * 10 ** view.getInt8(9);
  const density = perMeter * METERS_PER_PX;
  return density > 0 && Number.isFinite(density) ? { density } : {};
}
