import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:300px;margin:0}body{margin:0}table{border-collapse:collapse}td,th{padding:0}</style>';

/** Returns what is filled or clips, in order. */
async function painted(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/(fillRect|fillPath|clipPath) (.*)/g)].map((match) => match[0]);
}

describe('edges of boxes that touch', () => {
  it('match the fill if an inset shadow covers the whole box or leaves a hole in it', async () => {
    const box = (shadow: string, more = ''): Promise<string[]> =>
      painted(`<div style="width:50px;height:20px;box-shadow:inset ${shadow} #000;${more}"></div>`);
    expect(await box('0 0 0 9999px')).to.deep.equal(['fillRect 0 0 50 20 #000000']);
    expect(await box('0 0 0 2px')).to.deep.equal([
      'fillPath M 0 0 L 50 0 L 50 20 L 0 20 Z M 2 2 L 48 2 L 48 18 L 2 18 Z evenodd #000000',
    ]);
    expect((await box('0 0 0 9px', 'border-radius:5px'))[0]).to.match(/^clipPath/);
    expect((await box('5px 0'))[0]).to.match(/^clipPath/);
  });

  it('show the gap of double borders that cells share', async () => {
    const sides = async (width: number): Promise<string[]> =>
      (await painted(`<table><th style="border:${width}px double;width:9px;height:9px"></table>`)).slice(0, 2);
    expect(await sides(4)).to.deep.equal(['fillRect 0 0 1 17 #000000', 'fillRect 3 0 1 17 #000000']);
    expect(await sides(5)).to.deep.equal(['fillRect 0 0 2 19 #000000', 'fillRect 3 0 2 19 #000000']);
  });

  it('have no shadow where a break cuts the box: its inner clip extends past the cut', async () => {
    const shapes = await painted('<div style="width:50px;height:450px;box-shadow:0 0 0 6px #f00"></div>');
    const clips = shapes.filter((shape) => shape.startsWith('clipPath')).map((shape) => shape.split(' M ')[2]);
    expect(clips).to.deep.equal([
      '0 0 L 50 0 L 50 20300 L 0 20300 Z evenodd',
      '0 -20000 L 50 -20000 L 50 150 L 0 150 Z evenodd',
    ]);
  });
});
