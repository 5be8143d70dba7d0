import { expect } from 'chai';
import { PNG } from 'pngjs';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Color, InkColor } from '../../../engine/css/color.ts';
import { blended, blendedBy } from '../../../engine/paint/color-interpolation.ts';
import { Covers } from '../../../engine/paint/covers.ts';
import { cutRectangles, insidesOf } from '../../../engine/pdf/rectangles.ts';
import { iccProfile } from '../../support/icc.ts';
import { renderPixels } from '../../support/pdfium.ts';
import { type PdfDict, PdfObjects } from '../../support/pdf-objects.ts';

const PAGE =
  '<!doctype html><html lang=en><title>t</title><style>@page{size:400px;margin:0}body,p{margin:0}div{width:100px;height:40px}</style>';

interface Flattened {
  readonly content: string;
  readonly images: readonly PdfDict[];
  readonly codes: readonly string[];
}

/** Returns what a PDF/A-1 file of a document contains. */
async function flattened(html: string, options: RenderOptions = {}): Promise<Flattened> {
  const { pdf, diagnostics } = await render(PAGE + html, { profile: 'pdf/a-1b', compress: false, ...options });
  const objects = new PdfObjects(pdf);
  const all = objects.all();
  expect(all.filter(({ SMask }) => SMask !== undefined && SMask !== '/None')).to.deep.equal([]);
  expect(all.filter(({ ca, CA }) => (ca ?? 1) !== 1 || (CA ?? 1) !== 1)).to.deep.equal([]);
  expect(all.filter(({ S }) => S === '/Transparency')).to.deep.equal([]);
  const text = Buffer.from(pdf).toString('latin1');
  return {
    content: text,
    images: all.filter(({ Subtype }) => Subtype === '/Image'),
    codes: diagnostics.map(({ code }) => code),
  };
}

const translucentPng = (): string => {
  const png = Object.assign(new PNG({ width: 2, height: 1 }), { data: Buffer.from([255, 0, 0, 128, 0, 0, 255, 255]) });
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
};

describe('flattened transparency', () => {
  it('keeps text and shapes over a single color as vectors', async () => {
    const { content, images } = await flattened(
      `<p style="color:rgb(0 0 0/.5)">a<p style="opacity:.5;color:red">b</p><div style="background:rgb(0 0 255/.5)"></div>`,
    );
    expect(images).to.deep.equal([]);
    expect(content)
      .to.match(/^\.498 g$/m)
      .and.to.match(/^1 \.5 \.5 rg$/m)
      .and.to.match(/^\.498 \.498 1 rg$/m);
  });

  it('knows the color of cards with round corners and of translucent areas', async () => {
    const html = (inner: string): string =>
      `<div style="background:#00f;border-radius:10px;width:300px;height:100px;padding:20px">${inner}</div>`;
    const { content, images } = await flattened(html('<p style="color:rgb(255 255 255/.5)">x'));
    expect(images).to.deep.equal([]);
    expect(content).to.match(/^\.502 \.502 1 rg$/m);
    expect(
      (await flattened(html('<p style="background:#fff8;height:60px">&nbsp;<b style="opacity:.5">x'))).images,
    ).to.deep.equal([]);
  });

  it('draws regions over gradients as pictures, and keeps their text readable', async () => {
    const html =
      '<div style="background:linear-gradient(red,blue)"><b style="opacity:.5;color:white">seen</b></div><p>vector';
    const { content, images } = await flattened(html);
    expect(images).to.have.length(1);
    expect(images[0]!.Width).to.be.below(400);
    expect(content).to.match(/^3 Tr$/m);
  });

  it('draws everything below a translucent area into its picture', async () => {
    const overlay = '<div style="position:absolute;left:0;top:0;background:rgb(255 0 0/.5)"></div>';
    const { images } = await flattened(`<p>text below</p>${overlay}`);
    expect(images.map(({ Width, Height }) => [Width, Height])).to.deep.equal([[400, 160]]);
  });

  it('merges pictures that overlap, and drops those that others hide', async () => {
    const area = (css: string): string => `<div style="position:absolute;background:rgb(0 0 0/.5);${css}"></div>`;
    const gradient =
      '<div style="position:absolute;left:0;top:0;width:400px;height:400px;background:linear-gradient(red,blue)"></div>';
    const { images } = await flattened(
      gradient + area('left:0;top:0') + area('left:50px;top:20px') + area('left:200px;top:200px'),
    );
    expect(images).to.have.length(2);
    const text = '<p style="position:absolute;left:30px;top:10px">t</p>';
    const hidden = await flattened(
      gradient + area('left:20px;top:10px') + text + area('left:0;top:0;width:200px;height:90px'),
    );
    expect(hidden.images).to.have.length(1);
  });

  it('blends images with the color below them once', async () => {
    const png = translucentPng();
    const { images } = await flattened(`<img alt=a src="${png}"><img alt=b src="${png}">`);
    expect(images.map(({ Width, Height }) => [Width, Height])).to.deep.equal([[2, 1]]);
  });

  it('keeps figures and their alternative texts', async () => {
    const png = translucentPng();
    for (const group of ['', 'opacity:.5', 'filter:blur(1px)']) {
      const image = `<span style="${group}"><img alt="a dot" width=9 height=9 src="${png}"></span>`;
      const html = `<div style="background:linear-gradient(red,blue)">${image}</div>`;
      const { content, images } = await flattened(html, { profile: 'pdf/a-1a' });
      expect(images, group).to.have.length(1);
      expect(content, group)
        .to.match(/\/S ?\/Figure/)
        .and.to.include('FEFF006100200064006F0074');
    }
  });

  it('flattens blend modes, masks, gradients with alpha, shadows and patterns', async () => {
    for (const css of [
      'mix-blend-mode:difference;background:red',
      'mask:linear-gradient(black,transparent);background:red',
      'background:linear-gradient(red,transparent)',
      'box-shadow:0 0 9px red',
      'box-shadow:inset 0 0 9px red',
      `background:url(${translucentPng()})`,
      'filter:blur(2px);background:red',
    ])
      expect((await flattened(`<div style="${css}">x</div>`)).codes, css).to.deep.equal([]);
  });

  it('keeps multiplied content over white as vectors', async () => {
    expect((await flattened('<p style="mix-blend-mode:multiply;color:red">x')).images).to.deep.equal([]);
  });

  it('shows clipped drawings that extend far beyond the region of a picture', async () => {
    const html = `<svg width=60 height=300 style="display:block"><defs><linearGradient id=g><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient></defs>
      <path d="M0 0H60V300Q30 290 0 300z" fill="url(#g)"/><path d="M20 260h20v20h-20z" fill=white fill-opacity=.5 /></svg>`;
    const { pdf } = await render(PAGE + html, { profile: 'pdf/a-1b' });
    const { width, data } = await renderPixels(pdf, 96 / 72);
    const at = 4 * (270 * width + 30);
    expect(Math.min(...data.subarray(at, at + 3))).to.be.below(200);
  });

  it('draws text with a translucent outline as a picture', async () => {
    const { images } = await flattened('<p style="-webkit-text-stroke:2px rgb(0 0 0/.5);color:red">x');
    expect(images).to.have.length(1);
  });

  it('writes no number that PDF 1.4 forbids', async () => {
    const { content } = await flattened('<div style="box-shadow:0 0 9px red"></div>');
    const sides = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].flatMap((match) =>
      match.slice(1).map(Number),
    );
    expect(Math.max(...sides.map(Math.abs))).to.be.below(32_768);
  });

  it('flattens margin boxes that are drawn after later pages', async () => {
    const html = `<style>@page{margin:40px;@top-center{content:counter(pages);color:rgb(0 0 0/.5)}background:#ff0}</style>${'<p style="break-after:page">a'.repeat(40)}`;
    const { content, images } = await flattened(html);
    expect(images).to.deep.equal([]);
    expect(content).to.match(/^\.498 \.498 0 rg$/m);
  });

  it('flattens the appearance of form fields', async () => {
    const { content } = await flattened('<form><input aria-label=a value=x><input type=checkbox aria-label=b></form>', {
      forms: true,
    });
    expect(content).to.include('/FT /Tx');
  });

  it('keeps inks over paper, and reports those that become pixels', async () => {
    const outputIntent = { profile: iccProfile('CMYK'), condition: 'FOGRA39' };
    const over = await flattened('<p style="color:device-cmyk(0 0 0 1/.5)">x', { outputIntent });
    expect(over.content).to.match(/^0 0 0 \.5\d* k$/m);
    const html = '<div style="background:linear-gradient(red,blue)"><p style="color:device-cmyk(0 0 0 1/.5)">x</div>';
    expect((await flattened(html, { outputIntent })).codes).to.deep.equal(['pdf/flattened-inks']);
  });

  it('gives the same bytes every time', async () => {
    const html = `${PAGE}<div style="box-shadow:0 0 9px red">x`;
    const options = { profile: 'pdf/a-1b' };
    expect((await render(html, options)).pdf).to.deep.equal((await render(html, options)).pdf);
  });
});

describe('blended colors', () => {
  const ink = (amounts: readonly [number, number, number, number]): InkColor =>
    new InkColor(0, 0, 0, 1, { type: 'process', process: amounts });
  const spot = (tint: number): InkColor =>
    new InkColor(0, 0, 0, 1, { type: 'spot', name: 'Gold', tint, full: [0, 0.2, 0.8, 0] });
  const inksOf = (color: Color): unknown => (color instanceof InkColor ? color.inks : null);

  it('mix inks with paper and with inks of the same kind', () => {
    expect(inksOf(blended(ink([0, 0, 0, 1]), 0.5, Color.WHITE))).to.deep.include({ process: [0, 0, 0, 0.5] });
    expect(inksOf(blended(ink([1, 0, 0, 0]), 0.5, ink([0, 1, 0, 0])))).to.deep.include({ process: [0.5, 0.5, 0, 0] });
    expect(inksOf(blended(spot(1), 0.25, Color.WHITE))).to.deep.include({ tint: 0.25 });
    expect(inksOf(blended(spot(1), 0.5, spot(0)))).to.deep.include({ tint: 0.5 });
    expect(inksOf(blended(spot(1), 0.5, ink([0, 1, 0, 0])))).to.equal(null);
    expect(inksOf(blended(ink([1, 0, 0, 0]), 0.5, new Color(1, 0, 0, 1)))).to.equal(null);
  });

  it('follow modes that are linear in the colors', () => {
    const below = new Color(0.5, 0.5, 1, 1);
    const grey = new Color(0.5, 0.5, 0.5, 1);
    expect(blendedBy('multiply', below)?.(grey)).to.deep.equal(new Color(0.25, 0.25, 0.5, 1));
    expect(blendedBy('screen', below)?.(grey)).to.deep.equal(new Color(0.75, 0.75, 1, 1));
    expect(blendedBy('difference', below)).to.equal(null);
  });
});

describe('covers', () => {
  const red = new Color(1, 0, 0, 1);
  const area = (
    x: number,
    y: number,
    width: number,
    height: number,
  ): { x: number; y: number; width: number; height: number } => ({ x, y, width, height });

  it('know the color below an area that one cover contains', () => {
    const covers = new Covers(new Budget(DEFAULT_LIMITS));
    covers.add(area(0, 0, 100, 2000), red, null);
    covers.add(area(10, 10, 20, 20), Color.BLACK, null);
    expect(covers.under(area(50, 50, 10, 10), Color.WHITE)).to.equal(red);
    expect(covers.under(area(12, 12, 10, 10), Color.WHITE)).to.equal(Color.BLACK);
    expect(covers.under(area(5, 5, 10, 10), Color.WHITE)).to.equal(null);
    expect(covers.under(area(90, 0, 20, 10), Color.WHITE)).to.equal(null);
    expect(covers.under(area(300, 0, 20, 10), Color.WHITE)).to.equal(Color.WHITE);
  });
});

describe('rectangles in paths', () => {
  const rectangle = [0, 0, 0, 1, 100, 0, 1, 100, 50, 1, 0, 50, 3];

  it('are cut to an area', () => {
    expect(cutRectangles(rectangle, { x0: 10, y0: -5, x1: 20, y1: 25 })).to.deep.equal([
      0, 10, 0, 1, 20, 0, 1, 20, 25, 1, 10, 25, 3,
    ]);
    const triangle = [0, 0, 0, 1, 100, 0, 1, 50, 50, 3];
    expect(cutRectangles(triangle, { x0: 10, y0: 0, x1: 20, y1: 25 })).to.deep.equal(triangle);
  });

  it('have insides without their corners; other shapes have none', () => {
    const round = [
      0, 10, 0, 1, 90, 0, 2, 95, 0, 100, 5, 100, 10, 1, 100, 40, 2, 100, 45, 95, 50, 90, 50, 1, 10, 50, 2, 5, 50, 0, 45,
      0, 40, 1, 0, 10, 2, 0, 5, 5, 0, 10, 0, 3,
    ];
    expect(insidesOf(round)).to.deep.equal([
      { x0: 0, y0: 10, x1: 100, y1: 40 },
      { x0: 10, y0: 0, x1: 90, y1: 50 },
    ]);
    // A U has an open middle between its sides.
    expect(
      insidesOf([0, 0, 0, 1, 10, 0, 1, 10, 40, 1, 90, 40, 1, 90, 0, 1, 100, 0, 1, 100, 50, 1, 0, 50, 3]),
    ).to.deep.equal([]);
    expect(insidesOf([...rectangle, ...rectangle])).to.deep.equal([]);
  });
});
