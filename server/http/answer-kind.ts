/** The output of a render: the PDF, alone or with its diagnostics, or pictures of its pages. */
import { z } from 'zod';
import { PDF, type Work } from '../rendering/work.ts';
import type { ServiceContext } from './context.ts';
import { wrongFields } from './field-errors.ts';
import { invalid } from './json-fields.ts';

/** Maximum side of a picture in pixels. */
const MOST_PIXELS = 4000;

/** Parameters of the query that concern pictures. */
export const pictureQuerySchema = z.object({
  page: z.coerce
    .number({ error: 'must be a page number' })
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .meta({ description: 'The page of a PNG, from 1.' }),
  dpi: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(18)
    .max(300)
    .default(96)
    .meta({ description: `The resolution of pictures. No side becomes longer than ${MOST_PIXELS} pixels.` }),
});

export const ANSWER_TYPES = ['application/pdf', 'multipart/mixed', 'image/png', 'application/zip'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];

export interface AnswerKind {
  readonly type: AnswerType;
  readonly work: Work;
}

/** Returns the wanted form of a PDF: alone, or with its diagnostics. */
export const pdfOrParts = (ctx: ServiceContext): AnswerType =>
  (ctx.accepts('application/pdf', 'multipart/mixed') || 'application/pdf') as AnswerType;

/**
 * Returns the response that `Accept` requests, and the parameters of the query that don't belong to it. @throws Problem
 */
export function answerKind(ctx: ServiceContext): { readonly kind: AnswerKind; readonly rest: Map<string, string> } {
  const type = (ctx.accepts(...ANSWER_TYPES) || 'application/pdf') as AnswerType;
  const rest = new Map(new URLSearchParams(ctx.querystring));
  if (type !== 'image/png' && type !== 'application/zip') return { kind: { type, work: PDF }, rest };
  const given = Object.fromEntries(
    Object.keys(pictureQuerySchema.shape).flatMap((name) => (rest.has(name) ? [[name, rest.get(name)]] : [])),
  );
  const wrong = wrongFields(pictureQuerySchema, given);
  if (wrong.length > 0) throw invalid(wrong);
  for (const name of Object.keys(given)) rest.delete(name);
  const { page, dpi } = pictureQuerySchema.parse(given);
  const mostPixels = MOST_PIXELS;
  const work: Work =
    type === 'image/png' ? { make: 'image', page, dpi, mostPixels } : { make: 'images', dpi, mostPixels };
  return { kind: { type, work }, rest };
}
