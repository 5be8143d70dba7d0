import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIAGNOSTIC_KINDS } from '../../engine/diagnostic-codes.ts';
import { sources } from '../support/imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the diagnostics catalog', () => {
  it('has no code that nothing reports', () => {
    const text = ['engine', 'server']
      .flatMap((folder) => sources(join(root, folder)))
      .filter((file) => !file.endsWith('diagnostic-codes.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // Declaration diagnostics name only the part after the slash.
    const isReported = (code: string): boolean =>
      text.includes(`'${code}'`) || text.includes(`'${code.replace('css/', '')}'`);
    expect(Object.keys(DIAGNOSTIC_KINDS).filter((code) => !isReported(code))).to.deep.equal([]);
  });
});
