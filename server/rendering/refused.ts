/** Converts failures of a render to refusals of the service. */
import type { RenderIssue } from '../../engine/index.ts';
import { type FieldError, Refusal, type RefusalCode } from '../refusal.ts';
import type { JobRefused } from './job.ts';
import type { PoolError } from './pool.ts';

/** Suggested retry delay, in seconds. */
export const OVERLOADED_RETRY_S = 5;
/** Limits on the number and length of URLs in the message. The structured list has more. */
const NAMED_URLS = 20;
const NAMED_URL_LENGTH = 200;
const LISTED_URLS = 100;
const LISTED_ISSUES = 100;

const REFUSALS: ReadonlyMap<JobRefused['code'], RefusalCode> = new Map<JobRefused['code'], RefusalCode>([
  ['page_limit_exceeded', 'page_limit_exceeded'],
  ['render_timeout', 'render_timeout'],
  ['document_too_complex', 'document_too_complex'],
]);

/** Advice on external resources for callers over HTTP. */
const EMBED = 'Send them in `files` and refer to them by relative URLs, or inline them as data: URIs';

/** Returns the refusal of a document, or an Error if the engine failed. `mend`: advice on external resources. */
export function refusalOfDocument(result: JobRefused, mend = EMBED): Refusal | Error {
  const { code, message } = result;
  if (code === 'external_resource') return refusalOfReferences(result, mend);
  if (code === 'invalid_options') return refusalOfFields(result.issues.map(optionError));
  if (code === 'no_such_page') return refusalOfFields([{ field: 'page', code: 'value', message }]);
  if (code === 'steps')
    return refusalOfFields(
      result.issues.map(({ path, message: why }) => ({ field: path ?? 'steps', code: 'value', message: why })),
    );
  if (code === 'template') return refusalOfFields([{ field: 'template', code: 'value', message }]);
  if (code === 'profile_violation')
    return new Refusal('validation_error', message, { errors: result.issues.slice(0, LISTED_ISSUES).map(violation) });
  const refused = REFUSALS.get(code);
  return refused === undefined ? new Error(`the engine failed: ${code}: ${message}`) : new Refusal(refused, message);
}

/** Converts a failure of the pool. Other failures stay unchanged: the caller logs them or has disconnected. */
export function refusalOfPool(error: PoolError): Refusal | PoolError {
  switch (error.reason) {
    case 'overloaded':
      return new Refusal('overloaded', error.message, { retryAfter: OVERLOADED_RETRY_S });
    case 'timeout':
      return new Refusal('render_timeout', error.message);
    case 'memory':
      return new Refusal('document_too_complex', error.message);
    case 'crashed':
    case 'aborted':
      return error;
  }
}

/** Separate arguments, by the engine's names. */
const SEPARATE: ReadonlyMap<string, string> = new Map([
  ['selector', 'selector'],
  ['document', 'html'],
]);

/** Converts an issue of the options. */
const optionError = ({ path, code, message }: RenderIssue): FieldError => ({
  field: path === null ? 'options' : (SEPARATE.get(path) ?? `options.${path}`),
  code: code === 'unknown_option' ? 'unknown' : 'value',
  message,
});

/** Converts a violation of the profile, which concerns a position in the document. */
const violation = ({ message, source, line, column, rules, fix }: RenderIssue): FieldError => ({
  field: 'options.profile',
  code: 'value',
  message,
  ...(line === null || column === null ? {} : { ...(source === null ? {} : { source }), line, column }),
  ...(rules === undefined ? {} : { rules }),
  ...(fix === undefined ? {} : { fix }),
});

const refusalOfFields = (errors: readonly FieldError[]): Refusal =>
  new Refusal('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), { errors });

function refusalOfReferences({ urls }: JobRefused, mend: string): Refusal {
  const distinct = [...new Map(urls.map((reference) => [reference.url, reference])).values()];
  const named = distinct
    .slice(0, NAMED_URLS)
    .map(({ url }) => (url.length > NAMED_URL_LENGTH ? `${url.slice(0, NAMED_URL_LENGTH)}…` : url));
  const more = distinct.length - named.length;
  const detail = `The document refers to external resources, which are never loaded: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${mend}.`;
  return new Refusal('external_resource', detail, { urls: distinct.slice(0, LISTED_URLS) });
}
