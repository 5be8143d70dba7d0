import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('outside list markers', () => {
  it('stand before the border and padding of their items', async () => {
    const item = 'padding-left:40px;border-left:10px solid';
    const { dump } = await layout(
      `<ul style="margin:0"><li style="${item}">x</li></ul><ol style="margin:0"><li style="${item}">x</li></ol>`,
    );
    const markers = [...dump.matchAll(/Marker <li>::marker {2}x(-?[\d.]+) y/g)].map((match) => Number(match[1]));
    expect(markers.length).to.equal(2);
    for (const x of markers) expect(x).to.be.lessThan(0);
  });
});
