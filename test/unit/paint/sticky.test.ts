import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:200px 100px;margin:0}body{margin:0;font:10px/10px monospace}i{display:block;width:10px;height:10px;background:red;position:sticky}b{display:block}</style>';

/** Returns the corners of the sticky boxes' backgrounds, page by page. */
async function places(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/fillRect (\S+) (\S+) 10 10 /g)].map((match) => `${match[1]} ${match[2]}`);
}

describe('sticky boxes', () => {
  it('move to the start of the pages, within their containing block', async () => {
    expect(await places('<i style="top:30px"></i><b style="height:50px"></b>')).to.deep.equal(['0 30']);
    expect(await places('<div style="height:25px"><i style="top:30px"></i></div>')).to.deep.equal(['0 15']);
    expect(await places('<i style="left:40px;width:10px"></i>')).to.deep.equal(['40 0']);
    expect(await places('<b style="height:40px"></b><i style="top:30px"></i>')).to.deep.equal(['0 40']);
  });

  it('do not move on later pages or to the end of the pages', async () => {
    expect(await places('<b style="height:100px"></b><i style="top:30px"></i>')).to.deep.equal(['0 0']);
    expect(await places('<b style="height:50px"></b><i style="bottom:80px"></i>')).to.deep.equal(['0 50']);
  });

  it('stay within the box that scrolls or hides its overflow', async () => {
    const box = (overflow: string, html: string): string =>
      `<div style="overflow:${overflow};height:60px">${html}</div>`;
    expect(await places(box('hidden', '<b style="height:80px"></b><i style="bottom:5px"></i>'))).to.deep.equal([
      '0 45',
    ]);
    expect(await places(box('auto', '<i style="top:20px"></i><b style="height:80px"></b>'))).to.deep.equal(['0 20']);
    expect(await places(box('clip', '<b style="height:20px"></b><i style="bottom:50px"></i>'))).to.deep.equal(['0 20']);
  });

  it('move with everything in them', async () => {
    expect(
      await places(
        '<div style="position:sticky;top:30px"><b style="width:10px;height:10px;background:red"></b></div><b style="height:50px"></b>',
      ),
    ).to.deep.equal(['0 30']);
  });

  it('of inline level move as one, even if they span several lines', async () => {
    const words =
      '<b style="display:inline-block;width:10px;height:10px;background:red;vertical-align:top"></b>'.repeat(2);
    const html = `<div style="width:15px;height:60px"><span style="position:sticky;top:30px">${words}</span></div>`;
    expect(await places(html)).to.deep.equal(['0 32', '0 42']);
  });
});
