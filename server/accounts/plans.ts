import { z } from 'zod';

/** Features that a plan can include. `sign`: signatures with the operator's key. */
export const FEATURES = ['rest', 'mcp', 'sign'] as const;
export type Feature = (typeof FEATURES)[number];

/** Features of callers without a key, and of plans that list none. Signatures must be granted explicitly. */
export const BASIC_FEATURES: readonly Feature[] = ['rest', 'mcp'];

/** The tier of callers without a valid key. */
export const ANONYMOUS_TIER = 'anonymous';

const planSchema = z.strictObject({
  tier: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'must consist of lowercase letters, digits, _ and -'),
  requests_per_minute: z.number().int().min(1).max(1_000_000),
  /** null: not metered in credits. */
  credits_per_month: z.number().int().min(0).max(1_000_000_000).nullable(),
  /** Concurrent renders. */
  renders_at_once: z.number().int().min(1).max(10_000).default(4),
  /** Stored assets: their number and their megabytes. */
  assets: z.number().int().min(0).max(100_000).default(500),
  asset_mb: z.number().int().min(0).max(1_000_000).default(200),
  features: z.array(z.enum(FEATURES)).default([...BASIC_FEATURES]),
});

/** Schema of `PAGEWRIGHT_PLANS_FILE`. */
export const plansFileSchema = z
  .strictObject({ plans: z.array(planSchema).min(1) })
  .superRefine(({ plans }, context) => {
    const seen = new Set<string>([ANONYMOUS_TIER]);
    plans.forEach(({ tier }, i) => {
      if (seen.has(tier))
        context.addIssue({ code: 'custom', path: ['plans', i, 'tier'], message: `${tier} is already defined` });
      seen.add(tier);
    });
  });

/** What a caller may keep. */
export interface AssetAllowance {
  readonly count: number;
  readonly bytes: number;
}

export const NO_ASSETS: AssetAllowance = { count: 0, bytes: 0 };

const MB = 1024 * 1024;
const assets = (count: number, megabytes: number): AssetAllowance => ({ count, bytes: megabytes * MB });

export interface Plan {
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly creditsPerMonth: number | null;
  readonly rendersAtOnce: number;
  readonly assets: AssetAllowance;
  readonly features: readonly Feature[];
}

const plan = (
  tier: string,
  requestsPerMinute: number,
  creditsPerMonth: number | null,
  rendersAtOnce: number,
  kept: AssetAllowance,
  features: readonly Feature[] = FEATURES,
): Plan => ({ tier, requestsPerMinute, creditsPerMonth, rendersAtOnce, assets: kept, features });

/** The plans for keys if no file replaces them. */
export const DEFAULT_PLANS: readonly Plan[] = [
  plan('free', 30, 100, 1, assets(50, 20), BASIC_FEATURES),
  plan('pro', 120, 5_000, 4, assets(500, 200)),
  plan('business', 1_200, 50_000, 16, assets(2_000, 1_000)),
  plan('unmetered', 1_200, null, 64, assets(2_000, 1_000)),
];

/** Returns the plans without signatures, for a service without a key. */
export const withoutSignatures = (plans: readonly Plan[]): readonly Plan[] =>
  plans.map((each) => ({ ...each, features: each.features.filter((feature) => feature !== 'sign') }));

/** Converts the plans of a file. */
export function withPlansFile(file: z.output<typeof plansFileSchema>): readonly Plan[] {
  return file.plans.map((given) => ({
    tier: given.tier,
    requestsPerMinute: given.requests_per_minute,
    creditsPerMonth: given.credits_per_month,
    rendersAtOnce: given.renders_at_once,
    assets: assets(given.assets, given.asset_mb),
    features: given.features,
  }));
}
