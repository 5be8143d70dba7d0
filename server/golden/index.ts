/** `pagewright/golden`: snapshots of documents for test runners. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type Bytes, type BytesGiven, render, type RenderOptions } from '../../engine/index.ts';
import {
  compareWithKept,
  deadlineOf,
  DEFAULT_SETTINGS,
  type GoldenMode,
  type GoldenResult,
  type GoldenSettings,
  renderDocument,
} from './golden-document.ts';
import { rasterPages, writePng } from '../rendering/pictures.ts';
import { writeNamed } from '../written-files.ts';
import { inLines } from './change.ts';
import { htmlReport } from './report.ts';

/** Options of `render`, and of drawing and comparing pages. */
export interface GoldenOptions extends RenderOptions, Partial<GoldenSettings> {
  /** The folder of the snapshot. Default in Vitest and Jest: `__golden__/FILE/TEST` next to the test. */
  folder?: string;
  /** Distinguishes several documents of one test: a subfolder of the test's folder. */
  name?: string;
  /** Replaces the snapshot. Default: true if the environment has UPDATE_GOLDEN=1. */
  update?: boolean;
}

/** Renders a document and returns every page as a PNG. `dpi` defaults to 96. */
export async function renderPages(
  html: string | BytesGiven,
  { dpi = DEFAULT_SETTINGS.dpi, ...options }: RenderOptions & { dpi?: number } = {},
): Promise<Bytes[]> {
  const { pdf } = await render(html, options);
  const pages: Bytes[] = [];
  for await (const { picture } of rasterPages(pdf, dpi, deadlineOf(options)))
    pages.push(new Uint8Array(writePng(picture)));
  return pages;
}

/** Compares a document with the snapshot in a folder. Without a snapshot, creates it, or fails if CI is set. */
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
  return { pass, message: () => (pass ? 'The document matches its snapshot.' : differenceMessage(result, folder)) };
}

/** Describes the differences, names the report, and explains how to accept them. */
function differenceMessage(result: GoldenResult, folder: string): string {
  const lines = ['The document differs from its snapshot:', ...result.changes.flatMap(inLines)];
  if (result.pages.length > 0) {
    const report = join(mkdtempSync(join(tmpdir(), 'pagewright-golden-')), 'golden-report.html');
    writeNamed(report, htmlReport([{ name: folder, result, error: null }]));
    lines.push(`Report: ${report}`);
  }
  return [...lines, `To accept the changes, run with UPDATE_GOLDEN=1. Snapshot: ${folder}`].join('\n');
}

/**
 * The matchers' types, to be merged into those of a test runner:
 * `declare module 'vitest' { interface Matchers<T = any> extends PageMatchers {} }`.
 */
export interface PageMatchers {
  /** Asserts that the pages match their snapshot. Creates a missing snapshot. */
  toMatchPages(options?: GoldenOptions): Promise<void>;
}

/** The context that Vitest and Jest give a matcher. */
interface MatcherContext {
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
}

/** Matchers for `expect.extend(matchers)` in Vitest and Jest: `await expect(html).toMatchPages()`. */
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

const NO_FOLDER = "toMatchPages needs a folder for snapshots: toMatchPages({ folder: 'test/__golden__/NAME' })";

function folderOf({ testPath, currentTestName }: MatcherContext): string {
  if (testPath === undefined || currentTestName === undefined) throw new Error(NO_FOLDER);
  return join(dirname(testPath), '__golden__', basename(testPath, extname(testPath)), fileName(currentTestName));
}

const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);

/** The part of Chai that the plugin uses. */
interface Chai {
  readonly Assertion: {
    addMethod(name: string, method: (this: ChaiAssertion, options?: GoldenOptions) => Promise<void>): void;
  };
}
interface ChaiAssertion {
  readonly _obj: unknown;
  assert(pass: boolean, message: string, negated: string): void;
}

/** Chai plugin, for Mocha: after `chai.use(chaiPages)`, `await expect(html).toMatchPages({ folder })`. */
export function chaiPages({ Assertion }: Chai): void {
  Assertion.addMethod('toMatchPages', async function ({ folder, name, ...options } = {}) {
    if (folder === undefined) throw new Error(NO_FOLDER);
    const { pass, message } = await matchPages(this._obj as string | BytesGiven, folder, name, options);
    this.assert(pass, message(), 'The document matches its snapshot.');
  });
}

export type { Change } from './change.ts';
export type { GoldenMode, GoldenResult, GoldenSettings, PageResult } from './golden-document.ts';
