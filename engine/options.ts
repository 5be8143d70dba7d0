import en from 'zod/v4/locales/en.js';
import * as z from 'zod/mini';
import { type AbortFlag, DEFAULT_LIMITS } from './budget.ts';
import { RenderError } from './errors.ts';
import { PAGE_SIZES, parseAbsoluteLength, parsePageSize } from './page-size.ts';

const pageSize = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const size = parsePageSize(text);
    if (size) return size;
    context.issues.push({
      code: 'custom',
      message: `not a page size: ${text} (A4, letter landscape, 100mm 200mm, ...)`,
      input: text,
    });
    return z.NEVER;
  }),
);

const length = z.pipe(
  z.union([z.number().check(z.nonnegative()), z.string()]),
  z.transform((value: number | string, context) => {
    const px = typeof value === 'number' ? value : parseAbsoluteLength(value);
    if (px !== null) return px;
    context.issues.push({
      code: 'custom',
      message: `not an absolute length: ${value} (20mm, 1in, 12pt, 96)`,
      input: value,
    });
    return z.NEVER;
  }),
);

const margins = z.union([
  z.pipe(
    length,
    z.transform((all: number) => ({ top: all, right: all, bottom: all, left: all })),
  ),
  z.object({ top: length, right: length, bottom: length, left: length }),
]);

const count = (byDefault: number): z.ZodMiniDefault<z.ZodMiniNumber<number>> =>
  z._default(z.number().check(z.int(), z.positive()), byDefault);

const DEFAULT_MARGIN = (20 * 96) / 25.4;

/** The one source of the options' validation, types and defaults. The small half of zod: the whole has ten times its code. */
export const renderOptionsSchema = z.object({
  /** Page size where the document's `@page` sets none: `A4`, `letter landscape`, `100mm 200mm`. Default A4. */
  pageSize: z._default(pageSize, PAGE_SIZES.a4),
  /** Page margins where the document has no `@page` rule at all: a length (CSS px if a number) or one for each side. Default 20mm. */
  margin: z._default(margins, {
    top: DEFAULT_MARGIN,
    right: DEFAULT_MARGIN,
    bottom: DEFAULT_MARGIN,
    left: DEFAULT_MARGIN,
  }),
  media: z._default(z.literal('print'), 'print'),
  /** External http(s) references: refuse the document (default), or leave them out with a diagnostic each. */
  external: z._default(z.enum(['refuse', 'ignore']), 'refuse'),
  /** Font files (TTF, OTF, WOFF, WOFF2) that families may name besides the bundled ones and `@font-face`. */
  fonts: z._default(z.array(z.instanceof(Uint8Array)), []),
  /** Document information; the title defaults to the document's `<title>`. */
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  subject: z.optional(z.string()),
  keywords: z.optional(z.string()),
  /** Deflate streams. Default true. */
  compress: z._default(z.boolean(), true),
  limits: z.prefault(
    z.object({
      deadlineMs: z._default(z.number().check(z.positive()), DEFAULT_LIMITS.deadlineMs),
      maxPages: count(DEFAULT_LIMITS.maxPages),
      maxBoxes: count(DEFAULT_LIMITS.maxBoxes),
      maxDepth: count(DEFAULT_LIMITS.maxDepth),
      maxPixels: count(DEFAULT_LIMITS.maxPixels),
      maxSubstitution: count(DEFAULT_LIMITS.maxSubstitution),
    }),
    {},
  ),
  signal: z.optional(z.custom<AbortFlag>((given) => typeof given === 'object' && given !== null && 'aborted' in given)),
  /** Called between stages and pages, for a progress display. */
  onProgress: z.optional(z.custom<(progress: Progress) => void>((value) => typeof value === 'function')),
});

export interface Progress {
  readonly stage: 'parse' | 'style' | 'boxes' | 'layout' | 'paint' | 'write';
  /** Pages laid out or painted so far. */
  readonly pages: number;
}

/** What a caller may pass. */
export type RenderOptions = z.input<typeof renderOptionsSchema>;

/** Validated, with every default filled in. */
export type ResolvedOptions = z.output<typeof renderOptionsSchema>;

/** @throws RenderError `invalid_options` with every failing option named. */
export function resolveOptions(options: RenderOptions = {}): ResolvedOptions {
  const parsed = renderOptionsSchema.safeParse(options, { error: en().localeError });
  if (parsed.success) return parsed.data;
  const failures = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`);
  throw new RenderError('invalid_options', failures.join('; '));
}
