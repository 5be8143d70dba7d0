/** A JPEG's header: it goes into the PDF as it is, so nothing is decoded. */
import type { ImageData } from './image.ts';

type JpegData = ImageData & { type: 'jpeg' };

/** Start-of-frame markers of the processes that readers know; C4, C8 and CC are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** null: broken, or a process that PDF readers don't decode (lossless, arithmetic). */
export function readJpeg(bytes: Uint8Array): JpegData | null {
  let orientation = 1;
  let adobeTransform: number | null = null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    const length = (bytes[at + 2] << 8) | bytes[at + 3];
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (isFrame(marker)) {
      const height = (bytes[at + 5] << 8) | bytes[at + 6];
      const width = (bytes[at + 7] << 8) | bytes[at + 8];
      const components = bytes[at + 9];
      if (marker > 0xc2 || width === 0 || height === 0 || ![1, 3, 4].includes(components)) return null;
      return { type: 'jpeg', bytes, width, height, components, adobeTransform, orientation };
    }
    if (marker === 0xe1) orientation = exifOrientation(bytes.subarray(at + 4, end)) ?? orientation;
    else if (marker === 0xee && length >= 14 && String.fromCharCode(...bytes.subarray(at + 4, at + 9)) === 'Adobe')
      adobeTransform = bytes[at + 15];
    at = end;
  }
  return null;
}

/** The orientation tag (0x112) of an EXIF block; null when there is none. */
function exifOrientation(segment: Uint8Array): number | null {
  if (segment.length < 14 || String.fromCharCode(...segment.subarray(0, 4)) !== 'Exif') return null;
  const view = new DataView(segment.buffer, segment.byteOffset + 6, segment.length - 6);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return null;
  const count = view.getUint16(directory, little);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > view.byteLength) return null;
    if (view.getUint16(entry, little) !== 0x112) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
