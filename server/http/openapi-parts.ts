/** What the descriptions of several routes have in common. */
import { type ProblemCode, PROBLEMS } from './problems.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
export const RATE_HEADERS = {
  'X-RateLimit-Limit': integerHeader('Counted calls a minute.'),
  'X-RateLimit-Remaining': integerHeader('Calls left in the window.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the window refills.'),
  'X-Request-Id': { description: "The caller's own, or a new one.", schema: { type: 'string' } },
} as const;

/** Problems with one status share a response. */
export function problemResponses(codes: readonly ProblemCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(PROBLEMS[code].status, [...(byStatus.get(PROBLEMS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].when}`).join('\n'),
        headers: RATE_HEADERS,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

export function jsonAnswer(description: string, schema: unknown) {
  return { description, headers: RATE_HEADERS, content: { 'application/json': { schema } } };
}

export const pdfAnswer = {
  description: 'The PDF.',
  headers: {
    ...RATE_HEADERS,
    'Content-Disposition': { description: 'attachment, with the file name', schema: { type: 'string' } },
    'X-Page-Count': integerHeader('Pages of the PDF.'),
    'X-Render-Warnings': integerHeader('Number of diagnostics; POST /v1/check lists them.'),
  },
  content: { 'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } } },
} as const;
