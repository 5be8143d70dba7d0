/** Extracts the first frame of an animated WebP (RFC 9649 §2.7.1.1), the only one that a page can show. */

/** A frame as a separate file, and its position on the canvas in px. */
export interface WebpFrame {
  readonly file: Uint8Array;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a chunk's name and length. */
const CHUNK_HEADER = 8;
/** Size of the file header: RIFF, length, WEBP. */
const FILE_HEADER = 12;
/** Size of an ANMF chunk's header, before the frame's own chunks. */
const FRAME_HEADER = 16;
const VP8X_SIZE = 10;
const HAS_ALPHA = 0x10;

/** Returns null if the file isn't animated or the first frame is truncated. */
export function firstFrame(bytes: Uint8Array): WebpFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = FILE_HEADER; at + CHUNK_HEADER <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER;
    if (nameAt(bytes, at) === 'ANMF') {
      if (size <= FRAME_HEADER || start + size > bytes.length) return null;
      const word = (offset: number): number => view.getUint32(start + offset, true) & 0xffffff;
      const width = word(6) + 1;
      const height = word(9) + 1;
      const chunks = bytes.subarray(start + FRAME_HEADER, start + size);
      return { file: stillFile(chunks, width, height), x: word(0) * 2, y: word(3) * 2, width, height };
    }
    at = start + size + (size & 1);
  }
  return null;
}

/** Wraps the chunks of a frame in an extended file. */
function stillFile(chunks: Uint8Array, width: number, height: number): Uint8Array {
  const start = FILE_HEADER + CHUNK_HEADER + VP8X_SIZE;
  const file = new Uint8Array(start + chunks.length);
  const view = new DataView(file.buffer);
  const name = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, file.length - CHUNK_HEADER, true);
  name(8, 'WEBP');
  name(FILE_HEADER, 'VP8X');
  view.setUint32(FILE_HEADER + 4, VP8X_SIZE, true);
  // For lossless frames, the flag is only a hint.
  view.setUint32(FILE_HEADER + CHUNK_HEADER, nameAt(chunks, 0) === 'VP8 ' ? 0 : HAS_ALPHA, true);
  view.setUint32(start - 6, width - 1, true);
  view.setUint16(start - 3, (height - 1) & 0xffff, true);
  file[start - 1] = (height - 1) >>> 16;
  file.set(chunks, start);
  return file;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
