import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('menus', () => {
  const heightOf = async (style: string): Promise<number> => {
    const { dump } = await layout(`<select id="s" style="font:16px/40px Arial;${style}"><option>A</select>`);
    return Number(/<select#s> .* h([\d.]+)/.exec(dump)?.[1]);
  };

  it('are as high as their font unless they have no appearance', async () => {
    expect(await heightOf('')).to.be.below(30);
    expect(await heightOf('appearance:none')).to.be.above(40);
  });

  it('are as wide as the longest option in whole px, unless they are sized to their contents', async () => {
    const widthOf = async (style: string): Promise<number> => {
      const { dump } = await layout(`<select id="s" style="font:14px Arimo;border:0;${style}"><option>Opt</select>`);
      return Number(/<select#s> .* w([\d.]+)/.exec(dump)?.[1]);
    };
    expect(await widthOf('')).to.equal(Math.ceil(await widthOf('field-sizing:content')));
    expect(await widthOf('padding:1.5px')).to.equal((await widthOf('')) + 3);
    expect(await widthOf('field-sizing:content')).not.to.equal(await widthOf(''));
  });

  it('are aligned to the baseline of the selected option', async () => {
    const { dump } = await layout(`<p style="font:16px Arimo">a <select><option>A<option>BBBB</select>`);
    const one = await layout(`<p style="font:16px Arimo">a <select><option>BBBB</select>`);
    expect(/line .* (base\S+) "a/.exec(dump)?.[1]).to.equal(/line .* (base\S+) "a/.exec(one.dump)?.[1]);
  });
});
