/** The steps after a render, in order: merging, stamping, imposing, and encrypting or signing. */
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
import type { Diagnostic, Encryption, RenderOptions, Signer } from '../../engine/index.ts';
import { render, sign } from '../../engine/index.ts';
import { issueOf } from '../../engine/errors.ts';
import { SIGNATURE_BYTES } from './job.ts';
import type { Files, GivenSignature } from './submitted-document.ts';

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
  /** Signs with the operator's key. */
  readonly sign?: GivenSignature | undefined;
}

/** Returns the path of a step's member. */
const kindOf = (step: PdfStep): string =>
  `.${Object.keys(step).find((name) => step[name as keyof PdfStep] !== undefined)}`;

/** What follows the render. */
export interface Finishing {
  readonly steps: readonly PdfStep[];
  /** The signature of the options, which follows the steps. */
  readonly signature: GivenSignature | undefined;
  readonly signer: Signer;
  readonly files: Files;
  /** Marks every page, so that nobody mistakes the document for a real one. */
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
 * Renders a document, or uses it unchanged if it is a PDF, and applies the steps. `isReadable`: leaves out encryption
 * and signatures, for pictures. @throws RenderError
 */
export async function finishedPdf(
  document: string | Uint8Array,
  options: RenderOptions,
  finishing: Finishing | null,
  isReadable = false,
): Promise<FinishedPdf> {
  const given = isReadable ? { ...options, encryption: undefined } : options;
  if (finishing === null || isWhole(document, finishing)) return render(document, given);
  const begun = performance.now();
  const { encryption, ...plain } = given;
  const base = isPdf(document) ? await existing(document, plain, finishing) : await render(document, plain);
  let { pdf, pages } = base;
  const diagnostics = [...base.diagnostics];
  const apply = async (path: string, step: (limits: PdfToolOptions) => Promise<PdfResult>): Promise<void> => {
    const deadlineMs = Math.max(1, finishing.deadlineMs - (performance.now() - begun));
    const signal = options.signal as AbortSignal | undefined;
    const made = await named(path, () => step({ limits: { deadlineMs }, signal })).catch((error: unknown) => {
      throw error instanceof RenderError && error.code === 'render_timeout' ? lateAt(path, finishing) : error;
    });
    ({ pdf, pages } = made);
    checkPages(pages, finishing);
    diagnostics.push(...made.dropped.map(notKept));
  };
  const inOrder = async (placed: readonly PlacedStep[]): Promise<void> => {
    for (const { path, step } of placed)
      await apply(path, (limits) => applied(step, { pdf, pages }, finishing, limits));
  };
  const placed = finishing.steps.map((step, i): PlacedStep => ({ path: `steps.${i}${kindOf(step)}`, step }));
  await inOrder(placed.filter(({ step }) => !isLast(step)));
  if (finishing.isTest) await apply('document', async (limits) => stampPdf(pdf, await testMark(), limits));
  // Nothing follows encryption and signatures: see `stepsSchema`.
  if (!isReadable) await inOrder([...placed.filter(({ step }) => isLast(step)), ...lastOf(encryption, finishing)]);
  return { pdf, pages, diagnostics };
}

/** Returns the error of a step that doesn't end in time. Steps share the render's time limit, which the error names. */
const lateAt = (path: string, { deadlineMs }: Finishing): RenderError =>
  new RenderError(
    'render_timeout',
    `${path}: the document and its steps took longer than ${deadlineMs} ms (limits.deadlineMs).`,
  );

/** A step with its path in the request. */
interface PlacedStep {
  readonly path: string;
  readonly step: PdfStep;
}

/** Returns whether nothing follows the render. */
const isWhole = (document: string | Uint8Array, { steps, signature, isTest }: Finishing): boolean =>
  !isPdf(document) && steps.length === 0 && signature === undefined && !isTest;

const isLast = ({ encrypt, sign: signed }: PdfStep): boolean => encrypt !== undefined || signed !== undefined;

/** Returns the options that change a finished PDF, as steps. */
const lastOf = (encrypt: Encryption | undefined, { signature }: Finishing): PlacedStep[] => [
  ...(encrypt === undefined ? [] : [{ path: 'options.encryption', step: { encrypt } }]),
  ...(signature === undefined ? [] : [{ path: 'options.signature', step: { sign: signature } }]),
];

/** Options of the service, which have no effect on what a caller gets. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set(['limits', 'signal', 'onProgress', 'loadResource']);

/** @throws StepError for options that only a render can follow; RenderError */
async function existing(pdf: Uint8Array, options: RenderOptions, finishing: Finishing): Promise<FinishedPdf> {
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && !OF_THE_SERVICE.has(name));
  if (given.length > 0) throw noEffectOnPdf(given.map(([name]) => `options.${name}`));
  const { deadlineMs } = finishing;
  const { pages } = await named('document', () => readPdfInfo(pdf, { limits: { deadlineMs } }));
  checkPages(pages.length, finishing);
  return { pdf, pages: pages.length, diagnostics: [] };
}

/** Returns the error of fields that only a render can follow. `paths`: in the request. */
export function noEffectOnPdf(paths: readonly string[]): StepError {
  const message = 'has no effect on an existing PDF. Leave it out, or send the document as HTML';
  return new StepError(
    message,
    paths.map((path) => issueOf(path, 'invalid_value', message)),
  );
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

/** A step that can't be performed. Its issues have paths in the request. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly issues: RenderError['issues'];

  constructor(message: string, issues: RenderError['issues']) {
    super(message);
    this.issues = issues;
  }
}

async function applied(
  { merge, stamp, impose, encrypt, sign: signature }: PdfStep,
  { pdf, pages: count }: { readonly pdf: Uint8Array; readonly pages: number },
  { files, signer }: Finishing,
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
  if (encrypt !== undefined) return encryptPdf(pdf, encrypt, options);
  if (signature === undefined) throw new Error('assertion failed: a step has a member');
  const { deadlineMs } = options.limits ?? {};
  const signed = await sign(pdf, signer, {
    ...signature,
    date: new Date(),
    size: SIGNATURE_BYTES,
    limits: { deadlineMs },
  });
  return { pdf: signed, pages: count, dropped: [] };
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
  message: `A step removed this from ${file}: ${what}.`,
  source: 'request',
  line: null,
  column: null,
  count: 1,
});
