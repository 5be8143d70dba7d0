import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of the element with the id `i`. */
async function sizeOf(control: string, style = ''): Promise<string> {
  const { dump } = await layout(
    `<style>#i{field-sizing:content;font:10px/20px Cousine;padding:0;border:0;${style}}</style>${control}`,
  );
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

describe('field-sizing: content', () => {
  it('makes text fields as wide as their value or placeholder, regardless of their size', async () => {
    expect(await sizeOf('<input id=i size=40 value=12345>')).to.equal('30.02x20');
    expect(await sizeOf('<input id=i placeholder=123>')).to.equal('18.02x20');
    expect(await sizeOf('<input id=i>')).to.equal('0x20');
    expect(await sizeOf('<input id=i value=12345>', 'min-width:50px')).to.equal('50x20');
    expect(await sizeOf('<input id=i value=12345>', 'width:20px')).to.equal('20x20');
  });

  it("makes text areas as large as their lines, which wrap if they don't fit", async () => {
    expect(await sizeOf('<textarea id=i rows=5 cols=50>12345</textarea>')).to.equal('30.02x20');
    expect(await sizeOf('<textarea id=i>1\n2\n3</textarea>')).to.equal('6.02x60');
    expect(await sizeOf('<div style="width:40px"><textarea id=i>12345 12345</textarea></div>')).to.equal('40x40');
  });

  it('makes menus as wide as the selection, and list boxes as high as all options', async () => {
    const options = '<option>1<option>12345';
    const width = async (style: string): Promise<number> =>
      parseFloat(await sizeOf(`<select id=i>${options}</select>`, style));
    expect((await width('field-sizing:fixed')) - (await width(''))).to.be.closeTo(24, 1);
    const height = async (style: string): Promise<number> =>
      Number((await sizeOf(`<select id=i size=5>${options}</select>`, style)).split('x')[1]);
    expect((await height('field-sizing:fixed')) / (await height(''))).to.be.closeTo(2.5, 0.1);
  });
});
