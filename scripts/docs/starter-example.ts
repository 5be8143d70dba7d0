/** The files of `pagewright init` as an example of the editor's gallery: a template with its style sheet and data. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { starterFiles } from '../../server/commands/starter-files.ts';
import { rasterPages, writePng } from '../../server/rendering/pictures.ts';
import { fillTemplate } from '../../server/rendering/templates.ts';
import { renderDocument } from './results.ts';

const FILE = 'starter-invoice';
const NAME = 'Invoice filled with data';
const PICTURE_DPI = 96;
const LIMIT_MS = 60_000;

/** Writes the example to the gallery's folder, and returns its entry in the list. */
export async function starterExample(
  folder: string,
): Promise<{ name: string; kind: string; file: string; isTemplate: true }> {
  const files = starterFiles();
  const css = files.get('invoice.css')!;
  const data = files.get('invoice.json')!;
  // The editor's CSS tab replaces the linked style sheet.
  const html = files.get('invoice.html')!.replace(/ *<link rel="stylesheet"[^>]*>\n/, '');
  for (const [type, text] of Object.entries({ html, css, json: data }))
    writeFileSync(join(folder, `${FILE}.${type}`), text);
  const filled = await fillTemplate(html, JSON.parse(data) as Record<string, unknown>, LIMIT_MS);
  const pdf = await renderDocument(filled.html, { userStyles: [css] });
  for await (const { picture } of rasterPages(pdf, PICTURE_DPI, LIMIT_MS)) {
    writeFileSync(join(folder, `${FILE}.png`), writePng(picture));
    break;
  }
  return { name: NAME, kind: 'Business', file: FILE, isTemplate: true };
}
