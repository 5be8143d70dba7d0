/** The templates of `pagewright batch` and `--data`. Partial templates are in the template's folder. */
import { basename, dirname, resolve } from 'node:path';
import type { LiquidError, Template } from 'liquidjs';
import { BoundedLiquid } from '../rendering/liquid.ts';
import { TemplateLines } from '../rendering/template-lines.ts';
import { type FilledTemplate, missingValues, placingBy } from '../rendering/templates.ts';

/** A parsed template that can be rendered repeatedly. */
export class BatchTemplate {
  private readonly file: string;
  private readonly liquid: BoundedLiquid;
  private readonly parsed: Template[];
  private readonly lines: TemplateLines;

  /** @throws Error whose message gives the position of the mistake */
  constructor(file: string, text: string) {
    this.file = file;
    this.liquid = new BoundedLiquid(dirname(resolve(file)));
    this.parsed = this.liquid.parse(text, file);
    this.lines = new TemplateLines(text);
  }

  /**
   * Returns the document, and remarks on missing values. `limitMs`: time limit.
   * @throws Error whose message gives the position of the mistake
   */
  async fillIn(values: object, limitMs: number): Promise<FilledTemplate> {
    const rendering = await this.liquid.fill(this.parsed, values, limitMs, this.lines);
    return {
      html: rendering.html,
      remarks: missingValues(rendering, (error) => this.sourceOf(error)),
      ...placingBy(this.lines, rendering.html),
    };
  }

  private sourceOf({ token: { file } }: LiquidError): string {
    return file === undefined || file === this.file ? 'document' : basename(file);
  }
}
