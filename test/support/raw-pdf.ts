/** Assembles PDF files by hand, also broken ones. */

/** Returns a file with a table of cross references for objects 1, 2, ... The first one is the catalog. */
export function rawPdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = pieces[0]!.length;
  const add = (...parts: (string | Buffer)[]): void => {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
      pieces.push(bytes);
      at += bytes.length;
    }
  };
  objects.forEach((object, i) => {
    offsets.push(at);
    add(`${i + 1} 0 obj\n`, object, '\nendobj\n');
  });
  const start = at;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n`);
  add(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

/** Returns a stream object. `more`: further entries of its dictionary. */
export const rawStream = (content: string, more = ''): string =>
  `<<${more}/Length ${content.length}>>\nstream\n${content}\nendstream`;
