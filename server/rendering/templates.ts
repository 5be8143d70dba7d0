/** Templates of jobs and of the editor. */
import type { LiquidError } from 'liquidjs';
import type { Diagnostic } from '../../engine/diagnostics.ts';
import { BoundedLiquid, type Rendering } from './liquid.ts';
import { type Place, TemplateLines } from './template-lines.ts';

/** A template that can't be rendered. The message gives the position. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The position in the template, or null if the error has none. */
  readonly place: Place | null;

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
  /** Returns the position in the template of a position in `html`, or null if it is unknown. */
  readonly placeInTemplate: (place: Place) => Place | null;
  /** Moves the positions of diagnostics and issues about `html` to the template, which the author knows. */
  readonly placed: Placing;
}

/** A statement about a place, such as a diagnostic. Without a source, the place is in the document. */
interface Placed {
  readonly source?: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** Moves positions about a filled document to its template. */
export type Placing = <T extends Placed>(list: readonly T[]) => readonly T[];

/** Returns the functions that move positions in a filled template. */
export function placingBy(lines: TemplateLines, html: string): Pick<FilledTemplate, 'placeInTemplate' | 'placed'> {
  const placeInTemplate = lines.mapper(html);
  return {
    placeInTemplate,
    placed: (list) => list.map((one) => (isAboutText(one.source ?? null) ? inTemplate(one, placeInTemplate) : one)),
  };
}

/** Returns whether a diagnostic with this source is about the document itself. */
const isAboutText = (source: string | null): boolean =>
  source === null || source === 'document' || source === 'style attribute';

/** Moves a position in the filled document, such as that of a diagnostic, to the template. */
export function inTemplate<T extends { readonly line: number | null; readonly column: number | null }>(
  one: T,
  placeInTemplate: FilledTemplate['placeInTemplate'],
): T {
  if (one.line === null || one.column === null) return one;
  const place = placeInTemplate({ line: one.line, column: one.column });
  return { ...one, line: place?.line ?? null, column: place?.column ?? null };
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
    const lines = new TemplateLines(html);
    const rendering = await liquid.fill(parsed, values, limitMs - (performance.now() - start), lines);
    return {
      html: rendering.html,
      remarks: missingValues(rendering, () => 'template'),
      ...placingBy(lines, rendering.html),
    };
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
