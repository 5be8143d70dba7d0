import { expect } from 'chai';
import { layout } from '../support/layout.ts';

/**
 * Returns the rules of each page in painting order with their start, end and middle: `column 10..30 at 47 (6 solid)`.
 */
async function rules(html: string): Promise<string[]> {
  const { dump, diagnostics } = await layout(`<style>i{display:block}</style>${html}`);
  expect(diagnostics).to.deep.equal([]);
  return dump
    .split(/^page \d+ .*$/m)
    .slice(1)
    .map((page) => {
      const found = page.matchAll(/rule x([-\d.]+) y([-\d.]+) {2}w([\d.]+) h([\d.]+) {2}(\w+)/g);
      const texts = [...found].map((match) => {
        const [x, y, w, h] = match.slice(1, 5).map(Number);
        const isRow = w! > h!;
        const [from, to, middle] = isRow ? [x, x! + w!, y! + h! / 2] : [y, y! + h!, x! + w! / 2];
        return `${isRow ? 'row' : 'column'} ${from}..${to} at ${middle}`;
      });
      return texts.join(', ');
    });
}

/** Three tracks of 30 px with gutters of 10 px in both axes. */
const grid = (more: string, items: string): string =>
  `<div style="display:grid;width:110px;grid-template:repeat(3,30px)/repeat(3,30px);gap:10px;rule:2px solid;${more}">${items}</div>`;

/** One item spans the first two columns, one the last two rows of the middle column. */
const SPANNING = '<i style="grid-column:span 2"></i><i></i><i></i><i style="grid-row:span 2"></i><i></i><i></i><i></i>';

/** Lines of three, two and one items, 20 px high. */
const flex = (more: string): string =>
  `<div style="display:flex;flex-wrap:wrap;align-content:start;width:110px;gap:10px;rule:2px solid;${more}">${[
    30, 30, 30, 40, 30, 80,
  ]
    .map((width) => `<i style="width:${width}px;height:20px"></i>`)
    .join('')}</div>`;

describe('gap decorations of a grid', () => {
  it('end where an item spans their gap, and continue across others', async () => {
    expect(await rules(grid('', SPANNING))).to.deep.equal([
      'column 40..110 at 35, column 0..110 at 75, row 0..110 at 35, row 0..30 at 75, row 80..110 at 75',
    ]);
  });

  it('continue behind spanning items, or end at every crossing gap, with rule-break', async () => {
    expect(await rules(grid('rule-break:none', SPANNING))).to.deep.equal([
      'column 0..110 at 35, column 0..110 at 75, row 0..110 at 35, row 0..110 at 75',
    ]);
    expect(await rules(grid('column-rule-break:intersection;row-rule:none', SPANNING))).to.deep.equal([
      'column 40..70 at 35, column 80..110 at 35, column 0..30 at 75, column 40..70 at 75, column 80..110 at 75',
    ]);
    // Between two items that span the rows, there is no junction to end at.
    const items = '<i style="grid-area:1/1/3/2"></i><i style="grid-area:1/2/3/3"></i>';
    expect(await rules(grid('column-rule-break:intersection;row-rule:none', items))).to.deep.equal([
      'column 0..70 at 35, column 80..110 at 35, column 0..30 at 75, column 40..70 at 75, column 80..110 at 75',
    ]);
  });

  it('have inset ends, separate for caps and junctions; percentages refer to the crossing gap', async () => {
    expect(await rules(grid('row-rule:none;column-rule-inset:4px 6px / 50% -2px', SPANNING))).to.deep.equal([
      'column 45..104 at 35, column 4..104 at 75',
    ]);
    expect(await rules(grid('rule-inset:overlap-join', SPANNING))).to.deep.equal([
      'column 34..110 at 35, column 0..110 at 75, row 0..110 at 35, row 0..36 at 75, row 74..110 at 75',
    ]);
  });

  it('are omitted next to empty areas with rule-visibility-items, and have caps at their own ends', async () => {
    const items = '<i></i><i></i><i></i><i></i>';
    expect(await rules(grid('rule-visibility-items:around', items))).to.deep.equal([
      'column 0..70 at 35, column 0..30 at 75, row 0..110 at 35, row 0..30 at 75',
    ]);
    expect(await rules(grid('rule-visibility-items:between;rule-inset:1px / 3px', items))).to.deep.equal([
      'column 1..27 at 35, column 1..29 at 75, row 1..27 at 35',
    ]);
  });

  it('overlap in the order of rule-overlap', async () => {
    expect(await rules(grid('rule-overlap:column-over-row;rule-break:none', ''))).to.deep.equal([
      'row 0..110 at 35, row 0..110 at 75, column 0..110 at 35, column 0..110 at 75',
    ]);
  });

  it('merge if gutters coincide because a track between them is collapsed', async () => {
    expect(
      await rules(
        '<div style="display:grid;width:110px;grid-template-columns:repeat(auto-fit,30px);column-gap:10px;column-rule:2px solid"><i style="height:9px"></i><i style="grid-column:3"></i></div>',
      ),
    ).to.deep.equal(['column 0..9 at 35']);
  });

  it('follow the axes of vertical and right-to-left text', async () => {
    expect(
      await rules(
        grid('writing-mode:vertical-rl;column-rule-color:red;row-rule:none', '<i style="grid-column:span 2"></i>'),
      ),
    ).to.deep.equal(['row 0..70 at 35, row 0..110 at 75']);
  });
});

describe('gap decorations of flex lines', () => {
  it('span their line between items, and the whole container between lines', async () => {
    expect(await rules(flex(''))).to.deep.equal([
      'column 0..20 at 35, column 0..20 at 75, column 30..50 at 45, row 0..110 at 25, row 0..110 at 55',
    ]);
  });

  it('end at the gaps on both sides with rule-break', async () => {
    expect(await rules(flex('column-rule:none;rule-break:intersection'))).to.deep.equal([
      'row 0..30 at 25, row 50..70 at 25, row 80..110 at 25, row 0..40 at 55, row 50..110 at 55',
    ]);
  });

  it('keep the order of items in reversed lines', async () => {
    expect(await rules(flex('flex-direction:row-reverse;column-rule-width:2px,0;row-rule:none'))).to.deep.equal([
      'column 0..20 at 75, column 30..50 at 65',
    ]);
    expect(await rules(flex('flex-wrap:wrap-reverse;column-rule:none;row-rule-width:2px,0'))).to.deep.equal([
      'row 0..110 at 55',
    ]);
  });

  it('swap their axes in columns', async () => {
    expect(await rules(flex('flex-flow:column wrap;height:50px;rule-inset:1px'))).to.deep.equal([
      'column 1..49 at 35, column 1..49 at 85, row 1..29 at 25, row 41..79 at 25, row 91..169 at 25',
    ]);
  });
});

describe('gap decorations of columns', () => {
  const columns = (more: string, count: number): string =>
    `<div style="columns:3;width:110px;gap:10px;column-height:30px;column-wrap:wrap;column-fill:auto;rule:2px solid;${more}">${'<i style="height:30px"></i>'.repeat(count)}</div>`;

  it('separate columns with contents, row by row', async () => {
    expect(await rules(columns('', 5))).to.deep.equal([
      'column 0..30 at 35, column 40..70 at 35, column 0..30 at 75, row 0..70 at 35',
    ]);
    expect(await rules(columns('rule-visibility-items:all;rule-break:none', 4))).to.deep.equal([
      'column 0..70 at 35, column 0..70 at 75, row 0..110 at 35',
    ]);
  });

  it('end at spanners', async () => {
    const spanner = '<i style="column-span:all;height:10px"></i>';
    const block = '<i style="height:20px"></i>'.repeat(2);
    expect(
      await rules(
        `<div style="columns:2;width:70px;column-gap:10px;column-rule:2px solid">${block}${spanner}${block}</div>`,
      ),
    ).to.deep.equal(['column 0..20 at 35, column 30..50 at 35']);
  });
});

describe('gap decorations on pages', () => {
  it('are omitted where a gap is dropped at a break', async () => {
    const items = '<i style="height:40px"></i>'.repeat(6);
    const page = '<style>@page{size:110px 100px;margin:0}</style>';
    const ofFirst = 'column 0..90 at 35, row 0..70 at 45';
    const container = (more: string): string =>
      `${page}<div style="${more};gap:10px;width:70px;rule:2px solid">${items}</div>`;
    expect(await rules(container('display:grid;grid-template-columns:30px 30px'))).to.deep.equal([
      ofFirst,
      'column 0..40 at 35',
    ]);
    const flexed = container('display:flex;flex-wrap:wrap').replaceAll('height:40px', 'height:40px;width:30px');
    expect(await rules(flexed)).to.deep.equal([
      'column 0..40 at 35, column 50..90 at 35, row 0..70 at 45',
      'column 0..40 at 35',
    ]);
    expect(await rules(container('display:flex;flex-direction:column'))).to.deep.equal([
      'row 0..70 at 45',
      'row 0..70 at 45',
      'row 0..70 at 45',
    ]);
  });
});

describe('lists of rules', () => {
  const list = (widths: string): string =>
    `<div style="display:grid;grid-template:9px / repeat(7,10px);column-gap:10px;column-rule:1px solid;column-rule-width:${widths}"></div>`;
  /** Returns the widths of the six rules. */
  async function widths(value: string): Promise<string> {
    const { dump } = await layout(list(value));
    return [...dump.matchAll(/rule .* w(\d+) h/g)].map((match) => match[1]).join(' ');
  }

  it('repeat after their last value', async () => {
    expect(await widths('1px,2px')).to.equal('1 2 1 2 1 2');
    expect(await widths('1px,repeat(2,2px,3px),4px')).to.equal('1 2 3 2 3 4');
  });

  it('are filled by an automatic repetition', async () => {
    expect(await widths('1px,repeat(auto,2px,3px),4px')).to.equal('1 2 3 2 3 4');
    expect(await widths('repeat(auto,2px),3px,4px,5px,6px,7px,8px,9px')).to.equal('3 4 5 6 7 8');
  });

  it('require commas, at most one automatic repetition, and positive numbers', async () => {
    for (const value of ['1px 2px', 'repeat(auto,1px),repeat(auto,2px)', 'repeat(0,1px)', '1px,', 'repeat(2,)']) {
      const { diagnostics } = await layout(list(value));
      expect(diagnostics, value).to.have.length(1);
    }
  });
});
