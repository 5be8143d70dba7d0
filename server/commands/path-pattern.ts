/** File names that `pagewright batch` fills with the data of each record. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Liquid, type LiquidError, type Template } from 'liquidjs';
import { UsageError } from './report.ts';

/** Whether a text contains tags of the template language. */
export const hasTags = (text: string): boolean => /\{[{%]/.test(text);

export class PathPattern {
  private readonly option: string;
  private readonly liquid = new Liquid({ strictVariables: true, strictFilters: true });
  private readonly pattern: Template[];
  /** The folder at the start of the pattern. No data value can lead out of it. */
  readonly folder: string;

  /** `option`: its name on the command line, for messages. */
  constructor(option: string, pattern: string) {
    this.option = option;
    this.pattern = this.liquid.parse(pattern);
    const start = hasTags(pattern) ? pattern.slice(0, pattern.search(/\{[{%]/)) : pattern;
    this.folder = resolve(start.slice(0, Math.max(start.lastIndexOf('/'), start.lastIndexOf('\\')) + 1) || '.');
  }

  /** Returns the absolute path for a record. @throws Error if it leads out of the folder, or a value is missing */
  fill(values: object): string {
    const filled = this.filled(values);
    const path = resolve(filled);
    const inside = relative(this.folder, path);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new Error(`${filled} is outside ${this.folder}`);
    return path;
  }

  private filled(values: object): string {
    try {
      return String(this.liquid.renderSync(this.pattern, values));
    } catch (error) {
      const [message = ''] = (error as Error).message.split('\n');
      throw new UsageError(`${this.option}: ${message}${listHint(missingName(error as LiquidError), values)}`);
    }
  }
}

/** Returns the name of the missing value, if that is the error. */
const missingName = ({ originalError }: LiquidError): string | undefined =>
  (originalError as (Error & { readonly variableName?: string }) | undefined)?.variableName;

/** Names the list of a wrapped file, `{"invoices": [...]}`, if its records have the missing value. */
function listHint(missing: string | undefined, values: object): string {
  if (missing === undefined) return '';
  const list = Object.entries(values).find(([, value]) => Array.isArray(value) && hasOwn(value[0], missing));
  return list === undefined ? '' : `. The entries of "${list[0].slice(0, 50)}" have it: pass that list alone as data`;
}

const hasOwn = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);
