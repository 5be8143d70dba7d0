// Writes docs/css-properties.md from the property registry: what is supported, and what has no effect and why.
//   npm run support-table
import { writeFileSync } from 'node:fs';
import { supportTable } from './support-table-text.ts';

writeFileSync(new URL('../docs/css-properties.md', import.meta.url), supportTable());
