import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { layout, render, RenderError, type RenderOptions, type RenderResult } from '../../../engine/index.ts';
import { extractText, renderPixels } from '../../support/pdfium.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';
import { hasQpdf, qpdfFailures } from '../../support/validators.ts';

/** A page of 40 by 20 points whose left half is red and whose right half is blue. `page`: more entries of its dictionary. */
const halves = (page = '', content = '1 0 0 rg 0 0 20 20 re f 0 0 1 rg 20 0 20 20 re f', more: string[] = []): Buffer =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 40 20]>>',
    `<</Type/Page/Parent 2 0 R/Resources<<>>/Contents 4 0 R${page}>>`,
    rawStream(content),
    ...more,
  ]);

const withFile = (file: Uint8Array, html: string, options: RenderOptions = {}): Promise<RenderResult> =>
  render(html, { loadResource: () => Promise.resolve(file), ...options });

const PAGE =
  '<html lang=en><title>t</title><style>@page{size:40pt 40pt;margin:0}body{margin:0}img{display:block}</style>';

/** Returns a function that names the color at a point of the first page, in points from its top left corner. */
async function colorsOf(pdf: Uint8Array): Promise<(x: number, y: number) => string> {
  const { width, data } = await renderPixels(pdf, 2);
  return (x, y) => {
    const at = 4 * (Math.round(y * 2) * width + Math.round(x * 2));
    return { '255,0,0': 'red', '0,0,255': 'blue', '0,255,0': 'green' }[data.subarray(at, at + 3).join()] ?? 'none';
  };
}

describe('pages of PDFs as images', function () {
  this.timeout(60_000);

  it('have the size of their page and stay text with their fonts', async () => {
    const { pdf: plan } = await render(
      '<style>@page{size:80mm 50mm}</style><p>Ground floor<p style="break-before:page">Attic',
    );
    const { pdf, diagnostics } = await withFile(plan, '<p>See:<img src="plan.pdf#page=2" alt="Attic">');
    expect(diagnostics).to.deep.equal([]);
    const [text] = await extractText(pdf);
    expect(text).to.contain('Attic').and.not.contain('Ground floor');
    if (hasQpdf) expect(qpdfFailures(new Map([['a', pdf]]))).to.deep.equal([]);
    const laid = await layout('<img src="plan.pdf" alt="">', { loadResource: async () => plan });
    const image = laid.pages[0]!.boxes.find(({ tag }) => tag === 'img')!;
    expect([image.width, image.height].map((px) => Math.round((px * 25.4) / 96))).to.deep.equal([80, 50]);
  });

  it('embed the fonts of a file once, even if its pages are shown repeatedly', async () => {
    const { pdf: plan } = await render('<p>One<p style="break-before:page">Two');
    const once = await withFile(plan, '<img src="p.pdf" alt="">');
    const often = await withFile(
      plan,
      '<img src="p.pdf#page=1" alt=""><img src="p.pdf#page=2" alt=""><img src="p.pdf" alt="">',
    );
    expect(often.pdf.length - once.pdf.length).to.be.below(3000);
  });

  for (const [rotation, left, right] of [
    [0, 'red', 'blue'],
    [180, 'blue', 'red'],
  ] as const)
    it(`are rotated by ${rotation} degrees if their page is`, async () => {
      const { pdf } = await withFile(halves(`/Rotate ${rotation}`), `${PAGE}<img src=a.pdf alt="">`);
      const color = await colorsOf(pdf);
      expect([color(5, 10), color(35, 10), color(5, 30)]).to.deep.equal([left, right, 'none']);
    });

  for (const [rotation, top, bottom] of [
    [90, 'red', 'blue'],
    [-90, 'blue', 'red'],
  ] as const)
    it(`are upright if their page is rotated by ${rotation} degrees`, async () => {
      const { pdf } = await withFile(halves(`/Rotate ${rotation}`), `${PAGE}<img src=a.pdf alt="">`);
      const color = await colorsOf(pdf);
      expect([color(10, 5), color(10, 35), color(30, 10)]).to.deep.equal([top, bottom, 'none']);
    });

  it('show the crop box', async () => {
    const { pdf } = await withFile(halves('/CropBox[20 0 40 20]'), `${PAGE}<img src=a.pdf alt="">`);
    const color = await colorsOf(pdf);
    expect([color(5, 10), color(15, 10), color(25, 10)]).to.deep.equal(['blue', 'blue', 'none']);
  });

  it('are backgrounds of pages and boxes', async () => {
    const style =
      '<style>@page{background:url(a.pdf) no-repeat}div{height:20pt;margin-top:20pt;background:url(a.pdf)}</style>';
    const { pdf } = await withFile(halves(), `${PAGE}${style}<div></div>`);
    const color = await colorsOf(pdf);
    expect([color(5, 10), color(35, 10), color(5, 30)]).to.deep.equal(['red', 'blue', 'red']);
  });

  it('include annotations that print, such as the values of fields', async () => {
    const look = rawStream('0 1 0 rg 0 0 10 10 re f', '/Type/XObject/Subtype/Form/BBox[0 0 10 10]');
    const note = (flags: number): string => `<</Type/Annot/Subtype/Stamp/F ${flags}/Rect[0 0 20 20]/AP<</N 6 0 R>>>>`;
    const shown = await withFile(halves('/Annots[5 0 R]', undefined, [note(4), look]), `${PAGE}<img src=a.pdf alt="">`);
    expect((await colorsOf(shown.pdf))(5, 10)).to.equal('green');
    const hidden = await withFile(
      halves('/Annots[5 0 R]', undefined, [note(2 | 4), look]),
      `${PAGE}<img src=a.pdf alt="">`,
    );
    expect((await colorsOf(hidden.pdf))(5, 10)).to.equal('red');
  });

  it('join the streams of a page, regardless of their filters', async () => {
    const hex = Buffer.from('1 0 0 rg 0 0 20').toString('hex');
    const file = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 40 20]>>',
      '<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R]>>',
      rawStream(`${hex}>`, '/Filter/ASCIIHexDecode'),
      rawStream('20 re f'),
    ]);
    const { pdf } = await withFile(file, `${PAGE}<img src=a.pdf alt="">`);
    expect((await colorsOf(pdf))(5, 10)).to.equal('red');
  });

  it('are read from files whose cross references are broken', async () => {
    const file = Buffer.from(
      halves()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    );
    const { pdf } = await withFile(file, `${PAGE}<img src=a.pdf alt="">`);
    expect((await colorsOf(pdf))(5, 10)).to.equal('red');
  });

  it('stay readable in encrypted files', async () => {
    const { pdf: plan } = await render('<p>Attic');
    const encryption = { ownerPassword: 'secret' };
    const { pdf } = await withFile(plan, '<img src=a.pdf alt="">', { encryption });
    expect((await extractText(pdf))[0]).to.contain('Attic');
  });

  it('are reported if the file is encrypted, broken, or has no such page', async () => {
    const { pdf: locked } = await render('<p>x', { encryption: { userPassword: 'u' } });
    const complaints = async (file: Uint8Array, url = 'a.pdf'): Promise<string[]> =>
      (await withFile(file, `<img src="${url}" alt="">`)).diagnostics.map(({ code, message }) => `${code} ${message}`);
    expect(await complaints(locked)).to.deep.equal([
      "image/broken a.pdf is a PDF that can't be shown: it is encrypted.",
    ]);
    expect(await complaints(Buffer.from('%PDF-1.7 x'))).to.deep.equal([
      "image/broken a.pdf is a PDF that can't be shown: it is not a PDF.",
    ]);
    expect(await complaints(halves(), 'a.pdf#page=2')).to.deep.equal([
      'image/broken a.pdf#page=2 has no page 2. It has 1 page.',
    ]);
  });

  it('are refused if a standard is requested, because they are not checked', async () => {
    const error = await withFile(halves(), `${PAGE}<img src=a.pdf alt="Plan">`, { profile: 'pdf/a-2b' }).catch(
      (e: unknown) => e,
    );
    expect((error as RenderError).code).to.equal('profile_violation');
    expect((error as RenderError).message).to.contain('a.pdf');
  });

  it('are reported inside filters that need pixels', async () => {
    const { diagnostics } = await withFile(halves(), `${PAGE}<div style="filter:blur(1px)"><img src=a.pdf alt="">`);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['paint/raster']);
  });

  describe('from hostile files', () => {
    const outcome = (file: Uint8Array): Promise<string> =>
      withFile(file, '<img src=a.pdf alt="" width=10>', { limits: { deadlineMs: 5000 } }).then(
        ({ diagnostics }) => diagnostics.map(({ code }) => code).join() || 'shown',
        (error: unknown) => (error instanceof RenderError ? error.code : String(error)),
      );

    it('end with a diagnostic or a typed error', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      expect(await outcome(halves(`/X ${deep}`))).to.equal('image/broken');
      const bomb = deflateSync(Buffer.alloc(400_000_000, 32)).toString('latin1');
      const twice = rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/Contents[4 0 R 4 0 R]>>',
        Buffer.from(`<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream`, 'latin1'),
      ]);
      expect(await outcome(twice)).to.equal('image/broken');
      const selfish = rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1>>']);
      expect(await outcome(selfish)).to.equal('image/broken');
      expect(await outcome(Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<'.repeat(200_000)}`))).to.equal('image/broken');
      expect(await outcome(Buffer.from(`%PDF-1.7\n${'trailer<</Root 1 0 R>>'.repeat(100_000)}`))).to.equal(
        'image/broken',
      );
    });

    it('are reported if a page is truncated after it has referred to others', async () => {
      const page = '/Resources<</Font<</F 5 0 R>>>>/Group<</CS 6 0 R';
      expect(await outcome(halves(page, '', ['<</Type/Font>>']))).to.equal('image/broken');
      const group = '/Resources<</Font<</F 5 0 R>>>>/Group 6 0 R';
      expect(await outcome(halves(group, '', ['<</Type/Font>>', '<</CS 5 0 R]>>']))).to.equal('shown');
      const annotation = '/Resources<</Font<</F 5 0 R>>>>/Annots[6 0 R]';
      expect(await outcome(halves(annotation, '', ['<</Type/Font>>', '<</F 4/Rect[0 0 9 9]/AP<</N 4 0 R']))).to.equal(
        'image/broken',
      );
    });

    it('shows the readable part of files that refer to themselves', async () => {
      const group = '/Group 3 0 R/Resources 3 0 R/Annots[3 0 R 3 0 R]';
      expect(await outcome(halves(group))).to.equal('shown');
    });
  });
});
