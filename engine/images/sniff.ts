/** Image formats, detected from a file's first bytes. The file name doesn't matter. */
export type ImageFormat =
  'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'bmp' | 'ico' | 'tiff' | 'jpeg2000' | 'jbig2' | 'jxl' | 'svg' | 'pdf';

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The number of bytes searched for markup. */
const MARKUP_WINDOW = 1024;

/** Returns null if the format is unknown. */
export function sniffImage(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (
    startsWith(bytes, 'ftyp', 4) &&
    (startsWith(bytes, 'avif', 8) || startsWith(bytes, 'avis', 8) || startsWith(bytes, 'mif1', 8))
  )
    return 'avif';
  if (startsWith(bytes, 'BM')) return 'bmp';
  // An icon or a cursor.
  if (startsWith(bytes, '\0\0\x01\0') || startsWith(bytes, '\0\0\x02\0')) return 'ico';
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'tiff';
  if (startsWith(bytes, '\0\0\0\x0cjP  \r\n\x87\n') || startsWith(bytes, '\xff\x4f\xff\x51')) return 'jpeg2000';
  if (startsWith(bytes, '\x97JB2\r\n\x1a\n')) return 'jbig2';
  if (startsWith(bytes, '\xff\x0a') || startsWith(bytes, '\0\0\0\x0cJXL ')) return 'jxl';
  if (startsWith(bytes, '%PDF-')) return 'pdf';
  const head = new TextDecoder().decode(bytes.subarray(0, MARKUP_WINDOW));
  return /<svg[\s>]/i.test(head) ||
    (/^\s*<(\?xml|!DOCTYPE svg|!--)/i.test(head) && /<svg[\s>]/i.test(new TextDecoder().decode(bytes)))
    ? 'svg'
    : null;
}
