import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';

const WIDE = '<div style="width:500px;height:10px"></div>';

async function scaleOf(style: string, html = WIDE): Promise<number> {
  const { pages } = await layoutDocument(
    `<style>@page{size:400px 300px;margin:0}body{margin:0}${style}</style>${html}`,
  );
  return pages[0]!.scale;
}

describe('content wider than the page', () => {
  it('shrinks to fit though the viewport’s overflow hides it on screen', async () => {
    for (const style of ['', 'body{overflow-x:hidden}', 'html{overflow-x:hidden}'])
      expect(await scaleOf(style), style).to.equal(0.8);
  });

  it('doesn’t where a box hides it', async () => {
    expect(await scaleOf('html{overflow-x:hidden}body{overflow-x:hidden}')).to.equal(1);
    expect(await scaleOf('', `<div style="overflow:hidden">${WIDE}</div>`)).to.equal(1);
  });
});
