import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('checkboxes and radio buttons', () => {
  async function sizeOf(type: string, style: string): Promise<string | undefined> {
    const { dump } = await layout(`<style>input { ${style} }</style><p><input type=${type} id=t></p>`);
    return /<input>?#t.*?w(\S+ h\S+)/.exec(dump)?.[1] ?? dump;
  }

  for (const type of ['checkbox', 'radio'])
    it(`have no padding and border with their appearance: ${type}`, async () => {
      expect(await sizeOf(type, 'padding: 10px; border: 2px solid')).to.equal('13 h13');
      expect(await sizeOf(type, 'padding: 10px; border: 2px solid; box-sizing: content-box')).to.equal('13 h13');
      expect(await sizeOf(type, 'padding: 10px; appearance: none')).to.equal('20 h20');
    });

  it('keep the other dimension if one is specified', async () => {
    expect(await sizeOf('checkbox', 'width: 40px')).to.equal('40 h13');
    expect(await sizeOf('checkbox', 'height: 40px')).to.equal('13 h40');
    expect(await sizeOf('radio', 'zoom: 2')).to.equal('26 h26');
  });
});
