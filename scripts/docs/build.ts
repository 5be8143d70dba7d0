// Writes the guides of docs/ as a site into dist/docs/, with the PDFs of the recipes, and as one PDF. With --pages it
// writes only the pages, which the service shows.
//
//   npm run docs
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Guide, guides, recipeDocument } from './guide.ts';
import { book, SITE_STYLE, siteName, sitePage } from './pages.ts';

const out = fileURLToPath(new URL('../../dist/docs/', import.meta.url));

function write(name: string, content: string | Uint8Array): void {
  const file = join(out, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function writePdfs(all: readonly Guide[]): Promise<void> {
  // The pages alone do not need the engine.
  const { render } = await import('../../engine/index.ts');
  for (const guide of all) {
    const document = recipeDocument(guide);
    if (document !== null) write(pdfName(guide), (await render(document)).pdf);
  }
  const { pdf, pages, diagnostics } = await render(book(all));
  write('pagewright.pdf', pdf);
  for (const { message } of diagnostics) console.warn(message);
  console.log(`${all.length} pages of the site and ${pages} of the PDF in dist/docs`);
}

const pdfName = ({ path }: Guide): string => siteName(path).replace(/\.html$/, '.pdf');

const all = guides();
const isWhole = !process.argv.includes('--pages');
write('guides.css', SITE_STYLE);
for (const guide of all) {
  const hasPdf = isWhole && recipeDocument(guide) !== null;
  write(siteName(guide.path), sitePage(guide, all, hasPdf ? basename(pdfName(guide)) : null));
}
if (isWhole) await writePdfs(all);
