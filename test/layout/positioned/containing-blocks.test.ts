/** Positioned boxes in containing blocks that continue on the next page. Pages are 400 x 300 px. */
import { expect } from 'chai';
import { fragmentsOf } from '../../support/fragments-of.ts';
import { settled } from '../../support/rounds.ts';

async function placesOf(html: string, id = 'b'): Promise<string[]> {
  return fragmentsOf((await settled(html)).pages, id);
}

const TALL = '<div style="height:400px;width:60px"></div>';
const boxAt = (style: string, id = 'b'): string =>
  `<div id="${id}" style="position:absolute;width:10px;${style}"></div>`;

describe('containing blocks over pages', () => {
  it('end where the last fragment does, regardless of their kind', async () => {
    const inside = TALL + boxAt('bottom:0;height:20px');
    const containers = [
      `<div style="position:relative">${inside}</div>`,
      `<div style="position:relative;display:flex;flex-direction:column">${inside}</div>`,
      `<div style="position:relative;display:grid">${inside}</div>`,
      `<div style="position:relative;float:left">${inside}</div>`,
      `<fieldset style="position:relative;border:0;padding:0;margin:0">${inside}</fieldset>`,
      `<div style="transform:translateX(0)">${inside.replace('absolute', 'fixed')}</div>`,
      `<table style="border-spacing:0"><tr><td style="position:relative;padding:0">${inside}</td></tr></table>`,
      `<table style="border-spacing:0"><tbody style="position:relative"><tr><td style="padding:0">${inside}</td></tr></table>`,
      `<div style="position:relative;contain:size;height:400px">${inside}</div>`,
    ];
    for (const html of containers) expect(await placesOf(html), html).to.deep.equal(['2: 0,80 10x20']);
  });

  it('contain the space that unbreakable rows leave at the end of a page', async () => {
    const row = '<div style="break-inside:avoid"></div>';
    expect(
      await placesOf(
        `<div style="position:relative;display:grid;grid-template-rows:200px 200px">${row}${row}${boxAt('inset:0')}</div>`,
      ),
    ).to.deep.equal(['1: 0,0 10x300', '2: 0,0 10x200']);
  });

  it('place boxes past their end, relative to their own size', async () => {
    const far = `<div style="position:relative;height:100px">${boxAt('top:700%;height:20px')}</div>`;
    expect(await placesOf(`${far}<p style="margin:0;height:300px"></p>`)).to.deep.equal(['3: 0,100 10x20']);
  });

  it('continue through the columns of nested containers', async () => {
    const inside = `<div style="position:relative"><div style="height:1000px"></div>${boxAt('bottom:0;height:20px')}${boxAt('top:280px;height:60px', 'c')}</div>`;
    const html = `<div style="columns:2;column-gap:0;height:300px;column-fill:auto"><div style="columns:2;column-gap:0">${inside}</div></div>`;
    expect(await placesOf(html)).to.deep.equal(['1: 300,180 10x20']);
    expect(await placesOf(html, 'c')).to.deep.equal(['1: 0,280 10x20', '1: 100,0 10x40']);
  });

  it('extend from the first line of an inline box to its last', async () => {
    const box = (style: string, id: string): string =>
      `<span id="${id}" style="position:absolute;left:0;width:5px;height:5px;${style}"></span>`;
    const html = `<div style="font:10px/150px Arial"><span style="position:relative">a<br>b<br>c${box('top:0', 'b')}${box('bottom:0', 'c')}</span></div>`;
    const [first] = await placesOf(html);
    const [last] = await placesOf(html, 'c');
    expect([first!.split(':')[0], last!.split(':')[0]]).to.deep.equal(['1', '2']);
  });
});
