/** The results of recipes: the PDF that the built engine makes, and pictures of its first pages. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { type Picture, rasterPages, SMALLEST_PNG, writePng } from '../../server/rendering/pictures.ts';
import { type Guide, recipeDocument, recipeProgram, type Sample, samplesOf, type Specimen, STEP } from './guide.ts';
import type { Result, ResultPicture } from './pages.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

const MOST_PICTURES = 4;
/** Pictures have two dots per px: a page is shown at half of its size. */
const PICTURE_DPI = 96;
const DOTS_PER_PX = 2;
/** Specimens are small pages, shown at five sixths of their size. A guide shows many, so their pictures must be small. */
const SPECIMEN_DPI = 120;
const SPECIMEN_DOTS_PER_PX = 1.5;
const MOST_SPECIMEN_PAGES = 3;
/** Distance between the values of a channel: fewer shades at the edges of letters compress to a third. */
const SPECIMEN_SHADES = 51;
/** Time for drawing the pages of a guide. */
const DRAWING_MS = 120_000;

/** Options that a recipe's command passes. */
function options({ markdown }: Guide): object {
  const [, selector] = / --redact (\S+)/.exec(markdown) ?? [];
  return { forms: markdown.includes(' --forms'), ...(selector === undefined ? {} : { redact: { selector } }) };
}

/**
 * Returns the result of a recipe, or null for other guides. Results in `folder` are used again while the recipe is
 * unchanged, unless `isFresh`.
 */
export async function resultOf(guide: Guide, folder: string, isFresh: boolean): Promise<Result | null> {
  const document = recipeDocument(guide);
  const program = recipeProgram(guide);
  if (document === null && program === null) return null;
  return keep(guide, folder, isFresh, {
    render: async () => [
      document === null ? await runProgram(program!) : await renderDocument(document, options(guide)),
    ],
    show: async ([pdf], place, name) => {
      writeFileSync(join(place, `${name}.pdf`), pdf!);
      return { pdf: `${name}.pdf`, pictures: await draw(pdf!, place, name, MOST_PICTURES) };
    },
  });
}

/** Returns the picture of each step of a guide: its HTML sample with the style sheets above the mark. */
export async function stepsOf(guide: Guide, folder: string, isFresh: boolean): Promise<readonly ResultPicture[]> {
  const parts = guide.markdown.split(STEP);
  if (parts.length === 1) return [];
  return keep(guide, folder, isFresh, {
    render: async () => {
      const pdfs: Uint8Array[] = [];
      for (let step = 1; step < parts.length; step++) {
        const samples = samplesOf({ markdown: parts.slice(0, step).join('') });
        const textOf = (language: string): string =>
          samples
            .filter((sample) => sample.language === language)
            .map(({ text }) => text)
            .join('');
        const style = new TextEncoder().encode(textOf('css'));
        pdfs.push(await renderDocument(textOf('html'), { loadResource: () => style }));
      }
      return pdfs;
    },
    show: async (pdfs, place, name) => {
      const pictures: ResultPicture[] = [];
      for (const [i, pdf] of pdfs.entries()) pictures.push(...(await draw(pdf, place, `${name}-step-${i + 1}`, 1)));
      return pictures;
    },
  });
}

/** Returns the pictures of a specimen's first pages, in the folder of specimens. */
export async function specimenPictures(
  { name, document }: Specimen,
  folder: string,
  isFresh: boolean,
): Promise<readonly ResultPicture[]> {
  const place = {
    path: `specimens/${name}.md`,
    markdown: `${SPECIMEN_DPI} ${SPECIMEN_SHADES} ${MOST_SPECIMEN_PAGES} ${document}`,
  };
  return keep(place, folder, isFresh, {
    render: async () => [await renderDocument(document, {})],
    show: async ([pdf], to) => {
      const pictures: ResultPicture[] = [];
      for await (const { picture } of rasterPages(pdf!, SPECIMEN_DPI, DRAWING_MS)) {
        const file = `${name}-${pictures.length + 1}.png`;
        const data = picture.data.map((value) => Math.round(value / SPECIMEN_SHADES) * SPECIMEN_SHADES);
        writeFileSync(join(to, file), writePng({ ...picture, data }, SMALLEST_PNG));
        pictures.push(shown(picture, file, SPECIMEN_DOTS_PER_PX));
        if (pictures.length === MOST_SPECIMEN_PAGES) break;
      }
      return pictures;
    },
  });
}

/** Makes the result of a guide in two steps, of which the second takes longer. */
export interface Making<T> {
  readonly render: () => Promise<readonly Uint8Array[]>;
  readonly show: (pdfs: readonly Uint8Array[], place: string, name: string) => Promise<T>;
}

interface KeptResult<T> {
  /** Digest of the guide, the form of pictures and the built engine. */
  readonly made: string;
  /** Digest of the PDFs. */
  readonly pdfs: string;
  readonly result: T;
}

/**
 * Returns the result of a guide. That of a former build is used again if neither the guide, the form of pictures nor the
 * engine changed, or if the new engine writes the same PDFs.
 */
export async function keep<T>(
  { path, markdown }: Pick<Guide, 'path' | 'markdown'>,
  folder: string,
  isFresh: boolean,
  { render, show }: Making<T>,
  engine = engineDigest(),
): Promise<T> {
  const place = join(folder, dirname(path));
  const name = basename(path, '.md');
  const record = join(place, `${name}.json`);
  const made = digestOf(`${PICTURE_DPI} ${MOST_PICTURES} ${engine} ${markdown}`);
  const former = isFresh || !existsSync(record) ? null : (JSON.parse(readFileSync(record, 'utf8')) as KeptResult<T>);
  if (former?.made === made) return former.result;
  mkdirSync(place, { recursive: true });
  const rendered = await render();
  const pdfs = digestOf(...rendered);
  const result = former?.pdfs === pdfs ? former.result : await show(rendered, place, name);
  writeFileSync(record, JSON.stringify({ made, pdfs, result } satisfies KeptResult<T>));
  return result;
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

let digestOfEngine: string | null = null;

/** Returns a digest of the built scripts that recipes run. */
function engineDigest(): string {
  if (digestOfEngine !== null) return digestOfEngine;
  const scripts = ['engine', 'server'].flatMap((folder) => {
    const from = join(REPOSITORY, 'dist', folder);
    return readdirSync(from)
      .filter((file) => file.endsWith('.cjs'))
      .sort()
      .map((file) => readFileSync(join(from, file)));
  });
  return (digestOfEngine = digestOf(...scripts));
}

/** Writes pictures of the first pages. */
async function draw(pdf: Uint8Array, place: string, name: string, most: number): Promise<ResultPicture[]> {
  const pictures: ResultPicture[] = [];
  for await (const { picture } of rasterPages(pdf, PICTURE_DPI, DRAWING_MS)) {
    const file = `${name}-${pictures.length + 1}.png`;
    writeFileSync(join(place, file), writePng(picture));
    pictures.push(shown(picture, file, DOTS_PER_PX));
    if (pictures.length === most) break;
  }
  return pictures;
}

const shown = ({ width, height }: Picture, name: string, dotsPerPx: number): ResultPicture => ({
  name,
  width: Math.round(width / dotsPerPx),
  height: Math.round(height / dotsPerPx),
});

/** Renders with the built engine. */
export async function renderDocument(html: string, given: object): Promise<Uint8Array> {
  return (await (await builtEngine()).render(html, given)).pdf;
}

/** Returns the built library. */
export async function builtEngine(): Promise<typeof import('../../engine/index.ts')> {
  return (await import(join(REPOSITORY, 'dist/engine/index.js'))) as typeof import('../../engine/index.ts');
}

/** Runs a program as a reader would, in a project that has its packages, and returns the PDF that it wrote. */
async function runProgram(program: Sample): Promise<Uint8Array> {
  const place = mkdtempSync(join(tmpdir(), 'pagewright-recipe-'));
  try {
    linkPackages(program.text, place);
    writeFileSync(join(place, 'program.mjs'), await runnable(program));
    execFileSync(process.execPath, ['program.mjs'], { cwd: place, stdio: ['ignore', 'ignore', 'pipe'] });
    return readFileSync(
      join(
        place,
        readdirSync(place).find((name) => name.endsWith('.pdf'))!,
      ),
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Returns a sample as JavaScript. */
export const runnable = async ({ language, text }: Sample): Promise<string> =>
  language === 'jsx' ? (await transform(text, { loader: 'jsx', jsx: 'automatic' })).code : text;

/** Links the packages that a program imports into a folder. */
export function linkPackages(program: string, place: string): void {
  const modules = join(place, 'node_modules');
  mkdirSync(modules, { recursive: true });
  // The folder is a project, whatever is above the folder of temporary files.
  const manifest = join(place, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}');
  const names = [...program.matchAll(/(?:from|import|resolve\() ?'([^'./][^']*)'/g)].map(([, name]) =>
    packageOf(name!),
  );
  for (const name of new Set(['pagewright', ...names, ...(/<\w/.test(program) ? ['react'] : [])])) {
    const installed = name === 'pagewright' ? REPOSITORY : join(REPOSITORY, 'node_modules', name);
    const link = join(modules, name);
    if (name.startsWith('node:') || name.startsWith('@') || existsSync(link) || !existsSync(installed)) continue;
    symlinkSync(installed, link, 'dir');
  }
}

const packageOf = (specifier: string): string => specifier.split('/', 1)[0]!;
