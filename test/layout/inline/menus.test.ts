import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('menus', () => {
  const heightOf = async (style: string): Promise<number> => {
    const { dump } = await layout(`<select id="s" style="font:16px/40px Arial;${style}"><option>A</select>`);
    return Number(/<select#s> .* h([\d.]+)/.exec(dump)?.[1]);
  };

  it('are as high as their font, unless they lose their appearance', async () => {
    expect(await heightOf('')).to.be.below(30);
    expect(await heightOf('appearance:none')).to.be.above(40);
  });
});
