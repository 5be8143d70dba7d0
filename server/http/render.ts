import { create as contentDisposition } from 'content-disposition';
import type { Middleware } from 'koa';
import type { Diagnostic } from '../../engine/index.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Feature } from '../accounts/plans.ts';
import { assetFiles } from '../library/asset-files.ts';
import type { Contents } from '../library/contents.ts';
import type { NamedCall } from '../storage/store.ts';
import type { MeteredRender, RenderedDocument } from '../metering/metered-render.ts';
import type { SubmittedDocument } from '../rendering/submitted-document.ts';
import { type BodyBudget, type BodyLease, openLease } from './body-budget.ts';
import type { CallWindows } from './call-window.ts';
import { noteDocument, type ServiceContext } from './context.ts';
import { hasControlCharacter, safeFilename } from './filename.ts';
import { type AnswerKind, answerKind, type AnswerType, pdfOrParts } from './answer-kind.ts';
import { newBoundary, mixedParts } from './mixed.ts';
import { readConvertRequest } from './multipart.ts';
import { namedCall } from './named-call.ts';
import { Problem } from './problems.ts';
import type { Replays } from './replays.ts';
import { readRenderRequest, type RenderRequest } from './render-request.ts';

export interface RenderRouteParts {
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly rendering: MeteredRender;
  readonly contents: Contents;
  readonly replays: Replays;
  readonly maxHtmlBytes: number;
}

/** Returns the caller, who must be known and whose plan must include the feature. @throws Problem */
export function requireCaller(ctx: ServiceContext, feature: Feature): Caller {
  const { caller } = ctx.state;
  if (!caller)
    throw new Problem('store_unavailable', 'The account store is unavailable. Retry later.', { retryAfter: 5 });
  if (!caller.features.includes(feature))
    throw new Problem('plan_forbids', `The plan ${caller.tier} does not include ${feature}.`);
  return caller;
}

/** Counts the call before its body is read. @throws Problem */
async function admitted(ctx: ServiceContext, parts: RenderRouteParts): Promise<{ caller: Caller; lease: BodyLease }> {
  if (ctx.state.caller) await parts.windows.count(ctx);
  const caller = requireCaller(ctx, 'rest');
  return { caller, lease: openLease(ctx, parts.bodies, caller.account) };
}

async function counted(
  ctx: ServiceContext,
  parts: RenderRouteParts,
): Promise<{ caller: Caller; request: RenderRequest; kind: AnswerKind }> {
  const { caller, lease } = await admitted(ctx, parts);
  const { kind, rest } = answerKind(ctx);
  const { maxHtmlBytes } = parts;
  const request = await readRenderRequest(ctx.req, rest, {
    maxHtmlBytes,
    lease,
    assets: (names) => assetFiles(parts.contents, caller, names, (bytes) => lease.grow(bytes)),
  });
  ctx.state.htmlBytes = request.htmlBytes;
  return { caller, request, kind };
}

/** `POST /v1/render`: a document with its options and files in, the PDF or pictures of its pages out. */
export function renderRoute(parts: RenderRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, request, kind } = await counted(ctx, parts);
    const { signal, lease } = ctx.state;
    const { work } = kind;
    const call = namedCall(ctx.get('Idempotency-Key'), [
      ...documentParts(request.document),
      ...(work.make === 'pdf' ? [] : [JSON.stringify(work)]),
    ]);
    await once(ctx, parts.replays, { caller, call, type: kind.type }, async () => {
      const holds = (bytes: number): boolean => lease?.resize(bytes) ?? true;
      const document = await parts.rendering.render(caller, request.document, signal, { work, holds, call });
      answer(ctx, withRemarks(document, request.remarks), request.filename, kind.type);
    });
  };
}

/** Answers a call. A repeated one gets the first answer again. */
async function once(
  ctx: ServiceContext,
  replays: Replays,
  { caller, call, type }: { readonly caller: Caller; readonly call: NamedCall | null; readonly type: AnswerType },
  work: () => Promise<void>,
): Promise<void> {
  if (call === null) return work();
  const replay = await replays.replay(ctx, caller, call, type);
  if (replay === 'replayed') return;
  await work();
  if (replay === 'none') await replays.keep(ctx, caller, call);
}

/** Inserts the request's warnings before the document's diagnostics. */
const withRemarks = (document: RenderedDocument, remarks: readonly Diagnostic[]): RenderedDocument =>
  remarks.length === 0 ? document : { ...document, diagnostics: [...remarks, ...document.diagnostics] };

function answer(ctx: ServiceContext, document: RenderedDocument, filename: string | null, type: AnswerType): void {
  const { bytes, pages, diagnostics } = document;
  noteDocument(ctx.state, document);
  if (type === 'multipart/mixed') sendParts(ctx, document, filename);
  else sendFile(ctx, bytes, filename, type);
  ctx.set('X-Page-Count', String(pages));
  ctx.set('X-Render-Warnings', String(diagnostics.length));
}

/** Sends the PDF together with its diagnostics. */
function sendParts(
  ctx: ServiceContext,
  { bytes, pages, diagnostics }: RenderedDocument,
  filename: string | null,
): void {
  const boundary = newBoundary();
  ctx.status = 200;
  ctx.set('Content-Type', `multipart/mixed; boundary="${boundary}"`);
  ctx.body = mixedParts(boundary, [
    {
      headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': disposition(filename) },
      bytes,
    },
    {
      headers: { 'Content-Type': 'application/json' },
      bytes: new TextEncoder().encode(JSON.stringify({ pages, diagnostics })),
    },
  ]);
}

const dispositionOf = (filename: string | null): string =>
  contentDisposition(safeFilename(filename), { type: 'attachment' });

/** Precomputed header for the common case of an unnamed PDF. */
const UNNAMED = dispositionOf(null);

const disposition = (filename: string | null): string => (filename === null ? UNNAMED : dispositionOf(filename));

/** Names of pictures whose request has none. */
const PICTURE_NAMES: Readonly<Partial<Record<AnswerType, string>>> = {
  'image/png': 'document.png',
  'application/zip': 'document.zip',
};

/** Sends a file with a suggested name. */
function sendFile(ctx: ServiceContext, bytes: Uint8Array, filename: string | null, type: AnswerType): void {
  sendPdfHeaders(ctx, filename ?? PICTURE_NAMES[type] ?? null);
  ctx.type = type;
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function sendPdfHeaders(ctx: ServiceContext, filename: string | null): void {
  ctx.status = 200;
  ctx.type = 'application/pdf';
  ctx.set('Content-Disposition', disposition(filename));
}

/** `POST /forms/chromium/convert/html`: a Gotenberg form with the document's files. Otherwise like `/v1/render`. */
export function convertRoute(parts: RenderRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, lease } = await admitted(ctx, parts);
    refuseWebhooks(ctx);
    const { document, htmlBytes, remarks } = await readConvertRequest(ctx.req, parts.maxHtmlBytes, lease);
    ctx.state.htmlBytes = htmlBytes;
    const call = namedCall(ctx.get('Idempotency-Key'), documentParts(document));
    const type = pdfOrParts(ctx);
    await once(ctx, parts.replays, { caller, call, type }, async () => {
      const holds = (bytes: number): boolean => lease.resize(bytes);
      const rendered = await parts.rendering.render(caller, document, ctx.state.signal, { holds, call });
      const name = outputName(ctx.get('Gotenberg-Output-Filename'));
      answer(ctx, withRemarks(rendered, remarks), name, type);
    });
  };
}

/** Refuses Gotenberg's webhooks, which are unsupported: the client would wait forever. @throws Problem */
function refuseWebhooks(ctx: ServiceContext): void {
  const field = 'Gotenberg-Webhook-Url';
  if (ctx.get(field) === '') return;
  const message = 'is not supported: the response is the PDF; use POST /v1/jobs for asynchronous rendering';
  throw new Problem('validation_error', `${field} ${message}.`, { errors: [{ field, code: 'value', message }] });
}

/** Returns everything that identifies a document and its files. */
function documentParts({ html, options, values, steps, files }: SubmittedDocument): (string | Uint8Array)[] {
  const filled = [values, steps].flatMap((part) => (part === undefined ? [] : [JSON.stringify(part)]));
  return [html, JSON.stringify(options ?? null), ...filled, ...[...(files ?? [])].flat()];
}

/** Gotenberg's clients send the file name without its extension. */
const outputName = (given: string): string | null =>
  given === '' || hasControlCharacter(given) ? null : `${given}.pdf`;

/** `POST /v1/check`: the same input as a render. Returns pages and diagnostics. Free of credits. */
export function checkRoute(parts: RenderRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, request } = await counted(ctx, parts);
    const checked = await parts.rendering.check(caller, request.document, ctx.state.signal);
    const document = withRemarks(checked, request.remarks);
    noteDocument(ctx.state, document);
    ctx.body = { pages: document.pages, diagnostics: document.diagnostics };
  };
}
