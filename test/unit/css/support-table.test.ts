import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { supportTable } from '../../../scripts/support-table-text.ts';

describe('docs/css-properties.md', () => {
  it('matches the registry: npm run support-table', () => {
    const kept = readFileSync(new URL('../../../docs/css-properties.md', import.meta.url), 'utf8');
    expect(kept === supportTable(), 'the table is stale').to.equal(true);
  });
});
