/** Boxes moved across page edges: painting treats the pages as one strip. Pages are 400 x 300 px. */
import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { FragmentFlag } from '../../../engine/layout/contract/fragment.ts';
import { renderPixels } from '../../support/pdfium.ts';
import { structureText } from '../../support/pdfjs.ts';
import { fragmentsOf } from '../../support/fragments-of.ts';
import { settled } from '../../support/rounds.ts';

const box = (style: string): string => `<div id="b" style="width:50px;height:50px;${style}"></div>`;
const room = (height: number): string => `<div style="height:${height}px"></div>`;
const BY_200 = 'position:relative;top:200px';

async function places(html: string): Promise<string[]> {
  return fragmentsOf((await settled(html)).pages, 'b');
}

describe('boxes moved over the edges of pages', () => {
  it('appear only on the page that they are moved onto', async () => {
    expect(await places(`${room(200)}${box(BY_200)}${room(60)}`)).to.deep.equal(['2: 0,100 50x50']);
    expect(await places(`${room(300)}${room(40)}${box('position:relative;top:-100px')}`)).to.deep.equal([
      '1: 0,240 50x50',
    ]);
    expect(await places(`${room(200)}${box('transform:translateY(200px)')}${room(60)}`)).to.deep.equal([
      '2: 0,-100 50x50',
    ]);
  });

  it('appear in part on each page that they touch, with the later part as an artifact', async () => {
    const { pages } = await settled(`${room(200)}${box('position:relative;top:75px')}${room(60)}`);
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,275 50x50', '2: 0,-25 50x50']);
    expect(pages[1]!.positioned.map(({ fragment }) => fragment.flags & FragmentFlag.Repeated)).to.deep.equal([1]);
  });

  it('show on each page only the part in its area, so that nothing appears twice', async () => {
    const rows = async (style: string, before: number, after: number): Promise<(number | undefined)[]> => {
      const page = '<style>@page{size:400px 360px;margin:30px 0}</style>';
      const html = `${page}<body style="margin:0">${room(before)}<div style="${style};background:red;height:60px"></div>${room(after)}`;
      const { width, data } = await renderPixels((await render(html)).pdf, 96 / 72);
      const isPainted = Array.from({ length: data.length / width / 4 }, (_, y) => data[4 * width * y + 1]! < 200);
      return [isPainted.indexOf(true), isPainted.lastIndexOf(true) + 1];
    };
    expect(await rows('position:relative;top:70px', 210, 70)).to.deep.equal([310, 330]);
    expect(await rows('transform:translateY(70px)', 210, 70)).to.deep.equal([310, 330]);
    expect(await rows('position:relative;top:70px;opacity:.5', 210, 70)).to.deep.equal([310, 330]);
    expect(await rows('position:relative;top:-40px', 300, 200)).to.deep.equal([290, 330]);
  });

  it('stay on their own page alone if its margins show the rest', async () => {
    const page = '<style>@page{size:400px 360px;margin:30px 0}</style>';
    const after = (style: string): string => `${page}${room(250)}${box(style)}`;
    for (const style of ['position:relative;top:20px', 'transform:translateY(30px)'])
      expect(await places(after(style)), style).to.deep.equal([`1: 0,${style.includes('top') ? 270 : 250} 50x50`]);
    expect((await settled(after('position:relative;top:20px'))).pages).to.have.length(1);
    const up = (style: string): string => `${page}${room(300)}${box(style)}`;
    expect(await places(up('position:relative;top:-20px'))).to.deep.equal(['2: 0,-20 50x50']);
    expect(await places(after('position:relative;top:40px'))).to.have.length(2);
    expect(await places(up('position:relative;top:-40px'))).to.have.length(2);
  });

  it('add pages after the last one, but none to the side or before the first', async () => {
    const far = await settled(box('position:relative;top:700px'));
    expect([far.pages.length, ...fragmentsOf(far.pages, 'b')]).to.deep.equal([3, '3: 0,100 50x50']);
    for (const style of ['position:relative;top:-700px', 'position:relative;top:700px;left:-90px', 'position:relative'])
      expect((await settled(box(style))).pages, style).to.have.length(1);
  });

  it('show content that overflows an inline box on the next page', async () => {
    const inner = '<div style="float:left;width:30px;height:400px"></div>';
    const hanging = (style: string, contents = inner): string =>
      `<div id="b" style="display:inline-block;vertical-align:top;width:50px;height:100px;${style}">${contents}</div>`;
    const both = ['1: 0,0 50x100', '2: 0,-300 50x100'];
    expect(await places(hanging(''))).to.deep.equal(both);
    expect(await places(hanging('display:inline-flex', '<div style="height:400px"></div>'))).to.deep.equal(both);
    expect(await places(`<p style="margin:0">${hanging('')}</p>${room(60)}`)).to.deep.equal(both);
    // Lines continue on the next page only if they alone make their line box tall.
    expect(await places(hanging('position:relative;vertical-align:baseline', 'a<br>'.repeat(20)))).to.have.length(2);
    const alone = ['1: 0,0 50x100'];
    expect(await places(hanging('overflow:hidden'))).to.deep.equal(alone);
    expect(await places(`<div style="height:100px;overflow:hidden">${hanging('')}</div>`)).to.deep.equal(alone);
    expect(await places(hanging('overflow:visible clip'))).to.deep.equal(alone);
    expect(await places(hanging('overflow:clip visible'))).to.deep.equal(both);
    const stretched = '<div style="transform:scaleY(100)">x</div>';
    expect((await settled(`<div style="overflow:visible clip">${stretched}</div>`)).pages).to.have.length(1);
    expect((await settled(`<div style="overflow:clip visible">${stretched}</div>`)).pages.length).to.be.greaterThan(2);
    expect(await places(hanging('', '<div style="float:left;height:300px"></div>'))).to.deep.equal(alone);
    expect(await places(`${room(200)}${hanging('box-shadow:0 5px;font:90px/20px Arial', 'gjy')}`)).to.deep.equal([
      '1: 0,200 50x100',
    ]);
  });

  it('are also moved back across the page start by negative margins and alignment', async () => {
    const both = ['1: 0,260 50x50', '2: 0,-40 50x50'];
    expect(await places(`${room(310)}${box('margin-top:-50px')}`)).to.deep.equal(both);
    expect(await places(`${room(310)}<p style="margin:-50px 0 0">${box('')}</p>${room(60)}`)).to.deep.equal(both);
    expect(
      await places(`${room(330)}<div style="margin-top:-90px;height:60px" id="b">text</div>${room(60)}`),
    ).to.deep.equal(['1: 0,240 400x60']);
    const flex = `<div style="display:flex;height:20px;align-items:end;break-before:page">${box('flex:none')}</div>`;
    expect(await places(`${room(310)}${flex.replace('break-before:page', '')}`)).to.deep.equal([
      '1: 0,280 50x50',
      '2: 0,-20 50x50',
    ]);
    // A forced break keeps them on their page.
    expect(await places(`${room(60)}${flex}`)).to.deep.equal(['2: 0,-30 50x50']);
    // There is nothing before the first page, and a picture that continues is drawn there anyway.
    expect(await places(`${box('margin-top:-20px')}${room(400)}`)).to.deep.equal(['1: 0,-20 50x50']);
    const picture = '<div style="contain:size;height:400px"><i id="b" style="display:block;height:350px"></i></div>';
    expect(await places(`<div style="margin-top:-1px"></div>${picture}`)).to.have.length(2);
  });

  it('are painted with the flow of the other page if negative margins moved them there', async () => {
    const { pages } = await settled(`${room(310)}${box('margin-top:-50px')}${room(310)}`);
    const [first] = pages;
    const [body] = first!.root!.fragment.children;
    expect([first!.positioned.length, body!.type === 'box' && body!.children.length]).to.deep.equal([0, 2]);
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['1: 0,260 50x50', '2: 0,-40 50x50']);
  });

  it('are reported if they are moved too far', async () => {
    const { pages, diagnostics } = await settled(box('position:relative;top:99999px'));
    expect(pages.length).to.be.within(100, 103);
    expect(diagnostics).to.deep.equal(['layout/moved-away']);
  });

  it('are hidden by an overflow that ends on their page, but not by one that continues', async () => {
    const inside = `${room(100)}${box(BY_200)}`;
    expect(await places(`<div style="overflow:hidden;height:160px">${inside}</div>${room(200)}`)).to.deep.equal([
      '1: 0,300 50x50',
    ]);
    expect(await places(`<div style="overflow:hidden">${inside}${room(200)}</div>`)).to.deep.equal(['2: 0,0 50x50']);
  });

  it('keep the effects of the groups around them', async () => {
    const { pages } = await settled(`<main style="opacity:.5">${room(200)}${box(BY_200)}${room(60)}</main>`);
    const [group] = pages[1]!.positioned;
    expect(group!.fragment.box.element!.tag).to.equal('main');
    expect(group!.fragment.children.map(({ type }) => type)).to.deep.equal(['box']);
    expect(fragmentsOf(pages, 'b')).to.deep.equal(['2: 0,100 50x50']);
  });

  it('follow the pages of vertical text', async () => {
    const rows = (style: string): string =>
      `<div style="width:300px"></div>${box(style)}<div style="width:100px"></div>`;
    const vertical = (mode: string, style: string): string => `<style>html{writing-mode:${mode}}</style>${rows(style)}`;
    expect(await places(vertical('vertical-rl', 'position:relative;left:-150px'))).to.deep.equal(['2: 300,0 50x50']);
    expect(await places(vertical('vertical-lr', 'position:relative;left:150px'))).to.deep.equal(['2: 50,0 50x50']);
  });

  it('are extracted once, also when pages are written while others are laid out', async () => {
    const page = (i: number): string =>
      `<p>page ${i}<p style="position:relative;top:110px">moved ${i}<p style="break-after:page">`;
    const html = `<style>@page{size:200px 120px;margin:0}p{margin:0;line-height:20px}</style>${Array.from({ length: 60 }, (_, i) => page(i)).join('')}`;
    const { pdf } = await render(html);
    const text = await structureText(pdf);
    for (const i of [0, 30, 58]) expect(text.match(new RegExp(`moved ${i}(?!\\d)`, 'g')), text).to.have.length(1);
  });
});
