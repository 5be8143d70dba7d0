/** Liquid templates. Values are escaped unless the `raw` filter is used. */
import { Liquid, type LiquidError, UndefinedVariableError } from 'liquidjs';
import type { Diagnostic } from '../../engine/diagnostics.ts';

/** Limits on the output and the size of a template, in characters and nodes. */
const MEMORY_LIMIT = 64_000_000;
const PARSE_LIMIT = 4_000_000;

/** A template that can't be rendered. The message gives the position. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Returns the diagnostic for a missing value. `source`: name of the template. */
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

/** A rendered template and its diagnostics. */
export interface FilledTemplate {
  readonly html: string;
  readonly remarks: readonly Diagnostic[];
}

/**
 * Renders a template in at most `limitMs`, without partial templates. Reports only the first missing value: an error
 * object for each would cost more than the document.
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

/** @throws TemplateError if the template doesn't parse */
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
    // Conditions (`{% if x %}`) and `default` may refer to missing values.
    lenientIf: true,
    templates: {},
    renderLimit: limitMs,
    memoryLimit: MEMORY_LIMIT,
    parseLimit: PARSE_LIMIT,
  });

const templateError = (error: unknown): TemplateError => new TemplateError((error as Error).message.split('\n')[0]);
