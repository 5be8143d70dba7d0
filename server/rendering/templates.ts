/** Templates of jobs and of the editor. */
import type { LiquidError } from 'liquidjs';
import type { Diagnostic } from '../../engine/diagnostics.ts';
import { BoundedLiquid, type Rendering } from './liquid.ts';

/** A template that can't be rendered. The message gives the position. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The position in the template, or null if the error has none. */
  readonly place: { readonly line: number; readonly column: number } | null;

  constructor(message: string, place: TemplateError['place'] = null) {
    super(message);
    this.place = place;
  }
}

/** Returns the diagnostics for missing values. `sourceOf`: names the template of an error. */
export function missingValues({ missing, more }: Rendering, sourceOf: (error: LiquidError) => string): Diagnostic[] {
  const found = [...missing].map(([error, count]): Diagnostic => {
    const [line = null, column = null] = error.token.getPosition();
    const { variableName } = error.originalError as Error & { readonly variableName: string };
    const message = `The data contains no value for ${variableName.slice(0, 100)}. Nothing was inserted.`;
    return { ...NO_VALUE, message, source: sourceOf(error), line, column, count };
  });
  return more ? [...found, FURTHER_VALUES] : found;
}

const NO_VALUE = { code: 'template/no-value', severity: 'warning' } as const;

const FURTHER_VALUES: Diagnostic = {
  ...NO_VALUE,
  message: 'The template uses many values that the data does not contain. The rest are not listed.',
  source: null,
  line: null,
  column: null,
  count: 1,
};

/** A rendered template and its diagnostics. */
export interface FilledTemplate {
  readonly html: string;
  readonly remarks: readonly Diagnostic[];
}

/**
 * Renders a template in at most `limitMs`, without partial templates.
 * @throws TemplateError
 */
export async function fillTemplate(
  html: string,
  values: Readonly<Record<string, unknown>>,
  limitMs: number,
): Promise<FilledTemplate> {
  const start = performance.now();
  const liquid = new BoundedLiquid(null);
  try {
    const parsed = liquid.parse(html);
    const rendering = await liquid.fill(parsed, values, limitMs - (performance.now() - start));
    return { html: rendering.html, remarks: missingValues(rendering, () => 'template') };
  } catch (error) {
    throw templateError(error);
  }
}

/** @throws TemplateError if the template doesn't parse */
export function checkTemplate(html: string): void {
  try {
    new BoundedLiquid(null).parse(html);
  } catch (error) {
    throw templateError(error);
  }
}

function templateError(error: unknown): TemplateError {
  const { message, token } = error as Error & Partial<Pick<LiquidError, 'token'>>;
  const [line, column] = token?.getPosition() ?? [];
  const place = line === undefined || column === undefined ? null : { line, column };
  return new TemplateError(message.split('\n')[0]!, place);
}
