import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';
import { spentOn } from '../../hostile/spent.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}div{position:absolute;top:0;width:40px;height:20px}</style>';

/** Returns the paint calls of a document, one per line, whose names match `names`. */
async function calls(html: string, names = /^(draw|fill|link|clipRect 20|clipPath)/): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => names.test(line));
}

describe('backdrop filters', () => {
  it('redraw the content under the box, including the paper, inside the box', async () => {
    const html =
      '<div style="background:blue"></div><div style="left:20px;backdrop-filter:invert(1);background:#fff8"></div><div style="background:red">';
    expect(await calls(html)).to.deep.equal([
      'fillRect 0 0 40 20 #0000ff',
      'clipRect 20 0 40 20',
      'fillRect 0 0 400 400 #000000',
      'fillRect 0 0 40 20 #ffff00',
      'fillRect 20 0 40 20 #ffffff88',
      'fillRect 0 0 40 20 #ff0000',
    ]);
  });

  it('draw no image where a blur has only paper under it', async () => {
    const bar = '<div style="top:50px;background:#fff8;backdrop-filter:blur(4px)">x</div>';
    const images = async (html: string): Promise<number> => (await calls(html, /^drawImage/)).length;
    expect(await images(bar)).to.equal(0);
    expect(await images(`<p>text</p>${bar}`)).to.equal(0);
    expect(await images(`<div style="top:50px">text</div>${bar}`)).to.equal(1);
    expect(await images(bar.replace('blur(4px)', 'blur(4px) invert(1)'))).to.equal(1);
    expect(await images(`<div style="opacity:.9;height:90px">${bar}</div>`)).to.equal(0);
  });

  it('allow drawings and groups far from the content under the box', async () => {
    for (const html of [
      '<p style="backdrop-filter:blur(4px)">x</p><svg viewBox="0 0 200 60"><line x1=0 y1=50 x2=200 y2=20 stroke="#36c"/></svg>',
      '<p style="backdrop-filter:blur(4px);margin:0;font:1px/1px serif;width:9px">x</p><p style="opacity:.5;margin:200px 0 0 9px">y</p>',
      '<p style="filter:blur(1px);width:9px;height:9px"><b style="position:absolute;left:2000px;opacity:.5">y</b></p>',
    ]) {
      const { diagnostics } = await render(html);
      expect(
        diagnostics.map(({ code }) => code),
        html,
      ).to.not.include('paint/raster');
    }
  });

  it('leave text to be read once and links to be followed once', async () => {
    const html = '<div><a href="http://example.com/">t</a></div><div style="backdrop-filter:invert(1)"></div>';
    const found = await calls(html, /^(drawGlyphs|link)/);
    expect(found.filter((call) => call.startsWith('drawGlyphs')).map((call) => call.slice(-3))).to.deep.equal([
      '"t"',
      ' ""',
    ]);
    expect(found.filter((call) => call.startsWith('link'))).to.have.length(1);
  });

  it('apply to the content of the nearest enclosing group, through the transforms in between', async () => {
    const filtered = '<div style="transform:translate(5px,0);backdrop-filter:invert(1)"></div>';
    const html = `<div style="background:lime"></div><div style="opacity:.5"><div style="background:blue"></div>${filtered}</div>`;
    const found = await calls(html, /^(fill|transform)/);
    expect(found.filter((call) => call.startsWith('fill'))).to.deep.equal([
      'fillRect 0 0 40 20 #00ff00',
      'fillRect 0 0 40 20 #0000ff',
      'fillRect 0 0 40 20 #ffff00',
    ]);
    expect(found).to.include('transform 1 0 0 1 -5 0');
  });

  it('include the shadows that other filters draw under the box', async () => {
    const html =
      '<div style="background:blue;filter:drop-shadow(9px 0 0 lime)"></div><div style="left:20px;backdrop-filter:invert(1)"></div>';
    expect((await calls(html, /^fill/)).slice(2)).to.deep.equal([
      'fillRect 0 0 400 400 #000000',
      'fillRect 0 0 40 20 #ff00ff',
      'fillRect 0 0 40 20 #ffff00',
    ]);
  });

  it('are bounded if many overlap, and cost nothing if they do not', async () => {
    const pile = (left: number): string =>
      Array.from(
        { length: 12 },
        (_, i) => `<div style="left:${i * left}px;backdrop-filter:invert(1);background:#fff1"></div>`,
      ).join('');
    const apart = await render(PAGE + pile(41));
    expect(apart.diagnostics.map(({ code }) => code)).to.deep.equal(['page/shrunk']);
    const { diagnostics } = await render(PAGE + pile(1));
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['paint/backdrop-filter']);
  });

  it('have no effect on the root element or on hidden boxes', async () => {
    expect(await calls('<style>html{backdrop-filter:invert(1)}</style>')).to.deep.equal([]);
    expect(await calls('<div style="visibility:hidden;backdrop-filter:invert(1)"></div>')).to.deep.equal([]);
  });

  it('cost as much as the visible backdrop, not the whole page', async () => {
    const page = (header: string): string =>
      `<header style="position:absolute;left:0;top:0;width:300px;height:20px;${header}"></header>${'<p>word word word word '.repeat(40)}`;
    const [without, blurred] = [await spentOn(page('')), await spentOn(page('backdrop-filter:blur(9px)'))];
    expect(blurred.ticks - without.ticks).to.be.below(20_000);
  });

  it('are ignored after others have copied very much content', async () => {
    const page = (backdrops: number): string =>
      PAGE +
      '<p style="background:conic-gradient(red,blue);margin:0;height:3px"></p>'.repeat(100) +
      '<div style="height:400px;width:400px;backdrop-filter:hue-rotate(9deg)"></div>'.repeat(backdrops);
    const [some, many] = [await spentOn(page(80)), await spentOn(page(160))];
    expect(many.ticks).to.be.below(1.3 * some.ticks);
    const { diagnostics } = await render(page(80));
    expect(diagnostics.map(({ code }) => code)).to.include('paint/backdrop-filter');
  });
});
