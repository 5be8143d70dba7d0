/** The picture and the layout of the document that the editor shows on a first visit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_DOCUMENT } from '../../server/editor/first-document.ts';
import { rasterPages, writePng } from '../../server/rendering/pictures.ts';
import { builtEngine } from './results.ts';

/** Enough for the width of the page on a screen of 1920 px. */
const PICTURE_DPI = 110;
const LIMIT_MS = 60_000;

/** Writes both into a folder. */
export async function drawFirstPage(folder: string): Promise<void> {
  const { pdf, layout } = await (await builtEngine()).renderWithLayout(FIRST_DOCUMENT);
  writeFileSync(join(folder, 'first-page.json'), JSON.stringify(layout.pages));
  for await (const { picture } of rasterPages(pdf, PICTURE_DPI, LIMIT_MS))
    writeFileSync(join(folder, 'first-page.png'), writePng(picture));
}
