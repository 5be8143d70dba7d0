/** Definitions of the specifications, from W3C's webref. */
import { readFileSync } from 'node:fs';

interface Definition {
  readonly name: string;
  readonly syntax?: string;
  /** The context of a function whose name several functions share. */
  readonly for?: string;
}

export const { properties, types, functions, selectors, atrules } = JSON.parse(
  readFileSync('node_modules/@webref/css/css.json', 'utf8'),
) as Record<'properties' | 'types' | 'functions' | 'selectors' | 'atrules', Definition[]>;
