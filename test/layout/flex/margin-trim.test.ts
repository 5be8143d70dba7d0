import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the positions and sizes of the `<b>` boxes: x, y, width, height. */
async function places(style: string, items: string): Promise<number[][]> {
  const { dump } = await layout(
    `<style>div{display:flex;margin-trim:inline block;width:100px;${style}}b{display:block;width:50px;height:20px;margin:5px}</style><div>${items}</div>`,
  );
  return [...dump.matchAll(/Block <b>\s+x(-?[\d.]+) y(-?[\d.]+)\s+w([\d.]+) h([\d.]+)/g)].map((found) =>
    found.slice(1).map(Number),
  );
}

describe('margin-trim of flex containers', () => {
  it('drops margins at line ends before items are wrapped, and those of the first and last line', async () => {
    expect(await places('width:110px;flex-wrap:wrap', '<b></b><b></b><b></b>')).to.deep.equal([
      [0, 0, 50, 20],
      [60, 0, 50, 20],
      [0, 30, 50, 20],
    ]);
  });

  it('lets items grow into them', async () => {
    expect(await places('', '<b style="flex:1"></b>')).to.deep.equal([[0, 0, 100, 20]]);
  });

  it('maps the ends in columns and reversed directions', async () => {
    const one = '<b style="margin:0 0 0 7px"></b>';
    expect(await places('width:107px;flex-direction:row-reverse;margin-trim:inline-start', one + one)).to.deep.equal([
      [57, 0, 50, 20],
      [0, 0, 50, 20],
    ]);
    expect(await places('flex-direction:column;margin-trim:block-end', '<b></b>')).to.deep.equal([[5, 5, 50, 20]]);
    const { dump } = await layout(
      '<div id=c style="display:inline-flex;flex-direction:column;margin-trim:block inline"><b style="display:block;width:10px;height:10px;margin:3px">',
    );
    expect(dump).to.match(/Flex <div#?c?>?.*w10 h10/);
  });
});
