import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}div{width:40px;height:20px}</style>';

async function fills(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(fill|clipRect 0 0 40 |draw)/.test(line));
}

describe('filter() images', () => {
  it('are drawn through their filters, within their own box', async () => {
    const style = 'background:filter(image(#0f0), invert(1) drop-shadow(20px 0 0 currentcolor));color:#00f';
    expect(await fills(`<div style="${style}"></div>`)).to.deep.equal([
      'clipRect 0 0 40 20',
      'fillRect 0 0 40 20 #0000ff',
      'fillRect 0 0 40 20 #ff00ff',
    ]);
  });

  it('can replace contents, fill the box and nest', async () => {
    const image = 'filter(filter(image(#0f0), invert(1)), invert(1))';
    expect(await fills(`<div style="content:${image}"></div>`)).to.include('fillRect 0 0 40 20 #00ff00');
  });

  it('are invalid without an image or filters', async () => {
    for (const image of ['filter(invert(1))', 'filter(image(red))', 'filter(image(red) invert(1))'])
      expect(await fills(`<div style="background:${image}"></div>`)).to.deep.equal([]);
  });
});
