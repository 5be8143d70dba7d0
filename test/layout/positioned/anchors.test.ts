import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** A container of 200 x 100 px with an anchor `--a` of 40 x 20 px at (50, 30). */
const SCENE =
  '<style>#c{position:relative;width:200px;height:100px}.a{position:absolute;left:50px;top:30px;width:40px;height:20px;anchor-name:--a}' +
  '#t{position:absolute}</style>';

/**
 * Returns the position and size of `#t` in the container: `x,y wxh` in px; empty if it isn't shown. `beside` precedes
 * it.
 */
async function place(style: string, container = '', beside = '<div class=a></div>', more = ''): Promise<string> {
  const { dump } = await layout(
    `${SCENE}<style>${more}</style><div id=c style="${container}">${beside}<div id=t style="${style}"></div></div>`,
  );
  const found = / <div#t>  x(\S+) y(\S+)  w(\S+) h(\S+)/.exec(dump);
  return found === null ? '' : `${found[1]},${found[2]} ${found[3]}x${found[4]}`;
}

const SIZE = 'width:10px;height:10px;';

describe('anchor() in insets', () => {
  it('resolves to a side of the anchor, relative to the same side of the containing block', async () => {
    expect(await place(`${SIZE}left:anchor(--a right);top:anchor(--a bottom)`)).to.equal('90,50 10x10');
    expect(await place(`${SIZE}right:anchor(--a left);bottom:anchor(--a top)`)).to.equal('40,20 10x10');
    expect(
      await place('left:anchor(--a left);right:anchor(--a right);top:anchor(--a top);bottom:anchor(--a bottom)'),
    ).to.equal('50,30 40x20');
  });

  it('supports inside and outside, start and end, center and percentages', async () => {
    expect(await place(`${SIZE}left:anchor(--a inside);top:anchor(--a outside)`)).to.equal('50,50 10x10');
    expect(await place(`${SIZE}left:anchor(--a start);top:anchor(--a end)`, 'direction:rtl')).to.equal('90,50 10x10');
    expect(await place(`${SIZE}left:anchor(--a center);top:anchor(25% --a)`)).to.equal('70,35 10x10');
    expect(
      await place(`${SIZE}inset-inline-start:anchor(--a self-start);top:anchor(--a 0%);direction:rtl`, ''),
    ).to.equal('80,30 10x10');
  });

  it("works in calculations, and uses its fallback if the anchor or side doesn't exist", async () => {
    expect(await place(`${SIZE}left:calc(anchor(--a right) + 5px);top:min(anchor(--a top), 10%)`)).to.equal(
      '95,10 10x10',
    );
    expect(await place(`${SIZE}left:anchor(--b left, 7px);top:anchor(--b top, anchor(--a top))`)).to.equal(
      '7,30 10x10',
    );
    expect(await place(`${SIZE}left:anchor(--a top, 3px);top:0`)).to.equal('3,0 10x10');
    expect(await place(`${SIZE}left:anchor(--b left);top:5px`)).to.equal('0,5 10x10');
  });

  it('uses the default anchor without a name, and applies zoom only once', async () => {
    expect(await place(`${SIZE}position-anchor:--a;left:anchor(right);top:anchor(bottom)`)).to.equal('90,50 10x10');
    expect(
      await place('left:calc(anchor(--a right) + 5px);top:0;width:anchor-size(--a width);height:5px', 'zoom:2'),
    ).to.equal('190,0 80x10');
  });
});

describe('anchor-size()', () => {
  it('resolves to a dimension of the anchor, by default that of the property', async () => {
    expect(await place('left:0;top:0;width:anchor-size(--a);height:anchor-size(--a)')).to.equal('0,0 40x20');
    expect(await place('left:0;top:0;width:anchor-size(--a height);height:anchor-size(--a inline)')).to.equal(
      '0,0 20x40',
    );
    expect(
      await place('left:anchor-size(--a width);top:0;width:9px;height:9px;margin-left:anchor-size(--a height)'),
    ).to.equal('60,0 9x9');
  });

  it('limits sizes, including content-based ones', async () => {
    expect(await place('left:0;top:0;width:5px;height:auto;min-height:anchor-size(--a height)')).to.equal('0,0 5x20');
    expect(await place('left:0;top:0;width:100px;max-width:anchor-size(--a);height:1px')).to.equal('0,0 40x1');
    expect(await place('left:0;top:0;width:anchor-size(--b width, 12px);height:anchor-size(8px)')).to.equal('0,0 12x8');
  });
});

describe('anchors', () => {
  it('are the last of their name laid out before the box', async () => {
    const two = '<div class=a></div><div style="anchor-name:--a;height:12px"></div>';
    expect(await place(`${SIZE}left:anchor(--a left);top:anchor(--a bottom)`, '', two)).to.equal('0,12 10x10');
    const { dump } = await layout(
      `${SCENE}<div id=c><div id=t style="${SIZE}left:anchor(--a left, 1px);top:2px"></div><div class=a></div></div>`,
    );
    expect(dump, 'a positioned box that comes later').to.match(/<div#t>  x1 y2 /);
  });

  it('have names limited to the subtrees of anchor-scope', async () => {
    const scoped = '<div style="anchor-scope:--a"><div class=a></div></div>';
    expect(await place(`${SIZE}left:anchor(--a right, 1px);top:0`, '', scoped)).to.equal('1,0 10x10');
    expect(await place(`${SIZE}left:anchor(--a right, 1px);top:0`, 'anchor-scope:all')).to.equal('90,0 10x10');
  });

  it('may be inline boxes, with the rectangle around all their lines', async () => {
    const inline =
      '<div style="width:60px;font:10px/10px Arial">xx <span style="anchor-name:--a">aaaa aaaa aaaa</span></div>';
    const where = await place(
      'left:anchor(--a left);top:anchor(--a top);right:anchor(--a right);bottom:anchor(--a bottom)',
      '',
      inline,
    );
    expect(where).to.match(/^0,\S+ \S+x2\d/);
  });

  it('may continue across pages: boxes wait for them and are placed where they begin', async () => {
    const { dump } = await layout(
      `<style>@page{size:200px 100px;margin:0}#t{position:absolute}</style><div style="position:relative"><div id=t style="left:0;width:5px;top:anchor(--a top);bottom:anchor(--a bottom)"></div>` +
        '<div style="height:60px"></div><div style="height:80px;anchor-name:--a"></div></div>',
    );
    const pages = dump.split(/^page /m).slice(1);
    expect(pages[0]).to.match(/<div#t>  x0 y60  w5 h40/);
    expect(pages[1]).to.match(/<div#t>  x0 y0  w5 h40/);
  });

  it('may be in columns', async () => {
    const columns =
      '<div style="columns:2;column-gap:0;column-fill:auto;height:50px"><div style="height:30px"></div><div style="height:40px;anchor-name:--a"></div></div>';
    expect(
      await place(
        'left:anchor(--a left);top:anchor(--a top);right:anchor(--a right);bottom:anchor(--a bottom)',
        '',
        columns,
      ),
    ).to.equal('0,0 200x50');
  });

  it('are found by fixed boxes on each page', async () => {
    const { dump } = await layout(
      '<div style="width:40px;height:20px;anchor-name:--a"></div><div id=t style="position:fixed;width:5px;height:5px;left:anchor(--a right);top:anchor(--a bottom)"></div>',
    );
    expect(dump).to.match(/<div#t>  x40 y20 /);
  });
});

describe('position-area', () => {
  it('selects one or several of nine areas and aligns boxes towards the anchor', async () => {
    const at = (area: string, container = ''): Promise<string> =>
      place(`${SIZE}position-anchor:--a;position-area:${area}`, container);
    expect(await at('top left')).to.equal('40,20 10x10');
    expect(await at('right bottom')).to.equal('90,50 10x10');
    expect(await at('bottom')).to.equal('65,50 10x10');
    expect(await at('center')).to.equal('65,35 10x10');
    expect(await at('top span-right')).to.equal('50,20 10x10');
    expect(await at('block-end span-inline-start')).to.equal('80,50 10x10');
    expect(await at('end start', 'direction:rtl')).to.equal('90,50 10x10');
    expect(await at('y-start x-end')).to.equal('90,20 10x10');
  });

  it('is the containing block for sizes, percentages and insets', async () => {
    expect(await place('position-anchor:--a;position-area:bottom right;width:50%;height:100%')).to.equal('90,50 55x50');
    expect(await place('position-anchor:--a;position-area:top;place-self:stretch')).to.equal('0,0 200x30');
    expect(
      await place(`${SIZE}position-anchor:--a;position-area:right;left:5px;justify-self:start;margin:auto`),
    ).to.equal('95,35 10x10');
  });

  it('has no effect without an anchor', async () => {
    expect(await place(`${SIZE}position-anchor:--b;position-area:bottom;left:3px;top:4px`)).to.equal('3,4 10x10');
    expect(await place(`${SIZE}position-area:bottom;left:3px;top:4px`)).to.equal('3,4 10x10');
  });

  it('lets overflowing boxes move towards the containing block', async () => {
    expect(await place('width:60px;height:10px;position-anchor:--a;position-area:left')).to.equal('0,35 60x10');
    expect(
      await place('width:60px;height:10px;position-anchor:--a;position-area:left;justify-self:unsafe end'),
    ).to.equal('-10,35 60x10');
  });
});

describe('anchor-center', () => {
  it('centers the box on the anchor, within the containing block', async () => {
    expect(await place(`${SIZE}position-anchor:--a;justify-self:anchor-center;top:0`)).to.equal('65,0 10x10');
    expect(await place('width:180px;height:10px;position-anchor:--a;justify-self:anchor-center;top:0')).to.equal(
      '0,0 180x10',
    );
    expect(await place(`${SIZE}left:0;right:0;justify-self:anchor-center;top:0`)).to.equal('95,0 10x10');
  });
});

describe('position-try-fallbacks', () => {
  const tall = 'width:10px;height:40px;position-anchor:--a;';
  it("are tried in order if the box doesn't fit", async () => {
    expect(await place(`${tall}position-area:top;position-try-fallbacks:flip-block`)).to.equal('65,50 10x40');
    expect(await place(`${tall}bottom:anchor(top);left:anchor(left);position-try-fallbacks:flip-block`)).to.equal(
      '50,50 10x40',
    );
    expect(
      await place(
        `width:60px;height:10px;position-anchor:--a;right:anchor(left);top:0;margin-right:3px;position-try:flip-inline`,
      ),
    ).to.equal('93,0 60x10');
    expect(await place(`${tall}position-area:top;position-try-fallbacks:left,bottom right`)).to.equal('40,20 10x40');
    expect(await place(`${tall}position-area:top;position-try-fallbacks:flip-start`)).to.equal('10,35 40x10');
  });

  it('may be rules, and the original style is kept if none fits', async () => {
    const rule = '@position-try --r { position-area: right; width: 20px; margin-left: 5px; color: red }';
    expect(await place(`${tall}position-area:top;position-try-fallbacks:--r`, '', undefined, rule)).to.equal(
      '95,20 20x40',
    );
    expect(
      await place('width:10px;height:80px;position-anchor:--a;position-area:top;position-try-fallbacks:flip-block'),
    ).to.equal('65,0 10x80');
  });

  it('may be ordered by available space', async () => {
    expect(await place(`${SIZE}position-anchor:--a;position-area:top;position-try:most-height flip-block`)).to.equal(
      '65,50 10x10',
    );
  });
});

describe('position-visibility', () => {
  const beside = (anchor: string): string => `<div style="${anchor}"><div class=a></div></div>`;
  it('hides boxes whose anchor is invisible', async () => {
    const at = `${SIZE}position-anchor:--a;position-area:bottom;`;
    expect(await place(at, '', beside('visibility:hidden'))).to.equal('');
    expect(await place(at, '', beside('overflow:hidden;position:absolute;width:20px;height:20px'))).to.equal('');
    expect(await place(`${at}position-visibility:always`, '', beside('visibility:hidden'))).to.equal('65,50 10x10');
  });

  it('hides boxes that overflow, or whose anchors are missing', async () => {
    expect(
      await place('width:10px;height:60px;position-anchor:--a;position-area:top;position-visibility:no-overflow'),
    ).to.equal('');
    expect(await place(`${SIZE}top:anchor(--b top);position-visibility:anchors-valid`)).to.equal('');
    expect(await place(`${SIZE}top:anchor(--b top, 1px);left:0;position-visibility:anchors-valid`)).to.equal(
      '0,1 10x10',
    );
  });
});
