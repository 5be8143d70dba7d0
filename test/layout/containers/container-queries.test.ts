import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

describe('container queries after layout', () => {
  it('use the width that grid gives the container', () =>
    expectFragments(
      `<style>#g { display: grid; grid-template-columns: 100px 1fr } .c { container-type: inline-size }
       p { margin: 0; height: 10px } @container (width > 200px) { p { height: 30px } }</style>
       <div id=g><div class=c><p></div><div class=c><p></div></div>`,
      `
      Grid <div#g>  x0 y0  w400 h30
        Block <div.c>  x0 y0  w100 h30
          Block <p>  x0 y0  w100 h10
        Block <div.c>  x100 y0  w300 h30
          Block <p>  x0 y0  w300 h30
      `,
    ));

  it('give each container its own units', () =>
    expectFragments(
      `<style>#f { display: flex } .c { container-type: inline-size; height: 20px } p { margin: 0; width: 50cqw; height: 10cqi }</style>
       <div id=f><div class=c style="flex: 1"><p></div><div class=c style="flex: 3"><p></div></div>`,
      `
      Flex <div#f>  x0 y0  w400 h20
        Block <div.c>  x0 y0  w100 h20
          Block <p>  x0 y0  w50 h10
        Block <div.c>  x100 y0  w300 h20
          Block <p>  x0 y0  w150 h30
      `,
    ));

  it('settle nested containers', () =>
    expectFragments(
      `<style>#g { display: grid; grid-template-columns: 1fr 3fr } .c { container-type: inline-size }
       @container (width > 250px) { #i { width: 50px } }
       p { margin: 0; height: 10px } @container (width = 50px) { p { height: 40px } }</style>
       <div id=g><div></div><div class=c><div class=c id=i><p></div></div></div>`,
      `
      Grid <div#g>  x0 y0  w400 h40
        Block <div>  x0 y0  w100 h40
        Block <div.c>  x100 y0  w300 h40
          Block <div#i.c>  x0 y0  w50 h40
            Block <p>  x0 y0  w50 h40
      `,
    ));

  it('query the block size of size containers only, and contain them', () =>
    expectFragments(
      `<style>.c { container-type: size; height: 50% } .i { container-type: inline-size } #o { height: 200px }
       p { margin: 0; height: 10px } @container (height: 100px) { p { height: 30px } } @container (orientation: portrait) { p { height: 1px } }</style>
       <div id=o><div class=c><div class=i><p></div></div></div><div class=c style="float: left">text</div>`,
      `
      Block <div#o>  x0 y0  w400 h200
        Block <div.c>  x0 y0  w400 h100
          Block <div.i>  x0 y0  w400 h30
            Block <p>  x0 y0  w400 h30
      Block <div.c>  x0 y200  w0 h0
        line x0 y0 w25.8 h20 base15 "text"
      `,
    ));

  const beside = (floats: string): string =>
    `<style>${floats} #c { container-type: inline-size } #a, #b { height: 100px }
     @container (width < 200px) { #a { display: none } } @container (width < 150px) { #b { display: none } }</style>
     <div class=f id=f1></div><div class=f id=f2></div><div class=f id=f3></div><div id=c>x<div id=a></div><div id=b></div></div>`;
  const placeOf = (dump: string): string => /<div#c> {2}(\S+ \S+ {2}\S+ \S+)/.exec(dump)![1]!;

  it('move their container forward next to floats, but never back to where it was too high', async () => {
    const floats = `.f { float: right; width: 200px; height: 150px } #f2 { float: left; width: 250px; height: 100px }
       #f3 { width: 300px; height: 100px; background: red }`;
    const { dump, diagnostics } = await layout(beside(floats));
    expect(placeOf(dump)).to.equal('x0 y250  w100 h20');
    expect(diagnostics).to.deep.equal([]);
  });

  it('keep the place of their container next to a float if its queried styles fit there', async () => {
    const { dump } = await layout(beside('.f { float: right; width: 260px; height: 60px }'));
    expect(placeOf(dump)).to.equal('x0 y0  w140 h20');
    const { dump: wider } = await layout(beside('.f { float: right; width: 220px; height: 60px }'));
    expect(placeOf(wider)).to.equal('x0 y0  w180 h120');
  });

  it("don't shrink a page for units of containers whose width isn't known yet", async () => {
    const { pages } = await layout(
      '<style>#g { display: grid; grid-template-columns: 100px 100px } .c { container-type: inline-size } p { width: 110cqw }</style><div id=g><div></div><div class=c><p>x</div></div>',
    );
    expect(pages.map((page) => page.scale)).to.deep.equal([1]);
  });
});
