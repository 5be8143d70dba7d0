import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';

describe('text-rendering', () => {
  async function widthOf(style: string): Promise<number> {
    const { pages } = await layoutDocument(
      `<!DOCTYPE html><style>span { font: 40px serif; display: inline-block; ${style} }</style><span>AVAV To fi</span>`,
    );
    return Number(/<span>.*? w([\d.]+)/.exec(dumpPages(pages))![1]);
  }

  it("doesn't change kerning and ligatures", async () => {
    const usual = await widthOf('');
    expect(await widthOf('text-rendering: optimizeSpeed')).to.equal(usual);
    expect(await widthOf('text-rendering: optimizeLegibility')).to.equal(usual);
    expect(await widthOf('text-rendering: optimizeSpeed; font-kerning: none')).to.be.greaterThan(usual);
  });
});
