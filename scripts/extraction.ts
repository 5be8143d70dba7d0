// Measures how much of a document's text can be read back out of its PDF. It compares the words of the box tree, in
// document order, with those that readers extract.
//
//   node --import=tsx scripts/extraction.ts [--missing] [--reference DIR] FILE.html...
//
// pdf.js reads in structure order, like screen readers, or in content order, as it searches and copies. PDFium, mutool
// (MuPDF), pypdf (of the interpreter named by PYTHON) and pdftotext -raw (Poppler) read in content order. Plain
// pdftotext guesses the order from positions. The latter four are used if installed.
//
// Box edges within a line count as spaces if a reader treats them as such. A share below 99.5 % is marked; `--missing`
// shows what each reader lost. With `--reference`, a second line shows the shares of the PDF of the same name there.
// The last lines count the documents that reach the share, by reader.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Box } from '../engine/boxes/box.ts';
import type { ComputedStyle } from '../engine/css/computed-style.ts';
import { render } from '../engine/index.ts';
import { layoutDocument } from '../engine/render.ts';
import { InlineItemKind } from '../engine/text/inline-content.ts';
import { extractText } from '../test/support/pdfium.ts';
import { contentText, structureText } from '../test/support/pdfjs.ts';
import { wordsInOrder } from './words-in-order.ts';

const ENOUGH = 0.995;
const OPTIONS = { external: 'ignore' } as const;

/** Marks a box edge within a line: readers may treat the gap there as a space. */
const EDGE = '\u0001';

/** Tells whether there is a gap between an inline box and the text around it. */
function hasInlineEdge({ box, border }: ComputedStyle): boolean {
  const lengths = [box.marginLeft, box.marginRight, box.paddingLeft, box.paddingRight];
  return border.borderLeftWidth + border.borderRightWidth > 0 || lengths.some((length) => length.resolvePx(16) > 0);
}

/** Returns the laid-out text of a box tree in document order. `end`: what follows the last line. */
function textOf(box: Box, out: string[] = [], end = '\n'): string[] {
  const { inline } = box;
  if (inline === null) {
    for (const child of box.children) textOf(child, out);
    return out;
  }
  for (const item of inline.items) {
    if (item.kind === InlineItemKind.Text || item.kind === InlineItemKind.Break) {
      if (item.style.text.visibility === 'visible') out.push(inline.text.slice(item.start, item.end));
    } else if (item.kind === InlineItemKind.Open || item.kind === InlineItemKind.Close) {
      if (hasInlineEdge(item.style)) out.push(EDGE);
    } else {
      // The length of a leader depends on the available space; a float has words of its own.
      if (item.box.data?.type === 'leader') out.push(' ');
      else if (item.kind === InlineItemKind.Atomic) {
        out.push(EDGE);
        textOf(item.box, out, EDGE);
      } else {
        out.push('\n');
        textOf(item.box, out);
      }
    }
  }
  out.push(end);
  return out;
}

/** Characters that only control line breaks, joining or direction. */
const INVISIBLE = [
  0x34f, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068,
  0x2069, 0xfeff,
].map((code) => String.fromCodePoint(code));

/** Characters of scripts without spaces between words. Each counts separately, because lines can end anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u30ff]/gu;

/** Hyphens, including those of hyphenation at line ends; the last two are PDFium's. */
const HYPHENS = /[-\u00ad\u2010\u0002\ufffe]+(?:\s*\n)?/g;

/** Private-use characters, mostly icons of fonts. PDF readers omit them from extracted text. */
const PRIVATE_USE = /\p{Co}/gu;

/**
 * Returns words without invisible characters and hyphens. Addresses are split into parts, because lines break within
 * them. Compatibility forms are replaced by what they represent.
 */
function wordsOf(text: string): string[] {
  let plain = text.normalize('NFKC').replaceAll(PRIVATE_USE, ' ');
  for (const character of INVISIBLE) plain = plain.replaceAll(character, '');
  return plain
    .replaceAll(HYPHENS, '')
    .replaceAll(UNSPACED, ' $& ')
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}

/**
 * Returns the document's words as a reader sees them. An edge inside a word separates two words, unless the reader has
 * joined them.
 */
function asReadBy(own: readonly string[], given: readonly string[]): string[] {
  const known = new Set(given);
  return own.flatMap((word) => {
    if (!word.includes(EDGE)) return [word];
    const joined = word.replaceAll(EDGE, '');
    return joined !== '' && known.has(joined) ? [joined] : word.split(EDGE).filter((part) => part !== '');
  });
}

function outputOf(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : null;
}

const PYPDF = 'import pypdf, sys\nfor page in pypdf.PdfReader(sys.argv[1]).pages: print(page.extract_text())';

interface Reader {
  readonly name: string;
  /** Returns the text of a file, which is also available at `path`; null if the reader is not installed. */
  read(pdf: Uint8Array, path: string): Promise<string> | string | null;
}

const READERS: readonly Reader[] = [
  { name: 'structure', read: (pdf) => structureText(pdf) },
  { name: 'pdf.js', read: (pdf) => contentText(pdf) },
  { name: 'PDFium', read: async (pdf) => (await extractText(pdf)).join('\n') },
  { name: 'Poppler', read: (_, path) => outputOf('pdftotext', [path, '-']) },
  { name: 'raw', read: (_, path) => outputOf('pdftotext', ['-raw', path, '-']) },
  { name: 'MuPDF', read: (_, path) => outputOf('mutool', ['draw', '-q', '-F', 'text', path]) },
  { name: 'pypdf', read: (_, path) => outputOf(process.env.PYTHON ?? 'python3', ['-c', PYPDF, path]) },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { missing: { type: 'boolean', default: false }, reference: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'pagewright-extraction-'));

/**
 * Prints one line of the table, followed by the missing words. `reached`: the number of documents that reach the share,
 * by reader.
 */
async function measure(title: string, own: readonly string[], path: string, reached: number[]): Promise<void> {
  const pdf = new Uint8Array(readFileSync(path));
  let line = title.padEnd(32) + String(own.length).padStart(8);
  const lost: string[] = [];
  for (const [i, { name, read }] of READERS.entries()) {
    reached[i] ??= 0;
    const text = await read(pdf, path);
    if (text === null) {
      line += '-'.padStart(10);
      continue;
    }
    const given = wordsOf(text);
    const wanted = asReadBy(own, given);
    const { found, missing } = wordsInOrder(wanted, given);
    const share = wanted.length === 0 ? 1 : found / wanted.length;
    if (share >= ENOUGH) reached[i]++;
    else lost.push(`    ${name}: ${missing.slice(0, 40).join(' ')}`);
    line += `${(share * 100).toFixed(2)}${share < ENOUGH ? '!' : ' '}`.padStart(10);
  }
  console.log(line);
  if (values.missing) for (const words of lost) console.log(words);
}

const count = (title: string, reached: readonly number[]): string =>
  title.padEnd(40) + reached.map((documents) => `${documents} `.padStart(10)).join('');

try {
  console.log('document'.padEnd(32) + 'words'.padStart(8) + READERS.map(({ name }) => name.padStart(10)).join(''));
  const reached: number[] = [];
  const reachedByReference: number[] = [];
  for (const path of positionals) {
    const html = readFileSync(path, 'utf8');
    const name = basename(path, '.html');
    const file = join(folder, `${name}.pdf`);
    writeFileSync(file, (await render(html, OPTIONS)).pdf);
    const own = wordsOf(textOf((await layoutDocument(html, OPTIONS)).root).join(''));
    await measure(name, own, file, reached);
    const reference = values.reference === undefined ? '' : join(values.reference, `${name}.pdf`);
    if (existsSync(reference)) await measure('  reference', own, reference, reachedByReference);
  }
  console.log(count(`of ${positionals.length} documents`, reached));
  if (reachedByReference.length > 0) console.log(count('  reference', reachedByReference));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
