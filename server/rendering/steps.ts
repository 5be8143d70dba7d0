/** What is done with a finished PDF, in order: merging, stamping, imposing, encrypting. */
import {
  encryptPdf,
  imposePdf,
  mergePdfs,
  type PdfResult,
  type PdfToolOptions,
  readPdfInfo,
  RenderError,
  stampPdf,
} from '../../engine/pdf.ts';
import type { Diagnostic, Encryption, RenderOptions } from '../../engine/index.ts';
import { render } from '../../engine/index.ts';
import type { Files } from './submitted-document.ts';

/** A file of the request, or some of its pages. */
export interface MergedFile {
  readonly file: string;
  readonly pages?: string | undefined;
}

/** One step. Each has exactly one member. */
export interface PdfStep {
  /** Joins the document with files, which follow it unless `before` lists them. */
  readonly merge?:
    | {
        readonly before?: readonly (string | MergedFile)[] | undefined;
        readonly after?: readonly (string | MergedFile)[] | undefined;
        readonly title?: string | undefined;
        readonly bookmarks?: boolean | undefined;
      }
    | undefined;
  /** Draws the pages of a file over or under those of the document. */
  readonly stamp?:
    | {
        readonly file: string;
        readonly pages?: string | undefined;
        readonly under?: boolean | undefined;
        readonly fit?: 'contain' | 'fill' | 'none' | undefined;
        readonly repeat?: 'last' | 'all' | 'none' | undefined;
      }
    | undefined;
  /** Places several pages on each sheet. */
  readonly impose?:
    | {
        readonly layout?: string | undefined;
        readonly sheet?: string | undefined;
        readonly gap?: number | undefined;
        readonly direction?: 'ltr' | 'rtl' | undefined;
      }
    | undefined;
  readonly encrypt?: Encryption | undefined;
}

/** Returns the path of a step's member. */
const kindOf = (step: PdfStep): string =>
  `.${Object.keys(step).find((name) => step[name as keyof PdfStep] !== undefined)}`;

/** What follows the render. */
export interface Finishing {
  readonly steps: readonly PdfStep[];
  readonly files: Files;
  /** Marks every page, so that nobody takes the document for a real one. */
  readonly isTest: boolean;
  readonly maxPages: number;
  readonly deadlineMs: number;
}

export interface FinishedPdf {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the names of the files that steps use, with their paths in the request. */
export function filesOfSteps(steps: readonly PdfStep[]): [string, string][] {
  return steps.flatMap(({ merge, stamp }, i): [string, string][] => [
    ...(['before', 'after'] as const).flatMap((place) =>
      (merge?.[place] ?? []).map((file, k): [string, string] => [
        `steps.${i}.merge.${place}.${k}`,
        typeof file === 'string' ? file : file.file,
      ]),
    ),
    ...(stamp === undefined ? [] : [[`steps.${i}.stamp.file`, stamp.file] as [string, string]]),
  ]);
}

/** Returns whether a document is a PDF already. */
export const isPdf = (document: string | Uint8Array): document is Uint8Array =>
  typeof document !== 'string' && Buffer.from(document.buffer, document.byteOffset, 5).toString('latin1') === '%PDF-';

/**
 * Renders a document, or takes it as it is if it is a PDF, and applies the steps. `isReadable`: leaves out encryption,
 * for pictures. @throws RenderError
 */
export async function finishedPdf(
  document: string | Uint8Array,
  options: RenderOptions,
  finishing: Finishing | null,
  isReadable = false,
): Promise<FinishedPdf> {
  const given = isReadable ? { ...options, encryption: undefined } : options;
  const { steps = [], isTest = false } = finishing ?? {};
  if (finishing === null || (!isPdf(document) && steps.length === 0 && !isTest)) return render(document, given);
  const begun = performance.now();
  const { encryption, ...plain } = given;
  const base = isPdf(document) ? await existing(document, finishing) : await render(document, plain);
  let { pdf, pages } = base;
  const diagnostics = [...base.diagnostics];
  const apply = async (path: string, step: (limits: PdfToolOptions) => Promise<PdfResult>): Promise<void> => {
    const deadlineMs = Math.max(1, finishing.deadlineMs - (performance.now() - begun));
    const signal = options.signal as AbortSignal | undefined;
    const made = await named(path, () => step({ limits: { deadlineMs }, signal }));
    ({ pdf, pages } = made);
    checkPages(pages, finishing);
    diagnostics.push(...made.dropped.map(notKept));
  };
  const mark = (): Promise<void> => apply('document', async (limits) => stampPdf(pdf, await testMark(), limits));
  const numbered = [...steps.entries()];
  for (const [i, step] of numbered.filter(([, { encrypt }]) => encrypt === undefined))
    await apply(`steps.${i}${kindOf(step)}`, (limits) => applied(step, pdf, finishing.files, limits));
  if (isTest) await mark();
  // Nothing follows encryption: see `stepsSchema`.
  for (const [i, { encrypt }] of numbered)
    if (encrypt !== undefined && !isReadable)
      await apply(`steps.${i}.encrypt`, (limits) => encryptPdf(pdf, encrypt, limits));
  if (encryption !== undefined && !isPdf(document))
    await apply('options', (limits) => encryptPdf(pdf, encryption, limits));
  return { pdf, pages, diagnostics };
}

async function existing(pdf: Uint8Array, finishing: Finishing): Promise<FinishedPdf> {
  const { deadlineMs } = finishing;
  const { pages } = await named('document', () => readPdfInfo(pdf, { limits: { deadlineMs } }));
  checkPages(pages.length, finishing);
  return { pdf, pages: pages.length, diagnostics: [] };
}

function checkPages(pages: number, { maxPages }: Finishing): void {
  if (pages > maxPages)
    throw new RenderError('page_limit_exceeded', `The document has ${pages} pages. The limit is ${maxPages}.`);
}

/** Gives errors of a step its path in the request. */
async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RenderError) || error.code !== 'invalid_options') throw error;
    const issues = error.issues.map((issue) => ({
      ...issue,
      path: pathOf(path, issue.path),
    }));
    throw new StepError(error.message, issues);
  }
}

/** Returns the path in the request. `own`: the library's, which names its arguments. */
function pathOf(step: string, own: string | null): string {
  const rest = (own ?? '').replace(/^(?:pdf|encryption)(?:\.|$)/, '').replace(/^stamp$/, 'file');
  return rest === '' ? step : `${step}.${rest}`;
}

/** A step that can't be done. Its issues have paths in the request. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly issues: RenderError['issues'];

  constructor(message: string, issues: RenderError['issues']) {
    super(message);
    this.issues = issues;
  }
}

async function applied(
  { merge, stamp, impose }: PdfStep,
  pdf: Uint8Array,
  files: Files,
  options: PdfToolOptions,
): Promise<PdfResult> {
  if (merge !== undefined) {
    const { before = [], after = [], title, bookmarks } = merge;
    const part = (file: string | MergedFile) => {
      const { file: name, pages } = typeof file === 'string' ? { file } : { ...file };
      return { pdf: fileOf(files, name), name, pages };
    };
    const parts = [...before.map(part), { pdf, name: 'the document' }, ...after.map(part)];
    return namingParts(parts, () => mergePdfs(parts, { ...options, title, bookmarks }));
  }
  if (stamp !== undefined) {
    const { file, ...rest } = stamp;
    return stampPdf(pdf, fileOf(files, file), { ...options, ...rest });
  }
  if (impose !== undefined) return imposePdf(pdf, { ...options, ...impose });
  throw new Error('assertion failed: a step has a member');
}

/** Replaces the number of a merged file in errors by its name. */
async function namingParts<T>(parts: readonly { readonly name: string }[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const issues = error.issues.map((issue) => {
      const name = parts[Number(/^files\[(\d+)\]/.exec(issue.path ?? '')?.[1])]?.name;
      return name === undefined ? issue : { ...issue, path: null, message: `${name} ${issue.message}` };
    });
    throw new RenderError(error.code, error.message, { issues, cause: error });
  }
}

function fileOf(files: Files, name: string): Uint8Array {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error('assertion failed: named files have been checked');
  return bytes;
}

/** Returns the mark of test keys. Rendered when needed, like any document. */
const testMark = async (): Promise<Uint8Array> => (await render(TEST_PAGE)).pdf;

const TEST_PAGE = `<!DOCTYPE html><title>Test</title><style>@page { size: A4; margin: 0 }
div { position: absolute; inset: 0; display: grid; place-items: center }
span { font: bold 180pt sans-serif; color: rgb(200 0 0 / 0.3); transform: rotate(-50deg) }</style><div><span>TEST</span></div>`;

const notKept = ({ file, what }: PdfResult['dropped'][number]): Diagnostic => ({
  code: 'request/not-kept',
  severity: 'warning',
  message: `Not kept from ${file}: ${what}.`,
  source: 'request',
  line: null,
  column: null,
  count: 1,
});
