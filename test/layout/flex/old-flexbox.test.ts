import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

describe('display: -webkit-box', () => {
  it('grows items only by box-flex, and never shrinks others', () =>
    expectFragments(
      `<style>div { display: -webkit-box; width: 100px } i, b { display: block } i { height: 10px; width: 20px } .f { -webkit-box-flex: 1 }</style>
       <div><i class=f></i><i></i></div>
       <div style="flex-wrap: wrap"><i style="width: 80px; flex-grow: 1"></i><i style="width: 80px"></i></div>`,
      `
      Flex <div>  x0 y0  w100 h10
        Block <i.f>  x0 y0  w80 h10
        Block <i>  x80 y0  w20 h10
      Flex <div>  x0 y10  w100 h10
        Block <i>  x0 y0  w80 h10
        Block <i>  x80 y0  w80 h10
      `,
    ));

  it('wraps inline-level children in lines of anonymous items, without the white space between them', async () => {
    const { dump } = await layout(
      `<div id=d style="display: -webkit-box; width: 10px"><span>a</span> b<i style="display: inline-block; width: 9px"></i><p>c</p><u style="float: left">d</u></div>`,
    );
    expect(dump.match(/"[^"]*"/g), dump).to.deep.equal(['"a b"', '"c"', '"d"']);
    expect(dump.match(/Block <(div#d|p|u)>/g), dump).to.have.length(3);
  });

  it('ignores align-self', () =>
    expectFragments(
      `<div style="display: -webkit-box; -webkit-box-align: end; height: 30px"><i style="display: block; width: 20px; height: 10px; align-self: center"></i></div>`,
      `
      Flex <div>  x0 y0  w400 h30
        Block <i>  x0 y20  w20 h10
      `,
    ));

  it('orders, packs and aligns', () =>
    expectFragments(
      `<style>div { display: -webkit-box; width: 100px; height: 30px } i, b { display: block } i { height: 10px; width: 20px }</style>
       <div style="-webkit-box-pack: justify; -webkit-box-align: end"><i style="-webkit-box-ordinal-group: 2"></i><b style="width: 10px; height: 5px"></b></div>
       <div style="-webkit-box-direction: reverse; -webkit-box-pack: end"><i></i><i></i></div>
       <div style="-webkit-box-orient: vertical; -webkit-box-align: center; -webkit-box-pack: center; justify-content: end"><i></i></div>`,
      `
      Flex <div>  x0 y0  w100 h30
        Block <b>  x0 y25  w10 h5
        Block <i>  x80 y20  w20 h10
      Flex <div>  x0 y30  w100 h30
        Block <i>  x20 y0  w20 h10
        Block <i>  x0 y0  w20 h10
      Flex <div>  x0 y60  w100 h30
        Block <i>  x40 y10  w20 h10
      `,
    ));
});
