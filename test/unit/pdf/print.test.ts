import { expect } from 'chai';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { iccProfile } from '../../support/icc.ts';
import { type PdfDict, PdfObjects, textOf } from '../../support/pdf-objects.ts';

const PRESS: RenderOptions = {
  profile: 'pdf/x-4',
  outputIntent: { profile: iccProfile('CMYK'), condition: 'FOGRA39' },
};
const PAGE = '<html lang=en><title>T</title>';

async function fileOf(html: string, options: RenderOptions = PRESS): Promise<{ objects: PdfObjects; text: string }> {
  const { pdf, diagnostics } = await render(html, { compress: false, ...options });
  expect(diagnostics).to.deep.equal([]);
  return { objects: new PdfObjects(pdf), text: Buffer.from(pdf).toString('latin1') };
}

async function refusal(html: string, options: RenderOptions): Promise<readonly string[]> {
  const error = await render(html, options).catch((e: unknown) => e);
  expect(error).to.be.instanceOf(RenderError);
  const { code, issues, message } = error as RenderError;
  return code === 'profile_violation' ? issues.map((issue) => issue.message) : [`${code}: ${message}`];
}

describe('files for printers', () => {
  it('declare their standard and their output intent', async () => {
    const { objects, text } = await fileOf(`${PAGE}<p>x`);
    expect(text).to.match(/^%PDF-1\.6/);
    expect(text).to.contain('<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>');
    for (const said of [
      '<pdf:Trapped>False',
      '<xmpMM:DocumentID>uuid:',
      '<xmpMM:RenditionClass>',
      '<xmp:MetadataDate>',
    ])
      expect(text).to.contain(said);
    expect(objects.get(objects.all().find(({ Producer }) => Producer !== undefined)?.Trapped)).to.equal('/False');
    const intents = objects.list(objects.catalog.OutputIntents).map((one) => objects.dict(one));
    expect(intents).to.have.length(1);
    const [intent] = intents;
    expect([intent!.S, textOf(intent!.OutputConditionIdentifier), textOf(intent!.RegistryName)]).to.deep.equal([
      '/GTS_PDFX',
      'FOGRA39',
      'http://www.color.org',
    ]);
    expect(textOf(intent!.Info)).to.equal('A press');
    expect(objects.dict(intent!.DestOutputProfile).N).to.equal(4);
  });

  it('are PDF 1.4 for PDF/X-3, without transparency and layers', async () => {
    const old = { ...PRESS, profile: 'pdf/x-3' };
    const html = `${PAGE}<p style="opacity:.5">a<p style="color:device-cmyk(0 1 1 0)">b<p style="color:red">c`;
    const { objects, text } = await fileOf(html, old);
    expect(text).to.match(/^%PDF-1\.4/);
    const info = objects.all().find(({ Producer }) => Producer !== undefined)!;
    expect(textOf(objects.get(info.GTS_PDFXVersion))).to.equal('PDF/X-3:2003');
    expect(objects.get(info.Trapped)).to.equal('/False');
    expect(text).not.to.match(/pdfxid|\/SMask (?!\/None)|\/ca \.|\/Transparency|\/ObjStm|\/UserUnit/);
    expect(text).to.match(/^0 1 1 0 k$/m);
    const page = objects.all().find(({ Type }) => Type === '/Page') ?? {};
    expect(page).to.have.property('TrimBox').and.not.to.equal(undefined);
    const intents = objects.list(objects.catalog.OutputIntents).map((one) => objects.dict(one).S);
    expect(intents).to.deep.equal(['/GTS_PDFX']);
    const both = await fileOf(html, { ...PRESS, profile: 'pdf/a-1b + pdf/x-3' });
    expect(both.text).to.contain('<pdfaid:part>1</pdfaid:part>').and.to.contain('PDF/X-3:2003');
    expect(await refusal(`${PAGE}<p style='-pagewright-layer:"L"'>a`, old)).to.deep.equal([
      'PDF/X-3 forbids layers (-pagewright-layer)',
    ]);
    const profileOf4 = iccProfile('CMYK');
    profileOf4[8] = 4;
    const modern = { ...old, outputIntent: { profile: profileOf4 } };
    expect(await refusal(PAGE, modern)).to.deep.equal(['outputIntent must be an ICC profile of version 2 in PDF/X-3']);
    for (const profile of ['pdf/a-2b + pdf/x-3', 'pdf/ua-1 + pdf/x-3', 'pdf/a-1b + pdf/x-4', 'pdf/x-3 + pdf/x-4'])
      expect(await refusal(PAGE, { profile }), profile).to.match(/unknown profile/);
  });

  it('can also be archives, with the same profile for both', async () => {
    const { objects } = await fileOf(`${PAGE}<p>x`, { ...PRESS, profile: 'pdf/a-2b + pdf/x-4' });
    const intents = objects.list(objects.catalog.OutputIntents).map((one) => objects.dict(one));
    expect(intents.map(({ S }) => S)).to.deep.equal(['/GTS_PDFA1', '/GTS_PDFX']);
    expect(intents[0]!.DestOutputProfile).to.deep.equal(intents[1]!.DestOutputProfile);
  });

  it('have pages within their sheets', async () => {
    const boxes = async (css: string): Promise<PdfDict> => {
      const { objects } = await fileOf(`${PAGE}<style>@page{size:100px 200px;margin:0;${css}}</style><p>x`);
      return objects.all().find(({ Type }) => Type === '/Page') ?? {};
    };
    expect((await boxes('')).TrimBox).to.deep.equal([0, 0, 75, 150]);
    const bled = await boxes('bleed:4px;marks:crop');
    const [media, trim, bleed] = [bled.MediaBox, bled.TrimBox, bled.BleedBox].map((box) => box as number[]);
    expect(trim![0]! - bleed![0]!).to.equal(3);
    expect(bleed![0]).to.be.above(media![0]!);
    expect(trim![2]! - trim![0]!).to.equal(75);
  });

  it('keep inks and declare their RGB as sRGB', async () => {
    const { objects, text } = await fileOf(
      `${PAGE}<p style="color:device-cmyk(0 1 1 0)">a<p style="color:red">b<p style="opacity:.5">c`,
    );
    expect(text)
      .to.match(/^0 1 1 0 k$/m)
      .and.to.match(/^1 0 0 rg$/m);
    const page = objects.all().find(({ Type }) => Type === '/Page') ?? {};
    expect(page.Group).to.deep.equal({ S: '/Transparency', CS: '/DeviceCMYK' });
    const holders = objects.all().filter(({ Resources }) => Resources !== undefined);
    expect(holders.length).to.be.above(1);
    for (const { Resources } of holders)
      expect(objects.dict(objects.dict(Resources).ColorSpace)).to.have.property('DefaultRGB');
  });

  it('have no links', async () => {
    const { objects } = await fileOf(
      `${PAGE}<p><a href="https://example.com/">a</a> <a href="#i">b</a><h1 id=i style="bookmark-level:1;bookmark-label:content(text)">c</h1>`,
    );
    expect(objects.all().filter(({ Subtype }) => Subtype === '/Link')).to.deep.equal([]);
    expect(objects.catalog).to.have.property('Outlines');
  });

  it('are refused with everything that the standard forbids', async () => {
    const all = await refusal('<p>x', {
      profile: 'pdf/x-4',
      forms: true,
      encryption: { ownerPassword: 'x' },
      attachments: [{ name: 'a', bytes: new Uint8Array(1) }],
      viewer: { page: 1 },
    });
    expect(all).to.deep.equal([
      'the document has no title',
      'PDF/X needs outputIntent: pass the ICC profile of the printing condition',
      'PDF/X forbids encryption',
      'PDF/X forbids form fields (forms)',
      'PDF/X forbids attachments',
      'PDF/X forbids open actions (viewer.page, viewer.zoom, viewer.print)',
    ]);
    const display = { profile: iccProfile('RGB ', 'mntr') };
    expect(await refusal(`${PAGE}x`, { ...PRESS, outputIntent: display })).to.deep.equal([
      'outputIntent must be the profile of a printer, not of a display',
    ]);
    const inked = `${PAGE}<p style="color:device-cmyk(0 1 1 0)">x<p style='-pagewright-layer:"L" print'>y`;
    expect(await refusal(inked, { ...PRESS, outputIntent: { profile: iccProfile('RGB ') } })).to.deep.equal([
      'a color uses process inks that the printing condition lacks',
      'PDF/X forbids layers for a single medium: L',
    ]);
  });

  it('accept only profiles of output devices', async () => {
    const bad = async (profile: Uint8Array): Promise<string> =>
      (await refusal(`${PAGE}x`, { ...PRESS, outputIntent: { profile } })).join();
    expect(await bad(new Uint8Array(10))).to.equal('invalid_options: outputIntent.profile: not an ICC profile');
    expect(await bad(iccProfile('Lab '))).to.contain('instead of CMYK, RGB or gray');
    expect(await bad(iccProfile('CMYK', 'scnr'))).to.contain('must be the ICC profile of a printer or a display');
    expect(await bad(iccProfile('CMYK').subarray(0, 150))).to.contain('wrong length');
  });
});

describe('overprinting', () => {
  it('is a property of elements and their contents', async () => {
    const { objects, text } = await fileOf(
      `${PAGE}<p>a<b style="-pagewright-overprint:overprint;color:device-cmyk(0 0 0 1)">b <i>c</i></b>`,
      {},
    );
    expect(objects.all().filter(({ OPM }) => OPM === 1)).to.deep.equal([
      { Type: '/ExtGState', OP: true, op: true, OPM: 1 },
    ]);
    expect(text).to.match(/q\n\/G1 gs\n[^]*0 0 0 1 k\n[^]*Q\n/);
  });

  it('is off unless requested', async () => {
    expect((await fileOf(`${PAGE}<p>x`, {})).text).to.not.contain('/OPM');
    const { diagnostics } = await render('<p style="-pagewright-overprint:yes">x');
    expect(diagnostics).to.have.length(1);
  });
});
