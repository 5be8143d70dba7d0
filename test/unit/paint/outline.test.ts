import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';

describe('outlines', () => {
  it('are never smaller than their two sides', async () => {
    const text = await inspect(
      `${PAGE}<div style="width:100px;height:40px;outline:10px solid red;outline-offset:-40px"></div>`,
      'paint',
      null,
    );
    // The box's middle: 40 px wide, 20 px high.
    expect(text).to.contain('M 30 10 L 70 10 L 70 30 L 30 30 Z');
  });

  it('touch the rounded corners of their box, however much less their own outer corners are rounded', async () => {
    const text = await inspect(
      `${PAGE}<div style="margin:60px;width:40px;height:40px;border-radius:10px;outline:50px solid red"></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/fillPath .*M 70 60 L 90 60 C/);
  });

  it('are clipped by the boxes around', async () => {
    const text = await inspect(
      `${PAGE}<div style="width:50px;height:50px;overflow:hidden"><p style="outline:9px solid red">x</p></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/clipRect 0 0 50 50\n\s*beginArtifact\n\s*strokePath/);
  });

  it('lie over those of what is in the box', async () => {
    const text = await inspect(
      `${PAGE}<div style="outline:1px solid red"><p style="margin:0;outline:1px solid blue">x</p></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/strokePath .*#0000ff[^]*strokePath .*#ff0000/);
  });
});
