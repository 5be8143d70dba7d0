/** The template language of `pagewright batch`: partial templates lie below the template's folder, values are escaped, and `| raw` puts in markup. */
import { basename, dirname, resolve } from 'node:path';
import { Liquid, type LiquidError, type Template, UndefinedVariableError } from 'liquidjs';
import { noValue } from '../rendering/templates.ts';
import type { Remark } from './report.ts';

/** A template that can be filled in any number of times. */
export class BatchTemplate {
  private readonly file: string;
  private readonly liquid: Liquid;
  private readonly parsed: Template[];

  /** @throws Error whose message says where the text is wrong */
  constructor(file: string, text: string) {
    this.file = file;
    this.liquid = new Liquid({
      root: dirname(resolve(file)),
      outputEscape: 'escape',
      strictFilters: true,
      // Questions (`{% if x %}`) and `default` may ask for what isn't there.
      lenientIf: true,
      catchAllErrors: true,
    });
    try {
      this.parsed = this.liquid.parse(text, file);
    } catch (error) {
      throw leaves(error)[0];
    }
  }

  /** The document, and what the template asks for that the values haven't got. @throws Error whose message says where it can't be filled in */
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

/** Errors of a template come one in the other; never none. */
function leaves(error: unknown): readonly Error[] {
  const { errors } = error as { readonly errors?: readonly unknown[] };
  return errors === undefined ? [error as Error] : errors.flatMap(leaves);
}
