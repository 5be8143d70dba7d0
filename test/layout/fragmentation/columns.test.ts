import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

describe('columns', () => {
  it('in the rest of an outer column move on if they would break badly', async () => {
    const inner =
      '<div style="columns:2;column-gap:0;column-fill:auto"><div id="b" style="height:60px;break-inside:avoid"></div></div>';
    expect(
      await places(
        `<div style="columns:2;column-gap:0;column-fill:auto;height:80px"><div id="a" style="height:50px"></div>${inner}</div>`,
      ),
    ).to.deep.equal(['a 0+50, b 0+60']);
    const { length } = await places(`<div id="a" style="height:70px"></div>${inner}`);
    expect(length).to.equal(2);
  });

  it('begin on this page if a box in them that avoids breaks is too tall for any page', async () => {
    const columns = (height: number): Promise<string[]> =>
      places(
        `<div id="a" style="height:20px"></div><div style="columns:2;column-gap:0"><div id="b" style="height:${height}px;break-inside:avoid"></div></div>`,
      );
    expect(await columns(90)).to.deep.equal(['a 0+20', 'b 0+90']);
    expect((await columns(110))[0]).to.contain('b 0+55, b 0+55');
  });

  it('without room because of gaps are separated by the gaps', async () => {
    const { dump } = await layout(
      '<div style="columns:3;width:20px;column-gap:30px"><p id=a>a<p id=b style="break-before:column">b<p id=c style="break-before:column">c</div>',
    );
    expect([...dump.matchAll(/^ {8}Block <div> {2}x(\S+) y/gm)].map(([, x]) => x)).to.deep.equal(['0', '30', '60']);
  });

  it('that fill one after the other only use the first if their height is unlimited', async () => {
    const texts = async (contents: string): Promise<string[]> => {
      const columns = `<div style="display:inline-block;columns:3;column-gap:0;column-fill:auto;width:60px">${contents}</div>`;
      const { dump } = await layout(`<style>p{margin:0;height:10px}</style>${columns}`);
      return [...dump.matchAll(/<p#(\w)> .*?x(\S+) y(\S+)/g)].map(([, id, x, y]) => `${id} ${x},${y}`);
    };
    expect(await texts('<p id=a></p><p id=b></p><p id=c></p>')).to.deep.equal(['a 0,0', 'b 0,10', 'c 0,20']);
    const forced = '<p id=b style="break-before:column"></p><p id=c></p>';
    expect(await texts(`<p id=a></p>${forced}`)).to.deep.equal(['a 0,0', 'b 0,0', 'c 0,10']);
  });

  it('are balanced by visible content', async () => {
    const columns = async (overflow: string): Promise<number> => {
      const { dump } = await layout(
        `<div style="columns:2"><div style="height:100px"></div><div style="height:100px;overflow-y:${overflow}"><div style="height:200px"></div></div></div>`,
      );
      return Number(/Multicol .* h(\S+)/.exec(dump)?.[1]);
    };
    expect(await columns('clip')).to.equal(100);
    expect(await columns('hidden')).to.equal(100);
    expect(await columns('visible')).to.equal(150);
  });

  it('are interrupted by spanners, which auto margins align in any writing mode', async () => {
    const inlineOffset = async (container: string, style: string): Promise<string | undefined> => {
      const spanner = `<div id="s" style="column-span:all;inline-size:60px;block-size:10px;${style}"></div>`;
      const { dump } = await layout(`<div style="columns:2;inline-size:100px;${container}">${spanner}</div>`);
      return /<div#s> .*?x(\S+) y(\S+)/
        .exec(dump)
        ?.slice(1)
        .at(container === '' ? 0 : 1);
    };
    for (const container of ['', 'writing-mode:vertical-lr']) {
      expect(await inlineOffset(container, 'margin-inline:auto'), container).to.equal('20');
      expect(await inlineOffset(container, 'margin-inline:auto 0'), container).to.equal('40');
      expect(await inlineOffset(container, 'margin-inline:5px auto'), container).to.equal('5');
    }
  });

  it('end before a spanner below preceding floats', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:30px"></div>';
    expect(
      await places(`<div style="columns:1">${float}<div id="s" style="column-span:all;height:10px"></div></div>`),
    ).to.deep.equal(['f 0+30, s 30+10']);
  });

  it('have no spanner inside a box that contains fixed boxes', async () => {
    const inner = '<div style="transform:scale(1)"><div id="s" style="column-span:all;height:60px"></div></div>';
    expect(
      await places(`<div style="columns:2;column-gap:0;column-fill:auto;height:40px">${inner}</div>`),
    ).to.deep.equal(['s 0+40, s 0+20']);
  });

  it('grow by the space that was missing for a better break', async () => {
    const block = (id: string, height: number, more = ''): string =>
      `<div id="${id}" style="height:${height}px;contain:size;${more}"></div>`;
    expect(
      await places(
        `<div style="columns:2">${block('a', 10)}${block('b', 20)}${block('c', 10, 'break-before:avoid')}${block('d', 20)}</div>`,
      ),
    ).to.deep.equal(['a 0+10, b 10+20, c 30+10, d 0+20']);
  });

  it('form rows of their height if they wrap', async () => {
    const flow = '<div id="a" style="height:50px"></div>';
    const style = 'columns:2;column-gap:0;column-fill:auto;column-height:20px';
    expect(await places(`<div id="c" style="${style};row-gap:5px">${flow}</div>`)).to.deep.equal([
      'c 0+45, c 0+20, a 0+20, c 0+20, a 0+20, c 25+10, a 0+10',
    ]);
    expect(await places(`<div style="${style};column-wrap:nowrap;width:100px">${flow}</div>`)).to.deep.equal([
      'a 0+20, a 0+20, a 0+10',
    ]);
  });

  it('drop the margin of a spanner after a page break, unless the break is forced', async () => {
    const columns = (style: string): string =>
      `<div style="columns:2"><div style="height:160px"></div><div id="s" style="column-span:all;height:50px;margin-top:20px;${style}"></div></div>`;
    expect(await places(columns(''))).to.deep.equal(['', 's 0+50']);
    expect(await places(columns('break-before:page'))).to.deep.equal(['', 's 20+50']);
  });

  it('align the overflow of a spanner on the next page with the spanner', async () => {
    for (const [style, x] of [
      ['margin-left:30px', '30'],
      ['margin:auto', '70'],
    ]) {
      const { dump } = await layout(
        `<style>@page{size:200px 100px;margin:0}</style><div style="columns:2"><div style="column-span:all;width:60px;height:50px;${style}"><p style="margin:0;height:150px"></p></div></div>`,
      );
      const spanner = /Block <div> {2}x(\S+) y0 {2}w60/g;
      expect(
        [...dump.matchAll(spanner)].map((match) => match[1]),
        style,
      ).to.deep.equal([x, x]);
    }
  });

  it('create no empty page after a spanner that fills one', async () => {
    const spanner = '<div id="s" style="column-span:all;height:100px"></div>';
    expect(await places(`<div style="columns:2">${spanner}</div>`)).to.deep.equal(['s 0+100']);
    expect(await places(`<div style="columns:2">${spanner}<div id="a" style="height:10px"></div></div>`)).to.deep.equal(
      ['s 0+100', 'a 0+5, a 0+5'],
    );
  });

  it('end before a spanner after adjacent floats have ended', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:40px"></div>';
    const spanner = '<div><div id="s" style="column-span:all;height:10px"></div></div>';
    expect(await places(`<div style="columns:2">${float}${spanner}</div>`)).to.deep.equal(['f 0+20, f 0+20, s 20+10']);
  });

  it("reserve the part of a fixed height that contents before a spanner don't use", async () => {
    const inner = '<div style="height:20px"></div><div id="s" style="column-span:all;height:9px"></div>';
    expect(await places(`<div style="columns:2"><div id="h" style="height:50px">${inner}</div></div>`)).to.deep.equal([
      'h 0+10, h 0+10, s 10+9, h 0+15, h 0+15',
    ]);
  });

  it('are as wide as their spanner', async () => {
    const inner = '<div><div id="s" style="column-span:all"><div style="width:100px;height:9px"></div></div></div>';
    const { dump } = await layout(`<div id="c" style="width:max-content;columns:3">${inner}</div>`);
    expect(dump).to.match(/Multicol <div#c> .* w100 /);
  });

  it('flow in a fieldset below its legend', async () => {
    const inner = '<legend style="padding:0;height:10px"></legend><div id="a" style="height:20px"></div>';
    const style = 'columns:2;margin:0;padding:0;border:0';
    expect(await places(`<fieldset id="f" style="${style}">${inner}</fieldset>`)).to.deep.equal([
      'f 0+20, f 10+10, f 0+10, a 0+10, f 0+10, a 0+10',
    ]);
  });

  it("respect break values of a spanner, which propagate from a container's edges", async () => {
    const outer = (content: string): string =>
      `<div style="columns:2;column-gap:0;column-fill:auto;height:100px">${content}</div>`;
    const inner = (before: string, value: string, after: string): string =>
      `<div style="columns:2;column-gap:0;border:solid;border-width:5px 0">${before}<div id="s" style="column-span:all;height:20px;${value}"></div>${after}</div>`;
    const block = (id: string): string => `<div id="${id}" style="height:10px"></div>`;
    expect(await places(outer(block('a') + inner('', 'break-before:column', '')))).to.deep.equal(['a 0+10, s 5+20']);
    expect(await places(outer(inner('', 'break-after:column', '') + block('b')))).to.deep.equal(['s 5+20, b 0+10']);
    expect(await places(outer(inner('', 'break-after:column', block('b'))))).to.deep.equal(['s 5+20, b 0+5, b 0+5']);
    // On pages, it may require a right page.
    const spanner = '<div id="s" style="column-span:all;height:20px;break-before:right"></div>';
    expect(await places(`<div style="columns:2">${block('a')}${spanner}${block('b')}</div>`)).to.deep.equal([
      'a 0+5, a 0+5',
      '',
      's 0+20, b 0+5, b 0+5',
    ]);
  });

  it('use the highest of their first baselines', async () => {
    const columns =
      '<div style="columns:2;width:100px"><div style="break-inside:avoid;padding-top:20px">w</div>x<br>y</div>';
    expect(
      await places(`<div style="display:flex;align-items:baseline">${columns}<div id="a">z</div></div>`),
    ).to.deep.equal(['a 0+20']);
  });

  it('are no taller than necessary if a float moves alone', async () => {
    const float = (lines: number, border: number): string =>
      `<div style="float:left;width:50%;border:${border}px solid">${'x<br>'.repeat(lines)}</div>`;
    const { dump } = await layout(
      `<style>@page{size:400px 600px}</style><div id="c" style="columns:3;column-gap:0">${float(5, 3)}${float(8, 0)}</div>`,
    );
    const height = Number(/#c>.* h([\d.]+)/.exec(dump)?.[1]);
    expect(height).to.be.within(103, 104);
  });

  it('are placed in lines of `column-height`, which they share with spanners', async () => {
    const block = (id: string, height: number, more = ''): string =>
      `<div id="${id}" style="height:${height}px;${more}"></div>`;
    const lined = (content: string, more = ''): string =>
      `<div id="c" style="columns:2 / 40px;column-gap:0;row-gap:10px;${more}">${content}</div>`;
    const spanner = (height: number): string => block('s', height, 'column-span:all');
    // The columns have the container's id too.
    const of = async (html: string): Promise<string> => (await places(html))[0]!.replaceAll(/, c [^,]*/g, '');
    expect(await of(lined(block('a', 20)))).to.equal('c 0+40, a 0+10, a 0+10');
    expect(await of(lined(block('a', 20), 'column-wrap:nowrap'))).to.equal('c 0+40, a 0+10, a 0+10');
    expect(await of(lined(block('a', 20) + spanner(10) + block('b', 50)))).to.equal(
      'c 0+90, a 0+10, a 0+10, s 10+10, b 0+20, b 0+20, b 0+5, b 0+5',
    );
    // A spanner that doesn't fit in the rest of its line moves to the next.
    expect(await of(lined(block('a', 20) + spanner(35)))).to.equal('c 0+90, a 0+10, a 0+10, s 50+35');
  });

  it('may have elements that span some of them', async () => {
    const spanner = (span: string): string => `<div id="s" style="column-span:${span};height:10px;width:auto"></div>`;
    const widthOf = async (span: string): Promise<string | undefined> => {
      const { dump } = await layout(`<div style="columns:3;column-gap:10px;width:320px">${spanner(span)}</div>`);
      return /#s>.* (w[\d.]+) h/.exec(dump)?.[1];
    };
    expect(await widthOf('1')).to.equal('w100');
    expect(await widthOf('2')).to.equal('w210');
    expect(await widthOf('3')).to.equal('w320');
    expect(await widthOf('7')).to.equal('w320');
    const { diagnostics } = await layout('<p style="column-span:0">');
    expect(diagnostics).to.have.length(1);
  });

  it('in a table cell are at least as high as their contents', async () => {
    const cell = (style: string): string =>
      `<div style="display:table-cell;columns:2;column-gap:0;width:100px;${style}"><div id="a" style="height:40px"></div></div>`;
    expect(await places(cell('height:10px;max-height:10px'))).to.deep.equal(['a 0+20, a 0+20']);
  });

  it("keep the margin before a spanner, which doesn't collapse with the spanner's own", async () => {
    const item = '<div style="height:10px;margin-bottom:8px;break-inside:avoid"></div>';
    const spanner = '<div id="s" style="column-span:all;height:10px;margin-top:5px"></div>';
    expect(await places(`<div style="columns:2">${item.repeat(4)}${spanner}</div>`)).to.deep.equal(['s 41+10']);
  });

  it('of a flex item take no more room after a spanner than their contents, even if breaks enlarge the item', async () => {
    const spanner = '<div style="column-span:all;height:30px;break-inside:avoid"></div>';
    const item = `<div style="width:50px;columns:2;column-fill:auto"><div style="height:160px"></div>${spanner}</div>`;
    const html = `<div style="display:flex;flex-wrap:wrap;width:50px">${item}<div id="z" style="width:50px;height:50px"></div></div>`;
    expect(await places(html)).to.deep.equal(['', 'z 30+50']);
  });
});

describe('rows of columns whose contents overflow boxes', () => {
  const spanner = '<div id="s" style="column-span:all;height:10px"></div>';
  const over = '<div style="height:0"><div id="o" style="height:40px"></div></div>';

  it('are as high as the overflow', async () => {
    expect(await places(`<div style="columns:2;column-gap:0">${over}${spanner}</div>`)).to.deep.equal([
      'o 0+20, o 0+20, s 20+10',
    ]);
  });

  it('contain content after a spanner once, even if the enclosing box has ended', async () => {
    const inner = `<div style="height:30px"><div id="o" style="height:80px"></div>${spanner}</div>`;
    const after = '<div id="a" style="height:20px"></div>';
    expect(await places(`<div style="columns:4;column-gap:0">${inner}${after}</div>`)).to.deep.equal([
      'o 0+20, o 0+20, o 0+20, o 0+20, s 20+10, a 0+5, a 0+5, a 0+5, a 0+5',
    ]);
  });

  it('may be overlapped by a spanner', async () => {
    const up = '<div id="s" style="column-span:all;height:10px;margin-top:-15px"></div>';
    expect(await places(`<div style="columns:2;column-gap:0">${over}${up}</div>`)).to.deep.equal([
      'o 0+20, o 0+20, s 5+10',
    ]);
  });
});
