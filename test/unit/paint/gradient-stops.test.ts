/** Shapes that reference the same gradient share its stops, whatever the number of shapes and stops. */
import { expect } from 'chai';
import { spentOn } from '../../hostile/spent.ts';

const STOPS = 1000;

async function workOn(shapes: number, opacity: (i: number) => number): Promise<number> {
  const stops = '<stop offset=".5" stop-color="red"/>'.repeat(STOPS);
  const list = Array.from(
    { length: shapes },
    (_, i) => `<rect width=9 height=9 fill="url(#g)" opacity="${opacity(i)}"/>`,
  );
  return (await spentOn(`<svg><linearGradient id=g>${stops}</linearGradient>${list.join('')}</svg>`)).ticks;
}

describe('gradients of an SVG', () => {
  it('are read once for all shapes with the same opacity', async () => {
    const one = await workOn(1, () => 1);
    // The remainder is the canvas's charge for the stops that it draws.
    expect((await workOn(100, () => 1)) - one).to.be.below(STOPS * 120);
  });

  it('are read again for each different opacity', async () => {
    expect(await workOn(100, (i) => 1 - i / 200)).to.be.above(STOPS * 180);
  });
});
