/** Decoders for the formats that PDF doesn't support. WebAssembly is loaded only for documents that need it. */
import { decodeBmp } from './bmp.ts';
import { decodeGif } from './gif.ts';
import { decodeIco, icoSize } from './ico.ts';
import type { Decoder } from './image.ts';
import { decodePng } from './png.ts';
import type { ImageFormat } from './sniff.ts';
import { decodeTiff } from './tiff.ts';
import { jpegXlSize } from './jpegxl.ts';
import { tiffSize } from './tiff-layout.ts';
import { loadWasmDecoder } from './wasm-decoder.ts';

/** Returns the size in a file's header without decoding anything, or null if it is broken. */
export function headerSize(format: ImageFormat, bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'png' && bytes.length >= 24) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (format === 'gif' && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (format === 'bmp' && bytes.length >= 26)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  if (format === 'webp') return webpSize(view);
  if (format === 'ico') return icoSize(bytes);
  if (format === 'tiff') return tiffSize(bytes);
  if (format === 'avif') return avifSize(bytes, view);
  if (format === 'jxl') return jpegXlSize(bytes);
  return null;
}

function webpSize(view: DataView): { width: number; height: number } | null {
  if (view.byteLength < 30) return null;
  const chunk = view.getUint32(12);
  if (chunk === 0x56503858) {
    const word = (at: number): number =>
      view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
    return { width: word(24) + 1, height: word(27) + 1 };
  }
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return null;
}

/** Returns the size in the first `ispe` box: the image's spatial extents. */
function avifSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | null {
  for (let i = 0; i + 16 <= bytes.length && i < 65536; i++) {
    if (bytes[i] !== 0x69 || bytes[i + 1] !== 0x73 || bytes[i + 2] !== 0x70 || bytes[i + 3] !== 0x65) continue;
    return { width: view.getUint32(i + 8), height: view.getUint32(i + 12) };
  }
  return null;
}

/** Loads the decoder of a format; null if the format needs none or has none. */
export async function loadDecoder(format: ImageFormat): Promise<Decoder | null> {
  switch (format) {
    case 'png':
      return (bytes, budget, _, depth) => decodePng(bytes, budget, depth);
    case 'gif':
      return decodeGif;
    case 'bmp':
      return decodeBmp;
    case 'ico':
      return decodeIco;
    case 'tiff':
      return decodeTiff;
    case 'webp':
    case 'avif':
    case 'jxl':
      return loadWasmDecoder(format);
    default:
      return null;
  }
}
