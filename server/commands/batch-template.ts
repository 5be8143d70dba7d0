/** The template language of `pagewright batch`: partial templates lie below the template's folder, values are escaped, and `| raw` puts in markup. */
import { dirname, resolve } from 'node:path';
import { Liquid } from 'liquidjs';

export function batchLiquid(template: string): Liquid {
  return new Liquid({ root: dirname(resolve(template)), outputEscape: 'escape', strictFilters: true });
}
