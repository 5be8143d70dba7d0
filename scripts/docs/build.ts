// Writes the guides of docs/ as a site into dist/docs/, with the results of the recipes, and as one PDF. With --pages it
// writes only the site, which the service shows, and makes only results of recipes that have changed.
//
//   npm run docs
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawFirstPage } from './first-page.ts';
import { attachedFiles, DOCS, type Guide, guides, recipeDocument, specimensOf } from './guide.ts';
import { book, framed, siteName, sitePage } from './pages.ts';
import type { DrawnSpecimen, Result } from './pages.ts';
import { resultOf, specimenPictures, stepsOf } from './results.ts';
import { starterExample } from './starter-example.ts';
import { searchScript } from './search.ts';
import { SITE_STYLE } from './site-style.ts';

const out = fileURLToPath(new URL('../../dist/docs/', import.meta.url));

function write(name: string, content: string | Uint8Array): void {
  const file = join(out, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Adds recipes and the starter project to the gallery of the editor, if it has been built. */
async function fillGallery(recipes: readonly (readonly [Guide, Result])[]): Promise<void> {
  const folder = fileURLToPath(new URL('../../dist/editor/examples/', import.meta.url));
  const list = join(folder, 'list.json');
  if (!existsSync(list)) return;
  const added = recipes.flatMap(([guide, { pictures }]) => {
    const document = recipeDocument(guide);
    const [picture] = pictures;
    if (document === null || picture === undefined) return [];
    const file = `recipe-${guide.path.replace(/^.*\/|\.md$/g, '')}`;
    writeFileSync(join(folder, `${file}.html`), document);
    copyFileSync(join(out, dirname(guide.path), picture.name), join(folder, `${file}.png`));
    return [{ name: guide.title, kind: 'Recipes', file }];
  });
  await drawFirstPage(folder);
  const starter = await starterExample(folder);
  const examples = JSON.parse(readFileSync(list, 'utf8')) as readonly {
    readonly kind: string;
    readonly file: string;
  }[];
  const others = examples.filter(({ kind, file }) => kind !== 'Recipes' && file !== starter.file);
  writeFileSync(list, JSON.stringify([starter, ...others, ...added]));
}

async function writeBook(all: readonly Guide[]): Promise<void> {
  // The pages alone do not need the engine.
  const { render } = await import('../../engine/index.ts');
  const { pdf, pages, diagnostics } = await render(book(all));
  write('pagewright.pdf', pdf);
  for (const { message } of diagnostics) console.warn(message);
  console.log(`${all.length} pages of the site and ${pages} of the PDF in dist/docs`);
}

const all = guides();
const isWhole = !process.argv.includes('--pages');
write('guides.css', SITE_STYLE);
write('search-index.js', searchScript(all));
const recipes: (readonly [Guide, Result])[] = [];
for (const guide of all) {
  const result = await resultOf(guide, out, isWhole);
  if (result !== null) recipes.push([guide, result]);
  const specimens: DrawnSpecimen[] = [];
  for (const one of specimensOf(guide)) specimens.push({ ...one, pictures: await specimenPictures(one, out, isWhole) });
  write(siteName(guide.path), sitePage(guide, all, result, await stepsOf(guide, out, isWhole), specimens));
}
await fillGallery(recipes);
for (const name of attachedFiles()) write(name, readFileSync(join(DOCS, name)));
// The service fills this with what its configuration decides: see server/http/docs.ts.
write('service-frame.html', framed('API of this service', '<!-- content -->', all, 'guides/', null));
if (isWhole) await writeBook(all);
