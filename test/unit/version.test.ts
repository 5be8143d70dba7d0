import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { ENGINE_VERSION } from '../../engine/version.ts';

describe('the version of the engine', () => {
  it('is that of the package', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect(ENGINE_VERSION).to.equal((JSON.parse(text) as { version: string }).version);
  });
});
