import { z } from 'zod';
import { type AbortFlag, DEFAULT_LIMITS } from './budget.ts';
import { RenderError } from './errors.ts';
import { PAGE_SIZES, parseAbsoluteLength, parsePageSize } from './page-size.ts';

const pageSize = z.string().transform((text, context) => {
  const size = parsePageSize(text);
  if (size) return size;
  context.addIssue({ code: 'custom', message: `not a page size: ${text} (A4, letter landscape, 100mm 200mm, ...)` });
  return z.NEVER;
});

const length = z.union([z.number().nonnegative(), z.string()]).transform((value, context) => {
  const px = typeof value === 'number' ? value : parseAbsoluteLength(value);
  if (px !== null) return px;
  context.addIssue({ code: 'custom', message: `not an absolute length: ${value} (20mm, 1in, 12pt, 96)` });
  return z.NEVER;
});

const margins = z.union([
  length.transform((all) => ({ top: all, right: all, bottom: all, left: all })),
  z.object({ top: length, right: length, bottom: length, left: length }),
]);

const DEFAULT_MARGIN = (20 * 96) / 25.4;

/** The one source of the options' validation, types and defaults. */
export const renderOptionsSchema = z.object({
  /** Page size where the document's `@page` sets none: `A4`, `letter landscape`, `100mm 200mm`. Default A4. */
  pageSize: pageSize.default(PAGE_SIZES.a4),
  /** Page margins where the document has no `@page` rule at all: a length (CSS px if a number) or one for each side. Default 20mm. */
  margin: margins.default({ top: DEFAULT_MARGIN, right: DEFAULT_MARGIN, bottom: DEFAULT_MARGIN, left: DEFAULT_MARGIN }),
  media: z.literal('print').default('print'),
  /** External http(s) references: refuse the document (default), or leave them out with a diagnostic each. */
  external: z.enum(['refuse', 'ignore']).default('refuse'),
  /** Font files (TTF, OTF, WOFF, WOFF2) that families may name besides the bundled ones and `@font-face`. */
  fonts: z.array(z.instanceof(Uint8Array)).default([]),
  /** Document information; the title defaults to the document's `<title>`. */
  title: z.string().optional(),
  author: z.string().optional(),
  subject: z.string().optional(),
  keywords: z.string().optional(),
  /** Deflate streams. Default true. */
  compress: z.boolean().default(true),
  limits: z
    .object({
      deadlineMs: z.number().positive().default(DEFAULT_LIMITS.deadlineMs),
      maxPages: z.number().int().positive().default(DEFAULT_LIMITS.maxPages),
      maxBoxes: z.number().int().positive().default(DEFAULT_LIMITS.maxBoxes),
      maxDepth: z.number().int().positive().default(DEFAULT_LIMITS.maxDepth),
      maxPixels: z.number().int().positive().default(DEFAULT_LIMITS.maxPixels),
      maxSubstitution: z.number().int().positive().default(DEFAULT_LIMITS.maxSubstitution),
    })
    .prefault({}),
  signal: z.custom<AbortFlag>((given) => typeof given === 'object' && given !== null && 'aborted' in given).optional(),
  /** Called between stages and pages, for a progress display. */
  onProgress: z.custom<(progress: Progress) => void>((value) => typeof value === 'function').optional(),
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
  const parsed = renderOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const failures = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`);
  throw new RenderError('invalid_options', failures.join('; '));
}
