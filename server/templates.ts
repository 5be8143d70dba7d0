/** Templates of Liquid: values are escaped, `| raw` puts in markup. */
import { Liquid } from 'liquidjs';

/** What a template may build, in characters and pieces, before it is given up. */
const MEMORY_LIMIT = 64_000_000;
const PARSE_LIMIT = 4_000_000;

/** A template that can't be filled in; the message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * The template filled in with values; it has no others beside it, and at most `limitMs`.
 * @throws TemplateError
 */
export async function fillTemplate(
  html: string,
  values: Readonly<Record<string, unknown>>,
  limitMs: number,
): Promise<string> {
  try {
    return String(await reader(limitMs).parseAndRender(html, values));
  } catch (error) {
    throw templateError(error);
  }
}

/** @throws TemplateError for what no values would make a document of */
export function checkTemplate(html: string): void {
  try {
    reader().parse(html);
  } catch (error) {
    throw templateError(error);
  }
}

const reader = (limitMs = Infinity): Liquid =>
  new Liquid({
    outputEscape: 'escape',
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {},
    renderLimit: limitMs,
    memoryLimit: MEMORY_LIMIT,
    parseLimit: PARSE_LIMIT,
  });

const templateError = (error: unknown): TemplateError => new TemplateError((error as Error).message.split('\n')[0]);
