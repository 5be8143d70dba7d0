import { expect } from 'chai';
import { BoxFragment, type Fragment } from '../../../engine/layout/contract/fragment.ts';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

const tall = (id: string, height: number, more = ''): string =>
  `<div id="${id}" style="contain:size;height:${height}px;${more}"></div>`;

describe('unsplittable boxes on pages', () => {
  it('are also sliced in rows of grids and flex containers', async () => {
    const expected = ['m 0+100, m 0+150', 'm 0+50, m -100+150, z 50+10'];
    const after = '<div id="z" style="height:10px"></div>';
    for (const display of ['grid', 'flex'])
      expect(await places(`<div style="display:${display}">${tall('m', 150)}</div>${after}`)).to.deep.equal(expected);
  });

  it('are placed next to a float at the start of a page instead of waiting for its end', async () => {
    const float = '<div id="f" style="float:right;width:20px;height:40px"></div>';
    expect(await places(float + tall('m', 150))).to.deep.equal(['f 0+40, m 0+100, m 0+150', 'm 0+50, m -100+150']);
  });

  it('create pages if they are positioned, or if only their overflow continues', async () => {
    expect(await places(tall('m', 150, 'position:absolute;top:20px'))).to.deep.equal([
      'm 20+80, m 0+150',
      'm 0+70, m -80+150',
    ]);
    const inner = '<div id="i" style="height:150px"></div>';
    expect(await places(`<div id="m" style="contain:size;height:50px">${inner}</div>`)).to.have.length(2);
    expect(await places(`<div id="m" style="contain:size;height:50px;overflow:clip">${inner}</div>`)).to.have.length(1);
  });

  it("continue under a repeated header as if it didn't exist", async () => {
    const pages = await places(
      `<table style="border-spacing:0"><thead style="break-inside:avoid"><tr><td style="padding:0"><div id="h" style="height:20px"></div>` +
        `<tbody><tr><td style="padding:0">${tall('m', 170)}<tr><td style="padding:0"><div id="z" style="height:10px"></div></table>`,
    );
    expect(pages).to.deep.equal(['h 0+20, m 0+80, m 0+170', 'h 0+20, m 0+70, m -100+170, z 0+10']);
  });

  it('include columns in four others, with a warning', async () => {
    const nest = (depth: number): string =>
      `${'<section style="columns:2">'.repeat(depth)}x${'</section>'.repeat(depth)}`;
    expect((await layout(nest(4))).diagnostics).to.deep.equal([]);
    const { diagnostics } = await layout(nest(5));
    expect(diagnostics.join()).to.contain("Columns nested in 4 others aren't broken between columns or pages.");
  });

  it('contain on each page only the content visible there', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `<div style="height:20px">${i}</div>`).join('');
    const { pages } = await layout(
      `<style>@page{size:200px 100px;margin:0}</style><div style="contain:size;height:400px">${lines}</div>`,
    );
    const linesOf = (fragment: Fragment): number =>
      fragment.type === 'line'
        ? 1
        : fragment instanceof BoxFragment
          ? fragment.children.reduce((n, child) => n + linesOf(child), 0)
          : 0;
    const counts = pages.map(({ root }) => (root === null ? 0 : linesOf(root.fragment)));
    expect(counts).to.have.length(4);
    for (const count of counts) expect(count).to.be.within(5, 7);
  });

  it('include lines: content of a line that is taller than the page continues on the next', async () => {
    const { dump } = await layout(
      '<style>@page{size:200px 100px;margin:0}</style><p style="margin:0;line-height:150px;font-size:20px">one<br>two</p>',
    );
    expect(dump.match(/page \d|line x\S+ y\S+/g)).to.deep.equal([
      'page 1',
      'line x0 y0',
      'page 2',
      'line x0 y-100',
      'page 3',
      'line x0 y0',
      'page 4',
      'line x0 y-100',
    ]);
  });

  it('are not cut because of the descent of their line, which creates no page either', async () => {
    const picture = (height: number): string =>
      `<img id="i" style="width:20px;height:${height}px" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`;
    const line = (id: string): string => `<div id="${id}" style="height:20px"></div>`;
    expect(await places(picture(100))).to.deep.equal(['i 0+100']);
    expect(await places(`${picture(100)}<br>${picture(100)}`)).to.deep.equal(['i 0+100', 'i 0+100']);
    expect(await places(`<div style="break-after:page">${picture(100)}</div>${line('z')}`)).to.deep.equal([
      'i 0+100',
      'z 0+20',
    ]);
    expect(await places(`${line('a')}<div><b>${picture(98)}</b></div>${line('z')}`)).to.deep.equal([
      'a 0+20',
      'i -84+98',
      'z 0+20',
    ]);
    expect(await places(`${line('a')}<div style="display:flex"><div>${picture(98)}</div></div>`)).to.deep.equal([
      'a 0+20',
      'i 0+98',
    ]);
    // Text that would be cut with the descent stays visible on the next page.
    const { pages } = await layout(`<style>@page{size:200px 100px;margin:0}</style>${picture(100)}gap`);
    expect(pages.length).to.equal(2);
    // A picture that no page can hold starts where it is.
    expect(await places(line('a') + picture(120))).to.deep.equal(['a 0+20, i 0+120', 'i 0+120']);
  });
});
