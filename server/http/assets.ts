/** `/v1/assets`: files that a caller keeps for its documents. Requires a key. */
import type { Middleware } from 'koa';
import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { ASSET_NAME } from '../library/asset-files.ts';
import type { Contents } from '../library/contents.ts';
import type { ContentFacts } from '../storage/content-store.ts';
import { type BodyBudget, openLease } from './body-budget.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { limitOf, wrongQuery } from './list-query.ts';
import { invalid } from './json-fields.ts';
import { Problem } from './problems.ts';
import { readBody } from './read-body.ts';
import { requireCaller } from './render.ts';

/** Limit on the bytes of an asset. */
export const MOST_ASSET_BYTES = 16 * 1024 * 1024;
const FULL_RETRY_S = 300;

export const assetSchema = z.object({
  name: z.string(),
  bytes: z.number().int().meta({ description: 'The size of the content.' }),
  sha256: z.string().meta({ description: 'The SHA-256 digest of the content, in hexadecimal.' }),
  updated_at: z.iso.datetime(),
});

export const assetListSchema = z.object({
  items: z.array(assetSchema),
  next_cursor: z.string().nullable(),
});

export interface AssetRoutesParts {
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly contents: Contents;
  /** Limit in bytes for the assets of all keys. */
  readonly storageBytes: number;
}

const assetView = ({ name, bytes, sha256, updatedAt }: ContentFacts): z.output<typeof assetSchema> => ({
  name,
  bytes,
  sha256,
  updated_at: new Date(updatedAt).toISOString(),
});

/** @throws Problem `plan_forbids` without a key */
function keyedCaller(ctx: ServiceContext): Caller {
  const caller = requireCaller(ctx, 'rest');
  if (!caller.isKeyed) throw new Problem('plan_forbids', 'Assets need an API key.');
  return caller;
}

/** Returns the caller of a read, which is counted. @throws Problem */
async function countedReader(ctx: ServiceContext, { windows }: AssetRoutesParts): Promise<Caller> {
  const caller = keyedCaller(ctx);
  await windows.countRead(ctx);
  return caller;
}

/** `PUT /v1/assets/{name}`: stores the body, whatever its media type. */
export function putAssetRoute(parts: AssetRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    if (ctx.state.caller) await parts.windows.count(ctx);
    const caller = keyedCaller(ctx);
    const name = String(ctx.params.name);
    if (!ASSET_NAME.test(name))
      throw invalid([
        {
          field: 'name',
          code: 'value',
          message:
            'must have 1 to 100 letters, digits, periods, hyphens or underscores, and not begin with a period or hyphen',
        },
      ]);
    const lease = openLease(ctx, parts.bodies, caller.account);
    const content = await readBody(ctx.req, { bytes: Math.min(MOST_ASSET_BYTES, caller.assets.bytes), lease });
    const quota = { ...caller.assets, total: parts.storageBytes };
    const { outcome, facts } = await parts.contents.put(caller.account, 'asset', name, content, { quota });
    if (outcome === 'full') {
      const { count, bytes } = caller.assets;
      throw new Problem(
        'quota_exceeded',
        `The plan ${caller.tier} allows ${count} assets with ${bytes} bytes in total.`,
      );
    }
    if (outcome === 'crowded')
      throw new Problem('overloaded', 'The storage for assets is full. Retry later.', { retryAfter: FULL_RETRY_S });
    ctx.status = outcome === 'created' ? 201 : 200;
    if (outcome === 'created') ctx.set('Location', `/v1/assets/${name}`);
    ctx.body = assetView(facts);
  };
}

/** `GET /v1/assets?cursor=` */
export function assetsRoute(parts: AssetRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { account } = await countedReader(ctx, parts);
    const { cursor = '' } = ctx.query;
    if (typeof cursor !== 'string' || (cursor !== '' && !ASSET_NAME.test(cursor)))
      throw wrongQuery('cursor', 'is not a cursor of this list');
    const limit = limitOf(ctx);
    const assets = await parts.contents.list(account, 'asset', cursor, limit);
    ctx.body = {
      items: assets.map(assetView),
      next_cursor: assets.length === limit ? (assets.at(-1)?.name ?? null) : null,
    } satisfies z.output<typeof assetListSchema>;
  };
}

const notFound = (): Problem => new Problem('not_found', 'Asset not found.');

/** `GET /v1/assets/{name}`: the content. Never in a form that a browser would show as a page of this service. */
export function assetRoute(parts: AssetRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { account } = await countedReader(ctx, parts);
    const name = String(ctx.params.name);
    const [found] = ASSET_NAME.test(name) ? await parts.contents.find(account, 'asset', [name]) : [];
    const body = found && (await parts.contents.open(account, 'asset', found));
    if (!body) throw notFound();
    ctx.type = 'application/octet-stream';
    ctx.set('Content-Disposition', `attachment; filename="${found.name}"`);
    ctx.length = found.bytes;
    ctx.body = body;
  };
}

/** `DELETE /v1/assets/{name}` */
export function deleteAssetRoute(parts: AssetRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { account } = await countedReader(ctx, parts);
    const name = String(ctx.params.name);
    if (!ASSET_NAME.test(name) || !(await parts.contents.remove(account, 'asset', name))) throw notFound();
    ctx.status = 204;
  };
}
