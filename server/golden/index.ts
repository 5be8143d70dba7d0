/** Golden documents for test runners: `pagewright/golden`. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type Bytes, type BytesGiven, render, type RenderOptions } from '../../engine/index.ts';
import {
  compareWithKept,
  DEFAULT_SETTINGS,
  type GoldenMode,
  type GoldenResult,
  type GoldenSettings,
  renderDocument,
} from './golden-document.ts';
import { rasterise, writePng } from '../rendering/pictures.ts';
import { writeNamed } from '../written-files.ts';
import { htmlReport } from './report.ts';

/** Options of `render`, and how pages are drawn and compared. */
export interface GoldenOptions extends RenderOptions, Partial<GoldenSettings> {
  /** Where the document is kept. Default, in vitest and jest: `__golden__/FILE/TEST` beside the test. */
  folder?: string;
  /** Tells the documents of one test apart: each has a folder of this name in the test's. */
  name?: string;
  /** Keep what it looks like now. Default: UPDATE_GOLDEN=1. */
  update?: boolean;
}

/** Every page of a document as PNG; `dpi`: 96 by default. */
export async function renderPages(
  html: string | BytesGiven,
  { dpi = DEFAULT_SETTINGS.dpi, ...options }: RenderOptions & { dpi?: number } = {},
): Promise<Bytes[]> {
  const { pdf } = await render(html, options);
  return (await rasterise(pdf, dpi)).map(({ picture }) => new Uint8Array(writePng(picture)));
}

/** Compares a document with what is kept in a folder, or keeps it there if nothing is and CI isn't set. */
export async function compareGolden(
  html: string | BytesGiven,
  folder: string,
  given: Omit<GoldenOptions, 'folder' | 'name'> = {},
): Promise<GoldenResult> {
  const { dpi, threshold, allowedPixels, ignore, update = process.env.UPDATE_GOLDEN === '1', ...options } = given;
  const settings = { ...DEFAULT_SETTINGS, ...defined({ dpi, threshold, allowedPixels, ignore }) };
  const mode: GoldenMode = update ? 'update' : process.env.CI ? 'compare' : 'keep new';
  const place = { folder, root: dirname(resolve(folder)) };
  return compareWithKept(await renderDocument(html, options, settings.ignore), place, settings, mode);
}

const defined = (values: Partial<GoldenSettings>): Partial<GoldenSettings> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

function verdict(result: GoldenResult, folder: string): Verdict {
  const pass = result.status !== 'different';
  return { pass, message: () => (pass ? 'The document looks as it did.' : differenceMessage(result, folder)) };
}

/** What happened, where it is shown, and what to do if it shall be so. */
function differenceMessage(result: GoldenResult, folder: string): string {
  const lines = ['The document looks otherwise:', ...result.changes];
  if (result.pages.length > 0) {
    const report = join(mkdtempSync(join(tmpdir(), 'pagewright-golden-')), 'golden-report.html');
    writeNamed(report, htmlReport([{ name: folder, result, error: null }]));
    lines.push(`The pages beside each other: ${report}`);
  }
  return [...lines, `UPDATE_GOLDEN=1 keeps in ${folder} what it looks like now.`].join('\n');
}

/**
 * What assertions have once the matchers are known, for the types of a test runner:
 * `declare module 'vitest' { interface Matchers<T = any> extends PageMatchers {} }`.
 */
export interface PageMatchers {
  /** Pages look as they did: passes, and keeps them, where nothing is kept yet. */
  toMatchPages(options?: GoldenOptions): Promise<void>;
}

/** What vitest and jest tell a matcher. */
interface MatcherContext {
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
}

/** `expect.extend(matchers)` of vitest and jest: `await expect(html).toMatchPages()`. Pages are kept beside the test, by its file and its name. */
export const matchers = {
  async toMatchPages(this: MatcherContext, html: string | BytesGiven, given: GoldenOptions = {}): Promise<Verdict> {
    const { folder = folderOf(this), name, ...options } = given;
    return matchPages(html, folder, name, options);
  },
};

async function matchPages(
  html: string | BytesGiven,
  folder: string,
  name: string | undefined,
  options: Omit<GoldenOptions, 'folder' | 'name'>,
): Promise<Verdict> {
  const own = name === undefined ? folder : join(folder, fileName(name));
  return verdict(await compareGolden(html, own, options), own);
}

const NO_FOLDER = "toMatchPages needs a folder to keep pages in: toMatchPages({ folder: 'test/__golden__/NAME' })";

function folderOf({ testPath, currentTestName }: MatcherContext): string {
  if (testPath === undefined || currentTestName === undefined) throw new Error(NO_FOLDER);
  return join(dirname(testPath), '__golden__', basename(testPath, extname(testPath)), fileName(currentTestName));
}

const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);

/** What a chai plugin is given, as far as it is used here. */
interface Chai {
  readonly Assertion: {
    addMethod(name: string, method: (this: ChaiAssertion, options?: GoldenOptions) => Promise<void>): void;
  };
}
interface ChaiAssertion {
  readonly _obj: unknown;
  assert(pass: boolean, message: string, negated: string): void;
}

/** `chai.use(chaiPages)`, for mocha: `await expect(html).toMatchPages({ folder })`. */
export function chaiPages({ Assertion }: Chai): void {
  Assertion.addMethod('toMatchPages', async function ({ folder, name, ...options } = {}) {
    if (folder === undefined) throw new Error(NO_FOLDER);
    const { pass, message } = await matchPages(this._obj as string | BytesGiven, folder, name, options);
    this.assert(pass, message(), 'The document looks as it did.');
  });
}

export type { GoldenMode, GoldenResult, GoldenSettings, PageResult } from './golden-document.ts';
