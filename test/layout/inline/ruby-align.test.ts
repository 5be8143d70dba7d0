import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the inline offset of a base 20 px wide under an annotation of 100 px. */
async function offsetOf(align: string): Promise<string | undefined> {
  const box = (id: string, width: number): string => `<b id=${id} style="display:inline-block;width:${width}px"></b>`;
  const { dump } = await layout(`<ruby style="${align}"><rb>${box('base', 20)}<rt>${box('text', 100)}</ruby>`);
  return /Inline <rb> {2}(x\S+)/.exec(dump)?.[1] ?? dump;
}

describe('ruby-align', () => {
  it('aligns the narrower part at the start or center', async () => {
    expect(await offsetOf('ruby-align:start')).to.equal('x0');
    expect(await offsetOf('ruby-align:center')).to.equal('x40');
    expect(await offsetOf('')).to.equal('x40');
  });
});
