import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';

const HEAD =
  '<style>@page { size: 300px 200px; margin: 20px } * { margin: 0 } body { font: 16px/20px Arial }</style>\n';

/** Returns the reports of clipped text: the line, and the details in the message. */
async function clippedIn(html: string, options: RenderOptions = {}): Promise<string[]> {
  const { diagnostics } = await render(HEAD + html, options);
  const found = diagnostics.filter(({ code }) => code === 'layout/clipped-text');
  return found.map(({ line, message, count }) => {
    expect(count).to.equal(1);
    const [, tag, page, words] = /^Text in <([^ >]+).* on page (\d+), .*: "(.*)"$/.exec(message)!;
    return `${line} ${tag} ${page} ${words}`;
  });
}

const LINES = 'one<br>two<br>three<br>four';

describe('text that is cut off', () => {
  it('by overflow is reported once per element, in every kind of container', async () => {
    for (const style of [
      'overflow: hidden; height: 40px',
      'overflow: auto; height: 40px',
      'overflow: scroll; max-height: 40px',
      'overflow: clip; height: 40px',
      'overflow-y: hidden; height: 40px',
      'contain: paint; height: 40px',
      'display: flex; overflow: hidden; height: 40px',
      'display: grid; overflow: hidden; height: 40px',
      'display: inline-block; overflow: hidden; height: 40px',
      'float: left; overflow: hidden; height: 40px',
      'position: absolute; overflow: hidden; height: 40px',
      'direction: rtl; overflow: hidden; height: 40px',
      'color: transparent; background: linear-gradient(red, blue); background-clip: text; overflow: hidden; height: 40px',
    ])
      expect(await clippedIn(`<div style="${style}"><p>${LINES}</p></div>`), style).to.deep.equal(['2 div 1 three']);
    expect(await clippedIn(`<table><tr><td><div style="overflow: hidden; height: 25px">${LINES}`)).to.deep.equal([
      '2 div 1 two',
    ]);
  });

  it('at an inline side is reported in every direction and writing mode', async () => {
    const at = async (style: string): Promise<string[]> =>
      clippedIn(`<div style="overflow: hidden; white-space: nowrap; ${style}">a long line of words</div>`);
    expect(await at('width: 60px')).to.deep.equal(['2 div 1 a long line of words']);
    expect(await at('width: 60px; direction: rtl')).to.deep.equal(['2 div 1 a long line of words']);
    expect(await at('height: 60px; writing-mode: vertical-rl')).to.deep.equal(['2 div 1 a long line of words']);
  });

  it('is reported at the edge where its box clips', async () => {
    const at = async (style: string): Promise<string[]> =>
      clippedIn(`<div style="height: 40px; padding: 20px 0; ${style}">${LINES}</div>`);
    expect(await at('overflow: clip')).to.deep.equal(['2 div 1 four']);
    expect(await at('overflow: clip; overflow-clip-margin: 20px')).to.deep.equal([]);
    expect(await at('overflow: clip; overflow-clip-margin: content-box')).to.deep.equal(['2 div 1 three']);
    expect(await at('overflow: clip; border-bottom: 20px solid; overflow-clip-margin: border-box')).to.deep.equal([]);
    expect(await at('overflow: hidden; overflow-clip-margin: 20px')).to.deep.equal(['2 div 1 four']);
  });

  it('by a form control that is too small is reported', async () => {
    expect(await clippedIn(`<textarea rows=2>one\ntwo\nthree</textarea>`)).to.deep.equal(['2 textarea 1 three']);
    expect(await clippedIn('<input value="much longer than the field is" style="width: 50px">')).to.deep.equal([
      '2 input 1 much longer than the field is',
    ]);
    expect(await clippedIn('<textarea rows=2>one\ntwo</textarea><input value=short>')).to.deep.equal([]);
  });

  it('by the edge of the sheet is reported', async () => {
    const fixed = `<div id=p style="position: fixed; inset: 0">${'line<br>'.repeat(12)}</div>`;
    expect(await clippedIn(fixed)).to.deep.equal(['2 div 1 line']);
    expect(
      await clippedIn('<p style="position: absolute; right: -90px; white-space: nowrap">to the right</p>'),
    ).to.deep.equal(['2 p 1 to the right']);
  });

  it('by a page break through a line is reported', async () => {
    // No place is between the lines of both columns.
    const column = (top: number): string =>
      `<p style="line-height: 18px; margin: ${top}px 0 0; flex: 1">${`${top}<br>`.repeat(20)}</p>`;
    const box = `<div style="display: inline-flex; width: 200px; font-size: 16px">${column(0)}${column(6)}${column(12)}</div>`;
    expect((await clippedIn(box)).map((text) => text.split(' ')[1])).to.deep.equal(['p']);
  });

  it('is not reported between the lines where a page break slices a box', async () => {
    const box = `<div style="display: inline-block; line-height: 21px">${'line<br>'.repeat(20)}</div>`;
    expect(await clippedIn(`<p style="height: 5px"></p>${box}`)).to.deep.equal([]);
  });

  it('in a transformed box is reported, unless the transform hides the box', async () => {
    const inside = (style: string, around = ''): Promise<string[]> =>
      clippedIn(
        `<div style="overflow: hidden; height: 60px; width: 200px; ${around}"><p style="white-space: nowrap; ${style}">a line of some words`,
      );
    expect(await inside('transform: translateX(100px)')).to.deep.equal(['2 div 1 a line of some words']);
    expect(await inside('transform: rotate(90deg); width: 150px')).to.deep.equal(['2 div 1 a line of some words']);
    expect(await inside('scale: 2; transform-origin: 0 0')).to.deep.equal(['2 div 1 a line of some words']);
    expect(await inside('transform: translateX(20px) rotate(3deg)')).to.deep.equal([]);
    expect(
      await inside('transform: translateX(40px) rotate(90deg); transform-origin: 0 0; width: 150px', 'height: 160px'),
    ).to.deep.equal([]);
    expect(await inside('transform: scale(0)')).to.deep.equal([]);
    expect(await inside('transform: translateX(-100%)')).to.deep.equal([]);
    expect(await inside('transform: translateY(-150%)')).to.deep.equal([]);
    expect(await clippedIn('<p style="transform: translateX(-45px)">a line of words')).to.deep.equal([
      '2 p 1 a line of words',
    ]);
  });

  it('by a frame is reported at the frame', async () => {
    const frame = (text: string): string =>
      `<iframe style="width: 100px; height: 50px" srcdoc="<body style='font: 16px/20px Arial; margin: 0'>${text}"></iframe>`;
    expect(await clippedIn(frame('one<br>two<br>three<br>four'))).to.deep.equal(['2 iframe 1 three']);
    expect(await clippedIn(frame('<p style=&quot;overflow:hidden;height:9px&quot;>one'))).to.deep.equal([
      '2 iframe 1 one',
    ]);
    expect(await clippedIn(frame('one'))).to.deep.equal([]);
  });

  it('in margin boxes at the left and right is reported', async () => {
    const side = (name: string, content: string): Promise<string[]> =>
      clippedIn(`<style>@page { @${name} { content: "${content}"; font: 16px Arial } }</style>text`);
    expect(await side('left-middle', 'unbreakable')).to.deep.equal(['1 html 1 unbreakable']);
    expect(await side('right-top', 'unbreakable')).to.deep.equal(['1 html 1 unbreakable']);
    expect(await side('left-middle', 'L')).to.deep.equal([]);
  });

  it('in the flow is reported where it leaves the sheet', async () => {
    expect(await clippedIn('<p style="margin-left: -50px">words of text')).to.deep.equal(['2 p 1 words of text']);
    expect(await clippedIn('<p style="position: relative; left: -50px">words of text')).to.deep.equal([
      '2 p 1 words of text',
    ]);
  });

  it('or overlaps the page is reported in headers taller than their margin', async () => {
    const running =
      '<style>@page { @top-center { content: element(h); width: 100% } } #h { position: running(h) }</style><div id=h>one<br>two<br>three</div><p>x';
    expect(await clippedIn(running)).to.deep.equal(['2 div 1 two']);
    expect((await clippedIn('<p>x', { footer: '<b>one<br>two<br>three</b>' })).length).to.equal(1);
    expect(await clippedIn('<p>x', { header: '<span style="font: 10px Arial">fits</span>' })).to.deep.equal([]);
  });

  it('by the viewport of an SVG is reported', async () => {
    const inSvg = async (svg: string): Promise<string[]> =>
      (await render(HEAD + svg)).diagnostics
        .filter(({ code }) => code === 'layout/clipped-text')
        .map(({ message }) => /<(\S+)>.*"(.*)"$/.exec(message)!.slice(1).join(' '));
    const svg = (content: string, attributes = ''): string => `<svg width=100 height=40 ${attributes}>${content}</svg>`;
    for (const cut of [
      '<text x=60 y=20>a long label</text>',
      '<text x=40 y=20 text-anchor=end>a long label</text>',
      '<text x=5 y=60>a long label</text>',
      '<text x=5 y=20 transform="translate(90)">a long label</text>',
      '<text x=20 y=20 transform="rotate(90)" style="writing-mode: vertical-rl">a long label</text>',
      '<svg width=30 height=40><text x=5 y=20>a long label</text></svg>',
      '<symbol id=s viewBox="0 0 30 40"><text x=5 y=20>a long label</text></symbol><use href="#s" width=30 height=40 />',
    ])
      expect(await inSvg(svg(cut)), cut).to.deep.equal(['text a long label']);
    expect(await inSvg(svg('<text x=60 y=20>a <tspan>long</tspan> label</text>')), 'once').to.have.length(1);
    expect(await inSvg(svg('<foreignObject width=50 height=20>one two three</foreignObject>'))).to.deep.equal([
      'foreignObject two',
    ]);
    const file = encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="40"><text x="5" y="20">a long label</text></svg>',
    );
    expect(await inSvg(`<img src="data:image/svg+xml,${file}">`)).to.deep.equal(['text a long label']);
    for (const whole of [
      '<text x=5 y=20>label</text>',
      '<text x=9999 y=20>far away</text>',
      '<text x=60 y=20 visibility=hidden>a long label</text>',
      '<text x=60 y=20 fill=none>a long label</text>',
      '<text x=60 y=20 opacity=0>a long label</text>',
      '<pattern id=p width=9 height=9><text x=5 y=9>a long label</text></pattern><rect width=9 height=9 fill="url(#p)"/>',
      '<svg width=30 height=40 overflow=visible><text x=5 y=20>label</text></svg>',
    ])
      expect(await inSvg(svg(whole)), whole).to.deep.equal([]);
    expect(await inSvg(svg('<text x=60 y=20>a long label</text>', 'style="overflow: visible"'))).to.deep.equal([]);
    expect(await inSvg(svg('<text x=60 y=20>a long label</text>', 'viewBox="0 0 300 120"'))).to.deep.equal([]);
  });

  it('on purpose is not reported', async () => {
    for (const html of [
      `<div style="overflow: hidden; height: 80px">${LINES}</div>`,
      '<div style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 60px">a long line of words</div>',
      `<div style="overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2">${LINES}</div>`,
      '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)">hidden</span>',
      '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">hidden</span>',
      '<span style="position: absolute; clip-path: inset(50%); overflow: hidden; height: 5px">hidden</span>',
      '<span style="position: absolute; left: -9999px">hidden</span>',
      '<h1 style="overflow: hidden; width: 50px; height: 20px; text-indent: -9999px">hidden</h1>',
      '<h1 style="overflow: hidden; width: 50px; height: 20px; text-indent: 100%; white-space: nowrap">hidden</h1>',
      `<div style="overflow: hidden; height: 0">${LINES}</div>`,
      `<div style="overflow: hidden; height: 20px; visibility: hidden">${LINES}</div>`,
      `<div style="overflow: hidden; height: 20px; opacity: 0">${LINES}</div>`,
      `<div style="overflow: hidden; height: 20px; color: transparent">${LINES}</div>`,
      `<details><summary>s</summary>${LINES}</details>`,
      '<div style="overflow: hidden; width: 60px; white-space: pre-wrap">a                        </div>',
      '<div style="overflow: hidden; font: 16px/0.9 Arial">gypsy</div>',
      '<html><body style="overflow: hidden; height: 30px"><p>a<p>b<p>c',
    ])
      expect(await clippedIn(html), html).to.deep.equal([]);
  });
});
