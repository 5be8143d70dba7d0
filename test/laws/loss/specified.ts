/** What the specifications define, as W3C's webref keeps it. */
import { readFileSync } from 'node:fs';

interface Definition {
  readonly name: string;
  readonly syntax?: string;
  /** What a function is a value of, where several have its name. */
  readonly for?: string;
}

export const { properties, types, functions, selectors, atrules } = JSON.parse(
  readFileSync('node_modules/@webref/css/css.json', 'utf8'),
) as Record<'properties' | 'types' | 'functions' | 'selectors' | 'atrules', Definition[]>;
