/** Messages for unknown options and invalid values. */
import type * as z from 'zod/mini';
import { issueOf, optionError, type RenderIssue } from './errors.ts';
import type { RenderOptions } from './render-options.ts';
import { similarName } from './similar-names.ts';

/** Describes a schema violation for the caller. */
export function valueWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return `must ${measureWords(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitWords(issue.origin)}`;
    case 'too_small':
      return `must ${measureWords(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitWords(issue.origin)}`;
    case 'invalid_type':
      return `must be ${kindWords(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]*)$/, ' or $1');
    default:
      return issue.message;
  }
}

const measureWords = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const unitWords = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';

/** Returns `a number`, `an object` etc. */
function kindWords(expected: string): string {
  if (expected === 'int') return 'an integer';
  return `${expected === 'object' || expected === 'array' ? 'an' : 'a'} ${expected}`;
}

/** Deprecated names of options, and the current ones. */
const RENAMED: readonly (readonly [deprecated: keyof RenderOptions, current: keyof RenderOptions])[] = [
  ['media', 'mediaType'],
  ['external', 'externalResources'],
  ['resources', 'loadResource'],
];

/** Returns the options under their current names. A current name takes precedence over a deprecated one. */
export function withCurrentNames(options: RenderOptions): RenderOptions {
  if (typeof options !== 'object' || options === null) return options;
  if (!RENAMED.some(([deprecated]) => Object.hasOwn(options, deprecated))) return options;
  const named: Record<string, unknown> = { ...options };
  for (const [deprecated, current] of RENAMED) {
    if (!Object.hasOwn(named, deprecated)) continue;
    named[current] ??= named[deprecated];
    delete named[deprecated];
  }
  return named;
}

export const isObject = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/**
 * Checks that the options are an object, because JavaScript may pass anything.
 * @throws RenderError `invalid_options`.
 */
export function checkIsObject(options: unknown): void {
  if (!isObject(options)) throw optionError('options', 'must be an object');
}

/** The issue with an option that doesn't exist. `hint` follows its name. */
export const unknownOption = (path: string, hint: string): RenderIssue =>
  issueOf(path, 'unknown_option', `unknown option ${path}${hint}`);

/** Returns `; did you mean margin?`, or '' if no name is similar. */
export function suggestion(key: string, known: readonly string[]): string {
  const meant = similarName(key, known);
  return meant === null ? '' : `; did you mean ${meant}?`;
}
