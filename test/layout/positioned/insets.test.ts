import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of an absolutely positioned element in a box of 200 x 100 px. */
async function sizeOf(element: string): Promise<string> {
  const { dump } = await layout(`<div style="position:relative;width:200px;height:100px">${element}</div>`);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const INSET = 'position:absolute;inset:10px;margin:0;box-sizing:border-box;width:auto;height:auto;';

describe('boxes between insets', () => {
  it('fill the space if they are form controls, like other boxes', async () => {
    for (const type of ['range', 'color', 'text', 'button'])
      expect(await sizeOf(`<input id=i type=${type} style="${INSET}">`), type).to.equal('180x80');
    expect(await sizeOf(`<input id=i type=range style="${INSET}width:50px">`)).to.equal('50x80');
  });

  it('keep their size if they are images', async () => {
    expect(await sizeOf(`<svg id=i width=30 height=20 style="${INSET}"></svg>`)).to.equal('30x20');
  });
});

describe('self-alignment of boxes between insets', () => {
  const placeOf = async (style: string): Promise<string> => {
    const inside = `<div id=i style="position:absolute;inset:10px;${style}"><div style="width:30px;height:20px"></div></div>`;
    const { dump } = await layout(`<div style="position:relative;width:200px;height:100px">${inside}</div>`);
    return /#i> .*?x(\S+) y(\S+) +w(\S+) h(\S+)/.exec(dump)?.slice(1).join(' ') ?? dump;
  };

  it('falls back from baselines to the edges, and sizes boxes to their contents', async () => {
    expect(await placeOf('align-self:baseline;justify-self:last baseline')).to.equal('160 10 30 20');
    expect(await placeOf('align-self:last baseline;justify-self:baseline')).to.equal('10 70 30 20');
  });

  it('stretches automatic sizes, and keeps others inside the containing block if they fit', async () => {
    expect(await placeOf('align-self:stretch;justify-self:stretch')).to.equal('10 10 180 80');
    expect(await placeOf('align-self:stretch;height:95px')).to.equal('10 5 180 95');
    expect(await placeOf('align-self:normal;height:95px')).to.equal('10 10 180 95');
  });

  it('stretches boxes with a ratio in an axis only if requested', async () => {
    expect(await placeOf('height:20px;aspect-ratio:2')).to.equal('10 10 40 20');
    expect(await placeOf('height:20px;aspect-ratio:2;justify-self:stretch')).to.equal('10 10 180 20');
    expect(await placeOf('aspect-ratio:2;place-self:stretch;max-width:150px')).to.equal('10 10 150 80');
  });

  it('stretches tables only if requested', async () => {
    const table = async (style: string): Promise<string> =>
      sizeOf(`<table id=i style="${INSET}border-spacing:0;${style}"><td style="padding:0;width:30px;height:20px">`);
    expect(await table('')).to.equal('30x20');
    expect(await table('place-self:stretch')).to.equal('180x80');
  });

  it('keeps the inset of the start if the insets overlap', async () => {
    expect(await placeOf('inset:60px 10px;align-self:end')).to.equal('10 40 180 20');
    expect(await placeOf('inset:60px 10px;align-self:start')).to.equal('10 60 180 20');
  });
});

describe('boxes in inline boxes that blocks split', () => {
  it('are positioned in the inline box, wherever they are in its contents', async () => {
    const abs = '<div id=i style="position:absolute;left:0;top:0;width:10px;height:10px"></div>';
    const block = '<div style="height:20px"></div>';
    for (const contents of [block + abs, abs + block, `x${block}${abs}`, `${block}${abs}x`]) {
      const { dump } = await layout(
        `<div style="margin:30px 0"><span style="position:relative;left:50px">${contents}</span></div>`,
      );
      expect(/<div#i>  x(\S+)/.exec(dump)?.[1], contents).to.equal('50');
    }
  });
});

describe('the initial containing block of a vertical document', () => {
  it('starts at the right edge of the page in vertical-rl', async () => {
    const { pages } = await layout(
      '<style>html{writing-mode:vertical-rl}</style><div style="position:absolute;left:8px;top:5px;width:20px;height:10px"></div>',
    );
    const { root } = pages[0]!;
    const box = root?.fragment.children.findIndex((child) => child.type === 'box' && child.box.isOutOfFlow) ?? -1;
    expect(((root?.x ?? 0) + (root?.fragment.offsets[box * 2] ?? 0)) / 64).to.equal(8);
  });

  it('continues across pages: boxes are on the page of their insets', async () => {
    const { dump } = await layout(
      '<style>@page{size:200px 100px}html{writing-mode:vertical-rl}</style>a<div style="position:absolute;right:450px;width:20px"></div><div style="position:absolute;left:-250px;width:20px"></div>',
    );
    const boxes = dump.split(/^page /m).map((page) => (page.match(/<div> {2}x-?\d+/g) ?? []).join());
    expect(boxes).to.deep.equal(['', '', '', '<div>  x-70,<div>  x-50']);
  });
});
