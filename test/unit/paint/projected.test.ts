import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { invertProjection, projectionOf, projectPixels, projectRect } from '../../../engine/paint/projection.ts';
import { IDENTITY4 } from '../../../engine/layout/fragments/transform.ts';
import { extractText, renderPixels } from '../../support/pdfium.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:200px 200px;margin:0}body{margin:0}</style>';
/** Leans back around its lower edge, so that the upper edge is half as wide. */
const LEANS =
  'position:absolute;left:50px;top:50px;width:100px;height:100px;transform-origin:50% 100%;transform:perspective(100px) rotateX(90deg)';

async function pixelsOf(html: string): Promise<(x: number, y: number) => string> {
  const { pdf } = await render(PAGE + html);
  const { width, data } = await renderPixels(pdf, 96 / 72);
  return (x, y) => Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).join();
}

describe('perspective', () => {
  it('makes distant things smaller', async () => {
    const style = LEANS.replace('90deg', '60deg');
    const at = await pixelsOf(`<div style="${style};background:#00f"></div>`);
    // The upper edge is 50 px above the lower, seen from 100 px and 86.6 px farther away.
    expect([at(100, 140), at(60, 147), at(140, 147)]).to.deep.equal(['0,0,255', '0,0,255', '0,0,255']);
    expect([at(60, 125), at(140, 125), at(100, 115)]).to.deep.equal(['255,255,255', '255,255,255', '255,255,255']);
    expect([at(76, 126), at(124, 126)]).to.deep.equal(['0,0,255', '0,0,255']);
  });

  it('applies to children of a box that sets it or shares its space, and to effects on them', async () => {
    for (const inner of ['', 'opacity:.999;', 'filter:blur(0);', 'clip-path:inset(0);']) {
      const lean = `width:100px;height:100px;transform-origin:50% 100%;transform:rotateX(60deg);background:#00f;${inner}`;
      const scene =
        'position:absolute;left:50px;top:50px;width:100px;height:100px;perspective:100px;perspective-origin:50% 100%';
      for (const html of [
        `<div style="${scene}"><div style="${lean}"></div></div>`,
        `<div style="${scene}"><div style="transform-style:preserve-3d;transform:rotateX(0)"><div style="${lean}"></div></div></div>`,
      ]) {
        const at = await pixelsOf(html);
        const [inside, beside] = [at(100, 140), at(60, 125)];
        expect(inside.endsWith(',255') && beside === '255,255,255', `${inner} ${inside} ${beside}`).to.equal(true);
      }
    }
  });

  it('omits content behind the viewer', async () => {
    const at = await pixelsOf(
      `<div style="position:absolute;left:50px;top:50px;width:100px;height:100px;transform:perspective(20px) rotateX(60deg);background:#00f"></div>`,
    );
    expect(at(100, 5)).to.equal('255,255,255');
    expect(at(100, 150)).to.equal('0,0,255');
  });

  it('keeps words and links, and keeps affine results as vectors', async () => {
    const text = await render(`${PAGE}<div style="${LEANS.replace('90deg', '40deg')}">some words</div>`);
    expect((await extractText(text.pdf)).join(' ')).to.contain('some words');
    const flat = await render(
      `${PAGE}<div style="transform:perspective(100px) translateZ(20px) rotate(20deg);background:red">x</div>`,
      {
        compress: false,
      },
    );
    expect(Buffer.from(flat.pdf).toString('latin1')).not.to.contain('/Subtype /Image');
  });

  it('is bounded by making large boxes coarser', async () => {
    const box =
      '<p style="transform:perspective(90px) rotateY(40deg);background:red;height:900px;width:900px;position:absolute">';
    const sizes = async (html: string): Promise<number[]> => {
      const pdf = Buffer.from((await render(PAGE + html)).pdf).toString('latin1');
      return [...pdf.matchAll(/\/Width (\d+)/g)].map(([, width]) => Number(width));
    };
    const [alone] = await sizes(box);
    const widths = await sizes(box.repeat(4));
    expect(widths.at(-1), widths.join()).to.be.below(alone!);
    expect(alone).to.be.below(3000);
  }).timeout(60_000);
});

describe('projections', () => {
  it('are undone by their inverses', () => {
    const p = [1, 0.2, 0.001, 0, 2, -0.002, 5, 6, 1];
    const inverse = invertProjection(p)!;
    const [x, y, w] = [0, 1, 2].map((k) => 30 * p[k]! + 40 * p[3 + k]! + p[6 + k]!) as [number, number, number];
    const back = [0, 1, 2].map((k) => (x / w) * inverse[k]! + (y / w) * inverse[3 + k]! + inverse[6 + k]!);
    expect(back[0]! / back[2]!).to.be.closeTo(30, 1e-9);
    expect(back[1]! / back[2]!).to.be.closeTo(40, 1e-9);
    expect(invertProjection([1, 1, 0, 1, 1, 0, 0, 0, 1])).to.equal(null);
  });

  it('leave pixels unchanged if they are the identity', () => {
    const rgba = Uint8Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 255 : i * 9));
    const area = { x: 3, y: 4, width: 2, height: 2 };
    const identity = projectionOf(IDENTITY4);
    expect(
      projectPixels({ rgba, width: 2, height: 2, area }, identity, area, { width: 2, height: 2 }, () => {}),
    ).to.deep.equal(rgba);
    expect(projectRect(identity, area)?.area).to.deep.equal(area);
    expect(projectRect([1, 0, 0, 0, 1, 0, 0, 0, -1], area)).to.equal(null);
  });
});
