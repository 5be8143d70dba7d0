/** Golden documents for test runners: `pagewright/golden`. */
import { dirname, join } from 'node:path';
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

/** Options of `render`, and how pages are drawn and compared. */
export interface GoldenOptions extends RenderOptions, Partial<GoldenSettings> {
  /** Where the document is kept: `__golden__/NAME`. */
  folder?: string;
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
  given: Omit<GoldenOptions, 'folder'> = {},
): Promise<GoldenResult> {
  const { dpi, threshold, allowedPixels, ignore, update = process.env.UPDATE_GOLDEN === '1', ...options } = given;
  const settings = { ...DEFAULT_SETTINGS, ...defined({ dpi, threshold, allowedPixels, ignore }) };
  const mode: GoldenMode = update ? 'update' : process.env.CI ? 'compare' : 'keep new';
  return compareWithKept(await renderDocument(html, options, settings.ignore), folder, settings, mode);
}

const defined = (values: Partial<GoldenSettings>): Partial<GoldenSettings> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function verdict({ status, changes }: GoldenResult): { pass: boolean; message: () => string } {
  const pass = status !== 'different';
  return {
    pass,
    message: () => (pass ? 'The document looks as it did.' : ['The document looks otherwise:', ...changes].join('\n')),
  };
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

/** `expect.extend(matchers)` of vitest and jest: `await expect(html).toMatchPages()`. Pages are kept beside the test, by its name. */
export const matchers = {
  async toMatchPages(
    this: MatcherContext,
    html: string | BytesGiven,
    given: GoldenOptions = {},
  ): Promise<{ pass: boolean; message: () => string }> {
    const { folder = folderOf(this), ...options } = given;
    return verdict(await compareGolden(html, folder, options));
  },
};

function folderOf({ testPath, currentTestName }: MatcherContext): string {
  if (testPath === undefined || currentTestName === undefined) throw new Error('toMatchPages needs a folder here');
  return join(dirname(testPath), '__golden__', currentTestName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100));
}

/** What a chai plugin is given, as far as it is used here. */
interface Chai {
  readonly Assertion: {
    addMethod(name: string, method: (this: ChaiAssertion, options: GoldenOptions) => Promise<void>): void;
  };
}
interface ChaiAssertion {
  readonly _obj: unknown;
  assert(pass: boolean, message: string, negated: string): void;
}

/** `chai.use(chaiPages)`, for mocha: `await expect(html).toMatchPages({ folder })`. */
export function chaiPages({ Assertion }: Chai): void {
  Assertion.addMethod('toMatchPages', async function ({ folder, ...options }) {
    if (folder === undefined) throw new Error('toMatchPages needs a folder');
    const { pass, message } = verdict(await compareGolden(this._obj as string | BytesGiven, folder, options));
    this.assert(pass, message(), 'The document looks as it did.');
  });
}

export type { GoldenMode, GoldenResult, GoldenSettings, PageResult } from './golden-document.ts';
