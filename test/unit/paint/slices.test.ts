import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:300px 100px;margin:0}body{margin:0;font:20px/20px Courier Prime}</style>';

/** Returns the rounded geometry of the painted gradients or of the clip paths. */
async function shapes(html: string, of: RegExp): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(of)].map(([, geometry]) =>
    geometry!.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n)))),
  );
}

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';
const DRAWN = /drawImage (.*) raster/g;
const WHOLE = `url(${GIF}) 0 0/100% 100% no-repeat`;

describe('boxes that are sliced by breaks', () => {
  it('have one background over the lines of an inline box, from its start', async () => {
    const lines = (dir: string): string =>
      `<p dir=${dir} style="margin:0;width:60px;line-height:30px"><span style="background:${WHOLE}"><i></i> <i></i></span>` +
      '<style>i{display:inline-block;width:40px}i+i{width:30px}</style>';
    expect(await shapes(lines('ltr'), DRAWN)).to.deep.equal(['0 4 70 22', '-40 34 70 22']);
    expect(await shapes(lines('rtl'), DRAWN)).to.deep.equal(['-10 4 70 22', '30 34 70 22']);
  });

  it('have one background over columns, even without a declared height', async () => {
    const box = (style: string): string =>
      `<div style="columns:3;column-gap:0;column-fill:auto;height:50px"><div style="background:${WHOLE};${style}">` +
      '<p style="margin:0;height:50px"></p><p style="margin:0;height:30px"></p></div></div>';
    expect(await shapes(box(''), DRAWN)).to.deep.equal(['0 0 100 80', '100 -50 100 80']);
    expect(await shapes(box('box-decoration-break:clone'), DRAWN)).to.deep.equal(['0 0 100 50', '100 0 100 30']);
  });

  it('are clipped as a whole', async () => {
    const clip = '<div style="clip-path:circle(100px at center);height:150px;background:red"></div>';
    expect(await shapes(clip, /clipPath M (.*?) C/g)).to.deep.equal(['250 75', '250 -25']);
  });

  it('are masked as a whole', async () => {
    const mask = `<div style="mask:${WHOLE};height:150px;background:red"></div>`;
    expect(await shapes(mask, DRAWN)).to.deep.equal(['0 0 300 150', '0 -100 300 150']);
  });

  it('have one background over all their pages, though the height is known only on the last', async () => {
    const rows = Array.from({ length: 3 }, () => '<p style="margin:0;height:60px"></p>').join('');
    expect(await shapes(`<div style="background:${WHOLE}">${rows}</div>after`, DRAWN)).to.deep.equal([
      '0 0 300 180',
      '0 -100 300 180',
    ]);
    const table = `<table style="border-spacing:0;width:300px;background:${WHOLE}"><td style="height:60px"><tr><td style="height:60px"></table>`;
    expect(await shapes(table, DRAWN)).to.deep.equal(['0 0 300 124', '0 -100 300 124']);
  });

  it('have one canvas over all pages, whether it comes from the root element or the body', async () => {
    for (const name of ['html', 'body']) {
      const style = `<style>${name}{background:${WHOLE}}</style>`;
      expect(await shapes(`${style}<div style="height:250px"></div>`, DRAWN), name).to.deep.equal([
        '0 0 300 250',
        '0 -100 300 250',
        '0 -200 300 250',
      ]);
    }
  });
});
