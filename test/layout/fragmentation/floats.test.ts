import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

describe('floats on pages', () => {
  it('continue without their finished lines, across any number of pages', async () => {
    expect(
      await places(
        '<div style="display:flow-root;padding-top:48px;line-height:20px">a<div id="f" style="float:left;padding:90px 0 70px">x</div></div>',
      ),
    ).to.deep.equal(['', 'f 0+100', 'f 0+90']);
  });

  it("move on if their block-end margin doesn't fit", async () => {
    const float = '<div id="f" style="float:left;width:9px;height:40px;margin-bottom:1px"></div>';
    expect(await places(`<div id="a" style="height:60px"></div>${float}`)).to.deep.equal(['a 0+60', 'f 0+40']);
  });

  it("don't move on because of their own margin, which repeats on the next page", async () => {
    const float = '<div id="f" style="float:left;width:9px;margin-top:10px;height:95px;break-inside:avoid"></div>';
    expect(await places(float)).to.deep.equal(['f 10+90', 'f 0+5']);
    const image = '<img id="f" style="float:left;width:9px;height:40px;margin:5px" src="data:,">';
    const { dump } = await layout(`<div style="columns:2;width:200px;column-gap:0">${image}${'x '.repeat(20)}</div>`);
    expect(dump).to.match(/#f> {2}x5 y5 /);
  });

  it('move on if too few of their first lines would stay', async () => {
    const float = '<div id="f" style="float:left;line-height:20px;orphans:2">a<br>b<br>c</div>';
    expect(await places(`<div id="a" style="height:70px"></div>${float}`)).to.deep.equal(['a 0+70', 'f 0+60']);
    expect(await places(`<div id="a" style="height:50px"></div>${float}`)).to.deep.equal(['a 0+50, f 50+50', 'f 0+20']);
  });

  it('allow a break in the clearance gap before a first child', async () => {
    const cleared = '<div id="in" style="clear:both;break-inside:avoid;height:20px"></div>';
    expect(
      await places(`<div style="float:left;width:9px;height:90px"></div><div id="a">${cleared}</div>`),
    ).to.deep.equal(['a 0+100', 'a 0+20, in 0+20']);
  });

  it('that continue delay content that clears them until they end', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:250px"></div>';
    const style = '<style>body{line-height:20px}</style>';
    const last = '<div id="z" style="height:10px"></div>';
    expect(await places(`${style}${float}<div id="a">x<br style="clear:both"></div>${last}`)).to.deep.equal([
      'f 0+100, a 0+100',
      'f 0+100, a 0+100',
      'f 0+50, a 0+50, z 50+10',
    ]);
    const line = '<b id="b" style="display:inline-block;width:9px;height:20px;vertical-align:top"></b>';
    expect(await places(`${style}<div id="a">${float}x<br clear="all">${line}</div>${last}`)).to.deep.equal([
      'a 0+100, f 0+100',
      'a 0+100, f 0+100',
      'a 0+70, f 0+50, b 0+20, z 70+10',
    ]);
  });

  it('stay at the very end of a page if they have no height', async () => {
    const inside = '<div id="in" style="margin-top:-20px;height:20px"></div>';
    expect(
      await places(
        `<div id="a" style="height:100px"></div><div id="f" style="float:left;width:9px;height:0">${inside}</div>`,
      ),
    ).to.deep.equal(['a 0+100, f 100+0, in -20+20']);
  });
});
