import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:100px;margin:0}body{margin:0}i{position:absolute;inset:0}</style>';

/** Returns the colors of filled boxes in painting order. */
async function colors(html: string): Promise<string[]> {
  const text = await inspect(`${PAGE}${html}`, 'paint', null);
  return [...text.matchAll(/fillRect .*?(#\w+|rgb\([^)]*\))/g)].map(([, color]) => color!);
}

describe('layers', () => {
  const positioned = (display: string): string =>
    `<div style="display:${display};position:relative"><p style="order:2"><i style="background:#010101"></i></p><p style="order:1"><i style="background:#020202"></i></p></div>`;

  it("inside flex and grid items follow the items' order", async () => {
    const flex = await colors(positioned('flex'));
    expect(flex).to.have.length(2);
    expect(await colors(positioned('block'))).to.deep.equal([...flex].reverse());
    expect(await colors(positioned('grid'))).to.deep.equal(flex);
  });

  it('of positioned children ignore the order, because these are not items', async () => {
    const children = (order: string): string =>
      `<div style="display:flex;position:relative"><i style="order:${order};background:#010101"></i><i style="background:#020202"></i></div>`;
    expect(await colors(children('2'))).to.deep.equal(await colors(children('0')));
  });
});
