import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';
import { PdfObjects } from '../../support/pdf-objects.ts';

const PAGE =
  '<!doctype html><style>@page{size:100px;margin:0}body{margin:0}div{width:100px;height:100px}section{filter:blur(.5px)}</style>';

/** Returns the red, green and blue of filtered content at a point of the page. */
async function colorAt(html: string, x: number, y: number): Promise<readonly number[]> {
  const { pdf } = await render(`${PAGE}<section>${html}</section>`);
  const { width, data } = await renderPixels(pdf, 96 / 72);
  return [...data.subarray(4 * (y * width + x)).subarray(0, 3)];
}

const isNear = (color: readonly number[], to: readonly number[]): boolean =>
  color.every((value, i) => Math.abs(value - to[i]!) < 40);

describe('filtered content', () => {
  it('is masked by the alpha of dark masks', async () => {
    const html = '<div style="background:#0f0;mask:linear-gradient(90deg,black 50%,transparent 50%)"></div>';
    expect(await colorAt(html, 25, 50)).to.satisfy((color: number[]) => isNear(color, [0, 255, 0]));
    expect(await colorAt(html, 75, 50)).to.satisfy((color: number[]) => isNear(color, [255, 255, 255]));
  });

  it('has whole conic gradients with round corners', async () => {
    const html = '<div style="border-radius:50%;background:conic-gradient(blue 0 25%,lime 0 75%,red 0)"></div>';
    expect(await colorAt(html, 70, 30)).to.satisfy((color: number[]) => isNear(color, [0, 0, 255]));
    expect(await colorAt(html, 50, 80)).to.satisfy((color: number[]) => isNear(color, [0, 255, 0]));
    expect(await colorAt(html, 30, 30)).to.satisfy((color: number[]) => isNear(color, [255, 0, 0]));
  });

  it('keeps the alternative texts of its images', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';
    const { pdf } = await render(`${PAGE}<section><img alt="dot" src="${image}"></section>`, { compress: false });
    const figures = new PdfObjects(pdf).all().filter(({ S }) => S === '/Figure');
    expect(figures).to.have.length(1);
  });
});
