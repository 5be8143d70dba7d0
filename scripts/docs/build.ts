// Writes the guides of docs/ as a site into dist/docs/, with the PDFs of the recipes, and as one PDF.
//   npm run docs
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render } from '../../engine/index.ts';
import { guides, recipeDocument } from './guide.ts';
import { book, siteName, sitePage } from './pages.ts';

const out = fileURLToPath(new URL('../../dist/docs/', import.meta.url));

function write(name: string, content: string | Uint8Array): void {
  const file = join(out, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const all = guides();
for (const guide of all) {
  const document = recipeDocument(guide);
  const name = siteName(guide.path);
  const pdf = document === null ? null : name.replace(/\.html$/, '.pdf');
  if (document !== null && pdf !== null) write(pdf, (await render(document)).pdf);
  write(name, sitePage(guide, all, pdf && basename(pdf)));
}
const { pdf, pages, diagnostics } = await render(book(all));
write('pagewright.pdf', pdf);
for (const { message } of diagnostics) console.warn(message);
console.log(`${all.length} pages of the site and ${pages} of the PDF in dist/docs`);
