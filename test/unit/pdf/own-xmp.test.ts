import { expect } from 'chai';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';

const RIGHTS =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"><xmpRights:Marked>True</xmpRights:Marked></rdf:Description></rdf:RDF>';
const INVENTED = RIGHTS.replaceAll('http://ns.adobe.com/xap/1.0/rights/', 'https://example.com/ns/');

/** Returns the metadata of a file as text. */
async function metadata(xmp: string, options: RenderOptions = {}): Promise<string> {
  const { pdf } = await render('<html lang=en><title>Own title</title><p>x', { compress: false, xmp, ...options });
  const text = Buffer.from(pdf).toString('utf8');
  return /<\?xpacket begin[^]*<\?xpacket end="w"\?>/.exec(text)![0];
}

/** Returns the message with which metadata is refused. */
async function refusal(xmp: string, options: RenderOptions = {}): Promise<string> {
  try {
    await metadata(xmp, options);
  } catch (error) {
    if (error instanceof RenderError) return error.message;
    throw error;
  }
  return '';
}

describe('the option xmp', () => {
  it('adds metadata to that of the document', async () => {
    const text = await metadata(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>${RIGHTS}<?xpacket end="r"?>`);
    expect(text).to.contain('<xmpRights:Marked>True</xmpRights:Marked>').and.to.contain('Own title');
    expect(text.match(/<\?xpacket/g)).to.have.length(2);
    expect(text.match(/<\/rdf:RDF>/g)).to.have.length(1);
  });

  it('may use any prefixes', async () => {
    const text = await metadata(RIGHTS.replaceAll('rdf:', 'r:').replace('xmlns:rdf', 'xmlns:r'));
    expect(text)
      .to.contain('<r:RDF')
      .and.to.match(/<rdf:Description xmlns:rdf="[^"]+" rdf:about=""/);
  });

  it('is refused if it is not XMP', async () => {
    expect(await refusal('<rdf:RDF>')).to.equal('xmp: must be well-formed XML without a document type');
    expect(await refusal(`<!DOCTYPE x [<!ENTITY a "b">]>${RIGHTS}`)).to.contain('without a document type');
    expect(await refusal('<x/>')).to.equal('xmp: must contain an rdf:RDF element with descriptions');
  });

  it('may not set what follows from the document', async () => {
    const title = RIGHTS.replace('http://ns.adobe.com/xap/1.0/rights/', 'http://purl.org/dc/elements/1.1/');
    const message = 'which follows from the document and the options';
    expect(await refusal(title.replaceAll('xmpRights:Marked', 'xmpRights:title'))).to.contain(
      `title (http://purl.org/dc/elements/1.1/), ${message}`,
    );
    const attribute = RIGHTS.replace(
      'rdf:about=""',
      'rdf:about="" p:Producer="x" xmlns:p="http://ns.adobe.com/pdf/1.3/"',
    );
    expect(await refusal(attribute)).to.contain(`Producer (http://ns.adobe.com/pdf/1.3/), ${message}`);
  });

  it('must describe its schemas in PDF/A', async () => {
    expect(await metadata(INVENTED)).to.contain('https://example.com/ns/');
    expect(await metadata(RIGHTS, { profile: 'pdf/a-2b' })).to.contain('xmpRights:Marked');
    expect(await refusal(INVENTED, { profile: 'pdf/a-2b' })).to.contain(
      'does not describe the schema https://example.com/ns/',
    );
    expect(await refusal(INVENTED, { profile: 'pdf/a-4' })).to.equal('');
  });
});
