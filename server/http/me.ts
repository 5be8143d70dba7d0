import type { Middleware } from 'koa';
import { z } from 'zod';
import { FEATURES } from '../accounts/plans.ts';
import { type Credits, isoDate, periodEnd } from '../metering/credits.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { Problem } from './problems.ts';

const count = z.number().int();

/** `GET /v1/me`. */
export const meSchema = z.object({
  tier: z.string().meta({ description: '`anonymous`, `test` for a test key, or the plan of the key.' }),
  is_keyed: z.boolean(),
  rate_limit: z
    .object({ limit: count.nullable(), remaining: count.nullable(), reset: count.nullable() })
    .meta({ description: 'The values of the X-RateLimit headers. All null if the counter is unavailable.' }),
  credits: z
    .object({ balance: count, granted: count, period_end: z.iso.date() })
    .nullable()
    .meta({ description: 'null for plans without credits.' }),
  features: z.array(z.enum(FEATURES)),
});

export type Me = z.output<typeof meSchema>;

/** Returns the caller's plan, rate limit and credits. Never counted or rate limited. */
export function meRoute(windows: CallWindows, credits: Credits, clock: () => number): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { caller, keyUnchecked } = ctx.state;
    if (!caller || keyUnchecked)
      throw new Problem('store_unavailable', 'The account store is unavailable. Retry later.', { retryAfter: 5 });
    const balance =
      caller.isKeyed && caller.monthly !== null ? await credits.balance(caller.account, caller.monthly) : null;
    const rateLimit = await windows.rateLimit(ctx);
    const me: Me = {
      tier: caller.tier,
      is_keyed: caller.isKeyed,
      rate_limit: rateLimit ?? { limit: null, remaining: null, reset: null },
      credits: balance && {
        balance: balance.balance,
        granted: balance.granted,
        period_end: isoDate(periodEnd(clock())),
      },
      features: [...caller.features],
    };
    ctx.body = me;
  };
}
