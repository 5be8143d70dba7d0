import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Nesting } from './nesting.ts';
import { costOfPair, inWords, pairs, WRAPPERS } from './wrappers.ts';

/** One in this many pairs is tested, without counting objects. `npm run fuzz` tests all of them. */
const PARTS = 10;

/** Returns the part to test. It depends on the names of the engine's files, so that it changes when the engine grows. */
function partOfThisTree(): number {
  const engine = fileURLToPath(new URL('../../engine', import.meta.url));
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`);
  return hash.digest()[0]! % PARTS;
}

async function tooCostly(list: readonly (readonly [Nesting, Nesting])[], countsObjects: boolean): Promise<string[]> {
  const failed: string[] = [];
  for (const pair of list) {
    const cost = await costOfPair(pair, countsObjects);
    if (cost.growsTooFast) failed.push(inWords(cost));
  }
  return failed;
}

describe('the cost of pairs of contexts', function () {
  this.timeout(600_000);

  it('grows linearly with the depth of each context nested in itself', async () => {
    expect(
      await tooCostly(
        WRAPPERS.map((one) => [one, one]),
        true,
      ),
    ).to.deep.equal([]);
  });

  const part = partOfThisTree();
  it(`grows linearly with the depth of two alternating contexts (part ${part} of ${PARTS})`, async () => {
    expect(
      await tooCostly(
        pairs().filter((_, i) => i % PARTS === part),
        false,
      ),
    ).to.deep.equal([]);
  });
});
