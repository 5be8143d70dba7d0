import { expect } from 'chai';
import { places } from './places.ts';

describe('boxes on pages', () => {
  it('get edges in every fragment beside their content-box height, or within their border-box height', async () => {
    const box = (more: string): string =>
      `<div id="a" style="box-decoration-break:clone;border:10px solid;height:150px;${more}"></div><div id="z" style="height:5px"></div>`;
    expect(await places(box(''))).to.deep.equal(['a 0+100', 'a 0+90, z 90+5']);
    expect(await places(box('box-sizing:border-box'))).to.deep.equal(['a 0+100', 'a 0+50, z 50+5']);
  });

  it('have cloned edges in rows, too', async () => {
    expect(
      await places(
        '<div style="display:flex;box-decoration-break:clone;border:10px solid"><div id="a" style="height:130px"></div></div>',
      ),
    ).to.deep.equal(['a 10+80', 'a 10+50']);
  });

  it('keep the first contents that overflow them; what can’t be split is cut like a picture', async () => {
    const tall = '<div id="in" style="contain:size;height:50px"></div>';
    expect(await places(`<div style="height:70px"></div><div id="a" style="height:20px">${tall}</div>`)).to.deep.equal([
      'a 70+20, in 0+50',
      'a 0+0, in -30+50',
    ]);
  });

  it('break between lines rather than in the padding after them', async () => {
    const line = (id: string): string =>
      `<div id="${id}" style="display:inline-block;width:100%;height:40px;vertical-align:top"></div>`;
    expect(
      await places(
        `<div id="p" style="padding-bottom:60px;orphans:1;widows:1;line-height:0">${line('a')}${line('b')}</div>`,
      ),
    ).to.deep.equal(['p 0+100, a 0+40', 'p 0+100, b 0+40']);
  });

  it('split positioned boxes that start below their containing block', async () => {
    expect(
      await places(
        '<div style="position:relative;height:10px"><div id="abs" style="position:absolute;top:150px;height:80px;width:9px"></div></div>',
      ),
    ).to.deep.equal(['', 'abs 50+50', 'abs 0+30']);
  });

  it('break where positioned contents ask for it', async () => {
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

  it('end with the page where only a margin in them would reach beyond it', async () => {
    const content = '<div style="height:50px"></div><p id="p" style="height:20px;margin:0 0 60px"></p>';
    const before = '<div style="height:20px"></div>';
    for (const display of ['flow-root', 'flex', 'grid'])
      expect(
        await places(`${before}<div style="display:${display}"><div id="a">${content}</div></div><div id="z">z</div>`),
        display,
      ).to.satisfy(([first, second]: string[]) => /p 50\+20/.test(first) && /^(a 0\+\d+, )?z/.test(second));
    expect(await places(`${before}<div style="display:flow-root;padding-bottom:9px">${content}</div>`)).to.deep.equal([
      '',
      'p 0+20',
    ]);
  });

  it('do not stick out of the page with the end edges of rows that go on', async () => {
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
});
