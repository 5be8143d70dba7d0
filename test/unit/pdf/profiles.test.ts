import { expect } from 'chai';
import { render, RenderError, type RenderIssue, type RenderOptions } from '../../../engine/index.ts';
import { srgbProfile } from '../../../engine/images/icc-profile.ts';
import { parseProfile } from '../../../engine/profile.ts';
import { PNG } from 'pngjs';
import { greyJpeg } from '../../support/jpeg.ts';
import { PdfObjects, textOf } from '../../support/pdf-objects.ts';
import { invoiceXml } from '../../conformance/invoices.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';

/** Returns a gray JPEG whose frame claims four components; nothing reads further than that. */
function encodedCmyk(): string {
  const bytes = [...greyJpeg()];
  const frame = bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === 0xc0);
  bytes.splice(frame, 13, 0xff, 0xc0, 0, 20, 8, 0, 1, 0, 1, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0);
  return `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Returns the breaches for which a document is refused, as `message, line`. */
async function breachesOf(html: string, options: RenderOptions): Promise<string[]> {
  const breaches = await render(html, options).then(
    () => [],
    (error: unknown): readonly RenderIssue[] => {
      expect(error).to.be.instanceOf(RenderError);
      expect((error as RenderError).code).to.equal('profile_violation');
      return (error as RenderError).issues;
    },
  );
  return breaches.map(({ message, line }) => (line === null ? message : `${message}, line ${line}`));
}

describe('profiles', () => {
  it('are named alone or combined, each kind once', () => {
    expect(parseProfile('PDF/A-3a + pdf/ua-1')).to.deep.equal({
      name: 'pdf/a-3a + pdf/ua-1',
      version: '1.7',
      archive: { part: 3, level: 'a' },
      accessible: 1,
      print: null,
    });
    expect(parseProfile('pdf/ua-2+pdf/a-4f')).to.deep.equal({
      name: 'pdf/ua-2 + pdf/a-4f',
      version: '2.0',
      archive: { part: 4, level: 'f' },
      accessible: 2,
      print: null,
    });
    expect(parseProfile('pdf/a-2b + pdf/x-4')).to.deep.equal({
      name: 'pdf/a-2b + pdf/x-4',
      version: '1.6',
      archive: { part: 2, level: 'b' },
      accessible: null,
      print: 4,
    });
    const oldest = { version: '1.4', accessible: null, print: 1 };
    expect(parseProfile('pdf/x-1a')).to.deep.equal({ ...oldest, name: 'pdf/x-1a', archive: null });
    const archive = { part: 1, level: 'b' };
    expect(parseProfile('pdf/a-1b + pdf/x-1a')).to.deep.equal({ ...oldest, name: 'pdf/a-1b + pdf/x-1a', archive });
    for (const wrong of [
      '',
      'pdf/a',
      'pdf/a-1u',
      'pdf/a-1b + pdf/ua-1',
      'pdf/a-1b + pdf/x-4',
      'pdf/a-2b + pdf/a-3b',
      'pdf/ua-1 + pdf/ua-1',
      'pdf/ua-1 +',
      'pdf/a-4 + pdf/ua-1',
      'pdf/a-3b + pdf/ua-2',
      'pdf/a-4b',
      'pdf/x-1',
      'pdf/x-4 + pdf/ua-1',
      'pdf/x-4 + pdf/a-3b',
    ])
      expect(parseProfile(wrong), wrong).to.equal(null);
  });

  it('with unknown names are refused as an option', async () => {
    const error = await render('x', { profile: 'pdf/a-9' }).catch((e: unknown) => e);
    expect((error as RenderError).code).to.equal('invalid_options');
    expect((error as RenderError).message).to.include('pdf/a-3a + pdf/ua-1');
  });

  it('for accessibility need a title, a language and alternatives', async () => {
    const html = `<!doctype html>\n<p>x</p>\n<img src="${PIXEL}">\n<p><svg width=9 height=9><path d="M0 0h9v9"/></svg>\n<img alt="" src="${PIXEL}"><img alt=y src="${PIXEL}">`;
    expect(await breachesOf(html, { profile: 'pdf/ua-1' })).to.deep.equal([
      'the document has no title',
      'the document has no language (lang)',
      'an image has no alternative text, line 3',
      'an image has no alternative text, line 4',
    ]);
    expect(await breachesOf(html, { profile: 'pdf/a-2a' })).to.deep.equal([]);
  });

  it('report all violations at once, with the rules of each standard and a fix', async () => {
    const html = '<!doctype html><p>x\n<p>\u{10ffff}';
    const error = await render(html, { profile: 'pdf/a-2a + pdf/ua-1' }).catch((e: unknown) => e);
    const found = (error as RenderError).issues.map(({ message, line, rules, fix }) => [message, line, rules, fix]);
    expect(found).to.deep.equal([
      ['the document has no title', null, ['ISO 14289-1, 7.1'], 'Add a `title` element, or pass the option `title`.'],
      ['the document has no language (lang)', null, ['ISO 14289-1, 7.2'], 'Add `lang` to the `html` element.'],
      [
        'no font contains the character U+10FFFF',
        2,
        ['ISO 14289-1, 7.21.8', 'ISO 19005-2, 6.2.11.8'],
        'Provide a font that contains the character with `@font-face` or the option `fonts`, or remove the character.',
      ],
    ]);
  });

  it('need a glyph for every character', async () => {
    const html = '<html lang=en><title>t</title><p>x\n<p>y \u{10ffff}\n<p>z \u{10ffff}';
    const [breach, ...others] = await breachesOf(html, { profile: 'pdf/a-2b' });
    expect(breach).to.match(/^no font contains the character U\+10FFFF, line 2$/);
    expect(others).to.deep.equal([]);
    expect(await breachesOf(html, {})).to.deep.equal([]);
  });

  it('of archives allow attachments from part 3 on', async () => {
    const attachments = [{ name: 'x', bytes: new Uint8Array(1) }];
    expect(await breachesOf('x', { profile: 'pdf/a-2b', attachments })).to.deep.equal([
      'attachments are allowed only in pdf/a-3, pdf/a-4e and pdf/a-4f',
    ]);
    expect(await breachesOf('x', { profile: 'pdf/a-4', attachments })).to.have.length(1);
    expect(await breachesOf('x', { profile: 'pdf/a-4f' })).to.have.length(1);
    expect(await breachesOf('x', { profile: 'pdf/a-3b', attachments })).to.deep.equal([]);
  });

  it('for PDF 1.4 forbid layers and new color profiles, and flatten transparency', async () => {
    const translucent = PNG.sync.write(Object.assign(new PNG({ width: 1, height: 1 }), { data: Buffer.alloc(4, 100) }));
    const html = `<html lang=en><title>t</title>
<p style="color:rgb(0 0 0/.5)">a</p>
<p style="opacity:.5">b</p>
<p style="mix-blend-mode:multiply">c</p>
<p style="mask:linear-gradient(black,white)">d</p>
<p style="background:linear-gradient(red,transparent)">e</p>
<p style='-pagewright-layer:"L"'>f</p>
<p><img alt=g src="data:image/png;base64,${translucent.toString('base64')}"></p>`;
    const found = await breachesOf(html, { profile: 'pdf/a-1b', outputIntent: { profile: srgbProfile() } });
    expect(found).to.have.members([
      'outputIntent must be an ICC profile of version 2 in PDF/A-1',
      'PDF/A-1 forbids layers (-pagewright-layer)',
    ]);
  });

  it('for PDF 1.4 write its version, no object streams, and the glyphs of each font', async () => {
    const textOfFile = async (profile: string): Promise<string> =>
      Buffer.from((await render('<title>t</title>x', { profile })).pdf).toString('latin1');
    const old = await textOfFile('pdf/a-1b');
    expect(old).to.match(/^%PDF-1\.4\n/);
    expect(old).to.match(/\/CIDSet \d+ 0 R/);
    expect(old).not.to.match(/\/ObjStm|\/XRef/);
    const newer = await textOfFile('pdf/a-2b');
    expect(newer).to.match(/^%PDF-1\.7\n/);
    expect(newer).to.match(/\/ObjStm/);
  });

  it('of tagged archives forbid private-use characters within text', async () => {
    const html = '<html lang=en><title>t</title>\n<p>a\ue000b\n<div><b>a\ue000b</b></div>';
    const found = await breachesOf(html, { profile: 'pdf/a-2a' });
    expect(found.filter((breach) => breach.includes('private-use'))).to.deep.equal([
      'the text contains a private-use character: a\ue000b, line 2',
      'the text contains a private-use character: a\ue000b, line 3',
    ]);
    expect((await breachesOf(html, { profile: 'pdf/a-2b' })).join()).to.not.include('private-use');
  });

  it('of print are refused with the positions of their images and layers', async () => {
    const cmyk = encodedCmyk();
    const html = `<html lang=en><title>t</title>\n<p><img src="${cmyk}">\n<p style='-pagewright-layer:"L" print'>y`;
    expect(await breachesOf(html, { profile: 'pdf/a-2b' })).to.deep.equal([
      'a CMYK image has no ICC profile, line 2',
      'PDF/A forbids layers for a single medium: L, line 3',
    ]);
  });

  it('forbid layers for a single medium, except in PDF/A-4', async () => {
    const html = `<html lang=en><title>t</title><p style='-pagewright-layer:"L" print'>y`;
    expect(await breachesOf(html, { profile: 'pdf/ua-1' })).to.deep.equal([
      'PDF/UA forbids layers for a single medium: L, line 1',
    ]);
    expect(await breachesOf(html, { profile: 'pdf/a-4' })).to.deep.equal([]);
  });

  it('of archives forbid encryption', async () => {
    const encryption = { ownerPassword: 'x' };
    expect(await breachesOf('<title>t</title>x', { profile: 'pdf/a-2b', encryption })).to.deep.equal([
      'PDF/A forbids encryption',
    ]);
  });

  it('omit and report links that cannot be read out', async () => {
    const html = `<html lang=en><title>t</title><style>@page { @top-left { content: element(h) } } div { position: running(h) }</style>
      <div><a href="https://example.com/">out</a></div><p><a href="https://example.com/">in</a>`;
    const { pdf, diagnostics } = await render(html, { profile: 'pdf/ua-1', compress: false });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['pdf/untagged-link']);
    expect(new PdfObjects(pdf).all().filter((dict) => dict.Subtype === '/Link')).to.have.length(1);
  });

  it('have an sRGB ICC profile whose tags are within its bounds', () => {
    const profile = srgbProfile();
    const data = new DataView(profile.buffer);
    expect(data.getUint32(0)).to.equal(profile.length);
    expect(Buffer.from(profile.subarray(12, 24)).toString('latin1')).to.equal('mntrRGB XYZ ');
    for (let tag = 0; tag < data.getUint32(128); tag++) {
      const at = 132 + tag * 12;
      expect(data.getUint32(at + 4) % 4).to.equal(0);
      expect(data.getUint32(at + 4) + data.getUint32(at + 8)).to.be.at.most(profile.length);
    }
  });
});

describe('attachments', () => {
  it('are embedded with their known metadata', async () => {
    const date = new Date(Date.UTC(2026, 3, 17));
    const attachments = [
      {
        name: 'Größe.csv',
        bytes: new TextEncoder().encode('1;2'),
        mimeType: 'text/csv',
        relationship: 'Data' as const,
        description: 'Sizes',
        date,
      },
    ];
    const { pdf } = await render('x', { attachments, compress: false });
    const objects = new PdfObjects(pdf);
    const [file] = objects.list(objects.catalog.AF).map((one) => objects.dict(one));
    expect([textOf(file!.UF), file!.AFRelationship, textOf(file!.Desc)]).to.deep.equal(['Größe.csv', '/Data', 'Sizes']);
    const stream = objects.dict(file!.EF).F;
    expect(objects.dict(stream).Subtype).to.equal('/text#2Fcsv');
    expect(textOf(objects.dict(objects.dict(stream).Params).ModDate)).to.match(/^D:20260417/);
    expect(objects.stream(stream)).to.match(/^1;2/);
  });

  it('come from the document through data: URLs only', async () => {
    const html =
      '<link rel="attachment" href="data:text/plain,hello" title="../a.txt"><link rel=attachment href="data:,x"><link rel=attachment href="b.txt">';
    const { pdf, diagnostics } = await render(html, { compress: false });
    const objects = new PdfObjects(pdf);
    const names = objects.list(objects.catalog.AF).map((one) => textOf(objects.dict(one).UF));
    expect(names).to.deep.equal(['a.txt', 'attachment-2']);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['html/attachment']);
  });

  it('include only targets of text links that are marked as files', async () => {
    const html =
      '<p><a rel=attachment title="A table" download=a.csv href="data:text/csv,1">table</a> <a rel="attachment wp-att-1" href="https://example.com/">photo</a>';
    const { pdf, diagnostics } = await render(html, { compress: false });
    const objects = new PdfObjects(pdf);
    const names = objects.list(objects.catalog.AF).map((one) => textOf(objects.dict(one).UF));
    expect(names).to.deep.equal(['a.csv']);
    const file = Buffer.from(pdf).toString('latin1');
    expect(file).to.include('https://example.com/').and.to.not.include('data:text');
    expect(diagnostics).to.deep.equal([]);
  });

  it('are the same bytes every time', async () => {
    const options = { attachments: [{ name: 'x', bytes: new Uint8Array(3) }], profile: 'pdf/a-3b' };
    expect((await render('x', options)).pdf).to.deep.equal((await render('x', options)).pdf);
  });
});

describe('electronic invoices', () => {
  const refusal = async (options: RenderOptions): Promise<string> => {
    const error = await render('x', options).catch((e: unknown) => e);
    return error instanceof RenderError ? `${error.code}: ${error.message}` : 'none';
  };

  it('are PDF/A-3 with the XML under the name that the standard requires', async () => {
    const { pdf } = await render('x', { facturx: { xml: invoiceXml('EN 16931') }, compress: false });
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).to.include('<pdfaid:part>3</pdfaid:part>').and.to.include('<fx:ConformanceLevel>EN 16931<');
    const objects = new PdfObjects(pdf);
    const [file] = objects.list(objects.catalog.AF).map((one) => objects.dict(one));
    expect([textOf(file!.UF), file!.AFRelationship]).to.deep.equal(['factur-x.xml', '/Alternative']);
  });

  it("must match the caller's profile and a PDF/A-3", async () => {
    const xml = invoiceXml('BASIC');
    expect(await refusal({ facturx: { xml, profile: 'BASIC' } })).to.equal('none');
    expect(await refusal({ facturx: { xml, profile: 'EXTENDED' } })).to.match(
      /^invalid_options: .*BASIC, not EXTENDED/,
    );
    expect(await refusal({ facturx: { xml: '<x/>' } })).to.match(
      /^invalid_options: .*does not name a Factur-X profile/,
    );
    expect(await refusal({ facturx: { xml }, profile: 'pdf/ua-1' })).to.match(/^invalid_options: .*PDF\/A-3/);
    expect(await refusal({ facturx: { xml }, profile: 'pdf/a-3u' })).to.equal('none');
  });
});
