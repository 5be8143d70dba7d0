/** The downloads: the PDF, pictures of the pages, or the document with its files. */
import { zipSync } from 'fflate';
import { CSS_TAB, DATA_FILE, DOCUMENT_FILE, type Project } from './project.ts';

const encoder = new TextEncoder();

/** The earliest date that every reader of ZIP archives knows: the same document gives the same bytes. */
const ARCHIVE_DATE = new Date(1980, 0, 1);

/** Lets the browser save bytes under a name. */
export function save(bytes: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves one picture unchanged, and several as an archive. */
export function savePictures(files: readonly Uint8Array[], name: string): void {
  if (files.length === 1) return save(files[0]!, `${name}.png`, 'image/png');
  const digits = String(files.length).length;
  const named = files.map((file, i) => [`${name}-${String(i + 1).padStart(digits, '0')}.png`, file] as const);
  save(zipSync(Object.fromEntries(named), { level: 0, mtime: ARCHIVE_DATE }), `${name}.zip`, 'application/zip');
}

/** Saves the source: the HTML alone, or an archive with the style sheet, the data and the files. */
export function saveSource({ html, css, data }: Project, files: ReadonlyMap<string, Uint8Array>, name: string): void {
  const parts = Object.fromEntries(files);
  if (css.trim() !== '') parts[CSS_TAB] = encoder.encode(css);
  if (data.trim() !== '') parts[DATA_FILE] = encoder.encode(data);
  if (Object.keys(parts).length === 0) return save(encoder.encode(html), `${name}.html`, 'text/html');
  parts[DOCUMENT_FILE] = encoder.encode(html);
  save(zipSync(parts, { mtime: ARCHIVE_DATE }), `${name}.zip`, 'application/zip');
}

/** Returns the document's title as a file name. */
export function fileNameOf(html: string): string {
  // Only the title is parsed: the page's policy would report the styles of the whole document.
  const [element = ''] = /<title\b[^<]*/i.exec(html) ?? [];
  const { title } = new DOMParser().parseFromString(element, 'text/html');
  const words = title
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .slice(0, 80);
  return words || 'document';
}
