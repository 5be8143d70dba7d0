/** The scale at which an `svg` element of the document is drawn. Chromium has these scales. */
import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

/** Returns the matrices of the page's drawings, in px. */
async function matricesOf(svg: string): Promise<number[][]> {
  const html = `<style>@page { size: 200px; margin: 0 } body { margin: 0 } svg { position: absolute }</style>${svg}`;
  const { pdf } = await render(html, { compress: false });
  const found = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/^([\d. ]+) cm$/gm);
  return [...found].map(([, numbers]) => numbers!.split(' ').map(Number)).filter(([a]) => a !== 1 && a !== 0.75);
}

describe('an svg element', () => {
  it('is drawn at the place and size that layout gives it', async () => {
    const svg = (style: string, attributes: string): string =>
      `<svg style="${style}" ${attributes}><rect width="10" height="10"/></svg>`;
    const wide = svg('left:10.3px;top:10.4px;width:100.6px;height:50.3px', 'viewBox="0 0 100 50"');
    expect(await matricesOf(wide)).to.deep.equal([[1.0059375, 0, 0, 1.0059375, 10.2969, 10.3906]]);
    const lower = svg('left:10.3px;top:80.4px;width:100.2px;height:50.9px', 'viewBox="0 0 100 50"');
    expect(await matricesOf(lower)).to.deep.equal([[1.001875, 0, 0, 1.001875, 10.2969, 80.7891]]);
    const uneven = svg(
      'padding:1px;left:9px;top:9.2px;width:100.3px;height:50.4px',
      'viewBox="0 0 100 50" preserveAspectRatio="none"',
    );
    expect(await matricesOf(uneven)).to.deep.equal([[1.0029688, 0, 0, 1.0078125, 10, 10.1875]]);
  });
});
