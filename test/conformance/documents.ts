import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render, RenderError, type RenderOptions } from '../../engine/index.ts';

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(here, '../../fixtures');

/** Returns the HTML of the golden documents by name. */
export function fixtures(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'in.html');
    if (existsSync(file)) found.set(name, readFileSync(file, 'utf8'));
  }
  return found;
}

/** Returns a document with every kind of element that has its own meaning. */
export const everything = (): string => readFileSync(join(here, 'everything.html'), 'utf8');

/**
 * Returns documents with one kind of content each: every formatting context, script and image format, and whatever else
 * has its own objects.
 */
const kinds = (): Map<string, string> => htmlFilesOf(join(here, 'documents'));

/** Returns the suite's own documents, which can use every feature of a file. */
export const own = (): Map<string, string> => new Map([...fixtures(), ...kinds(), ['everything', everything()]]);

/** Returns the HTML files of a folder by name. */
function htmlFilesOf(from: string): Map<string, string> {
  const files = readdirSync(from).filter((name) => name.endsWith('.html'));
  return new Map(files.map((name) => [parse(name).name, readFileSync(join(from, name), 'utf8')]));
}

/** Returns additional documents to check: the HTML files of the folder named by `CONFORMANCE_DOCUMENTS`. */
function others(): Map<string, string> {
  const from = process.env.CONFORMANCE_DOCUMENTS;
  return from ? htmlFilesOf(from) : new Map();
}

const rendered = new Map<string, Promise<Map<string, Uint8Array>>>();

/** Returns the PDFs of the suite's own documents by name. Documents shared by several suites are rendered once. */
export function renderOwn(options: RenderOptions): Promise<Map<string, Uint8Array>> {
  const key = JSON.stringify(options);
  const files = rendered.get(key) ?? renderAll(own(), options);
  rendered.set(key, files);
  return files;
}

/** Returns the PDFs of documents by name. */
export async function renderAll(
  documents: ReadonlyMap<string, string>,
  options: RenderOptions,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, html] of documents) files.set(name, (await render(html, options)).pdf);
  return files;
}

/**
 * Returns the PDFs of all documents to check. Additional documents that cannot meet the profile are left out by their
 * missing feature.
 */
export async function renderJudged(options: RenderOptions): Promise<Map<string, Uint8Array>> {
  const files = new Map(await renderOwn(options));
  for (const [name, html] of others()) {
    try {
      files.set(name, (await render(html, { external: 'ignore', limits: { deadlineMs: 300_000 }, ...options })).pdf);
    } catch (error) {
      if (!(error instanceof RenderError) || error.code !== 'profile_violation') throw error;
    }
  }
  return files;
}
