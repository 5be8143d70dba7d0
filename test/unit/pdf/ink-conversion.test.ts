import { expect } from 'chai';
import { inflateSync } from 'node:zlib';
import { wideProfile } from '../../../engine/images/icc-profile.ts';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { host } from '../../../engine/platform/host.ts';
import { iccProfile, pressProfile } from '../../support/icc.ts';
import { greyJpeg } from '../../support/jpeg.ts';
import { JP2 } from '../../support/jpeg2000.ts';
import { type PdfDict, type PdfObject, PdfObjects } from '../../support/pdf-objects.ts';
import { pngOf } from '../../support/png.ts';

const PAGE = '<html lang=en><title>T</title>';
const PRESS = pressProfile();
const X1A: RenderOptions = { profile: 'pdf/x-1a', outputIntent: { profile: PRESS, condition: 'FOGRA39' } };
const CONVERTED: RenderOptions = { outputIntent: { profile: PRESS, convert: 'relative' } };

async function fileOf(body: string, options = X1A): Promise<{ objects: PdfObjects; text: string }> {
  const { pdf, diagnostics } = await render(PAGE + body, { compress: false, ...options });
  expect(diagnostics).to.deep.equal([]);
  return { objects: new PdfObjects(pdf), text: Buffer.from(pdf).toString('latin1') };
}

async function refusal(body: string, options: RenderOptions): Promise<string> {
  const error = await render(PAGE + body, options).catch((e: unknown) => e);
  expect(error).to.be.instanceOf(RenderError);
  return (error as RenderError).message;
}

/** Returns the inks of the fill colors in the order of the file. */
const fills = (text: string): number[][] =>
  [...text.matchAll(/^([\d. ]+) k$/gm)].map(([, inks]) => inks!.trim().split(' ').map(Number));

/** The tables of the profile are coarse. */
function expectNear(inks: readonly number[], wanted: readonly number[]): void {
  expect(inks).to.have.length(wanted.length);
  for (const [i, ink] of inks.entries()) expect(ink, inks.join(' ')).to.be.closeTo(wanted[i]!, 0.15);
}

const source = (bytes: Uint8Array): string => `data:image/x;base64,${Buffer.from(bytes).toString('base64')}`;
const img = (bytes: Uint8Array): string => `<img alt=a src="${source(bytes)}">`;
/** Pixels of more colors than a palette holds. */
const COLORFUL = Array.from({ length: 300 }, (_, i) => [i & 255, 40, i >> 8, 255]);

/** A BMP of two pixels: the sizes of its headers, and blue, green and red of both. */
const RED_AND_BLUE = new Uint8Array(62);
RED_AND_BLUE.set([0x42, 0x4d, 62]);
RED_AND_BLUE.set([54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24], 10);
RED_AND_BLUE.set([0, 0, 255, 255, 0, 0], 54);

const imageOf = (objects: PdfObjects): PdfDict =>
  objects.all().find(({ Subtype, Filter }) => Subtype === '/Image' && Filter !== '/JPXDecode')!;

/** Returns the samples of an image's first row. */
function rowOf(objects: PdfObjects, text: string, space: string): Uint8Array {
  const at = text.indexOf(`/ColorSpace ${space}`);
  expect(at, `an image in ${space}`).to.be.greaterThan(0);
  const start = text.indexOf('stream\n', at) + 7;
  const bytes = Buffer.from(text.slice(start, text.indexOf('endstream', start)), 'latin1');
  return imageOf(objects).Filter === undefined ? bytes : inflateSync(bytes);
}

describe('the conversion of colors to inks', () => {
  it('makes PDF/X-1a, which has nothing but inks', async () => {
    const { text } = await fileOf(
      `<p style="color:red;text-decoration:underline 1px lime">a<p style="background:color(display-p3 0 1 0)">b${img(pngOf(COLORFUL))}
      <p style='color:separation("Spot" 100% red)'>c<p style="opacity:.5">d<p style="background:linear-gradient(red,blue)">e`,
    );
    expect(text).to.match(/^%PDF-1\.4/);
    expect(text).to.contain('(PDF/X-1a:2003)');
    expect(text).not.to.match(/ (rg|RG)$/m);
    expect(text).not.to.match(/DeviceRGB|CalRGB|\/ICCBased|DefaultRGB/);
  });

  it('mixes colors by the profile, and leaves inks and black alone', async () => {
    const { text } = await fileOf(
      '<p style="color:red">a<p style="color:#000">a<p style="color:device-cmyk(.1 .2 .3 .4)">a<p style="color:#808080">a<p style="color:rgb(100 50 50)">a',
    );
    const [red, black, own, gray, dark] = fills(text);
    expectNear(red!, [0, 1, 1, 0]);
    expect(black).to.deep.equal([0, 0, 0, 1]);
    expect(own).to.deep.equal([0.1, 0.2, 0.3, 0.4]);
    expect(gray!.slice(0, 3)).to.deep.equal([0, 0, 0]);
    expect(gray![3]).to.be.closeTo(0.5, 0.06);
    expectNear(dark!, [0, 0.5, 0.5, 0.6]);
  });

  it('follows the rendering intent', async () => {
    const profile = pressProfile([0.8, 0.8, 0.6]);
    const of = async (convert: 'relative' | 'absolute'): Promise<number[]> =>
      fills((await fileOf('<p style="color:rgb(200 100 100)">a', { outputIntent: { profile, convert } })).text)[0]!;
    const [relative, absolute] = [await of('relative'), await of('absolute')];
    // On a yellow paper, the same color needs less yellow.
    expect(absolute[2]).to.be.lessThan(relative[2]! - 0.03);
  });

  it('maps black to the darkest ink, and grays between it and the paper', async () => {
    const profile = pressProfile(undefined, 0.35);
    const html = '<p style="color:#808080">a<p style="color:rgb(100 50 50)">a';
    const [gray, dark] = fills((await fileOf(html, { outputIntent: { profile, convert: 'relative' } })).text);
    expect(gray![3]).to.be.closeTo(0.65, 0.03);
    const [, plain] = fills((await fileOf(html, { outputIntent: { profile, convert: 'absolute' } })).text);
    expect(dark![3]).to.be.lessThan(plain![3]! - 0.02);
  });

  it('limits the sum of the inks', async () => {
    const sum = (inks: Iterable<number>): number => [...inks].reduce((all, ink) => all + ink);
    const { text, objects } = await fileOf(`<p style="color:rgb(10 10 60)">a${img(pngOf(COLORFUL))}`, {
      outputIntent: { profile: PRESS, convert: 'relative', inkLimit: 120 },
    });
    for (const inks of fills(text)) expect(sum(inks)).to.be.at.most(1.2001);
    // The first byte of the row is its filter.
    expect(sum(rowOf(objects, text, '/DeviceCMYK').subarray(1, 5))).to.be.at.most(1.2 * 255);
    const without = await fileOf('<p style="color:rgb(10 10 60)">a', CONVERTED);
    expect(sum(fills(without.text)[0]!)).to.be.greaterThan(1.5);
  });

  it('draws gradients in inks with stops between, and gray ones in black alone', async () => {
    const functions = async (css: string, kind = 'DeviceCMYK'): Promise<number[][]> => {
      const { objects } = await fileOf(`<p style="background:linear-gradient(${css});height:50px">`);
      const shading = objects.all().find(({ ShadingType }) => ShadingType === 2)!;
      expect(objects.list(shading.ColorSpace)[0]).to.equal(`/${kind}`);
      const fn = objects.dict(shading.Function);
      const parts = fn.Functions === undefined ? [fn] : objects.list(fn.Functions).map((one) => objects.dict(one));
      return parts.map(({ C0 }) => objects.list(C0) as number[]);
    };
    const colored = await functions('red,blue');
    expect(colored).to.have.length(8);
    expectNear(colored[0]!, [0, 1, 1, 0]);
    // Black alone next to mixed colors would look lighter than they do.
    expect((await functions('black,blue'))[0]).not.to.deep.equal([0, 0, 0, 1]);
    const gray = await functions('black,white');
    expect(gray.every(([c, m, y]) => c === 0 && m === 0 && y === 0)).to.equal(true);
    expect(gray[0]).to.deep.equal([0, 0, 0, 1]);
    expect(await functions('device-cmyk(1 0 0 0),device-cmyk(0 1 0 0)')).to.deep.equal([[1, 0, 0, 0]]);
    expect(await functions('device-cmyk(1 0 0 0),white')).to.deep.equal([[1, 0, 0, 0]]);
    expect(await functions("separation('Spot' 100% red),white", 'Separation')).to.deep.equal([[1]]);
  });

  it('shows spot inks by process inks where they are missing', async () => {
    const { objects } = await fileOf(`<p style='color:separation("Spot" 100% red)'>a`);
    const isSeparation = (value: PdfObject): value is PdfObject[] => Array.isArray(value) && value[0] === '/Separation';
    const pages = objects.all().flatMap((one) => Object.values(objects.dict(objects.dict(one.Resources).ColorSpace)));
    const space = pages.map((one) => objects.get(one)).find(isSeparation)!;
    expect(space[2]).to.equal('/DeviceCMYK');
    expectNear(objects.list(objects.dict(space[3]).C1) as number[], [0, 1, 1, 0]);
  });

  describe('converts images', () => {
    it('of many colors pixel by pixel', async () => {
      const { objects, text } = await fileOf(img(pngOf([[255, 0, 0], ...COLORFUL])), CONVERTED);
      expect(objects.get(imageOf(objects).ColorSpace)).to.equal('/DeviceCMYK');
      expect(objects.dict(imageOf(objects).DecodeParms).Colors).to.equal(4);
      const [, ...first] = rowOf(objects, text, '/DeviceCMYK').subarray(0, 5);
      expectNear(
        first.map((ink) => ink / 255),
        [0, 1, 1, 0],
      );
    });

    it('of few colors by their palette, and keeps opacity', async () => {
      const { objects } = await fileOf(img(RED_AND_BLUE), CONVERTED);
      expect(objects.list(imageOf(objects).ColorSpace).slice(0, 3)).to.deep.equal(['/Indexed', '/DeviceCMYK', 1]);
      const clear = (await fileOf(img(pngOf([[255, 0, 0, 128]], { colorType: 6 })), CONVERTED)).objects;
      const image = clear.all().find(({ SMask }) => SMask !== undefined)!;
      expect([clear.get(image.ColorSpace), clear.dict(image.SMask).ColorSpace]).to.deep.equal([
        '/DeviceCMYK',
        '/DeviceGray',
      ]);
    });

    it('of grays to black ink', async () => {
      const { objects } = await fileOf(img(greyJpeg()), CONVERTED);
      expect(objects.get(imageOf(objects).ColorSpace)).to.equal('/DeviceGray');
      const many = pngOf(Array.from({ length: 40 }, (_, i) => [6 * i, 6 * i, 6 * i]), { colorType: 0 }); // prettier-ignore
      const packed = (await fileOf(img(many), CONVERTED)).objects;
      expect(packed.list(imageOf(packed).ColorSpace).slice(0, 3)).to.deep.equal(['/Indexed', '/DeviceGray', 255]);
    });

    it('by their own profile, which may be broken', async () => {
      const wide = wideProfile('display-p3');
      const pixels = COLORFUL.map(([r, g, b]) => [r! / 2, 100 + g!, b! * 60]);
      const rows = [];
      for (const profile of [undefined, wide, wide.map((byte, i) => (i > 300 ? byte ^ 255 : byte))]) {
        const { objects, text } = await fileOf(img(pngOf(pixels, profile && { profile })), CONVERTED);
        rows.push(Buffer.from(rowOf(objects, text, '/DeviceCMYK')).toString('hex'));
      }
      expect(rows[0]).not.to.equal(rows[1]);
      expect(rows).to.have.length(3);
    });

    it('except those that only readers decode, which are reported', async () => {
      const html = `${PAGE}<img alt=a src="data:image/x;base64,${JP2}">`;
      const { diagnostics } = await render(html, CONVERTED);
      expect(diagnostics.map(({ code }) => code)).to.deep.equal(['pdf/unconverted-colors']);
      expect(await refusal(html, X1A)).to.contain('an image cannot be converted to inks');
    });
  });

  it('needs a profile with tables for CMYK', async () => {
    const convert = 'relative';
    const message = async (outputIntent: RenderOptions['outputIntent'], profile?: string): Promise<string> =>
      refusal('a', { outputIntent, profile });
    expect(await message({ profile: iccProfile('RGB '), convert })).to.contain('needs the ICC profile of a CMYK');
    expect(await message({ profile: iccProfile('CMYK'), convert })).to.contain('has no tables for converting colors');
    const broken = PRESS.map((byte, i) => (i > 132 ? byte ^ (i % 251) : byte));
    expect(await message({ profile: broken, convert })).to.contain('has no tables for converting colors');
    expect(await message({ profile: PRESS, inkLimit: 300 })).to.contain('needs `convert`');
    expect(await message({ profile: iccProfile('GRAY') }, 'pdf/x-1a')).to.contain(
      'must be the profile of a CMYK printer',
    );
    expect(await refusal('a', { profile: 'pdf/x-1a' })).to.contain('PDF/X needs outputIntent');
  });

  it('needs Little CMS', async () => {
    const installed = host().module;
    host().module = (name) => (name === 'wasm/lcms.wasm' ? null : installed.call(host(), name));
    try {
      expect(await refusal('a', CONVERTED)).to.contain('needs wasm/lcms.wasm, which `files` must provide');
    } finally {
      host().module = installed;
    }
  });

  it('can be an archive too', async () => {
    const { text } = await fileOf('<p style="color:red">a', { ...X1A, profile: 'pdf/a-1b + pdf/x-1a' });
    expect(text).to.contain('<pdfaid:part>1</pdfaid:part>').and.to.contain('(PDF/X-1a:2003)');
  });
});
