import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:100px;margin:0}body{margin:0}div{width:50px;height:50px;background:#00f}</style>';
const paint = (html: string): Promise<string> => inspect(PAGE + html, 'paint', null);

describe('the canvas', () => {
  it('is covered by a background that is clipped to text or borders', async () => {
    for (const clip of ['text', 'border-area'])
      expect(await paint(`<style>html{background:#0f0;background-clip:${clip}}</style>x`)).to.match(
        /fillRect -?\d+ -?\d+ 102 102 #00ff00/,
      );
  });

  it('forms a group with the root element if something blends with it', async () => {
    const html = '<style>html{background:#0f0}</style><div style="mix-blend-mode:difference"></div>';
    expect(await paint(html)).to.match(
      /beginGroup 1 normal isolated[^]*#00ff00[^]*beginGroup 1 difference[^]*#0000ff[^]*endGroup[^]*endGroup/,
    );
    expect(await paint('<div></div>')).not.to.contain('beginGroup');
  });
});
