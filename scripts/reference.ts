// Writes the pages of the reference in docs/ that are generated from the code. A test compares them.
//
//   npm run reference
import { writeFileSync } from 'node:fs';
import { REFERENCE } from './reference/pages.ts';

for (const [name, page] of Object.entries(REFERENCE))
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), page());
