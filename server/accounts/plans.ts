import { z } from 'zod';

/** Features that a plan can include. */
export const FEATURES = ['rest', 'mcp'] as const;
export type Feature = (typeof FEATURES)[number];

/** The tier of callers without a valid key. */
export const ANONYMOUS_TIER = 'anonymous';

const planSchema = z.strictObject({
  tier: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'must consist of lowercase letters, digits, _ and -'),
  requests_per_minute: z.number().int().min(1).max(1_000_000),
  /** null: not metered in credits. */
  credits_per_month: z.number().int().min(0).max(1_000_000_000).nullable(),
  /** Concurrent renders. */
  renders_at_once: z.number().int().min(1).max(10_000).default(4),
  features: z.array(z.enum(FEATURES)).default([...FEATURES]),
});

/** Schema of `PAGEWRIGHT_PLANS_FILE`. */
export const plansFileSchema = z
  .strictObject({ plans: z.array(planSchema).min(1) })
  .superRefine(({ plans }, context) => {
    const seen = new Set<string>([ANONYMOUS_TIER]);
    plans.forEach(({ tier }, i) => {
      if (seen.has(tier)) context.addIssue({ code: 'custom', path: ['plans', i, 'tier'], message: `${tier} is taken` });
      seen.add(tier);
    });
  });

export interface Plan {
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly creditsPerMonth: number | null;
  readonly rendersAtOnce: number;
  readonly features: readonly Feature[];
}

/** The plans for keys if no file replaces them. */
export const DEFAULT_PLANS: readonly Plan[] = [
  { tier: 'free', requestsPerMinute: 30, creditsPerMonth: 100, rendersAtOnce: 1, features: FEATURES },
  { tier: 'pro', requestsPerMinute: 120, creditsPerMonth: 5_000, rendersAtOnce: 4, features: FEATURES },
  { tier: 'business', requestsPerMinute: 1_200, creditsPerMonth: 50_000, rendersAtOnce: 16, features: FEATURES },
  { tier: 'unmetered', requestsPerMinute: 1_200, creditsPerMonth: null, rendersAtOnce: 64, features: FEATURES },
];

/** Converts the plans of a file. */
export function withPlansFile(file: z.output<typeof plansFileSchema>): readonly Plan[] {
  return file.plans.map((plan) => ({
    tier: plan.tier,
    requestsPerMinute: plan.requests_per_minute,
    creditsPerMonth: plan.credits_per_month,
    rendersAtOnce: plan.renders_at_once,
    features: plan.features,
  }));
}
