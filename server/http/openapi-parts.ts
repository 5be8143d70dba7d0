/** Parts shared by the OpenAPI descriptions of several routes. */
import { type ProblemCode, PROBLEMS } from './problems.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
/** Headers of every response. */
export const RATE_HEADERS = {
  'X-Pagewright-Caller': {
    description: '`anonymous; reason=invalid-key` when the request has an invalid key. Absent otherwise.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': integerHeader('Requests per minute.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the window refills.'),
  'X-Request-Id': { description: 'The id from the request, or a new one.', schema: { type: 'string' } },
} as const;

/** Statuses with `Retry-After`. */
const RETRY: ReadonlySet<number> = new Set([409, 429, 503]);
const RETRY_AFTER = { 'Retry-After': integerHeader('Seconds until a retry may succeed.') };

/** A response. Problems with the same status share one. */
interface DescribedAnswer {
  readonly description: string;
  readonly headers: object;
  readonly content: Readonly<Record<string, unknown>>;
}

export function problemResponses(codes: readonly ProblemCode[]): Record<string, DescribedAnswer> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(PROBLEMS[code].status, [...(byStatus.get(PROBLEMS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].when}`).join('\n'),
        headers: { ...RATE_HEADERS, ...(RETRY.has(Number(status)) ? RETRY_AFTER : {}) },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** Adds another JSON schema to some of the responses. */
export function orJson(
  responses: Record<string, DescribedAnswer>,
  statuses: readonly string[],
  schema: unknown,
): Record<string, DescribedAnswer> {
  const both = statuses.map((status) => {
    const answer = responses[status]!;
    return [status, { ...answer, content: { ...answer.content, 'application/json': { schema } } }] as const;
  });
  return { ...responses, ...Object.fromEntries(both) };
}

export function jsonAnswer(description: string, schema: unknown) {
  return { description, headers: RATE_HEADERS, content: { 'application/json': { schema } } };
}

export const pdfAnswer = {
  description: 'The PDF.',
  headers: {
    ...RATE_HEADERS,
    'Content-Disposition': { description: '`attachment` with the file name.', schema: { type: 'string' } },
    'Idempotency-Replayed': {
      description: '`true` for the answer of an earlier call with the same Idempotency-Key.',
      schema: { type: 'string' },
    },
    'X-Page-Count': integerHeader('Pages of the PDF.'),
    'X-Render-Warnings': integerHeader('Number of diagnostics, including notes; POST /v1/check lists them.'),
  },
  content: { 'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } } },
} as const;

/** Adds `multipart/mixed` to the PDF response. */
export const renderAnswer = {
  ...pdfAnswer,
  description: 'The PDF. With `Accept: multipart/mixed`, the PDF followed by `{pages, diagnostics}` as JSON.',
  content: { ...pdfAnswer.content, 'multipart/mixed': { schema: { type: 'string' } } },
} as const;

const binary = (type: string) => ({ [type]: { schema: { type: 'string', contentMediaType: type } } });

/** Adds pictures to the responses of a render. */
export const pictureAnswer = {
  ...renderAnswer,
  description: `${renderAnswer.description} With \`Accept: image/png\`, a picture of one page. With \`Accept: application/zip\`, pictures of all pages.`,
  content: { ...renderAnswer.content, ...binary('image/png'), ...binary('application/zip') },
} as const;

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: within a day, the same key with the same document is charged once and gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
} as const;
