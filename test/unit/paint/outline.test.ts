import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { pathText } from '../../../engine/debug/dump-display-list.ts';
import { addRegion } from '../../../engine/paint/region-outline.ts';
import type { Rect } from '../../../engine/paint/rects.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';

describe('outlines', () => {
  it('are never smaller than their two sides', async () => {
    const text = await inspect(
      `${PAGE}<div style="width:100px;height:40px;outline:10px solid red;outline-offset:-40px"></div>`,
      'paint',
      null,
    );
    // The middle of the box, 40 px wide and 20 px high.
    expect(text).to.contain('M 30 10 L 70 10 L 70 30 L 30 30 Z');
  });

  it('touch the rounded corners of their box, even if their outer corners are less rounded', async () => {
    const text = await inspect(
      `${PAGE}<div style="margin:60px;width:40px;height:40px;border-radius:10px;outline:50px solid red"></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/fillPath .*M 70 60 L 90 60 C/);
  });

  it('are clipped by the boxes around them', async () => {
    const text = await inspect(
      `${PAGE}<div style="width:50px;height:50px;overflow:hidden"><p style="outline:9px solid red">x</p></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/clipRect 0 0 50 50\n\s*beginArtifact\n\s*strokePath/);
  });

  it('go once around all lines of an inline box and its contents', async () => {
    const strokes = async (html: string): Promise<string[]> => {
      const text = await inspect(`${PAGE}<div style="font:10px/12px Courier New">${html}</div>`, 'paint', null);
      return [...text.matchAll(/strokePath .*?(M [^Z]*Z)(?=\s|$)/g)].map((match) => match[1]!);
    };
    const wrapped = await strokes('<span style="outline:1px solid red">aaa<br>a</span>');
    expect(wrapped).to.have.length(1);
    expect(wrapped[0]!.match(/L/g)).to.have.length(5);
    const around = await strokes(
      '<span style="outline:1px solid red"><b style="display:inline-block;width:9px;height:40px"></b></span>',
    );
    expect(around).to.have.length(1);
    expect(around[0]).to.match(/^M -1 -1 /);
  });

  it("are painted over those of the box's contents", async () => {
    const text = await inspect(
      `${PAGE}<div style="outline:1px solid red"><p style="margin:0;outline:1px solid blue">x</p></div>`,
      'paint',
      null,
    );
    expect(text).to.match(/strokePath .*#0000ff[^]*strokePath .*#ff0000/);
  });

  it('are thin rings with `auto`, regardless of their width', async () => {
    const ring = async (style: string): Promise<string[]> => {
      const html = `${PAGE}<div style="margin:20px;width:50px;height:50px;outline:auto red;${style}"></div>`;
      return (await inspect(html, 'paint', null)).match(/strokePath .*/g) ?? [];
    };
    const plain = await ring('');
    expect(plain).to.have.length(2);
    expect(plain[1]).to.contain('M 23 20 L 67 20 C');
    expect(await ring('outline-width:0')).to.deep.equal(plain);
    expect((await ring('outline-offset:5px'))[1]).to.contain('M 18 15 L 72 15 C');
  });

  it('surround with `auto` what overflows a box that does not clip it', async () => {
    const ring = async (style: string): Promise<string> => {
      const inner = '<p style="margin:10px 0 0 30px;width:40px;height:10px"></p>';
      const html = `${PAGE}<div style="width:50px;height:50px;display:flow-root;outline:auto red;${style}">${inner}</div>`;
      return (await inspect(html, 'paint', null)).match(/strokePath .*/g)![1]!;
    };
    const corners = (path: string): number => path.match(/C/g)!.length;
    expect(corners(await ring(''))).to.equal(8);
    expect(corners(await ring('overflow:hidden'))).to.equal(4);
  });
});

describe('the outline of several rectangles', () => {
  const square = (x: number, y: number): Rect => ({ x, y, width: 10, height: 10 });
  const loops = (...rects: Rect[]): number[] =>
    pathText(addRegion([], rects, 0))
      .split('M')
      .slice(1)
      .map((loop) => loop.match(/C/g)!.length);

  it('has one loop for parts that overlap or touch, and separate loops for distant parts and holes', () => {
    expect(loops(square(0, 0), square(5, 5))).to.deep.equal([8]);
    expect(loops(square(0, 0), square(10, 0))).to.deep.equal([4]);
    expect(loops(square(0, 0), square(10, 10))).to.deep.equal([4, 4]);
    expect(loops(square(0, 0), square(30, 0))).to.deep.equal([4, 4]);
    const around = [square(0, 0), square(10, 0), square(20, 0), square(0, 10), square(20, 10)];
    expect(loops(...around, square(0, 20), square(10, 20), square(20, 20))).to.deep.equal([4, 4]);
  });
});
