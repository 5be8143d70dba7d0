import { expect } from 'chai';
import { places } from './places.ts';

describe('floats on pages', () => {
  it('in finished lines go on without them, however many pages they take', async () => {
    expect(
      await places(
        '<div style="display:flow-root;padding-top:48px;line-height:20px">a<div id="f" style="float:left;padding:90px 0 70px">x</div></div>',
      ),
    ).to.deep.equal(['', 'f 0+100', 'f 0+90']);
  });

  it('move on where their block-end margin doesn’t fit', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:40px;margin-bottom:1px"></div>';
    expect(await places(`<div id="a" style="height:60px"></div>${float}`)).to.deep.equal(['a 0+60', 'f 0+40']);
  });
});
