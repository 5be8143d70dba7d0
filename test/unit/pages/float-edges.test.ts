/** Boxes with only floats at the end of a page. Pages are 400 x 300 px. */
import { expect } from 'chai';
import { fragmentsOf } from '../../support/fragments-of.ts';
import { settled } from '../../support/rounds.ts';

describe('a box that begins with floats and has no room for its start edge', () => {
  const placesOf = async (room: number, style: string): Promise<string[]> => {
    const { pages } = await settled(
      `<style>#a::after{content:"";display:block;clear:both}</style><div style="height:${300 - room}px"></div>
      <div id="a" style="padding:8px 0;${style}"><div id="b" style="float:left;width:50px;line-height:20px">x</div></div>`,
    );
    return fragmentsOf(pages, 'b');
  };

  it('moves to the next page as a whole', async () => {
    for (const style of ['', 'overflow:hidden', 'border-top:1px solid'])
      expect(await placesOf(4, style), style).to.deep.equal([
        style.startsWith('border') ? '2: 0,9 50x20' : '2: 0,8 50x20',
      ]);
  });

  it('breaks after that edge if the edge fits', async () => {
    expect(await placesOf(12, '')).to.deep.equal(['2: 0,0 50x20']);
  });
});
