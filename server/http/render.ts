import { create as contentDisposition } from 'content-disposition';
import type { Middleware } from 'koa';
import type { Caller } from '../accounts/caller.ts';
import type { Feature } from '../accounts/plans.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import { type BodyBudget, openLease } from './body-budget.ts';
import type { CallWindows } from './call-window.ts';
import { noteDocument, type ServiceContext } from './context.ts';
import { safeFilename } from './filename.ts';
import { Problem } from './problems.ts';
import { readRenderRequest, type RenderRequest } from './render-request.ts';

export interface RenderRouteParts {
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly rendering: MeteredRender;
  readonly maxHtmlBytes: number;
}

/** The caller, who must be known and whose plan must have the feature. @throws Problem */
export function requireCaller(ctx: ServiceContext, feature: Feature): Caller {
  const { caller } = ctx.state;
  if (!caller) throw new Problem('store_unavailable', 'Accounts cannot be reached.', { retryAfter: 5 });
  if (!caller.features.includes(feature))
    throw new Problem('plan_forbids', `The plan ${caller.tier} does not include ${feature}.`);
  return caller;
}

async function counted(
  ctx: ServiceContext,
  parts: RenderRouteParts,
): Promise<{ caller: Caller; request: RenderRequest }> {
  if (ctx.state.caller) await parts.windows.count(ctx);
  const caller = requireCaller(ctx, 'rest');
  const lease = openLease(ctx, parts.bodies, caller.account);
  const request = await readRenderRequest(ctx.req, parts.maxHtmlBytes, lease);
  ctx.state.htmlBytes = request.htmlBytes;
  return { caller, request };
}

/** `POST /v1/render`: JSON in, PDF out. */
export function renderRoute(parts: RenderRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, request } = await counted(ctx, parts);
    const { signal, lease } = ctx.state;
    const holds = (bytes: number): boolean => lease?.resize(bytes) ?? true;
    const document = await parts.rendering.render(caller, request.html, signal, holds);
    noteDocument(ctx.state, document);
    ctx.status = 200;
    ctx.type = 'application/pdf';
    ctx.set('Content-Disposition', contentDisposition(safeFilename(request.filename), { type: 'attachment' }));
    ctx.set('X-Page-Count', String(document.pages));
    ctx.set('X-Render-Warnings', String(document.diagnostics.length));
    ctx.body = Buffer.from(document.pdf.buffer, document.pdf.byteOffset, document.pdf.byteLength);
  };
}

/** `POST /v1/check`: the same in, pages and diagnostics out; costs no credit. */
export function checkRoute(parts: RenderRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, request } = await counted(ctx, parts);
    const document = await parts.rendering.check(caller, request.html, ctx.state.signal);
    noteDocument(ctx.state, document);
    ctx.body = { pages: document.pages, diagnostics: document.diagnostics };
  };
}
