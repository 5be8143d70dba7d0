import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('buttons and fields as blocks', () => {
  /** Returns the inline offset and width of the control in px. */
  async function placeOf(tag: string, html: string): Promise<readonly [x: number, width: number]> {
    const { dump } = await layout(html);
    const [, x, width] = new RegExp(`<${tag}>.*? x(\\S+) .*? w(\\S+)`).exec(dump) ?? [];
    return [Number(x), Number(width)];
  }

  it('are sized to their contents', async () => {
    for (const html of ['<button style="display:block">Go</button>', '<button style="display:flex">Go</button>'])
      expect((await placeOf('button', html))[1], html).to.be.within(20, 60);
    expect((await placeOf('input', '<input style="display:block">'))[1]).to.be.within(100, 250);
    expect((await placeOf('input', '<input type=submit style="display:block">'))[1]).to.be.within(30, 90);
  });

  it('are centered by auto margins', async () => {
    const [x, width] = await placeOf('button', '<button style="display:block;margin:auto">Go</button>');
    expect(x).to.be.closeTo((400 - width) / 2, 0.1);
  });

  it('fill the available width on request', async () => {
    expect(await placeOf('button', '<button style="display:block;width:100%">Go</button>')).to.deep.equal([0, 400]);
    expect(await placeOf('button', '<div style="display:grid"><button>Go</button></div>')).to.deep.equal([0, 400]);
    const positioned = '<button style="position:absolute;left:0;right:0">Go</button>';
    expect((await placeOf('button', positioned))[1]).to.equal(400);
  });
});
