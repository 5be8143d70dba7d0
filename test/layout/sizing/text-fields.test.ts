import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

async function widthOf(control: string): Promise<number> {
  const { dump } = await layout(`<style>#i{border:0;padding:0}</style><p>${control}</p>`);
  return Number(/#i>.* w(\S+)/.exec(dump)?.[1]);
}

describe('text fields', () => {
  it('are `size` average characters of their font wide, with the last as wide as any glyph', async () => {
    const field = (font: string, size: number): Promise<number> =>
      widthOf(`<input id=i size=${size} style="font:${font}">`);
    // Serif: 9.09 px on average and at most 18.9 at 16 px; monospaced 10.3 and 38.7. Averages are rounded to whole px.
    expect(await field('16px Tinos', 20)).to.equal(192);
    expect(await field('16px Tinos', 1)).to.equal(19);
    expect(await field('13.3333px Arimo', 20)).to.equal(169);
    expect(await field('16px monospace', 20)).to.equal(236);
  });

  it('with lines are `cols` characters wide plus a scroll bar', async () => {
    expect(await widthOf('<textarea id=i cols=20 style="font:16px Tinos"></textarea>')).to.equal(182 + 15);
    expect(await widthOf('<textarea id=i cols=20 style="font:16px monospace"></textarea>')).to.equal(207 + 15);
  });

  it('turn with vertical text, like other controls', async () => {
    const sizeOf = async (control: string, mode: string): Promise<string[]> => {
      const { dump } = await layout(
        `<style>#i{border:0;padding:0}p{writing-mode:${mode};text-orientation:sideways}</style><p>${control}</p>`,
      );
      const [, width, height] = /#i>.* w(\S+) h(\S+)/.exec(dump)!;
      return [width!, height!];
    };
    for (const control of [
      '<input id=i size=20>',
      '<input id=i type=date>',
      '<input id=i type=file>',
      '<textarea id=i cols=20 rows=3></textarea>',
      '<select id=i><option>a<option>long</select>',
      '<select id=i size=3><option>a<option>long</select>',
    ]) {
      const [width, height] = await sizeOf(control, 'horizontal-tb');
      for (const mode of ['vertical-rl', 'vertical-lr', 'sideways-lr'])
        expect(await sizeOf(control, mode), `${control} ${mode}`).to.deep.equal([height, width]);
    }
  });

  const lineIn = async (control: string): Promise<number> => {
    const { dump } = await layout(`<style>input{font:16px/24px Arimo;padding:0;border:0}</style><p>${control}</p>`);
    return Number(/\n +line \S+ \S+ \S+ h(\S+)/.exec(dump.slice(dump.indexOf('Block <input')))?.[1]);
  };

  it('ignore a `line-height` smaller than the font or the specified height', async () => {
    expect(await lineIn('<input value=t>')).to.equal(24);
    expect(await lineIn('<input value=t style="line-height:1">')).to.equal(18);
    expect(await lineIn('<input value=t style="height:24px">')).to.equal(24);
    expect(await lineIn('<input value=t style="height:25px">')).to.equal(18);
    expect(await lineIn('<input value=t style="height:50%">')).to.equal(18);
    expect(await lineIn('<input placeholder=t style="height:41px">')).to.equal(18);
  });

  it("aren't enlarged by a placeholder in another font", async () => {
    const height = async (attributes: string): Promise<number> => {
      const { dump } = await layout(`<input id=i ${attributes} style="font:13px Arimo">`);
      return Number(/<input#i> .* h(\S+)/.exec(dump)?.[1]);
    };
    expect(await height('placeholder="ሰላም"')).to.equal(await height(''));
  });
});
