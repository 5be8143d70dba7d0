import { strToU8, type Zippable, zipSync } from 'fflate';

const CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';

/** Returns an EPUB with these files, whose package file is `OPS/book.opf`. */
export function epub(files: Readonly<Record<string, string>>): Uint8Array {
  const contents: Zippable = { mimetype: [strToU8('application/epub+zip'), { level: 0 }] };
  for (const [name, text] of Object.entries({ 'META-INF/container.xml': CONTAINER, ...files }))
    contents[name] = strToU8(text);
  return zipSync(contents, { mtime: new Date(2026, 0, 1) });
}

/** A book with one page. */
export const smallBook = (): Uint8Array =>
  epub({
    'OPS/book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'OPS/a.xhtml':
      '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Tides</title></head><body><h1>Tides</h1></body></html>',
  });
