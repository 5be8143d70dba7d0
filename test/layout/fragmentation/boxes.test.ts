import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

describe('boxes on pages', () => {
  it('get edges in every fragment, in addition to a content-box height or within a border-box height', async () => {
    const box = (more: string): string =>
      `<div id="a" style="box-decoration-break:clone;border:10px solid;height:150px;${more}"></div><div id="z" style="height:5px"></div>`;
    expect(await places(box(''))).to.deep.equal(['a 0+100', 'a 0+90, z 90+5']);
    expect(await places(box('box-sizing:border-box'))).to.deep.equal(['a 0+100', 'a 0+50, z 50+5']);
  });

  it('also have cloned edges in rows', async () => {
    expect(
      await places(
        '<div style="display:flex;box-decoration-break:clone;border:10px solid"><div id="a" style="height:130px"></div></div>',
      ),
    ).to.deep.equal(['a 10+80', 'a 10+50']);
  });

  it('keep the first contents that overflow them, and slice unsplittable contents', async () => {
    const tall = '<div id="in" style="contain:size;height:50px"></div>';
    expect(await places(`<div style="height:70px"></div><div id="a" style="height:20px">${tall}</div>`)).to.deep.equal([
      'a 70+20, in 0+30, in 0+50',
      'a 0+0, in 0+20, in -30+50',
    ]);
  });

  it('break between lines instead of in the padding after them', async () => {
    const line = (id: string): string =>
      `<div id="${id}" style="display:inline-block;width:100%;height:40px;vertical-align:top"></div>`;
    expect(
      await places(
        `<div id="p" style="padding-bottom:60px;orphans:1;widows:1;line-height:0">${line('a')}${line('b')}</div>`,
      ),
    ).to.deep.equal(['p 0+100, a 0+40', 'p 0+100, b 0+40']);
  });

  it("continue with their whole end edge if only that doesn't fit below a gap", async () => {
    const after = '<div id="z" style="height:9px"></div>';
    expect(await places(`<div id="a" style="height:80px;padding-bottom:30px">x</div>${after}`)).to.deep.equal([
      'a 0+80',
      'a 0+30, z 30+9',
    ]);
    const below = '<div style="height:40px"></div>';
    expect(
      await places(`${below}<div id="a" style="height:30px;border-bottom:40px solid">x</div>${after}`),
    ).to.deep.equal(['a 40+30', 'a 0+40, z 40+9']);
    // Without a gap there is no break position, so the box moves.
    expect(
      await places(`${below}<div id="a" style="height:20px;border-bottom:50px solid">x</div>${after}`),
    ).to.deep.equal(['', 'a 0+70, z 70+9']);
  });

  it('slice an end edge that is taller than the page', async () => {
    expect(await places('<div id="a" style="height:50px;padding-bottom:230px">x</div>')).to.deep.equal([
      'a 0+50',
      'a 0+100',
      'a 0+100',
      'a 0+30',
    ]);
  });

  it('split positioned boxes that start below their containing block', async () => {
    expect(
      await places(
        '<div style="position:relative;height:10px"><div id="abs" style="position:absolute;top:150px;height:80px;width:9px"></div></div>',
      ),
    ).to.deep.equal(['', 'abs 50+50', 'abs 0+30']);
  });

  it('break where positioned contents require it', async () => {
    expect(
      await places(
        '<div style="position:absolute"><div id="a" style="height:9px"></div><div id="b" style="height:9px;break-before:page"></div></div>',
      ),
    ).to.deep.equal(['a 0+9', 'b 0+9']);
    expect(
      await places(
        '<div style="position:absolute"><div id="a" style="page:x;height:9px"></div><div id="b" style="page:y;height:9px"></div></div>',
      ),
    ).to.deep.equal(['a 0+9', 'b 0+9']);
  });

  it('end with the page if only a margin inside would extend past it', async () => {
    const content = '<div style="height:50px"></div><p id="p" style="height:20px;margin:0 0 60px"></p>';
    const before = '<div style="height:20px"></div>';
    for (const display of ['flow-root', 'flex', 'grid'])
      expect(
        await places(`${before}<div style="display:${display}"><div id="a">${content}</div></div><div id="z">z</div>`),
        display,
      ).to.satisfy(([first, second]: string[]) => /p 50\+20/.test(first!) && /^(a 0\+\d+, )?z/.test(second!));
    expect(await places(`${before}<div style="display:flow-root;padding-bottom:9px">${content}</div>`)).to.deep.equal([
      '',
      'p 0+20',
    ]);
  });

  it("don't extend past the page with the end edges of continued rows", async () => {
    expect(
      await places(
        '<div id="f" style="display:flex;padding:20px 0;height:90px;margin-top:50px"><div><div style="height:10px"></div><div id="in" style="contain:size;height:60px"></div></div></div>',
      ),
    ).to.deep.equal(['f 0+50', 'f 0+80, in 0+60']);
  });

  it('have no cloned edges that would leave no room for contents', async () => {
    const edges = 'box-decoration-break:clone;padding:60px 0';
    for (const html of [
      `<div style="${edges}">a<p>b</p></div>`,
      `<div style="display:flex;${edges}"><div>a<p>b</p></div></div>`,
      `<div style="${edges};padding:30px 0"><div style="${edges};padding:30px 0">a<p>b</p></div></div>`,
    ])
      expect((await places(html)).length, html).to.be.lessThan(6);
  });

  it('continue after the last page for a forced break in a positioned box that starts earlier', async () => {
    const inner = '<div id="a" style="break-after:page;height:80px"></div><div id="b" style="height:20px"></div>';
    const positioned = `<div style="position:absolute;top:0"><div style="position:absolute;top:40px">${inner}</div></div>`;
    expect(await places(`<div style="height:130px"></div>${positioned}`)).to.deep.equal(['a 0+60', 'a 0+20', 'b 0+20']);
  });
});

describe('fieldsets on pages', () => {
  const legend = (height: number): string => `<legend id="l" style="padding:0;height:${height}px;width:50px"></legend>`;
  const fieldset = (height: number): string =>
    `<fieldset style="margin:0;padding:0;border:10px solid">${legend(height)}<div id="in" style="height:10px"></div></fieldset>`;

  it("move to the next page if their legend doesn't fit", async () => {
    expect(await places(`<div style="height:70px"></div>${fieldset(40)}`)).to.deep.equal(['', 'l 0+40, in 0+10']);
  });

  it('pass on the forced breaks before their first child and after their last', async () => {
    const box = (id: string, style = ''): string => `<div id="${id}" style="height:10px;${style}"></div>`;
    const around = (inside: string): string =>
      `${box('a')}<fieldset style="margin:0;padding:0;border:10px solid">${inside}</fieldset>${box('z')}`;
    expect(await places(around(box('f', 'break-before:page')))).to.deep.equal(['a 0+10', 'f 0+10, z 30+10']);
    expect(await places(around(box('f', 'break-after:page')))).to.deep.equal(['a 0+10, f 0+10', 'z 0+10']);
    const legend = '<legend style="padding:0;height:20px"></legend>';
    expect(await places(around(legend + box('f', 'break-after:page')))).to.deep.equal(['a 0+10, f 0+10', 'z 0+10']);
  });

  it('slice a legend that is taller than the page', async () => {
    expect(await places(fieldset(130))).to.deep.equal(['l 0+100, l 0+130', 'l 0+30, l -100+130, in 0+10']);
  });
});

describe('the principal writing mode', () => {
  it("is the body's, so that its contents break across pages", async () => {
    const body = '<style>body{writing-mode:vertical-lr}</style>';
    const { pages } = await layout(
      `<style>@page{size:200px 100px;margin:0}</style>${body}<div style="width:300px"></div>`,
    );
    expect(pages.length).to.equal(2);
  });

  it("isn't the body's if the body or root element has containment", async () => {
    const { dump } = await layout('<style>html{contain:layout}body{direction:rtl;width:100px}</style><p>x</p>');
    expect(dump).to.contain('<body>  x0 ');
  });
});

describe('a margin of the root element that fills the first page', () => {
  it('leaves that page empty and ends with it', async () => {
    expect(await places('<style>html{margin-top:350px}</style><div id="a" style="height:20px"></div>')).to.deep.equal([
      '',
      'a 0+20',
    ]);
  });

  it('keeps the name of the page on which the contents begin', async () => {
    const style = '<style>html{margin-top:350px}@page wide{size:300px 100px}body{page:wide}</style>';
    const { pages } = await layout(`<style>@page{size:200px 100px;margin:0}</style>${style}<p>x</p>`);
    expect(pages.map(({ width }) => width)).to.deep.equal([300, 300]);
  });
});
