/**
 * The schemas of the options, which check values and convert them. They use zod/mini, because all of zod is ten times
 * the code.
 *
 * PERF: a schema is made when its option is first given. Making all of them would take a new process 4 ms.
 */
import * as z from 'zod/mini';
import { bytesOf } from './bytes-given.ts';
import { type AbortFlag, DEFAULT_LIMITS } from './budget.ts';
import { RENDERING_INTENTS } from './images/rendering-intent.ts';
import { lazily } from './lazily.ts';
import { parsePageRanges } from './page-ranges.ts';
import { parseAbsoluteLength, parsePageSize } from './page-size.ts';
import { type Profile, parseProfile, PROFILE_NAMES } from './profile.ts';
import type {
  BytesGiven,
  FontFinder,
  Progress,
  RenderOptions,
  ResourceLoader,
  SignatureOptions,
} from './render-options.ts';

const pageSize = lazily(() =>
  z.pipe(
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
  ),
);

const invalidLength = (value: number | string): string =>
  `invalid length: ${value}. Use an absolute length such as 20mm, 1in, 12pt or 96`;

const length = lazily(() =>
  z.pipe(
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
  ),
);

const MAX_SIDES = 4;

/** The default margin of each side in CSS px. */
export const DEFAULT_MARGIN = (20 * 96) / 25.4;

/** One to four lengths, as in the `margin` shorthand (CSS Box 3 §4.2). */
const marginShorthand = lazily(() =>
  z.pipe(
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
  ),
);

const margin = lazily(() =>
  z.union(
    [
      marginShorthand(),
      z.strictObject({
        top: z._default(length(), DEFAULT_MARGIN),
        right: z._default(length(), DEFAULT_MARGIN),
        bottom: z._default(length(), DEFAULT_MARGIN),
        left: z._default(length(), DEFAULT_MARGIN),
      }),
    ],
    'must be a length such as 20mm, a number of CSS px, or an object with top, right, bottom and left',
  ),
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

const bytes = lazily(() => readAs<Uint8Array, BytesGiven>(BYTES, bytesOf));

/** A positive integer. */
const count = (byDefault: number): z.ZodMiniDefault<z.ZodMiniNumber<number>> =>
  z._default(z.number().check(z.int(), z.positive()), byDefault);

const pageRanges = lazily(() =>
  z.pipe(
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
  ),
);

const profile = lazily(() =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): Profile => {
      const found = parseProfile(text);
      if (found) return found;
      context.issues.push({ code: 'custom', message: `unknown profile: ${text}. Use ${PROFILE_NAMES}`, input: text });
      return z.NEVER;
    }),
  ),
);

/** Readers save attachments under their names: one that is a path could be written anywhere. */
const attachmentName = lazily(() =>
  z
    .string()
    .check(
      z.minLength(1),
      z.regex(
        /^(?!\.{1,2}$)[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u,
        'must be a file name without folders and control characters',
      ),
    ),
);

const attachment = lazily(() =>
  z.strictObject({
    name: attachmentName(),
    bytes: bytes(),
    mimeType: z.optional(
      z.string().check(z.regex(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, 'must be a media type such as text/csv')),
    ),
    relationship: z.optional(z.enum(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'])),
    description: z.optional(z.string()),
    date: z.optional(z.date()),
  }),
);

const outputIntent = lazily(() =>
  z.strictObject({
    profile: bytes(),
    condition: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    info: z.optional(z.string().check(z.maxLength(1000))),
    convert: z.optional(z.enum(RENDERING_INTENTS)),
    inkLimit: z.optional(z.number().check(z.gte(100), z.lte(400))),
  }),
);

const textOrBytes = lazily(() =>
  readAs<string | Uint8Array, string | BytesGiven>(`text or ${BYTES}`, (given) =>
    typeof given === 'string' ? given : bytesOf(given),
  ),
);

const facturx = lazily(() =>
  z.strictObject({
    xml: z.optional(textOrBytes()),
    syntax: z.optional(z.enum(['CII', 'UBL'])),
    profile: z.optional(z.enum(['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'])),
  }),
);

const provenance = lazily(() =>
  z.strictObject({
    inputs: z.optional(z.record(z.string(), textOrBytes())),
    notes: z.optional(z.record(z.string(), z.string())),
  }),
);

const keepPages = lazily(() =>
  z.custom<NonNullable<RenderOptions['keepPages']>>(isLayout, 'must be the result of layout()'),
);

/** Whether a value has the parts of a layout that Pagewright reads. */
function isLayout(given: unknown): boolean {
  const { pages } = fieldsOf(given);
  return isListOf(pages, (page) => isListOf(fieldsOf(page).boxes, isPlacedBox));
}

function isPlacedBox(box: unknown): boolean {
  const { selector, lines } = fieldsOf(box);
  return typeof selector === 'string' && isListOf(lines, (line) => typeof fieldsOf(line).text === 'string');
}

const fieldsOf = (value: unknown): { readonly [name: string]: unknown } => (value ?? {}) as Record<string, unknown>;

/** `Array.every` would skip items that are missing. */
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (!isItem(item)) return false;
  return true;
}

const redact = lazily(() =>
  z.strictObject({
    selector: z.string(),
    place: z._default(z.enum(['keep', 'close']), 'keep'),
  }),
);

const viewer = lazily(() =>
  z.strictObject({
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
  }),
);

const allowed = lazily(() => z.optional(z.boolean()));
const encryption = lazily(() =>
  z
    .strictObject({
      userPassword: z.optional(z.string()),
      ownerPassword: z.optional(z.string()),
      permissions: z.optional(
        z.strictObject({
          print: z.optional(z.union([z.boolean(), z.literal('low')], 'must be true, false or low')),
          modify: allowed(),
          copy: allowed(),
          annotate: allowed(),
          fillForms: allowed(),
          assemble: allowed(),
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
    ),
);

const userStyle = lazily(() =>
  z.union(
    [z.string(), z.strictObject({ url: z.string() })],
    'must be CSS text, or an object with the url of a style sheet',
  ),
);

const isFunction = (given: unknown): boolean => typeof given === 'function';

const text = lazily(() => z.string());
const flag = lazily(() => z.boolean());

/** The options without their deprecated names, which `withCurrentNames` replaces. */
type CurrentOptions = Omit<RenderOptions, 'media' | 'external' | 'resources'>;

/** Metadata larger than this isn't metadata. */
const MAX_XMP = 1_000_000;

/** A function for each option that returns its schema; `RenderOptions` documents the options. */
export const OPTION_SCHEMAS = {
  pageSize,
  paper: pageSize,
  margin,
  mediaType: lazily(() => z.enum(['print', 'screen'])),
  pageRanges,
  scale: lazily(() => z.number().check(z.gte(0.1), z.lte(2))),
  printBackground: flag,
  header: text,
  footer: text,
  date: lazily(() => z.date()),
  externalResources: lazily(() => z.enum(['refuse', 'ignore'])),
  loadResource: lazily(() => z.custom<ResourceLoader>(isFunction, 'must be a function')),
  baseUrl: lazily(() => z.string().check(z.refine((url) => URL.canParse(url), 'must be an absolute URL'))),
  userStyles: lazily(() => z.array(userStyle())),
  fonts: lazily(() => z.array(bytes())),
  findFonts: lazily(() => z.custom<FontFinder>(isFunction, 'must be a function')),
  title: text,
  author: text,
  subject: text,
  keywords: text,
  xmp: lazily(() => z.string().check(z.maxLength(MAX_XMP))),
  profile,
  outputIntent,
  attachments: lazily(() => z.array(attachment())),
  facturx,
  redact,
  viewer,
  provenance,
  encryption,
  overflow: lazily(() => z.enum(['clip', 'expand'])),
  namedDestinations: lazily(() => z.enum(['linked', 'all'])),
  keepPages,
  forms: flag,
  compress: flag,
  hinting: flag,
  images: lazily(() =>
    z.strictObject({
      resolution: z.optional(z.number().check(z.gte(1), z.lte(10_000))),
      quality: z.optional(z.number().check(z.int(), z.gte(1), z.lte(100))),
      depth: z.optional(z.literal([8, 16])),
    }),
  ),
  limits: lazily(() =>
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
  ),
  signal: lazily(() =>
    z.custom<AbortFlag>(
      (given) => typeof given === 'object' && given !== null && 'aborted' in given,
      'must be an AbortSignal',
    ),
  ),
  onProgress: lazily(() => z.custom<(progress: Progress) => void>(isFunction, 'must be a function')),
} satisfies { readonly [K in keyof Required<CurrentOptions>]: () => z.ZodMiniType<unknown, Given<CurrentOptions[K]>> };

type Given<T> = Exclude<T, undefined>;

const MAX_SIGNATURE_BYTES = 10_000_000;

/** Returns the schema of the options of `sign`. */
export const signatureOptionsSchema = lazily(() =>
  z.strictObject({
    field: z.optional(z.string()),
    name: z.optional(z.string()),
    reason: z.optional(z.string()),
    location: z.optional(z.string()),
    contact: z.optional(z.string()),
    date: z.optional(z.date()),
    type: z.optional(z.enum(['signature', 'timestamp'])),
    certify: z.optional(z.enum(['no-changes', 'forms', 'comments'])),
    appearance: z.optional(
      z.custom<BytesGiven>((given) => bytesOf(given) !== null, 'must be a Uint8Array or an ArrayBuffer'),
    ),
    size: z.optional(z.number().check(z.int(), z.gte(1), z.lte(MAX_SIGNATURE_BYTES))),
    limits: z.prefault(
      z.strictObject({ deadlineMs: z._default(z.number().check(z.positive()), DEFAULT_LIMITS.deadlineMs) }),
      {},
    ),
  } satisfies { readonly [K in keyof Required<SignatureOptions>]: z.ZodMiniType<unknown, SignatureOptions[K]> }),
);

/** Returns the schema of an object with only the option `encryption`. */
export const encryptionSchema = lazily(() => z.strictObject({ encryption: encryption() }));
