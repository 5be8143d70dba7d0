/** Images that are small to send and large to decode. */
import { crc32, deflateSync } from 'node:zlib';

export interface PngShape {
  readonly side: number;
  readonly depth: number;
  /** PNG color type: 0 gray, 2 RGB, 3 palette, 6 RGBA. */
  readonly colorType: 0 | 2 | 3 | 6;
  readonly interlaced?: boolean;
}

const SAMPLES = { 0: 1, 2: 3, 3: 1, 6: 4 } as const;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a chunk of a PNG file with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function header({ side, depth, colorType, interlaced = false }: PngShape): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(side, 0);
  bytes.writeUInt32BE(side, 4);
  bytes.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  return chunk('IHDR', bytes);
}

/** Returns zeros for all samples, deflated in parts. */
function zeros({ side, depth, colorType }: PngShape): Buffer {
  const row = 1 + Math.ceil((side * depth * SAMPLES[colorType]) / 8);
  return deflateSync(Buffer.alloc(row * side), { level: 9 });
}

/** Returns a square PNG that is completely black. */
export function blackPng(shape: PngShape): Buffer {
  const palette = shape.colorType === 3 ? [chunk('PLTE', Buffer.alloc(3 << shape.depth))] : [];
  return Buffer.concat([
    SIGNATURE,
    header(shape),
    ...palette,
    chunk('IDAT', zeros(shape)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG whose first header declares one pixel, and whose second declares a square of `side`. */
export function twoHeadedPng(side: number): Buffer {
  const first = header({ side: 1, depth: 1, colorType: 0 });
  const second = blackPng({ side, depth: 1, colorType: 0 });
  return Buffer.concat([SIGNATURE, first, second.subarray(SIGNATURE.length)]);
}

/** Returns a GIF of one frame with data for a single pixel, in 35 bytes. */
export function hugeGif(side: number): Buffer {
  const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  const frame = gif.indexOf(0x2c);
  for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(side, at);
  return gif;
}

/** Returns the 62-byte header of a run-length encoded bitmap, which needs no data. */
export function hugeBmp(side: number): Buffer {
  const bmp = Buffer.alloc(62);
  bmp.write('BM');
  bmp.writeUInt32LE(62, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(side, 18);
  bmp.writeInt32LE(side, 22);
  bmp.writeUInt16LE(8, 28);
  bmp.writeUInt32LE(1, 30);
  return bmp;
}

/**
 * Returns an AVIF file of 4000 x 4000 pixels whose properties (`ispe`) declare 1 x 1. The number makes the file unique.
 */
export function falseAvif(number: number): Buffer {
  return Buffer.concat([Buffer.from(FALSE_AVIF, 'base64'), freeBox(number)]);
}

/** Returns a box that readers skip. */
function freeBox(number: number): Buffer {
  return Buffer.from([0, 0, 0, 12, 0x66, 0x72, 0x65, 0x65, 0, 0, number >> 8, number & 255]);
}

/** Made with an encoder, after which its `ispe` was overwritten. */
const FALSE_AVIF =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBp' +
  'dG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAPYAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABL' +
  'aXBjbwAAABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgRAMAAAAABNjb2xybmNseAACAAIABoAAAAAXaXBtYQAAAAAAAAABAAEE' +
  'AQKDBAAAAP5tZGF0EgAKCxwu/n/n+CBAQNCAMuQBGDIAppppEABu9obV+4LwkauZ+/sizEpN8s1/A1S/WNhjmkylkX0hOd6eBPdxNL9vBatJIBKvBYH7TbBZ' +
  'CrQkNiGzVfnyXnJHFF7raCcvp0c345oTjED01F2eXpgSxk4yauDTz+3JYuAknUv31Ote9u2p4vfC0UCA9obV+4LwkauZ+/sizEpN8s1/A1S/WNhjmkylkX0h' +
  'Od6eBPdxNL9vBatJIBKvBYH7TbBZCrQkNiGzVfnxthlQn9MDK76+5j+YXH0aESTOI3xwYDUffh14X205l39d2YDxEY8Jf5gedkDvZG/c';

/**
 * Returns an AVIF file of 4000 x 4000 pixels of one color with an alpha image: 777 bytes that take 534 MB to decode.
 */
export function flatAvif(number: number): Buffer {
  return Buffer.concat([Buffer.from(FLAT_AVIF, 'base64'), freeBox(number)]);
}

/** Made with an encoder. */
const FLAT_AVIF =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADn' +
  'BpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAACPAAAAM0AAgAAAAEAAAG1AAAAhwAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFD' +
  'b2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAD6' +
  'AAAA+gAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgRAMAAAAABNjb2xybmNseAACAAIABoAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgRAcAAAAADhhdXhDAAAA' +
  'AHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAABXG1kYXQSAAoHHC' +
  '7+f+f4VDJ6GCAAooQAADj2W8RTd1jAkNyvm5eqjowM5QIgSE+jmZjoPPTEtRxL5eRI++TQM2FvQwANBuc1SvMsRGMVOBleLzX2W8RTd1jAkNyvm5eqjowM' +
  '5QIgSE+jmZjoPPTEtRxPHknxI5sKP1wFoz9uRb7c+fY34/ORRp/1N8ASAAoLHC7+f+f4IEBA0IAyuwEYIAAooooQAFn2WKrI7VuHzbAvbUy2TNdMthXX2K' +
  'Uz4N1MLjPTHWDFFhQxhjzPFk2mdjKhJEtujlpooS1M/sy97TqCOojku/V+jj5ApwlZYqwkAyJPlo5qQFO7uYLKbTGSJYD2WKrI7VuHzbAvbUy2TNdMthXX' +
  '2KUz4N1MLjPTHWDFFhQxhjzPFk2mdjLA6+XB+L6hna/E7bQzdFgcPFOe9gpRf4C9ayGmV4shYlSBDdoPV4AmpkBknuig';

export function imageUrl(type: string, bytes: Buffer): string {
  return `data:image/${type};base64,${bytes.toString('base64')}`;
}

export function imagePage(...urls: readonly string[]): string {
  return urls.map((url) => `<img src="${url}" width=10>`).join('');
}

/** Returns a segment of a JPEG file. */
function segment(marker: number, ...data: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
}

/** Returns bits as the data of a scan, in which zeros follow bytes of ones. */
function scanData(bits: string): Buffer {
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '1'), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

/** Code for a run of 32,767 blocks without coefficients. */
const EMPTY_BLOCKS = `0${'1'.repeat(14)}`;
const MAX_RUN = 32_767;

/** Returns a square progressive JPEG of one color. Each scan after the first is empty and a few bytes long. */
export function manyScans(side: number, scans: number, components: 1 | 3 | 4): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const ids = Array.from({ length: components }, (_, i) => i + 1);
  const size = [side >> 8, side & 255];
  const empty = scanData(EMPTY_BLOCKS.repeat(Math.ceil(blocks / MAX_RUN)));
  const code = (table: number, symbol: number): Buffer =>
    segment(0xc4, table, ...Array.from({ length: 16 }, (_, i) => (i === 0 ? 1 : 0)), symbol);
  const scan = (of: readonly number[], start: number, end: number): Buffer =>
    segment(0xda, of.length, ...of.flatMap((id) => [id, 0]), start, end, 0);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(0xc2, 8, ...size, ...size, components, ...ids.flatMap((id) => [id, 0x11, 0])),
    code(0, 0),
    code(0x10, 0xe0),
    scan(ids, 0, 0),
    scanData('0'.repeat(blocks * components)),
    ...Array.from({ length: scans }, (_, i) => Buffer.concat([scan([ids[i % components]!], 1, 63), empty])),
    Buffer.of(0xff, 0xd9),
  ]);
}

/** A lossless JPEG XL file of 512 by 512 pixels of one color: a header of 6 bytes, and one frame. */
const FLAT_JXL = Buffer.from(
  '/wr4H7ASCAgQADwAAAAABVAABVAASxKlQgVSbMf/HwAAgAkAA0bYGeAH4MNJ0TjE+Exfqx76MT4DRtgZ4Afgw0nROMT4TF+rHvoxPgNG2BngB+DDSdE4xPhMX6se+jE+A0bYGeAH4MNJ0TjE+Exfqx76MT4=',
  'base64',
);

/** The same for 1000 by 1000 pixels, whose header takes seven bytes. */
const LARGE_FLAT_JXL = Buffer.from(
  '/wo6HwErAQgIEABUAAAAAAiAAAh4AAiAAAh4AAiAAAh4gAd4gAdwAEsSpUIFUmDDxhjM2xhj3AMAADABAAM8UgIw4YIa2kAAi0yEVtTffIQ7PXCaaEF9EMAiky0dAzxSAjDhghraQACLTIRW1N98hDs9cJpoQX0QwCKTLR0DPFICMOGCGtpAAItMhFbU33yEOz1wmmhBfRDAIpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM8UgIw4YIa2kAAi0yEVtTffIQ7PXCaaEF9EMAiky0dAzxSAjDhghraQACLTIRW1N98hDs9cJpoQX0QwCKTLR0DPFICMOGCGtpAAItMhFbU33yEOz1wmmhBfRDAIpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM8UgIw4YIa2kAAi0yEVtTffIQ7PXCaaEF9EMAiky0dAzxSAjDhghraQACLTIRW1N98hDs9cJpoQX0QwCKTLR0DPFICMOGCGtpAAItMhFbU33yEOz1wmmhBfRDAIpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM86ACwh4GiihvaQADhfht3teIrbPWDCpj8IpMtHQM8GgHQz42iihvaYhOjihvaYhP7xL9n/CKTLR0=',
  'base64',
);

/**
 * Returns the file with more frames before its last. They are decoded as layers, and only the last is shown. Their
 * headers say that another frame follows (bit 20), which adds three bits.
 */
export function layeredJxl(layers: number, side: 512 | 1000 = 512): Buffer {
  const file = side === 512 ? FLAT_JXL : LARGE_FLAT_JXL;
  const headerBytes = side === 512 ? 6 : 7;
  const [start, frame] = [file.subarray(0, headerBytes), file.subarray(headerBytes)];
  const bits = Array.from({ length: 32 }, (_, i) => (frame[i >> 3]! >> (i & 7)) & 1);
  const header = Buffer.alloc(5);
  [...bits.slice(0, 20), 0, 0, 0, 0, ...bits.slice(21)].forEach((bit, i) => (header[i >> 3]! |= bit << (i & 7)));
  const layer = Buffer.concat([header, frame.subarray(4)]);
  return Buffer.concat([start, ...Array.from({ length: layers }, () => layer), frame]);
}
