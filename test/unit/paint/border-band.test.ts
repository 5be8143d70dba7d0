import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:100px;margin:0}body{margin:0}div,td{width:auto;height:40px;box-sizing:border-box}</style>';

/** Where the border of a box of 100 x 40 px is painted, or clipped to: [left, top, right, bottom] of each path. */
async function extents(html: string, of: RegExp): Promise<number[][]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(of)].map(([, path]) => {
    const numbers = path!.match(/-?[\d.]+/g)!.map(Number);
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, i) => i % 2 === odd)) as [number[], number[]];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
}

const FILL = /fillPath (M [^#e]*)/g;
const CLIP = /clipPath (M [^#e]*?)(?:\n|$)/g;

describe('borders with sides that have no width, and round corners', () => {
  it('cover no more than the sides that have one, and the corners at their ends', async () => {
    for (const [style, area] of [
      ['border-left:8px solid', [0, 0, 8, 40]],
      ['border-left:2px solid', [0, 0, 6, 40]],
      ['border-right:8px solid', [92, 0, 100, 40]],
      ['border-top:3px solid', [0, 0, 100, 6]],
      ['border-bottom:3px solid', [0, 34, 100, 40]],
      ['direction:rtl;border-inline-start:8px solid', [92, 0, 100, 40]],
      ['writing-mode:vertical-rl;border-block-end:8px solid', [0, 0, 8, 40]],
    ] as const)
      for (const html of [
        `<div style="border-radius:6px;${style}"></div>`,
        `<section style="display:flex"><div style="flex:1;border-radius:6px;${style}"></div></section>`,
      ])
        expect(await extents(html, FILL), html).to.deep.equal([area]);
  });

  it('have a shape of their own for each run of sides', async () => {
    const [both] = await extents('<div style="border-radius:6px;border:solid;border-width:0 4px"></div>', FILL);
    expect(both).to.deep.equal([0, 0, 100, 40]);
    const text = await inspect(
      `${PAGE}<div style="border-radius:6px;border:solid;border-width:0 4px"></div>`,
      'paint',
      null,
    );
    expect(/fillPath (.*)/.exec(text)![1]!.match(/M /g)).to.have.length(2);
    expect(text).not.to.include('evenodd');
  });

  it('are clipped to it in other styles', async () => {
    for (const style of ['dashed', 'dotted', 'double', 'groove'])
      expect(
        await extents(`<div style="border-radius:6px;border-left:8px ${style} red"></div>`, CLIP),
        style,
      ).to.deep.include([0, 0, 8, 40]);
  });
});
