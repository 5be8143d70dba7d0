import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render, RenderError, type RenderOptions } from '../../engine/index.ts';

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

/** Documents of one kind of content each: every formatting context, script, image format and what else makes objects of its own. */
const kinds = (): Map<string, string> => htmlFilesOf(join(here, 'documents'));

/** The suite's own documents, which may be everything that a file can be. */
export const own = (): Map<string, string> => new Map([...fixtures(), ...kinds(), ['everything', everything()]]);

/** The HTML files of a folder by name. */
function htmlFilesOf(from: string): Map<string, string> {
  const files = readdirSync(from).filter((name) => name.endsWith('.html'));
  return new Map(files.map((name) => [parse(name).name, readFileSync(join(from, name), 'utf8')]));
}

/** Others that it is to judge: the HTML files of the folder that `CONFORMANCE_DOCUMENTS` names. */
function others(): Map<string, string> {
  const from = process.env.CONFORMANCE_DOCUMENTS;
  return from ? htmlFilesOf(from) : new Map();
}

const rendered = new Map<string, Promise<Map<string, Uint8Array>>>();

/** The PDF files of the suite's own documents, by their names; those that several suites look at are rendered once. */
export function renderOwn(options: RenderOptions): Promise<Map<string, Uint8Array>> {
  const key = JSON.stringify(options);
  const files = rendered.get(key) ?? renderAll(own(), options);
  rendered.set(key, files);
  return files;
}

/** The PDF files of documents, by their names. */
export async function renderAll(
  documents: ReadonlyMap<string, string>,
  options: RenderOptions,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, html] of documents) files.set(name, (await render(html, options)).pdf);
  return files;
}

/** Those of everything that is judged. Of the others without those that may not be what they shall be, by what they lack. */
export async function renderJudged(options: RenderOptions): Promise<Map<string, Uint8Array>> {
  const files = new Map(await renderOwn(options));
  for (const [name, html] of others()) {
    try {
      files.set(name, (await render(html, { external: 'ignore', limits: { deadlineMs: 300_000 }, ...options })).pdf);
    } catch (error) {
      if (!(error instanceof RenderError) || error.code !== 'profile_breach') throw error;
    }
  }
  return files;
}
