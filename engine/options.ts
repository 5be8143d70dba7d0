import en from 'zod/v4/locales/en.js';
import * as z from 'zod/mini';
import { bytesOf } from './bytes-given.ts';
import { type AbortFlag, DEFAULT_LIMITS } from './budget.ts';
import { issueOf, optionsError, type RenderIssue } from './errors.ts';
import { suggestion, valueWords, withCurrentNames, unknownOption } from './option-names.ts';
import { type PageRange, parsePageRanges } from './page-ranges.ts';
import { A4, parseAbsoluteLength, parsePageSize } from './page-size.ts';
import { type Profile, parseProfile, PROFILE_NAMES } from './profile.ts';
import type {
  BytesGiven,
  Encryption,
  Progress,
  RenderOptions,
  FontFinder,
  ResourceLoader,
  SignatureOptions,
} from './render-options.ts';

const pageSize = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const size = parsePageSize(text);
    if (size) return size;
    context.issues.push({
      code: 'custom',
      message: `invalid page size: ${text}. Use A4, letter landscape, or lengths with units such as 100mm 200mm`,
      input: text,
    });
    return z.NEVER;
  }),
);

const invalidLength = (value: number | string): string =>
  `invalid length: ${value}. Use an absolute length such as 20mm, 1in, 12pt or 96`;

const length = z.pipe(
  z.union([z.number().check(z.nonnegative()), z.string()], 'must be a length such as 20mm, or a number of CSS px'),
  z.transform((value: number | string, context) => {
    const px = typeof value === 'number' ? value : parseAbsoluteLength(value);
    if (px !== null) return px;
    context.issues.push({
      code: 'custom',
      message: invalidLength(value),
      input: value,
    });
    return z.NEVER;
  }),
);

const MAX_SIDES = 4;

/** The default margin of each side in CSS px. */
const DEFAULT_MARGIN = (20 * 96) / 25.4;

/** One to four lengths, as in the `margin` shorthand (CSS Box 3 §4.2). */
const marginShorthand = z.pipe(
  z.union([z.number().check(z.nonnegative()), z.string()]),
  z.transform((value: number | string, context) => {
    const parts = typeof value === 'number' ? [value] : value.trim().split(/\s+/, MAX_SIDES + 1);
    const sides = parts.map((part) => (typeof part === 'number' ? part : parseAbsoluteLength(part)));
    const wrong = sides.indexOf(null);
    if (wrong === -1 && sides.length <= MAX_SIDES) {
      const [top = 0, right = top, bottom = top, left = right] = sides as number[];
      return { top, right, bottom, left };
    }
    const message = wrong === -1 ? 'must have at most 4 lengths' : invalidLength(parts[wrong]!);
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  }),
);

const margins = z.union(
  [
    marginShorthand,
    z.strictObject({
      top: z._default(length, DEFAULT_MARGIN),
      right: z._default(length, DEFAULT_MARGIN),
      bottom: z._default(length, DEFAULT_MARGIN),
      left: z._default(length, DEFAULT_MARGIN),
    }),
  ],
  'must be a length such as 20mm, a number of CSS px, or an object with top, right, bottom and left',
);

const BYTES = 'bytes (a Uint8Array or an ArrayBuffer)';

/** Returns a schema that reads a value with `read`, or reports that it must be `kind`. */
function readAs<Out, In>(kind: string, read: (given: unknown) => Out | null): z.ZodMiniType<Out, In> {
  const transformed = z.transform((given: unknown, context): Out => {
    const out = read(given);
    if (out !== null) return out;
    context.issues.push({ code: 'custom', message: `must be ${kind}`, input: given });
    return z.NEVER;
  });
  return z.pipe(z.unknown(), transformed) as unknown as z.ZodMiniType<Out, In>;
}

const bytes = readAs<Uint8Array, BytesGiven>(BYTES, bytesOf);

const count = (byDefault: number): z.ZodMiniDefault<z.ZodMiniNumber<number>> =>
  z._default(z.number().check(z.int(), z.positive()), byDefault);

const ALL_PAGES: readonly PageRange[] = [];

const pageRanges = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const ranges = parsePageRanges(text);
    if (ranges) return ranges;
    context.issues.push({
      code: 'custom',
      message: `invalid page ranges: ${text}. Use the form 1-3, 5, 8-`,
      input: text,
    });
    return z.NEVER;
  }),
);

const profile = z.pipe(
  z.string(),
  z.transform((text: string, context): Profile => {
    const found = parseProfile(text);
    if (found) return found;
    context.issues.push({ code: 'custom', message: `unknown profile: ${text}. Use ${PROFILE_NAMES}`, input: text });
    return z.NEVER;
  }),
);

/** Readers save attachments under their names: one that is a path could be written anywhere. */
const attachmentName = z
  .string()
  .check(
    z.minLength(1),
    z.regex(/^(?!\.{1,2}$)[^/\\\p{Cc}]*$/u, 'must be a file name without folders and control characters'),
  );

const attachment = z.strictObject({
  name: attachmentName,
  bytes,
  mimeType: z.optional(
    z.string().check(z.regex(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, 'must be a media type such as text/csv')),
  ),
  relationship: z.optional(z.enum(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'])),
  description: z.optional(z.string()),
  date: z.optional(z.date()),
});

const outputIntent = z.strictObject({
  profile: bytes,
  condition: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  info: z.optional(z.string().check(z.maxLength(1000))),
});

const textOrBytes = readAs<string | Uint8Array, string | BytesGiven>(`text or ${BYTES}`, (given) =>
  typeof given === 'string' ? given : bytesOf(given),
);

const facturx = z.strictObject({
  xml: z.optional(textOrBytes),
  syntax: z.optional(z.enum(['CII', 'UBL'])),
  profile: z.optional(z.enum(['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'])),
});

const provenance = z.strictObject({
  inputs: z.optional(z.record(z.string(), textOrBytes)),
  notes: z.optional(z.record(z.string(), z.string())),
});

const keptPages = z.custom<NonNullable<RenderOptions['keepPages']>>(isLayout, 'must be the result of layout()');

/** Whether a value has the parts of a layout that are read. */
function isLayout(given: unknown): boolean {
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  const pages = (given as { pages?: unknown } | null)?.pages;
  const isBox = (box: unknown): boolean => {
    const { selector, lines } = (box ?? {}) as { selector?: unknown; lines?: unknown };
    const isText = (line: unknown): boolean => typeof (line as { text?: unknown } | null)?.text === 'string';
    return typeof selector === 'string' && isList(lines) && lines.every(isText);
  };
  return (
    isList(pages) &&
    pages.every((page) => {
      const boxes = (page as { boxes?: unknown } | null)?.boxes;
      return isList(boxes) && boxes.every(isBox);
    })
  );
}

const redaction = z.strictObject({
  selector: z.string(),
  place: z._default(z.enum(['keep', 'close']), 'keep'),
});

const viewer = z.strictObject({
  page: z.optional(z.number().check(z.int(), z.positive())),
  zoom: z.optional(
    z.union([z.enum(['fit', 'width']), z.number().check(z.gte(0.01), z.lte(64))], 'must be fit, width or a number'),
  ),
  layout: z.optional(
    z.enum(['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover']),
  ),
  panel: z.optional(z.enum(['none', 'outline', 'thumbnails', 'attachments', 'full-screen'])),
  hideToolbar: z.optional(z.boolean()),
  hideMenubar: z.optional(z.boolean()),
  hideControls: z.optional(z.boolean()),
  fitWindow: z.optional(z.boolean()),
  centerWindow: z.optional(z.boolean()),
  print: z.optional(z.boolean()),
  printScaling: z.optional(z.literal('none')),
  duplex: z.optional(z.enum(['simplex', 'short-edge', 'long-edge'])),
});

const allowed = z.optional(z.boolean());
const encryption = z
  .strictObject({
    userPassword: z.optional(z.string()),
    ownerPassword: z.optional(z.string()),
    permissions: z.optional(
      z.strictObject({
        print: z.optional(z.union([z.boolean(), z.literal('low')], 'must be true, false or low')),
        modify: allowed,
        copy: allowed,
        annotate: allowed,
        fillForms: allowed,
        assemble: allowed,
      }),
    ),
  })
  .check(
    z.refine(
      ({ userPassword, ownerPassword }) => Boolean(userPassword) || Boolean(ownerPassword),
      'needs a userPassword or an ownerPassword',
    ),
    z.refine(({ permissions, ownerPassword }) => permissions === undefined || Boolean(ownerPassword), {
      path: ['permissions'],
      message: 'need an ownerPassword',
    }),
  );

const userStyle = z.union(
  [z.string(), z.strictObject({ url: z.string() })],
  'must be CSS text, or an object with the url of a style sheet',
);

const isFunction = (given: unknown): boolean => typeof given === 'function';

/** A schema for exactly the options that a caller may give. */
/** `withCurrentNames` replaces deprecated names before validation. */
type CurrentOptions = Omit<RenderOptions, 'media' | 'external' | 'resources'>;
type Schemas = { readonly [K in keyof Required<CurrentOptions>]: z.ZodMiniType<unknown, CurrentOptions[K]> };

/**
 * Validates options and fills in defaults; `RenderOptions` documents each option. Uses zod/mini, because all of zod is
 * ten times the code.
 */
export const renderOptionsSchema = z.strictObject({
  pageSize: z._default(pageSize, A4),
  margin: z._default(margins, {
    top: DEFAULT_MARGIN,
    right: DEFAULT_MARGIN,
    bottom: DEFAULT_MARGIN,
    left: DEFAULT_MARGIN,
  }),
  mediaType: z._default(z.enum(['print', 'screen']), 'print'),
  pageRanges: z._default(pageRanges, ALL_PAGES),
  scale: z._default(z.number().check(z.gte(0.1), z.lte(2)), 1),
  header: z.optional(z.string()),
  footer: z.optional(z.string()),
  date: z.optional(z.date()),
  externalResources: z._default(z.enum(['refuse', 'ignore']), 'refuse'),
  loadResource: z.optional(z.custom<ResourceLoader>(isFunction, 'must be a function')),
  baseUrl: z.optional(z.string().check(z.refine((url) => URL.canParse(url), 'must be an absolute URL'))),
  userStyles: z._default(z.array(userStyle), []),
  fonts: z._default(z.array(bytes), []),
  findFonts: z.optional(z.custom<FontFinder>(isFunction, 'must be a function')),
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  subject: z.optional(z.string()),
  keywords: z.optional(z.string()),
  profile: z.optional(profile),
  outputIntent: z.optional(outputIntent),
  attachments: z._default(z.array(attachment), []),
  facturx: z.optional(facturx),
  redact: z.optional(redaction),
  viewer: z.optional(viewer),
  provenance: z.optional(provenance),
  encryption: z.optional(encryption),
  overflow: z._default(z.enum(['clip', 'expand']), 'clip'),
  namedDestinations: z._default(z.enum(['linked', 'all']), 'linked'),
  keepPages: z.optional(keptPages),
  forms: z._default(z.boolean(), false),
  compress: z._default(z.boolean(), true),
  hinting: z._default(z.boolean(), true),
  images: z.optional(
    z.strictObject({
      resolution: z.optional(z.number().check(z.gte(1), z.lte(10_000))),
      quality: z.optional(z.number().check(z.int(), z.gte(1), z.lte(100))),
      depth: z.optional(z.literal([8, 16])),
    }),
  ),
  limits: z.prefault(
    z.strictObject({
      deadlineMs: z._default(z.number().check(z.positive()), DEFAULT_LIMITS.deadlineMs),
      maxPages: count(DEFAULT_LIMITS.maxPages),
      maxBoxes: count(DEFAULT_LIMITS.maxBoxes),
      maxDepth: count(DEFAULT_LIMITS.maxDepth),
      maxPixels: count(DEFAULT_LIMITS.maxPixels),
      maxBytes: count(DEFAULT_LIMITS.maxBytes),
      maxPdfBytes: count(DEFAULT_LIMITS.maxPdfBytes),
      maxSubstitution: count(DEFAULT_LIMITS.maxSubstitution),
    }),
    {},
  ),
  signal: z.optional(
    z.custom<AbortFlag>(
      (given) => typeof given === 'object' && given !== null && 'aborted' in given,
      'must be an AbortSignal',
    ),
  ),
  onProgress: z.optional(z.custom<(progress: Progress) => void>(isFunction, 'must be a function')),
} satisfies Schemas);

const checkedOptionsSchema = renderOptionsSchema.check(
  z.refine(({ facturx, profile }) => facturx === undefined || profile === undefined || profile.archive?.part === 3, {
    path: ['profile'],
    message: 'facturx needs a PDF/A-3 profile: pdf/a-3b, pdf/a-3u or pdf/a-3a',
  }),
  z.refine(({ provenance, redact }) => provenance === undefined || redact === undefined, {
    path: ['redact'],
    message: "can't be combined with provenance, whose digests would help to guess what was redacted",
  }),
  z.refine(({ provenance, findFonts }) => provenance === undefined || findFonts === undefined, {
    path: ['findFonts'],
    message: "can't be combined with provenance, which lists the fonts before they are found",
  }),
  z.refine(({ facturx, redact }) => facturx === undefined || redact === undefined, {
    path: ['redact'],
    message: "can't be combined with facturx, whose XML contains the whole invoice",
  }),
);

const MAX_SIGNATURE_BYTES = 10_000_000;

const signatureOptionsSchema = z.strictObject({
  field: z.optional(z.string()),
  name: z.optional(z.string()),
  reason: z.optional(z.string()),
  location: z.optional(z.string()),
  contact: z.optional(z.string()),
  date: z.optional(z.date()),
  size: z.optional(z.number().check(z.int(), z.gte(1), z.lte(MAX_SIGNATURE_BYTES))),
  limits: z.prefault(
    z.strictObject({ deadlineMs: z._default(z.number().check(z.positive()), DEFAULT_LIMITS.deadlineMs) }),
    {},
  ),
} satisfies { readonly [K in keyof Required<SignatureOptions>]: z.ZodMiniType<unknown, SignatureOptions[K]> });

export type ResolvedSignatureOptions = z.output<typeof signatureOptionsSchema>;

/**
 * Validates the options of `sign`.
 * @throws RenderError `invalid_options`, naming every failing option.
 */
export function resolveSignatureOptions(options: SignatureOptions): ResolvedSignatureOptions {
  const parsed = signatureOptionsSchema.safeParse(options, { error: en().localeError });
  if (parsed.success) return parsed.data;
  throw optionsError(parsed.error.issues.flatMap((issue) => issuesOf(issue, signatureOptionsSchema)));
}

const encryptionSchema = z.strictObject({ encryption });

/**
 * Validates the rules of an encrypted file.
 * @throws RenderError `invalid_options`, naming every failing option below `encryption`.
 */
export function resolveEncryption(rules: Encryption): z.output<typeof encryption> {
  const parsed = encryptionSchema.safeParse({ encryption: rules }, { error: en().localeError });
  if (parsed.success) return parsed.data.encryption;
  throw optionsError(parsed.error.issues.flatMap((issue) => issuesOf(issue, encryptionSchema)));
}

/** Validated options with every default filled in. */
export type ResolvedOptions = z.output<typeof renderOptionsSchema> & {
  /** Whether the caller gave `margin`: then it applies to each side that no `@page` rule sets. */
  readonly hasMargin: boolean;
};

/**
 * Validates the options.
 * @throws RenderError `invalid_options`, naming every failing option.
 */
export function resolveOptions(options: RenderOptions = {}): ResolvedOptions {
  const parsed = parseOptions(options);
  if (parsed.success) return { ...parsed.data, hasMargin: options.margin !== undefined };
  throw optionsError(parsed.error.issues.flatMap((issue) => issuesOf(issue)));
}

const parseOptions = (options: RenderOptions): ReturnType<typeof checkedOptionsSchema.safeParse> =>
  checkedOptionsSchema.safeParse(withCurrentNames(options), { error: en().localeError });

/** Returns what `render` would reject in the options, for callers that check in advance. */
export function optionIssues(options: RenderOptions): readonly RenderIssue[] {
  const parsed = parseOptions(options);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => issuesOf(issue));
}

function issuesOf(given: z.core.$ZodIssue, schema: unknown = renderOptionsSchema): readonly RenderIssue[] {
  return plainer(given).flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') {
      const code = issue.code === 'invalid_type' ? issue.code : 'invalid_value';
      return [issueOf(path || 'options', code, valueWords(issue))];
    }
    const known = namesAt(schema, issue.path);
    return issue.keys.map((key) => unknownOption(path === '' ? key : `${path}.${key}`, hintFor(key, known)));
  });
}

/** Narrows the error of a union to those of the alternative that the value resembles. */
function plainer(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const nearest = issue.errors.find((alternative) =>
    alternative.some(({ code, path }) => path.length > 0 || (code !== 'invalid_type' && code !== 'invalid_union')),
  );
  return nearest?.flatMap((inner) => plainer({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** Names of page and margin options in other renderers. */
const ELSEWHERE = ['format', 'landscape', 'printBackground', 'displayHeaderFooter', 'headerTemplate', 'footerTemplate'];

function hintFor(key: string, known: readonly string[]): string {
  return ELSEWHERE.includes(key) ? '; pagewright/puppeteer accepts it' : suggestion(key, known);
}

/** Returns the names that are valid inside an option; those of the options themselves for an empty path. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let at = schema;
  for (const step of path) at = shapeOf(at)?.[String(step)];
  return Object.keys(shapeOf(at) ?? {});
}

/** Returns the shape of a schema, unwrapping defaults and the like. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const { def } = (schema ?? {}) as {
    readonly def?: { readonly innerType?: unknown; readonly shape?: Record<string, unknown> };
  };
  return def?.innerType === undefined ? def?.shape : shapeOf(def.innerType);
}
