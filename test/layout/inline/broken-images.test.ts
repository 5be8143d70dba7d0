import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the size of the first box of a kind in the dump. */
async function sizeOf(html: string, kind: string): Promise<string | undefined> {
  const { dump } = await layout(html);
  return new RegExp(`${kind} <img[^>]*> .* w([\\d.]+ h[\\d.]+)`).exec(dump)?.[1];
}

describe('missing images', () => {
  it('have the size of an icon if at most one dimension is specified', async () => {
    for (const size of ['width:100%', 'height:200px', ''])
      expect(await sizeOf(`<img src="data:," style="${size}">`, 'Replaced'), size).to.equal('16 h16');
  });

  it('are inline-blocks the size of their alternative text plus their edges', async () => {
    const style = 'padding:3px;border:1px solid;margin:5px 0;width:100px;height:7px';
    const { dump } = await layout(`<p style="margin:0"><img src="data:," alt=photo style="${style}">x`);
    expect(/line .* h(\S+)/.exec(dump)?.[1]).to.equal('38');
    expect(/Block <img>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).map(Number)).to.deep.equal([64.05, 28]);
    expect(await sizeOf('<img src="data:," alt=photo width=40 height=90>', 'Block')).to.equal('56.05 h20');
    expect(await sizeOf('<img src="data:," alt=photo style="display:block;width:100px">', 'Block')).to.equal('100 h20');
  });

  it('take no space without alternative text unless both dimensions are specified', async () => {
    expect(await sizeOf('<img src="data:," alt="" width=170>', 'Replaced')).to.equal('0 h0');
    expect(await sizeOf('<img src="data:," alt="" style="width:170px;padding:2px">', 'Replaced')).to.equal('4 h4');
    expect(await sizeOf('<img src="data:," alt="" width=170 height=20>', 'Replaced')).to.equal('170 h20');
    expect(await sizeOf('<img alt="" width=170>', 'Replaced')).to.equal('170 h0');
  });

  it('keep their space if both dimensions are specified', async () => {
    expect(await sizeOf('<img src="data:," style="width:50px;height:30px">', 'Replaced')).to.equal('50 h30');
  });

  it('keep their space if one dimension and a ratio are specified', async () => {
    expect(await sizeOf('<img src="data:," width=50 height=30 style="height:auto">', 'Replaced')).to.equal('50 h30');
    expect(await sizeOf('<img src="data:," width=50 height=30 style="width:auto" alt="">', 'Replaced')).to.equal(
      '50 h30',
    );
  });

  it('are as high as their icon as blocks without text', async () => {
    expect(await sizeOf('<img src="data:," style="display:block">', 'Block')).to.match(/ h16$/);
    expect(await sizeOf('<img src="data:," style="display:block" title=photo>', 'Block')).to.match(/ h20$/);
  });

  it('show their icon at the start of the line', async () => {
    const xOf = async (html: string): Promise<number> =>
      Number(/Replaced <img> +x(\S+)/.exec((await layout(html)).dump)?.[1]);
    expect(await xOf('<img src="data:," style="display:block;width:90px">')).to.equal(0);
    expect(await xOf('<img src="data:," style="display:block;width:90px" dir=rtl>')).to.equal(74);
  });
});
