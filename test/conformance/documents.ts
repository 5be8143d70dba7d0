import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render, type RenderOptions } from '../../engine/index.ts';

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(here, '../../fixtures');

/** The golden documents' HTML by name. */
export function fixtures(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'in.html');
    if (existsSync(file)) found.set(name, readFileSync(file, 'utf8'));
  }
  return found;
}

/** A document with something of every kind that has a meaning of its own. */
export const everything = (): string => readFileSync(join(here, 'everything.html'), 'utf8');

/** The PDF files of documents, by their names. */
export async function renderAll(
  documents: ReadonlyMap<string, string>,
  options: RenderOptions,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, html] of documents) files.set(name, (await render(html, options)).pdf);
  return files;
}
