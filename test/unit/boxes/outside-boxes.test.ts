import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';

/** How much building and laying out takes where floats or positioned boxes stand alone between blocks, nested. */
async function work(depth: number): Promise<number> {
  let html = 'x';
  for (let i = 0; i < depth; i++) html = `<div><div style="position:absolute">${html}</div><p>y</p></div>`;
  return (await layoutDocument(`<!DOCTYPE html>${html}`)).budget.work;
}

describe('boxes outside the flow between blocks', () => {
  it('are made once', async () => {
    const [shallow, middle, deep] = [await work(4), await work(8), await work(12)];
    expect(deep - middle).to.be.at.most(1.5 * (middle - shallow));
  });
});
