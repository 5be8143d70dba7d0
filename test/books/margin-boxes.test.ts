import { expect } from 'chai';
import { inspect } from '../../engine/debug/inspect.ts';
import { pxFromLu } from '../../engine/units.ts';
import { book } from './pages.ts';

/** Returns the margin boxes of the first page: "name x,y widthxheight". */
async function boxesOn(page: string): Promise<string[]> {
  const { pages } = await book(`<style>@page{${page}}</style>x`);
  return pages[0]!.marginBoxes.map(({ fragment: { box, width, height }, x, y }) => {
    const [left, top, w, h] = [x, y, width, height].map(pxFromLu);
    return `${box.pseudo} ${left},${top} ${w}x${h}`;
  });
}

describe('books: margin boxes (css-page-3 §5)', () => {
  it('support content keywords on both axes', async () => {
    const content = `content:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='6'/>");line-height:0`;
    expect(
      await boxesOn(`@top-left-corner{content:"";width:fit-content;height:fit-content;margin:auto;padding:3px}`),
    ).to.deep.equal(['top-left-corner 7,7 6x6']);
    const [box] = await boxesOn(
      `@top-left{${content};height:max-content;width:min-content;margin-top:4px;margin-bottom:auto}`,
    );
    expect(box).to.match(/^top-left 20,4 30x/);
  });

  it('stay at the page area if they are over-constrained, in all four corners', async () => {
    const corner = 'content:"";width:6px;height:6px;margin:1px';
    expect(
      await boxesOn(
        `@top-left-corner{${corner}}@top-right-corner{${corner}}@bottom-right-corner{${corner}}@bottom-left-corner{${corner}}`,
      ),
    ).to.deep.equal([
      'top-left-corner 13,13 6x6',
      'top-right-corner 181,13 6x6',
      'bottom-right-corner 181,81 6x6',
      'bottom-left-corner 13,81 6x6',
    ]);
  });

  it('are sorted by z-index, and are painted below the page if it is negative', async () => {
    const names = await boxesOn(
      '@top-left{content:"a";z-index:1}@top-center{content:"b"}@top-right{content:"c";z-index:-1}',
    );
    expect(names.map((name) => name.split(' ')[0])).to.deep.equal(['top-right', 'top-center', 'top-left']);
    const painted = await inspect(
      '<style>@page{size:200px 100px;margin:20px;@top-left{content:"";background:#010101;z-index:-1}@top-right{content:"";background:#030303}}' +
        'body{background:#020202}</style>x',
      'paint',
      null,
    );
    expect(painted.match(/#0[123]0[123]0[123]/g)).to.deep.equal(['#010101', '#020202', '#030303']);
  });
});

describe('books: the first page', () => {
  it('defines the initial containing block by its page name', async () => {
    const { pages } = await book(
      '<style>@page wide{size:400px 100px}html{width:50vw}</style><div style="page:wide">a</div>',
    );
    expect(pxFromLu(pages[0]!.root?.fragment.width ?? 0)).to.equal(180);
  });
});

describe('books: the canvas background', () => {
  const image = (more: string): string =>
    `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='8' height='25'><rect width='8' height='25' fill='red'/></svg>") ${more}`;
  const topsOf = async (background: string): Promise<number[]> => {
    const html = `<!DOCTYPE html><style>@page{size:100px 60px;margin:0}body{margin:0;background:${image(background)}}</style>a<p style="break-before:page;margin:0">b`;
    const pages = (await inspect(html, 'paint', null)).split('beginPage').slice(1);
    return pages.map((page) => Number(/clipRect 0 (\S+) 8 25/.exec(page)?.[1] ?? NaN));
  };

  it('continues from page to page', async () => {
    expect(await topsOf('repeat-y')).to.deep.equal([-25, -10]);
    expect(await topsOf('no-repeat')).to.deep.equal([0, NaN]);
  });

  it('is positioned in the whole root element, whose height only the last page determines', async () => {
    expect(await topsOf('no-repeat 0 50%')).to.deep.equal([26.5, NaN]);
    expect(await topsOf('no-repeat 0 100%')).to.deep.equal([53, -7]);
  });
});
