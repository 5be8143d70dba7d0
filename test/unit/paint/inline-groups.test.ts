import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:200px;margin:0}body{margin:0}span{font:10px/20px Tinos}</style>';

/** Returns the beginnings and ends of groups and the colors of filled boxes, in painting order. */
async function painted(html: string): Promise<string> {
  const text = await inspect(`${PAGE}${html}`, 'paint', null);
  const found = [...text.matchAll(/(beginGroup|endGroup|beginMask|endMask)|fillRect .*?(#\w+|rgb\([^)]*\))/g)];
  return found.map(([, call, color]) => call ?? color).join(' ');
}

describe('an inline box with an effect', () => {
  it('is one group over all its lines', async () => {
    const lines = (style: string): Promise<string> =>
      painted(`<div style="width:30px"><span style="background:#010203;${style}">one two three</span></div>`);
    expect(await lines('opacity:.5')).to.equal('beginGroup #010203 #010203 #010203 endGroup');
    expect(await lines('mix-blend-mode:multiply')).to.match(/beginGroup #010203 #010203 #010203 endGroup/);
  });

  it('includes its floats, even if it holds nothing else', async () => {
    const float = '<i style="float:left;width:9px;height:9px;background:#040506"></i>';
    for (const text of ['', 'text']) {
      const html = `<div><span style="opacity:.5">${text}${float}</span></div>`;
      expect(await painted(html), text).to.equal('beginGroup #040506 endGroup');
    }
    expect(await painted(`<div><span><b style="opacity:.5"></b>${float}</span></div>`)).to.equal('#040506');
  });

  it('includes its positioned boxes, even if it holds nothing else', async () => {
    const inside = '<i style="position:absolute;width:9px;height:9px;background:#040506"></i>';
    expect(await painted(`<div><span style="opacity:.5">${inside}</span></div>`)).to.equal(
      'beginGroup #040506 endGroup',
    );
    expect(await painted(`<span style="opacity:.5"><p></p>${inside}</span>`)).to.equal('beginGroup #040506 endGroup');
  });

  it('includes positioned boxes in a float', async () => {
    const inside = '<b style="position:relative;background:#070809">x</b>';
    expect(
      await painted(`<div><span style="opacity:.5"><i style="float:left">${inside}</i>text</span></div>`),
    ).to.equal('beginGroup #070809 endGroup');
  });

  it('blends and masks the blocks in it', async () => {
    const block = '<p style="margin:0;height:9px;background:#010101"></p>';
    expect(await painted(`<span style="mix-blend-mode:multiply">${block}</span>`)).to.match(
      /beginGroup #010101 endGroup/,
    );
    expect(await painted(`<span style="mask:linear-gradient(red,blue)">${block}</span>`)).to.match(
      /beginMask .*endMask/,
    );
  });

  it('forms one group with the blocks that split it, whose backgrounds are painted below its text', async () => {
    const html =
      '<span style="opacity:.5">one<p style="margin:0;height:9px;background:#010101"></p><b style="background:#020202">two</b></span>';
    expect(await painted(html)).to.equal('beginGroup #010101 #020202 endGroup');
  });
});

describe('a positioned inline box that is split by blocks', () => {
  const block = '<p style="margin:0;height:9px;background:#010101;transform:rotate(9deg)"></p>';
  const text = '<b style="background:#020202">two</b>';

  it('is painted below positioned boxes in it', async () => {
    expect(await painted(`<span style="position:relative">${block}${text}</span>`)).to.equal('#020202 #010101');
  });

  it('moves its blocks to its z-index', async () => {
    const plain = block.replace('transform:rotate(9deg)', '');
    const above = '<div style="height:5px;background:#030303"></div>';
    const html = `<span style="position:relative;z-index:-1">${plain}${text}</span>${above}`;
    expect(await painted(html)).to.equal('#010101 #020202 #030303');
  });
});
