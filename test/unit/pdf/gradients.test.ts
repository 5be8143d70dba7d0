import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';
import { pdfJsWarnings } from '../../support/pdfjs.ts';

const WIDTH = 400;

async function fileOf(background: string, body = '<div></div>'): Promise<{ pdf: Uint8Array; text: string }> {
  const style = `@page{size:${WIDTH}px ${WIDTH}px;margin:0}body{margin:0}div{width:${WIDTH}px;height:${WIDTH}px;background:${background}}`;
  const { pdf, diagnostics } = await render(`<title>T</title><style>${style}</style>${body}`, { compress: false });
  expect(diagnostics).to.deep.equal([]);
  expect(await pdfJsWarnings(pdf)).to.deep.equal([]);
  return { pdf, text: Buffer.from(pdf).toString('latin1') };
}

const countOf = (text: string, what: string): number => text.split(what).length - 1;

/** Returns the colors at positions of the page, in px. */
async function colorsAt(pdf: Uint8Array, places: readonly (readonly [number, number])[]): Promise<number[][]> {
  const { width, data } = await renderPixels(pdf, 96 / 72);
  return places.map(([x, y]) => Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 3)));
}

function expectNear(found: readonly number[][], wanted: readonly number[][], tolerance = 8): void {
  found.forEach((color, i) =>
    color.forEach((value, c) => expect(value, `place ${i}: ${color.join()}`).to.be.closeTo(wanted[i]![c]!, tolerance)),
  );
}

describe('gradients in PDF', () => {
  it('draw a repeating linear gradient as a row of axial shadings of one function', async () => {
    const { pdf, text } = await fileOf('repeating-linear-gradient(90deg,red,blue 100px)');
    expect(countOf(text, '/ShadingType 2')).to.equal(4);
    expect(new Set(text.match(/\/Function \d+ 0 R/g))).to.have.length(1);
    const colors = await colorsAt(pdf, [
      [1, 9],
      [50, 9],
      [98, 9],
      [101, 9],
      [250, 9],
      [398, 9],
    ]);
    const [start, middle, end] = [
      [252, 0, 3],
      [127, 0, 128],
      [3, 0, 252],
    ];
    expectNear(colors, [start, middle, end, start, middle, end]);
  });

  it('keep any number of periods sharp', async () => {
    const { pdf, text } = await fileOf('repeating-linear-gradient(90deg,red 0 5px,rgb(0 0 255/.5) 5px 10px)');
    expect(countOf(text, '/ShadingType 2')).to.be.below(40);
    const red = [255, 0, 0];
    const blue = [127, 127, 255];
    expectNear(
      await colorsAt(pdf, [
        [2, 9],
        [7, 9],
        [192, 9],
        [197, 9],
        [392, 9],
        [397, 9],
      ]),
      [red, blue, red, blue, red, blue],
    );
  });

  it('use the average of periods that are too fine to see', async () => {
    const { pdf, text } = await fileOf('repeating-linear-gradient(90deg,red,blue .01px)');
    expect(countOf(text, '/ShadingType')).to.equal(1);
    expectNear(await colorsAt(pdf, [[200, 200]]), [[127, 0, 127]]);
  });

  it('draw a repeating radial gradient as radial shadings from outside to inside', async () => {
    const smooth = await fileOf('repeating-radial-gradient(circle at 0 200px,red 20px,blue 120px)');
    expect(countOf(smooth.text, '/ShadingType 1\n')).to.equal(0);
    expect(countOf(smooth.text, '/ShadingType 3')).to.be.within(4, 6);
    const { pdf, text } = await fileOf('repeating-radial-gradient(circle at 0 200px,red 20px 70px,blue 70px 120px)');
    expect(countOf(text, '/ShadingType')).to.equal(0);
    const red = [255, 0, 0];
    const blue = [0, 0, 255];
    expectNear(
      await colorsAt(pdf, [
        [10, 200],
        [30, 200],
        [80, 200],
        [130, 200],
        [180, 200],
        [230, 200],
        [380, 200],
      ]),
      [blue, red, blue, red, blue, red, blue],
    );
  });

  it('keep the focus of a repeating radial gradient', async () => {
    const { pdf } = await fileOf(
      'none',
      `<svg width=${WIDTH} height=${WIDTH}><radialGradient id=g spreadMethod=repeat gradientUnits=userSpaceOnUse cx=100 cy=200 r=50 fx=80 fy=200><stop stop-color=red /><stop offset=.5 stop-color=red /><stop offset=.5 stop-color=blue /><stop offset=1 stop-color=blue /></radialGradient><rect width=${WIDTH} height=${WIDTH} fill="url(#g)" /></svg>`,
    );
    // A period is 70 px to the right of the focus and 30 px to its left.
    expectNear(
      await colorsAt(pdf, [
        [100, 200],
        [130, 200],
        [170, 200],
        [205, 200],
        [72, 200],
        [57, 200],
        [42, 200],
      ]),
      [
        [255, 0, 0],
        [0, 0, 255],
        [255, 0, 0],
        [0, 0, 255],
        [255, 0, 0],
        [0, 0, 255],
        [255, 0, 0],
      ],
    );
  });

  it('draw a conic gradient as patches with the colors of their angles', async () => {
    const { pdf, text } = await fileOf('conic-gradient(red,lime,blue 50%,white 50% 75%,black 0)');
    expect(countOf(text, '/ShadingType 6')).to.equal(1);
    expectNear(
      await colorsAt(pdf, [
        [202, 2],
        [300, 100],
        [399, 199],
        [203, 398],
        [190, 390],
        [2, 203],
        [2, 196],
      ]),
      [
        [253, 2, 0],
        [127, 128, 0],
        [0, 254, 1],
        [0, 2, 253],
        [255, 255, 255],
        [255, 255, 255],
        [0, 0, 0],
      ],
    );
  });

  it('add a mesh of alphas to a translucent conic gradient', async () => {
    const { pdf, text } = await fileOf('conic-gradient(rgb(255 0 0/0),red)');
    expect(countOf(text, '/ShadingType 6')).to.equal(2);
    expectNear(
      await colorsAt(pdf, [
        [399, 199],
        [200, 399],
        [0, 200],
      ]),
      [
        [255, 191, 191],
        [255, 127, 127],
        [255, 64, 64],
      ],
    );
  });

  it('use the mean of a conic gradient that repeats too finely to see, even with many stops', async () => {
    const fine = await fileOf('repeating-conic-gradient(red,blue .1deg)');
    expect(countOf(fine.text, '/ShadingType')).to.equal(0);
    expectNear(await colorsAt(fine.pdf, [[300, 300]]), [[127, 0, 127]]);
    const many = await fileOf(`repeating-conic-gradient(${'red,lime,'.repeat(1000)}red .3deg)`);
    expect(countOf(many.text, '/ShadingType')).to.equal(0);
    expectNear(await colorsAt(many.pdf, [[300, 300]]), [[127, 127, 0]]);
  });

  it('draw hard stops between opaque colors as one path per color, with exact edges', async () => {
    const bars =
      'repeating-linear-gradient(90deg,#000 0 2px,#fff 2px 3px,#000 3px 4px,#fff 4px 7px,#000 7px 10px,#fff 10px 11px)';
    const { pdf, text } = await fileOf(bars);
    expect(countOf(text, '/ShadingType')).to.equal(0);
    expect(countOf(text, 'f*\n')).to.equal(2);
    const pixels = await colorsAt(
      pdf,
      Array.from({ length: WIDTH }, (_, x) => [x, 9] as const),
    );
    const isDark = (x: number): boolean => [0, 1, 3, 7, 8, 9].includes(x % 11);
    expectNear(
      pixels,
      pixels.map((_, x) => (isDark(x) ? [0, 0, 0] : [255, 255, 255])),
      1,
    );
  });

  it('draw hard stops between sectors exactly at every angle', async () => {
    const { pdf, text } = await fileOf('repeating-conic-gradient(#ccc 0 25%,#fff 0 50%) 0 0/40px 40px');
    expect(countOf(text, '/ShadingType')).to.equal(0);
    const pixels = await colorsAt(
      pdf,
      Array.from({ length: WIDTH }, (_, x) => [x, x < 200 ? 19 : 20] as const),
    );
    const isGrey = (x: number): boolean => x % 40 >= 20 === x < 200;
    expectNear(
      pixels,
      pixels.map((_, x) => (isGrey(x) ? [204, 204, 204] : [255, 255, 255])),
      1,
    );
  });

  it('draw hard stops between rings as circles, also if these begin beyond the center', async () => {
    const { pdf, text } = await fileOf('repeating-radial-gradient(circle at 0 0,red -10px 20px,blue 20px 50px)');
    expect(countOf(text, '/ShadingType')).to.equal(0);
    const [red, blue] = [
      [255, 0, 0],
      [0, 0, 255],
    ];
    const places = [18, 22, 48, 52, 78, 82, 108];
    expectNear(
      await colorsAt(
        pdf,
        places.map((x) => [x, 0] as const),
      ),
      [red, blue, blue, red, red, blue, blue],
    );
    // A triangle with sides 3, 4 and 5.
    expectNear(
      await colorsAt(pdf, [
        [10, 13],
        [13, 17],
        [28, 38],
        [32, 41],
      ]),
      [red, blue, blue, red],
    );
  });

  it('show no seams between translucent bands', async () => {
    const colors = 'rgb(255 0 0/.5) 0 7.3px,rgb(255 255 0/.5) 7.3px 14.6px,rgb(255 0 255/.5) 14.6px 21.9px';
    const { pdf, text } = await fileOf(`repeating-linear-gradient(33deg,${colors})`);
    expect(countOf(text, '/ShadingType')).to.equal(0);
    const { data } = await renderPixels(pdf, 96 / 72);
    // Every band has full red, so less red would be paper.
    for (let i = 0; i < data.length; i += 4) expect(data[i]).to.equal(255);
    for (let i = 0; i < data.length; i += 4) expect(Math.min(data[i + 1]!, data[i + 2]!)).to.be.below(200);
    const apart = 'transparent 0 5px,rgb(0 0 0/.2) 5px 10px,transparent 10px 15px,rgb(0 0 0/.6) 15px 20px';
    const between = await fileOf(`repeating-linear-gradient(90deg,${apart})`);
    expect(countOf(between.text, '/ShadingType')).to.equal(0);
    expectNear(
      await colorsAt(
        between.pdf,
        [2, 7, 12, 17, 382, 387, 392, 397].map((x) => [x, 9] as const),
      ),
      [255, 204, 255, 102, 255, 204, 255, 102].map((value) => [value, value, value]),
    );
  });

  it('draw mixed hard and smooth stops as shadings with bands on them', async () => {
    const { pdf, text } = await fileOf('linear-gradient(90deg,red 101px,blue 101px 299px,white 299px,black)');
    expect(countOf(text, '/ShadingType 2')).to.equal(1);
    expectNear(
      await colorsAt(
        pdf,
        [100, 101, 298, 350].map((x) => [x, 9] as const),
      ),
      [
        [255, 0, 0],
        [0, 0, 255],
        [0, 0, 255],
        [125, 125, 125],
      ],
    );
  });

  it('keep the color spaces of hard stops, with few objects for any number of bands', async () => {
    const inks = await fileOf('repeating-conic-gradient(device-cmyk(1 0 0 0) 0 10%,device-cmyk(0 1 0 0) 0 20%)');
    expect(inks.text).to.match(/\n1 0 0 0 k\n[^]*\n0 1 0 0 k\n/);
    expect(countOf(inks.text, '/ShadingType')).to.equal(0);
    const wide = await fileOf('repeating-linear-gradient(color(display-p3 0 1 0) 0 9px,blue 9px 20px)');
    expect(wide.text).to.match(/ cs 0 1 0 scn\n/);
    const many = await fileOf(
      `linear-gradient(90deg,${Array.from({ length: 5000 }, (_, i) => `#${i % 2 ? 'fff' : '000'} ${i / 50}% ${(i + 1) / 50}%`).join()})`,
    );
    expect(countOf(many.text, '/ShadingType 2')).to.equal(1);
  });

  it('keep inks and wide-gamut colors in their spaces', async () => {
    const inks = await fileOf('conic-gradient(device-cmyk(1 0 0 0), device-cmyk(0 1 0 0))');
    expect(inks.text).to.match(/\/ShadingType 6\n[^>]*\/ColorSpace \/DeviceCMYK/);
    const wide = await fileOf('repeating-linear-gradient(color(display-p3 0 1 0),blue 50px)');
    expect(wide.text).to.match(/\/ShadingType 2\n\/ColorSpace \d+ 0 R/);
  });
});
