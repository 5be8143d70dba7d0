/**
 * The template language of `pagewright batch`. Partial templates are in the template's folder. Values are escaped
 * unless the `raw` filter is used.
 */
import { basename, dirname, resolve } from 'node:path';
import { Liquid, type LiquidError, type Template, UndefinedVariableError } from 'liquidjs';
import { noValue } from '../rendering/templates.ts';
import type { Remark } from './report.ts';

/** A parsed template that can be rendered repeatedly. */
export class BatchTemplate {
  private readonly file: string;
  private readonly liquid: Liquid;
  private readonly parsed: Template[];

  /** @throws Error whose message gives the position of the mistake */
  constructor(file: string, text: string) {
    this.file = file;
    this.liquid = new Liquid({
      root: dirname(resolve(file)),
      outputEscape: 'escape',
      strictFilters: true,
      // Conditions (`{% if x %}`) and `default` may refer to missing values.
      lenientIf: true,
      catchAllErrors: true,
    });
    try {
      this.parsed = this.liquid.parse(text, file);
    } catch (error) {
      throw leaves(error)[0];
    }
  }

  /**
   * Returns the document, and remarks on missing values. @throws Error whose message gives the position of the mistake
   */
  async fillIn(values: object): Promise<{ readonly html: string; readonly remarks: readonly Remark[] }> {
    try {
      return { html: await this.filled(values, true), remarks: [] };
    } catch (error) {
      const missing = leaves(error);
      const other = missing.find((one) => !(one instanceof UndefinedVariableError));
      if (other !== undefined) throw other;
      const html = await this.filled(values, false).catch((worse: unknown) => Promise.reject(leaves(worse)[0]));
      return { html, remarks: missing.map((one) => this.noValue(one as UndefinedVariableError)) };
    }
  }

  private async filled(values: object, strictVariables: boolean): Promise<string> {
    return String(await this.liquid.render(this.parsed, values, { strictVariables }));
  }

  private noValue(error: LiquidError): Remark {
    const { file } = error.token;
    return noValue(error, file === undefined || file === this.file ? 'document' : basename(file));
  }
}

/** Returns the innermost errors of a template error. Never empty. */
function leaves(error: unknown): readonly Error[] {
  const { errors } = error as { readonly errors?: readonly unknown[] };
  return errors === undefined ? [error as Error] : errors.flatMap(leaves);
}
