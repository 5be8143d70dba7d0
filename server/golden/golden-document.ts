/** Compares a document with its snapshot: page images, the positions of boxes, and the text. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OutputRoot, UnwritableFile } from '../written-files.ts';
import { DEFAULT_LIMITS } from '../../engine/budget.ts';
import { inspectJson } from '../../engine/debug/inspect.ts';
import {
  type BytesGiven,
  type DocumentLayout,
  type LaidOutPage,
  layout,
  render,
  type RenderOptions,
} from '../../engine/index.ts';
import type { Change } from './change.ts';
import { describeChanges } from './describe-changes.ts';
import { arePages } from './kept-layout.ts';
import {
  changesOrPixels,
  inSentences,
  otherWords,
  type OtherWords,
  pixelChanges,
  wordChanges,
} from './page-changes.ts';
import { textOfPage, withPage, wordsOf } from './page-words.ts';
import {
  comparePictures,
  cutTo,
  LargePage,
  type Picture,
  type RasterPage,
  rasterPages,
  readPng,
  writePng,
} from '../rendering/pictures.ts';

/** How documents are compared. */
export interface GoldenSettings {
  /** Resolution of the stored images. */
  readonly dpi: number;
  /** Allowed color difference of a pixel, from 0 to 1. */
  readonly threshold: number;
  /** Allowed number of differing pixels per page, for anti-aliasing. */
  readonly allowedPixels: number;
  /** CSS selectors of elements to hide and whose text to ignore, such as dates and random numbers. */
  readonly ignore: readonly string[];
}

export const DEFAULT_SETTINGS: GoldenSettings = { dpi: 96, threshold: 0.1, allowedPixels: 8, ignore: [] };

/** `compare` never writes, `keep new` stores missing snapshots, and `update` replaces all. */
export type GoldenMode = 'compare' | 'keep new' | 'update';

/** Location of a snapshot: a separate folder below a root. Links may not lead out of the root. */
export interface GoldenPlace {
  readonly folder: string;
  readonly root: string;
}

/** Metadata stored next to the images. */
interface Kept {
  readonly dpi: number;
  /** SHA-256 of the PDF. Equal bytes need no comparison. */
  readonly sha256: string;
  /** Source file, next to `__golden__`. Absent for snapshots of test runners. */
  readonly document?: string;
  /**
   * SHA-256 of each other file of the snapshot, by name. No other file in the folder is compared, replaced or removed.
   * Absent in snapshots of older versions.
   */
  readonly files?: Readonly<Record<string, string>>;
  readonly layout: Pick<DocumentLayout, 'pages'>;
}

type Size = readonly [width: number, height: number];

export interface PageResult {
  /** 1-based. */
  readonly number: number;
  readonly same: boolean;
  /** Infinity: the page was added, removed or resized. */
  readonly pixels: number;
  /** Pixels, before and after. null: the page doesn't exist. */
  readonly sizes: readonly [Size | null, Size | null];
  /** PNGs of differing pages. null: the page doesn't exist or is unchanged. */
  readonly expected: Uint8Array | null;
  readonly actual: Uint8Array | null;
  readonly difference: Uint8Array | null;
}

export type GoldenStatus = 'same' | 'different' | 'new' | 'updated';

export interface GoldenResult {
  readonly status: GoldenStatus;
  readonly pages: readonly PageResult[];
  /** Descriptions of the changes, the most significant first. */
  readonly changes: readonly Change[];
}

/** A newly rendered document. */
export interface RenderedDocument {
  readonly pdf: Uint8Array;
  readonly sha256: string;
  /** Computed only if something differs or must be stored. null: a PDF, of which only images and text are known. */
  readonly layout: (() => Promise<Pick<DocumentLayout, 'pages'>>) | null;
  readonly rasterise: (dpi: number) => AsyncGenerator<RasterPage, void>;
}

const KEPT_FILE = 'layout.json';
const WORDS_FILE = 'words.txt';
const pictureFile = (number: number): string => `page-${number}.png`;

/** Renders a document with the ignored elements hidden. */
export async function renderDocument(
  html: string | BytesGiven,
  options: RenderOptions,
  ignore: readonly string[],
): Promise<RenderedDocument> {
  const hidden = ignore.map((selector) => `${selector} { visibility: hidden !important }`);
  const given = { ...options, userStyles: [...(options.userStyles ?? []), ...hidden] };
  const { pdf } = await render(html, given);
  return {
    pdf,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    layout: () => (ignore.length === 0 ? layout(html, given) : layoutWithout(html, given, ignore)),
    rasterise: (dpi) => rasterPages(pdf, dpi, deadlineOf(options)),
  };
}

/** Returns the layout without the text of ignored elements. */
async function layoutWithout(
  html: string | BytesGiven,
  options: RenderOptions,
  ignore: readonly string[],
): Promise<Pick<DocumentLayout, 'pages'>> {
  const ignored = JSON.parse(await inspectJson(html, ignore.join(', '), options)) as DocumentLayout;
  const selectors = new Set(ignored.pages.flatMap(({ boxes }) => boxes.map(({ selector }) => selector)));
  const { pages } = await layout(html, options);
  return {
    pages: pages.map((page) => ({
      ...page,
      boxes: page.boxes.map((box) => (selectors.has(box.selector) ? { ...box, lines: [] } : box)),
    })),
  };
}

/** Returns the milliseconds that each step with a document may take. */
export const deadlineOf = ({ limits }: Pick<RenderOptions, 'limits'>): number =>
  limits?.deadlineMs ?? DEFAULT_LIMITS.deadlineMs;

/** Reads a PDF from any producer. Only its images and text can be compared. `deadlineMs`: for drawing it. */
export function readPdf(pdf: Uint8Array, deadlineMs: number): RenderedDocument {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { pdf, sha256, layout: null, rasterise: (dpi) => rasterPages(pdf, dpi, deadlineMs) };
}

/** Compares a document with the snapshot in a folder. `file`: name of the document's file, if it has one. */
export async function compareWithKept(
  document: RenderedDocument,
  place: GoldenPlace,
  settings: GoldenSettings,
  mode: GoldenMode,
  file?: string,
): Promise<GoldenResult> {
  const { folder } = place;
  const kept = readKept(folder);
  if (kept === null) {
    if (mode === 'compare')
      return {
        status: 'different',
        pages: [],
        changes: inSentences(['No snapshot exists yet. Run with --update to create it.']),
      };
    await keep(document, place, settings, file, null);
    return { status: 'new', pages: [], changes: [] };
  }
  const isRedrawn = mode === 'update' && (kept.dpi !== settings.dpi || isOlder(kept));
  if (kept.sha256 === document.sha256 && !isRedrawn) return { status: 'same', pages: [], changes: [] };
  const pages: PageResult[] = [];
  const keptText = readWords(folder);
  const words: OtherWords[] = [];
  for await (const [picture, page] of inPairs(keptPictures(folder, kept), document.rasterise(kept.dpi))) {
    const number = pages.length + 1;
    pages.push(comparedPage(number, picture, page?.picture ?? null, settings));
    words.push(...otherWords(number, keptText && textOfPage(keptText, number), page?.text ?? null));
  }
  const changes = describeChanges(kept.layout, await layoutOf(document));
  const same = pages.every((page) => page.same);
  if (mode === 'update') {
    await keep(document, place, settings, file, kept);
    return { status: same && changes.length === 0 ? 'same' : 'updated', pages, changes };
  }
  return {
    status: same ? 'same' : 'different',
    pages,
    changes: same ? [] : changesOrPixels(changes, words, pages, kept.dpi),
  };
}

/** Whether an older version stored the snapshot, which describes less of its pages. */
const isOlder = ({ layout }: Kept): boolean =>
  layout.pages.some(({ marginBoxes }) => (marginBoxes as LaidOutPage['marginBoxes'] | undefined) === undefined);

/** Compares two documents. */
export async function compareDocuments(
  before: RenderedDocument,
  after: RenderedDocument,
  settings: GoldenSettings,
): Promise<GoldenResult> {
  const areLaidOut = before.layout !== null && after.layout !== null;
  const pages: PageResult[] = [];
  const words: OtherWords[] = [];
  for await (const [expected, actual] of inPairs(before.rasterise(settings.dpi), after.rasterise(settings.dpi))) {
    const number = pages.length + 1;
    let [a, b] = [expected?.picture ?? null, actual?.picture ?? null];
    if (!areLaidOut) [a, b] = alikeInSize(a, b, (SAME_PAPER_PT * settings.dpi) / 72);
    pages.push(comparedPage(number, a, b, settings));
    words.push(...otherWords(number, expected?.text ?? null, actual?.text ?? null));
  }
  const same = pages.every((page) => page.same);
  if (!areLaidOut)
    return {
      status: same ? 'same' : 'different',
      pages,
      changes: inSentences([...wordChanges(words), ...pixelChanges(pages, settings.dpi)]),
    };
  const changes = describeChanges(await layoutOf(before), await layoutOf(after));
  return {
    status: same ? 'same' : 'different',
    pages,
    changes: same ? changes : changesOrPixels(changes, words, pages, settings.dpi),
  };
}

const layoutOf = ({ layout }: RenderedDocument): Promise<Pick<DocumentLayout, 'pages'>> =>
  layout?.() ?? Promise.resolve({ pages: [] });

/** Producers round paper sizes differently: Chromium's A4 is 594.96 x 841.92 pt. */
const SAME_PAPER_PT = 1.5;

/** Crops images of nearly equal size to their common area. */
function alikeInSize(
  a: Picture | null,
  b: Picture | null,
  tolerance: number,
): readonly [a: Picture | null, b: Picture | null] {
  if (a === null || b === null) return [a, b];
  if (Math.abs(a.width - b.width) > tolerance || Math.abs(a.height - b.height) > tolerance) return [a, b];
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  return [cutTo(a, width, height), cutTo(b, width, height)];
}

/** Yields the elements of two sequences at the same index. PERF: pages are large, so only one pair exists at a time. */
async function* inPairs<A, B>(
  a: Generator<A, void> | AsyncGenerator<A, void>,
  b: AsyncGenerator<B, void>,
): AsyncGenerator<readonly [a: A | null, b: B | null], void> {
  try {
    for (;;) {
      const [one, other] = [await a.next(), await b.next()];
      if (one.done && other.done) return;
      yield [one.done ? null : one.value, other.done ? null : other.value];
    }
  } finally {
    await a.return();
    await b.return();
  }
}

function comparedPage(
  number: number,
  a: Picture | null,
  b: Picture | null,
  { threshold, allowedPixels }: GoldenSettings,
): PageResult {
  const { pixels, difference } = comparePictures(a, b, threshold);
  const same = pixels <= allowedPixels;
  const png = (picture: Picture | null): Uint8Array | null => (same || !picture ? null : writePng(picture));
  const size = (picture: Picture | null): Size | null => picture && [picture.width, picture.height];
  return {
    number,
    same,
    pixels,
    sizes: [size(a), size(b)],
    expected: png(a),
    actual: png(b),
    difference: png(difference),
  };
}

/** Returns the stored metadata, or null without a snapshot. @throws UnwritableFile for a foreign file */
function readKept(folder: string): Kept | null {
  const file = join(folder, KEPT_FILE);
  if (!isFile(file)) return null;
  const kept = parsed(readFileSync(file, 'utf8'));
  if (typeof kept?.sha256 !== 'string' || !arePages(kept.layout?.pages) || !(kept.dpi > 0))
    throw new UnwritableFile(`${file} was not written by golden. Move it away, or keep the document elsewhere.`);
  return kept;
}

function parsed(json: string): Kept | null {
  try {
    return JSON.parse(json) as Kept | null;
  } catch {
    return null;
  }
}

/** Returns the name of the snapshot's source file, or null. */
export const keptFile = (folder: string): string | null => readKept(folder)?.document ?? null;

function* keptPictures(folder: string, { files }: Kept): Generator<Picture, void> {
  for (let n = 1; files === undefined || Object.hasOwn(files, pictureFile(n)); n++) {
    const path = join(folder, pictureFile(n));
    if (!isFile(path)) return;
    yield keptPicture(path);
  }
}

function keptPicture(path: string): Picture {
  try {
    return readPng(readFileSync(path), path);
  } catch (error) {
    if (error instanceof LargePage) throw error;
    throw new UnwritableFile(`${path} is not a PNG. Restore it, or remove the snapshot.`);
  }
}

/** Returns whether there is a regular file: a repository may contain links to pipes and devices. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

async function keep(
  document: RenderedDocument,
  { folder, root }: GoldenPlace,
  { dpi }: GoldenSettings,
  file: string | undefined,
  before: Kept | null,
): Promise<void> {
  const contents = new Map<string, Uint8Array>();
  const texts: string[] = [];
  for await (const { picture, text } of document.rasterise(dpi))
    contents.set(pictureFile(texts.push(text)), writePng(picture));
  const { pages } = await layoutOf(document);
  contents.set(WORDS_FILE, Buffer.from(wordsOf(texts)));
  const target = new OutputRoot(root);
  const isOurs = (name: string): boolean =>
    before !== null && (before.files === undefined || Object.hasOwn(before.files, name));
  for (const name of contents.keys())
    if (!isOurs(name) && existsSync(join(folder, name)))
      throw new UnwritableFile(
        `${join(folder, name)} was not written by golden. Move it away, or rename the document.`,
      );
  for (const [name, content] of contents) target.write(join(folder, name), content);
  const files = Object.fromEntries([...contents].map(([name, content]) => [name, hashOf(content)]));
  target.write(
    join(folder, KEPT_FILE),
    keptText({ dpi, sha256: document.sha256, document: file, files, layout: { pages } }),
  );
  removeOwn(target, folder, before, (name) => !contents.has(name));
}

/**
 * Replaces one page of a snapshot: its image, words and boxes. Does nothing unless the page exists before and after.
 * The hash of the PDF stays, so that later runs compare the other pages.
 */
export async function keepPage(
  document: RenderedDocument,
  { folder, root }: GoldenPlace,
  number: number,
): Promise<void> {
  const kept = readKept(folder);
  const name = pictureFile(number);
  if (kept === null || !isFile(join(folder, name))) return;
  const page = await nth(document.rasterise(kept.dpi), number);
  const layout = (await layoutOf(document)).pages[number - 1];
  if (page === null || layout === undefined || number > kept.layout.pages.length) return;
  const contents: [name: string, content: Uint8Array][] = [[name, writePng(page.picture)]];
  const words = join(folder, WORDS_FILE);
  if (isFile(words)) contents.push([WORDS_FILE, Buffer.from(withPage(readFileSync(words, 'utf8'), number, page.text))]);
  const target = new OutputRoot(root);
  for (const [file, content] of contents) target.write(join(folder, file), content);
  const hashes = contents.map(([file, content]) => [file, hashOf(content)] as const);
  const files = kept.files && { ...kept.files, ...Object.fromEntries(hashes) };
  const pages = kept.layout.pages.with(number - 1, layout);
  target.write(join(folder, KEPT_FILE), keptText({ ...kept, files, layout: { pages } }));
}

async function nth(pages: AsyncIterable<RasterPage>, number: number): Promise<RasterPage | null> {
  for await (const page of pages) if (--number === 0) return page;
  return null;
}

/** Reads the words of a snapshot, or returns null if they are missing. */
function readWords(folder: string): string | null {
  const file = join(folder, WORDS_FILE);
  return isFile(file) ? readFileSync(file, 'utf8') : null;
}

/** Removes the unchanged files of a snapshot. Returns whether the folder is gone. */
export function discard({ folder, root }: GoldenPlace): boolean {
  const target = new OutputRoot(root);
  removeOwn(target, folder, readKept(folder), () => true);
  target.remove(join(folder, KEPT_FILE));
  return target.removeEmptyFolder(folder);
}

/** Returns whether golden uses a file name. The list of names comes from an untrusted file. */
const isOwnName = (name: string): boolean => name === WORDS_FILE || /^page-\d+\.png$/.test(name);

function removeOwn(target: OutputRoot, folder: string, kept: Kept | null, isAsked: (name: string) => boolean): void {
  for (const [name, hash] of Object.entries(kept?.files ?? {})) {
    const path = join(folder, name);
    if (!isOwnName(name) || !isAsked(name) || !isFile(path)) continue;
    if (hashOf(readFileSync(path)) === hash) target.remove(path);
  }
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Serializes the metadata as JSON with one line per box, for readable diffs. */
function keptText({ layout: { pages }, ...facts }: Kept): string {
  const page = ({ boxes, ...rest }: Kept['layout']['pages'][number]): string =>
    `${JSON.stringify(rest).slice(0, -1)},"boxes":[\n${boxes.map((box) => JSON.stringify(box)).join(',\n')}\n]}`;
  return `${JSON.stringify(facts).slice(0, -1)},"layout":{"pages":[\n${pages.map(page).join(',\n')}\n]}}\n`;
}
