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

  it('let a break come in the gap that clearing them leaves before a first child', async () => {
    const cleared = '<div id="in" style="clear:both;break-inside:avoid;height:20px"></div>';
    expect(
      await places(`<div style="float:left;width:9px;height:90px"></div><div id="a">${cleared}</div>`),
    ).to.deep.equal(['a 0+100', 'a 0+20, in 0+20']);
  });

  it('stand at the very end of a page where they have no height', async () => {
    const inside = '<div id="in" style="margin-top:-20px;height:20px"></div>';
    expect(
      await places(
        `<div id="a" style="height:100px"></div><div id="f" style="float:left;width:9px;height:0">${inside}</div>`,
      ),
    ).to.deep.equal(['a 0+100, f 100+0, in -20+20']);
  });
});
