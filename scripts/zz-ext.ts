// How much of a document's text can be read back out of its PDF: the words of the box tree, in document order, against those that readers extract.
//   node --import=tsx scripts/extraction.ts [--missing] FILE.html...
// pdf.js reads in the order of the structure, as screen readers do; PDFium, mutool (MuPDF) and pdftotext -raw (Poppler) in that of the content, and pdftotext
// by itself in one that it guesses from the places; all but the first two where they are installed. A share below 99.5 % is marked; `--missing` shows what is
// lost. The last line counts the documents that reach it, for each reader.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Box } from '../engine/boxes/box.ts';
import { render } from '../engine/index.ts';
import { layoutDocument } from '../engine/render.ts';
import { InlineItemKind } from '../engine/text/inline-content.ts';
import { extractText } from '../test/support/pdfium.ts';
import { structureText } from '../test/support/pdfjs.ts';
import { wordsInOrder } from './words-in-order.ts';

const ENOUGH = 0.995;
const OPTIONS = { external: 'ignore' } as const;

/** The text of a box tree in document order, as it is laid out. */
function textOf(box: Box, out: string[] = []): string[] {
  const { inline } = box;
  if (inline === null) {
    for (const child of box.children) textOf(child, out);
    return out;
  }
  for (const item of inline.items) {
    if (item.kind === InlineItemKind.Text || item.kind === InlineItemKind.Break) {
      if (item.style.text.visibility === 'visible') out.push(inline.text.slice(item.start, item.end));
    } else if (item.kind !== InlineItemKind.Open && item.kind !== InlineItemKind.Close) {
      // A leader is as long as there is room; what floats has words of its own.
      if (item.box.data?.type === 'leader') out.push(' ');
      else if (item.kind === InlineItemKind.Atomic) textOf(item.box, out);
      else {
        out.push('\n');
        textOf(item.box, out);
      }
    }
  }
  out.push('\n');
  return out;
}

/** What only says where a line may end or how text is joined and directed. */
const INVISIBLE = [
  0x34f, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068,
  0x2069, 0xfeff,
].map((code) => String.fromCodePoint(code));

/** Characters of scripts that put no spaces between words: each counts for itself, as lines end anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u30ff]/gu;

/** Hyphens, at the end of lines those of hyphenation, too; the last ones are PDFium's. */
const HYPHENS = /[-\u00ad\u2010\u0002\ufffe]+(?:\s*\n)?/g;

/** Icons of fonts, mostly: they mean nothing to a reader, and readers leave them out. */
const PRIVATE_USE = /\p{Co}/gu;

/** Words without what is invisible in them and without hyphens, and parts of addresses, which lines break anyhow; compatibility forms are what they stand for. */
function wordsOf(text: string): string[] {
  let plain = text.normalize('NFKC').replaceAll(PRIVATE_USE, ' ');
  for (const character of INVISIBLE) plain = plain.replaceAll(character, '');
  return plain
    .replaceAll(HYPHENS, '')
    .replaceAll(UNSPACED, ' $& ')
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}

function outputOf(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { missing: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'pagewright-extraction-'));
const file = join(folder, 'out.pdf');
try {
  console.log(
    'document'.padEnd(32) +
      ['words', 'structure', 'PDFium', 'Poppler', 'raw', 'MuPDF'].map((title) => title.padStart(10)).join(''),
  );
  const reached: number[] = [];
  for (const path of positionals) {
    const html = readFileSync(path, 'utf8');
    const { pdf } = await render(html, OPTIONS);
    writeFileSync(file, pdf);
    const own = wordsOf(textOf((await layoutDocument(html, OPTIONS)).root).join(''));
    const readings = [
      await structureText(pdf),
      (await extractText(pdf)).join('\n'),
      outputOf('pdftotext', [file, '-']),
      outputOf('pdftotext', ['-raw', file, '-']),
      outputOf('mutool', ['draw', '-q', '-F', 'text', file]),
    ].map((text) => (text === null ? null : wordsInOrder(own, wordsOf(text))));
    const shares = readings.map((reading, i) => {
      reached[i] ??= 0;
      if (reading === null) return '-'.padStart(10);
      const share = own.length === 0 ? 1 : reading.found / own.length;
      if (share >= ENOUGH) reached[i]++;
      return `${(share * 100).toFixed(2)}${share < ENOUGH ? '!' : ' '}`.padStart(10);
    });
    console.log(basename(path, '.html').padEnd(32) + String(own.length).padStart(10) + shares.join(''));
    if (values.missing) readings.forEach((r, i) => { if (r && r.found < own.length) console.log('    ' + ['structure','pdfium','poppler','raw','mupdf'][i] + ': ' + r.missing.slice(0, 30).join(' | ')); });
  }
  const counts = reached.map((count) => `${count} `.padStart(10));
  console.log(`of ${positionals.length} documents`.padEnd(42) + counts.join(''));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
