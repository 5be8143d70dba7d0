// Writes docs/css-properties.md from the property registry (what is supported, and what has no effect and why), and
// docs/diagnostics.md from the catalogue.
//
//   npm run support-table
import { writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-text.ts';
import { supportTable } from './support-table-text.ts';

writeFileSync(new URL('../docs/css-properties.md', import.meta.url), supportTable());
writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage());
