import { expect } from 'chai';
import { readFileSync } from 'node:fs';
// @ts-expect-error -- a script
import { thirdPartyPackages, thirdPartyTable } from '../../../scripts/third-party.mjs';

/** Licenses that allow everyone to use and redistribute the package. */
const PERMISSIVE =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Zlib|MPL-2\.0)\b/;

describe('third-party packages', () => {
  it('are listed as in the lock file: npm run third-party', () => {
    expect(thirdPartyTable() === readFileSync('docs/third-party.md', 'utf8')).to.equal(true);
  });

  it('have permissive licenses', () => {
    const packages = thirdPartyPackages() as { name: string; license: string }[];
    const others = packages.filter(({ license }) => !PERMISSIVE.test(license));
    expect(others.map(({ name, license }) => `${name}: ${license}`)).to.deep.equal([]);
  });
});
