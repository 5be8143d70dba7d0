import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';

/** Returns the cost of building and layout with nested floats or positioned boxes alone between blocks. */
async function work(depth: number): Promise<number> {
  let html = 'x';
  for (let i = 0; i < depth; i++) html = `<div><div style="position:absolute">${html}</div><p>y</p></div>`;
  return (await layoutDocument(`<!DOCTYPE html>${html}`)).budget.work;
}

describe('out-of-flow boxes between blocks', () => {
  it('are built once', async () => {
    const [shallow, middle, deep] = [await work(4), await work(8), await work(12)];
    expect(deep - middle).to.be.at.most(1.5 * (middle - shallow));
  });
});
