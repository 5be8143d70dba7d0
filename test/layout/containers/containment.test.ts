import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { expectFragments } from '../../support/layout.ts';
import { boxes } from '../../support/boxes.ts';

describe('containment', () => {
  it("of size doesn't apply to cells, inline boxes and ruby", () =>
    expectFragments(
      `<style>div { font: 20px/20px serif } .c { contain: size }</style>
       <div class=c></div><div style="display: table"><div class=c style="display: table-cell"><p style="margin: 0; width: 30px; height: 10px"></div></div>
       <div class=c style="width: 50px; contain-intrinsic-height: 7px"><p style="margin: 0; height: 30px"></div>`,
      `
      Block <div.c>  x0 y0  w400 h0
      TableWrapper <div>  x0 y0  w30 h10
        Table <div>  x0 y0  w30 h10
          TableRowGroup <div>  x0 y0  w30 h10
            TableRow <div>  x0 y0  w30 h10
              TableCell <div.c>  x0 y0  w30 h10
                Block <p>  x0 y0  w30 h10
      Block <div.c>  x0 y10  w50 h7
        Block <p>  x0 y0  w50 h30
      `,
    ));

  it('of layout removes the baseline and keeps break values inside', async () => {
    await expectFragments(
      `<style>i { display: inline-block; width: 10px; height: 40px; vertical-align: baseline }</style>
       <div><i>a</i><i style="contain: layout">a</i></div>`,
      `
      Block <div>  x0 y0  w400 h65
        line x0 y0 w20 h65 base40 "aa"
          Block <i>  x0 y25  w10 h40
            line x0 y0 w8.91 h20 base15 "a"
          Block <i>  x10 y0  w10 h40
            line x0 y0 w8.91 h20 base15 "a"
      `,
    );
    await expectFragments(
      `<style>p { margin: 0; height: 10px }</style><p></p><div style="contain: layout"><p style="break-before: page"></div>`,
      `
      Block <p>  x0 y0  w400 h10
      Block <div>  x0 y10  w400 h10
        Block <p>  x0 y0  w400 h10
      `,
    );
  });

  it("of any kind keeps the body's overflow from propagating", async () => {
    const page = (contain: string): Promise<string> =>
      inspect(
        `<style>@page { size: 400px 300px; margin: 0 } body { margin: 0; height: 20px; overflow: hidden; contain: ${contain} }</style><p>x`,
        'paint',
        null,
      );
    expect(await page('none')).not.to.contain('clipRect 0 0 400 20');
    expect(await page('size')).to.contain('clipRect 0 0 400 20');
  });

  it('of style restarts counters, which siblings inside continue', async () => {
    const texts = async (html: string): Promise<string> => {
      const { dump } = await boxes(html);
      return [...dump.matchAll(/^\s*(".*")$/gm)].map((match) => (JSON.parse(match[1]!) as string).trim()).join(' ');
    };
    const style = `<style>ol { counter-reset: c } li { display: block; counter-increment: c } li::before { content: counter(c) }</style>`;
    const items = `<li></li><li></li><div style="contain: style"><li></li><li></li></div><li></li>`;
    expect(await texts(`${style}<ol>${items}</ol>`)).to.equal('1 2 1 2 3');
    const list = `<style>li { list-style-position: inside }</style><ol reversed>${items}</ol>`;
    expect(await texts(list)).to.match(/^3\D+2\D+1\D+2\D+1\D+$/);
    expect(
      await texts(`${style}<ol>${items.replace('contain: style', 'contain: style; display: contents')}</ol>`),
    ).to.equal('1 2 3 4 5');
  });
});

describe('content-visibility', () => {
  it('hidden leaves an empty box; auto shows its contents', () =>
    expectFragments(
      `<style>div { padding: 5px } p { margin: 0; height: 10px }</style>
       <div style="content-visibility: hidden; contain-intrinsic-height: 20px">text<p></div><div style="content-visibility: auto"><p></div>`,
      `
      Block <div>  x0 y0  w400 h30
      Block <div>  x0 y30  w400 h20
        Block <p>  x5 y5  w390 h10
      `,
    ));
});
