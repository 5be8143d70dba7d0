/** Validates options and fills in their defaults. */
import en from 'zod/v4/locales/en.js';
import type * as z from 'zod/mini';
import { DEFAULT_LIMITS } from './budget.ts';
import { issueOf, optionsError, type RenderIssue } from './errors.ts';
import { lazily } from './lazily.ts';
import { isObject, suggestion, unknownOption, valueWords, withCurrentNames } from './option-names.ts';
import { DEFAULT_MARGIN, encryptionSchema, OPTION_SCHEMAS, signatureOptionsSchema } from './option-schemas.ts';
import { A4 } from './page-size.ts';
import type { Encryption, RenderOptions, SignatureOptions } from './render-options.ts';

type Schemas = typeof OPTION_SCHEMAS;
type OptionName = keyof Schemas;
type Values = { [K in OptionName]: z.output<ReturnType<Schemas[K]>> };

const DEFAULTS = {
  pageSize: A4,
  margin: { top: DEFAULT_MARGIN, right: DEFAULT_MARGIN, bottom: DEFAULT_MARGIN, left: DEFAULT_MARGIN },
  mediaType: 'print',
  pageRanges: [],
  scale: 1,
  printBackground: true,
  externalResources: 'refuse',
  userStyles: [],
  fonts: [],
  attachments: [],
  overflow: 'clip',
  namedDestinations: 'linked',
  forms: false,
  compress: true,
  hinting: true,
  limits: DEFAULT_LIMITS,
} satisfies Partial<Values>;

/** Validated options with every default filled in. */
export type ResolvedOptions = Partial<Values> &
  Pick<Values, keyof typeof DEFAULTS> & {
    /** Whether the caller gave `margin`: then it applies to each side that no `@page` rule sets. */
    readonly hasMargin: boolean;
  };

/** The names of all options, except deprecated ones. */
export const OPTION_NAMES = Object.keys(OPTION_SCHEMAS) as readonly OptionName[];

/** Messages of violations for which the schemas have no text. */
const wordings = lazily(() => en().localeError);
const WORDED: z.core.ParseContext<z.core.$ZodIssue> = { error: (issue) => wordings()(issue) };

/**
 * Validates the options.
 * @throws RenderError `invalid_options`, naming every failing option.
 */
export function resolveOptions(options: RenderOptions = {}): ResolvedOptions {
  const { resolved, issues } = checked(options);
  if (issues.length > 0) throw optionsError(issues);
  return { ...resolved, hasMargin: options.margin !== undefined };
}

/** Returns the options that `render` would reject, for callers that check in advance. */
export const optionIssues = (options: RenderOptions): readonly RenderIssue[] => checked(options).issues;

type Checked = Omit<ResolvedOptions, 'hasMargin'>;

function checked(options: RenderOptions): { readonly resolved: Checked; readonly issues: readonly RenderIssue[] } {
  const resolved: Checked = { ...DEFAULTS };
  if (!isObject(options)) return { resolved, issues: [issueOf('options', 'invalid_type', 'must be an object')] };
  const given = withCurrentNames(options) as Readonly<Record<string, unknown>>;
  const issues: RenderIssue[] = [];
  for (const name of OPTION_NAMES) {
    if (given[name] === undefined) continue;
    const schema: z.ZodMiniType = OPTION_SCHEMAS[name]();
    const { success, data, error } = schema.safeParse(given[name], WORDED);
    if (success) Object.assign(resolved, { [name]: data });
    else issues.push(...error.issues.flatMap((issue) => issuesOf(issue, schema, name)));
  }
  for (const name of Object.keys(given))
    if (!Object.hasOwn(OPTION_SCHEMAS, name)) issues.push(unknownOption(name, hintFor(name)));
  return { resolved, issues: issues.length > 0 ? issues : contradictions(resolved) };
}

/** Returns the issues with combinations of options. */
function contradictions({ facturx, findFonts, profile, provenance, redact }: Checked): RenderIssue[] {
  const issues: RenderIssue[] = [];
  const refuse = (path: string, message: string): void => void issues.push(issueOf(path, 'invalid_value', message));
  if (facturx !== undefined && profile !== undefined && profile.archive?.part !== 3)
    refuse('profile', 'facturx needs a PDF/A-3 profile: pdf/a-3b, pdf/a-3u or pdf/a-3a');
  if (provenance !== undefined && redact !== undefined)
    refuse('redact', "can't be combined with provenance, whose digests would help to guess what was redacted");
  if (provenance !== undefined && findFonts !== undefined)
    refuse('findFonts', "can't be combined with provenance, which lists the fonts before they are found");
  if (facturx !== undefined && redact !== undefined)
    refuse('redact', "can't be combined with facturx, whose XML contains the whole invoice");
  return issues;
}

export type ResolvedSignatureOptions = z.output<ReturnType<typeof signatureOptionsSchema>>;

/**
 * Validates the options of `sign`.
 * @throws RenderError `invalid_options`, naming every failing option.
 */
export const resolveSignatureOptions = (options: SignatureOptions): ResolvedSignatureOptions =>
  accepted(signatureOptionsSchema(), options);

/**
 * Validates the rules of an encrypted file.
 * @throws RenderError `invalid_options`, naming every failing option below `encryption`.
 */
export const resolveEncryption = (rules: Encryption): Values['encryption'] =>
  accepted(encryptionSchema(), { encryption: rules }).encryption;

function accepted<T extends z.ZodMiniType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given, WORDED);
  if (parsed.success) return parsed.data;
  throw optionsError(parsed.error.issues.flatMap((issue) => issuesOf(issue, schema, null)));
}

/** Returns the issues that a violation of `schema` causes. `option`: the option that it belongs to; null: none. */
function issuesOf(given: z.core.$ZodIssue, schema: unknown, option: string | null): readonly RenderIssue[] {
  return plainer(given).flatMap((issue) => {
    const path = [...(option === null ? [] : [option]), ...issue.path].join('.');
    if (issue.code !== 'unrecognized_keys') {
      const code = issue.code === 'invalid_type' ? issue.code : 'invalid_value';
      return [issueOf(path || 'options', code, valueWords(issue))];
    }
    const known = namesAt(schema, issue.path);
    return issue.keys.map((key) => unknownOption(path === '' ? key : `${path}.${key}`, suggestion(key, known)));
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

/** Names of data for a template in other interfaces. */
const DATA = ['data', 'values'];

function hintFor(name: string): string {
  if (DATA.includes(name)) return '; the library takes finished HTML: fill in the template first';
  return ELSEWHERE.includes(name) ? '; pagewright/puppeteer accepts it' : suggestion(name, OPTION_NAMES);
}

/** Returns the names that are valid at a path inside a schema. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let at = schema;
  for (const step of path) {
    const { shape, element } = definitionOf(at);
    at = element ?? shape?.[String(step)];
  }
  return Object.keys(definitionOf(at).shape ?? {});
}

interface Definition {
  readonly innerType?: unknown;
  /** Of an array's elements. */
  readonly element?: unknown;
  /** Of an object's properties. */
  readonly shape?: Readonly<Record<string, unknown>>;
}

/** Returns the definition of a schema, unwrapping defaults and the like. */
function definitionOf(schema: unknown): Definition {
  const { def = {} } = (schema ?? {}) as { readonly def?: Definition };
  return def.innerType === undefined ? def : definitionOf(def.innerType);
}
