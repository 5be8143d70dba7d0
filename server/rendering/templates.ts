/** Templates of Liquid: values are escaped, `| raw` puts in markup. */
import { Liquid, type LiquidError, UndefinedVariableError } from 'liquidjs';
import type { Diagnostic } from '../../engine/index.ts';

/** What a template may build, in characters and pieces, before it is given up. */
const MEMORY_LIMIT = 64_000_000;
const PARSE_LIMIT = 4_000_000;

/** A template that can't be filled in; the message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** What a template asks for that the values haven't got. `source`: what the template is called. */
export function noValue({ originalError, token }: LiquidError, source: string): Diagnostic {
  const [line = null, column = null] = token.getPosition();
  const { variableName } = originalError as Error & { readonly variableName: string };
  return {
    code: 'template/no-value',
    severity: 'warning',
    message: `The data contain no value for ${variableName.slice(0, 100)}. Nothing was inserted.`,
    source,
    line,
    column,
    count: 1,
  };
}

/** A template filled in, and what is to be said of it. */
export interface FilledTemplate {
  readonly html: string;
  readonly remarks: readonly Diagnostic[];
}

/**
 * The template filled in with values; it has no others beside it, and at most `limitMs`. Of what the values haven't got the first is told:
 * an error for each would cost more than the document.
 * @throws TemplateError
 */
export async function fillTemplate(
  html: string,
  values: Readonly<Record<string, unknown>>,
  limitMs: number,
): Promise<FilledTemplate> {
  const start = performance.now();
  const liquid = reader(limitMs);
  try {
    const parsed = liquid.parse(html);
    const filled = async (strictVariables: boolean): Promise<string> => {
      const renderLimit = Math.max(1, limitMs - (performance.now() - start));
      return String(await liquid.render(parsed, values, { strictVariables, renderLimit }));
    };
    try {
      return { html: await filled(true), remarks: [] };
    } catch (error) {
      if (!(error instanceof UndefinedVariableError)) throw error;
      return { html: await filled(false), remarks: [noValue(error, 'template')] };
    }
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
    // Questions (`{% if x %}`) and `default` may ask for what isn't there.
    lenientIf: true,
    templates: {},
    renderLimit: limitMs,
    memoryLimit: MEMORY_LIMIT,
    parseLimit: PARSE_LIMIT,
  });

const templateError = (error: unknown): TemplateError => new TemplateError((error as Error).message.split('\n')[0]);
