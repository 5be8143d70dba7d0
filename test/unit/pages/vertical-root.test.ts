import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import { pxFromLu } from '../../../engine/units.ts';

/** Returns the position and size of the root element on each page in px: x, y, width, height. */
async function rootsOf(css: string): Promise<number[][]> {
  const html = `<!doctype html><style>@page{size:300px 400px;margin:20px}html{writing-mode:vertical-rl;${css}}body{margin:0;font:10px/20px Arial}</style>${'<p style="margin:0">one'.repeat(18)}`;
  const { pages } = await layoutDocument(html);
  return pages.map(({ root }) => {
    const { x, y, fragment } = root!;
    return [x, y, fragment.width, fragment.height].map(pxFromLu);
  });
}

describe('a vertical root element', () => {
  it('is centered by auto margins along its lines, on every page', async () => {
    expect(await rootsOf('height:200px;margin:auto 0')).to.deep.equal([
      [0, 80, 260, 200],
      [160, 80, 100, 200],
    ]);
    expect((await rootsOf('max-height:200px;margin:auto 0'))[0]).to.deep.equal([0, 80, 260, 200]);
    expect((await rootsOf('height:200px;margin:auto 0 0'))[0]).to.deep.equal([0, 160, 260, 200]);
    expect((await rootsOf('height:200px;margin:0 0 auto;direction:rtl'))[0]).to.deep.equal([0, 0, 260, 200]);
    expect((await rootsOf('writing-mode:vertical-lr;height:200px;margin:auto 0'))[0]).to.deep.equal([0, 80, 260, 200]);
  });

  it('has its margins along its lines on every page, and the others at its ends', async () => {
    expect(await rootsOf('margin:50px 20px')).to.deep.equal([
      [0, 50, 240, 260],
      [140, 50, 120, 260],
    ]);
    expect(await rootsOf('margin:50px 20px;writing-mode:vertical-lr')).to.deep.equal([
      [20, 50, 240, 260],
      [0, 50, 120, 260],
    ]);
  });
});
