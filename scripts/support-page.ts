// Writes docs/support.md by rendering every specified feature.
//
//   npm run support-page
import { writeFileSync } from 'node:fs';
import { effectsOfValues, supportPage } from '../test/laws/support/support-page.ts';

writeFileSync(new URL('../docs/support.md', import.meta.url), await supportPage(await effectsOfValues()));
