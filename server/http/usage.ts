import type { Middleware } from 'koa';
import { z } from 'zod';
import { isoDate } from '../metering/credits.ts';
import { type AccountStore, DAY_MS } from '../storage/store.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { wrongFields } from './field-errors.ts';
import { invalid } from './json-fields.ts';
import { Problem } from './problems.ts';
import { requireCaller } from './render.ts';

/** The range without parameters. */
const DEFAULT_DAYS = 30;
/** Longest range. The ledger keeps 13 months. */
const MOST_DAYS = 366;

export const usageQuerySchema = z.object({
  from: z.iso
    .date({ error: 'must be a date such as 2026-11-01' })
    .optional()
    .meta({ description: `The first day, in UTC. Default: ${DEFAULT_DAYS} days up to \`to\`.` }),
  to: z.iso
    .date({ error: 'must be a date such as 2026-11-30' })
    .optional()
    .meta({ description: 'The last day. Default: today.' }),
});

/** `GET /v1/usage`. */
export const usageSchema = z.object({
  items: z.array(
    z.object({
      date: z.iso.date(),
      credits: z.number().int().meta({ description: 'Credits spent on that day, in UTC.' }),
    }),
  ),
  next_cursor: z.null().meta({ description: 'Always null: the list has one page.' }),
});

/** Returns the credits that a key has spent, by day. Days without any are listed as well. */
export function usageRoute(windows: CallWindows, accounts: AccountStore, clock: () => number): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    if (ctx.state.caller) await windows.count(ctx);
    const caller = requireCaller(ctx, 'rest');
    if (!caller.isKeyed || caller.monthly === null)
      throw new Problem('plan_forbids', 'Usage is kept for API keys of plans with credits.');
    const [first, last] = rangeOf(ctx, clock());
    const spent = new Map(
      (await accounts.spentByDay(caller.account, first * DAY_MS, (last + 1) * DAY_MS)).map((row) => [
        row.day,
        row.spent,
      ]),
    );
    const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const usage: z.output<typeof usageSchema> = {
      items: days.map((day) => ({ date: isoDate(day * DAY_MS), credits: spent.get(day) ?? 0 })),
      next_cursor: null,
    };
    ctx.body = usage;
  };
}

/** Returns the first and the last day, in days since the epoch. @throws Problem */
function rangeOf(ctx: ServiceContext, now: number): readonly [number, number] {
  const query = Object.fromEntries(new URLSearchParams(ctx.querystring));
  const wrong = wrongFields(usageQuerySchema, query);
  if (wrong.length > 0) throw invalid(wrong);
  const { from, to } = query as z.output<typeof usageQuerySchema>;
  const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
  const last = to === undefined ? Math.floor(now / DAY_MS) : dayOf(to);
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayOf(from);
  if (first > last) throw invalid([{ field: 'from', code: 'value', message: 'must not be after to' }]);
  if (last - first >= MOST_DAYS)
    throw invalid([{ field: 'from', code: 'value', message: `is more than ${MOST_DAYS} days before to` }]);
  return [first, last];
}
