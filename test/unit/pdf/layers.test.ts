import { expect } from 'chai';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { type PdfDict, PdfObjects, textOf } from '../../support/pdf-objects.ts';
import { extractText } from '../../support/pdfium.ts';

const HTML = `<html lang=en><title>Plan</title><style>
  .a { -pagewright-layer: "Grid" } .b { -pagewright-layer: "Draft" print } .c { -pagewright-layer: "Notes" hidden }
</style><p>base<p class=a id=x>grid <a href="https://example.com">link</a><p class=b>draft<p class=c>notes<p class=a>more`;

const objectsOf = async (html: string, options: RenderOptions = {}): Promise<PdfObjects> =>
  new PdfObjects((await render(html, { compress: false, ...options })).pdf);

describe('layers', () => {
  it('are absent unless a style sheet requests them', async () => {
    expect((await objectsOf('<p>x')).catalog).to.not.have.property('OCProperties');
  });

  it('are listed once each, with their visibility on screen and in print', async () => {
    const objects = await objectsOf(HTML);
    const properties = objects.dict(objects.catalog.OCProperties);
    const groups = objects.list(properties.OCGs).map((group) => objects.dict(group));
    expect(groups.map(({ Name }) => textOf(Name))).to.deep.equal(['Grid', 'Draft', 'Notes']);
    expect(groups[1]!.Usage).to.deep.equal({ View: { ViewState: '/OFF' }, Print: { PrintState: '/ON' } });
    const shown = properties.D as PdfDict;
    expect([shown.OFF, (shown.AS as PdfDict[]).map(({ Event }) => Event)]).to.deep.equal([
      (properties.OCGs as unknown[]).slice(1),
      ['/View', '/Print'],
    ]);
  });

  it('hold the content of their elements, with its tags and links', async () => {
    const { pdf } = await render(HTML, { compress: false });
    const file = Buffer.from(pdf).toString('latin1');
    expect(file.match(/\/OC \/L1 BDC/g)).to.have.length(2);
    expect(file).to.match(/\/OC \/L2 BDC\n[^]*?\/P <<\/MCID \d+>> BDC\n[^]*?EMC\nET\nEMC\n/);
    expect(file).to.match(/\/Subtype\/Link[^]*?\/OC \d+ 0 R/);
    expect((await extractText(pdf)).join(' '))
      .to.contain('base')
      .and.to.contain('draft');
  });

  it('are compatible with the profiles that allow layers', async () => {
    const plain = HTML.replace(' print', '');
    for (const profile of ['pdf/a-2a + pdf/ua-1', 'pdf/ua-2']) await render(plain, { profile });
    const refused = await render(HTML, { profile: 'pdf/a-2b' }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RenderError);
    expect((refused as RenderError).message).to.contain('PDF/A forbids layers for a single medium');
  });

  it('have a strict syntax', async () => {
    for (const value of ['"A" screen print', '""', 'A', '"A" hidden hidden', 'none "A"'])
      expect((await render(`<p style='-pagewright-layer: ${value}'>x`)).diagnostics, value).to.have.length(1);
  });
});
