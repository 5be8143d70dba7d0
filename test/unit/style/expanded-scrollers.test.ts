import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { linesOf } from '../../books/pages.ts';

const HEAD = '<style>@page { size: 200px 100px; margin: 10px } * { margin: 0 } body { font: 16px/20px Arial }</style>';
const LINES = 'one<br>two<br>three<br>four<br>five';
const EXPAND: RenderOptions = { overflow: 'expand' };

/** Returns the lines on each page. */
async function pagesOf(html: string, options: RenderOptions): Promise<string[]> {
  const { pages } = await layoutDocument(HEAD + html, options);
  return pages.map(({ root }) => (root === null ? [] : linesOf([root])).map(({ text }) => text).join(' '));
}

const clipped = async (html: string, options: RenderOptions): Promise<number> =>
  (await render(HEAD + html, options)).diagnostics.filter(({ severity }) => severity === 'warning').length;

describe('expanded scroll containers', () => {
  it('grow with their content over pages, in every kind of container', async () => {
    for (const style of [
      'overflow: auto; height: 30px',
      'overflow-y: scroll; max-height: 30px',
      'overflow-x: hidden; overflow-y: auto; height: 30px',
      'display: grid; overflow: auto; height: 30px',
      'float: left; overflow: auto; height: 30px',
      'direction: rtl; overflow: auto; height: 30px',
    ]) {
      const html = `<div style="${style}"><p>${LINES}</p></div>`;
      expect(await pagesOf(html, EXPAND), style).to.deep.equal(['one two three', 'four five']);
      expect(await clipped(html, EXPAND), style).to.equal(0);
      expect(await clipped(html, {}), style).to.equal(1);
    }
    const shell =
      '<style>html, body { height: 100%; overflow: hidden } #app { height: 100vh; overflow: auto; display: flex; flex-direction: column } main { flex: 1; min-height: 0; overflow-y: auto }</style>';
    expect(await pagesOf(`${shell}<div id=app><p>head</p><main>${LINES}`, EXPAND)).to.deep.equal([
      'head one two three',
      'four five',
    ]);
  });

  it('keep the content after them in place', async () => {
    const html = `<div style="overflow: auto; height: 20px">one<br>two</div><p>after`;
    expect(await pagesOf(html, EXPAND)).to.deep.equal(['one two after']);
  });

  it('shrink only content that is too wide for them', async () => {
    for (const style of ['', 'direction: rtl', 'writing-mode: vertical-rl; height: 60px']) {
      const wide = `<div style="overflow-x: auto; overflow-y: auto; ${style}"><p style="white-space: nowrap">${'wide '.repeat(12)}</p></div><p>after`;
      expect(await clipped(wide, EXPAND), style).to.equal(0);
      const { pages } = await layoutDocument(HEAD + wide, EXPAND);
      expect(
        pages.every(({ scale }) => scale === 1),
        style,
      ).to.equal(true);
      expect(pages.flatMap(({ root }) => linesOf([root!])).at(-1)!.text).to.equal('after');
      expect(await clipped(wide, {}), style).to.equal(1);
    }
  });

  it('do not affect hidden overflow or other documents', async () => {
    expect(await pagesOf(`<div style="overflow: hidden; height: 30px">${LINES}</div>after`, EXPAND)).to.deep.equal([
      'one two three four five after',
    ]);
    const html = `<div style="overflow: auto; height: 30px">${LINES}</div>`;
    await render(HEAD + html, EXPAND);
    expect(await clipped(html, {})).to.equal(1);
  });

  it('show the whole content of a textarea', async () => {
    expect(await clipped('<textarea rows=2>a\nb\nc\nd</textarea>', EXPAND)).to.equal(0);
  });
});
