/** Refuses files of other formats. Read as HTML, they would become pages of garbage. */
import { optionError } from '../errors.ts';

/** What to do with a file, by the characters with which it begins. */
const FORMATS: readonly (readonly [signature: string, what: string])[] = [
  ['%PDF-', 'is a PDF, not HTML. Show its pages with <img>, or use pagewright/pdf to merge and stamp existing files'],
  ['\x89PNG\r\n\x1a\n', 'is a PNG image, not HTML. Show it with <img>'],
  ['\xff\xd8\xff', 'is a JPEG image, not HTML. Show it with <img>'],
  ['\x1f\x8b\x08', 'is a compressed file (gzip), not HTML. Unpack it first'],
];

/** @throws RenderError `invalid_options` if a document is clearly a file of another format */
export function refuseOtherFormats(given: string | Uint8Array, path = 'document'): void {
  for (const [signature, what] of FORMATS) if (startsWith(given, signature)) throw optionError(path, what);
}

/** A text has the characters of the bytes if they were read as Latin-1. As UTF-8, only ASCII signatures are known. */
function startsWith(given: string | Uint8Array, signature: string): boolean {
  if (typeof given === 'string') return given.startsWith(signature);
  for (let i = 0; i < signature.length; i++) if (given[i] !== signature.charCodeAt(i)) return false;
  return true;
}
