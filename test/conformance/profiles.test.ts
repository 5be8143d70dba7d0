import { expect } from 'chai';
import type { RenderOptions } from '../../engine/index.ts';
import { iccProfile } from '../support/icc.ts';
import { PdfObjects } from '../support/pdf-objects.ts';
import { mustang, mustangFailures, verapdf, verapdfVerdicts } from '../support/validators.ts';
import { fixtures, renderAll, renderJudged, renderOwn } from './documents.ts';
import { INVOICE_PAGE } from '../support/invoice-page.ts';
import { INVOICE_LEVELS, invoiceXml } from './invoices.ts';

/** Profiles and veraPDF's names for their standards. */
const PROFILES: readonly (readonly [profile: string, flavours: readonly string[]])[] = [
  ['pdf/ua-1', ['ua1']],
  ['pdf/a-1b', ['1b']],
  ['pdf/a-1a', ['1a']],
  ['pdf/a-2b', ['2b']],
  ['pdf/a-2u', ['2u']],
  ['pdf/a-2a', ['2a']],
  ['pdf/a-2a + pdf/ua-1', ['2a', 'ua1']],
  ['pdf/a-3b', ['3b']],
  ['pdf/a-3u', ['3u']],
  ['pdf/a-3a', ['3a']],
  ['pdf/a-3a + pdf/ua-1', ['3a', 'ua1']],
  ['pdf/ua-2', ['ua2']],
  ['pdf/a-4', ['4']],
  ['pdf/a-4e', ['4e']],
  ['pdf/a-4f', ['4f']],
  ['pdf/a-4 + pdf/ua-2', ['4', 'ua2']],
];

/** The attachment that a PDF/A-4f file must have. */
const ATTACHED = { name: 'data.csv', bytes: new TextEncoder().encode('a,b\n1,2\n'), mimeType: 'text/csv' };
const attachedTo = (profile: string): RenderOptions => (profile === 'pdf/a-4f' ? { attachments: [ATTACHED] } : {});

/** A form with every kind of control. */
const FORM = `<html lang=en><title>Form</title><form action="https://example.com/">
  <label>Name <input name=a value=x></label><label>Text <textarea name=b>y</textarea></label>
  <label>Secret <input type=password name=c value=z></label><label>Yes <input type=checkbox name=d checked></label>
  <fieldset><legend>Size</legend><label>S <input type=radio name=e value=s checked></label><label>M <input type=radio name=e value=m></label></fieldset>
  <label>Menu <select name=f><option>1<option>2</select></label><label>List <select name=g multiple><option>1<option selected>2</select></label>
  <label>Signature <input name=h data-pdf-field=signature></label><label>Range <input type=range></label>
  <button>Send</button> <input type=reset></form>`;

/** Every kind of printable color. */
const INKS = `<html lang=en><title>Inks</title><p style="color:device-cmyk(0 1 1 0)">process
  <p style='color:separation("Gold" 1 device-cmyk(0 .2 .8 .1));opacity:.5'>spot <p style='color:separation("Red" 1 red)'>spot in light
  <p style="background:linear-gradient(device-cmyk(1 0 0 0), white);color:red">gradient
  <p style="background:linear-gradient(red, transparent);mix-blend-mode:multiply">light
  <p style="-pagewright-overprint:overprint;color:device-cmyk(0 0 0 1)">over <p style="color:color(display-p3 0 1 0)">wide`;
const WIDE = `<html lang=en><title>Wide</title><p style="color:color(display-p3 0 1 0)">a
  <p style="background:linear-gradient(color(rec2020 0 1 0), transparent)">b <p style="color:oklch(.9 .4 145)">c`;

/** What PDF 1.4 can show: nothing transparent. */
const OPAQUE = `<html lang=en><title>Opaque</title><style>@page { @top-right { content: counter(page) } } i { float: footnote }</style>
  <h1 style="border-radius:9px;background:linear-gradient(red,blue)">Heading</h1><p>Text<i>note</i> <a href="#t">link</a> <em>em</em>
  <ruby>漢<rt>kan</rt></ruby> <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> <b style="color:color(display-p3 0 1 0)">wide</b></p>
  <aside><ol><li>one<li>two</ol></aside><table id=t><caption>C</caption><thead><tr><th>h</thead><tfoot><tr><td>f</tfoot><tr><td>d</table>
  <div style="overflow:hidden;transform:rotate(3deg);isolation:isolate;box-shadow:2px 2px 0 gray">clipped</div>
  <svg role=img aria-label=s width=60 height=30><path d="M0 0h50v20z" fill="green"/><text y=20>svg</text></svg>`;

/** Elements in places where the structure of a PDF can't hold them. */
const NESTED = `<html lang=en><title>Nested</title><style>@page { size: A5 } li a::after { content: target-counter(attr(href), page) } i { float: footnote }</style>
  <table><caption>1</caption><caption>2</caption><thead><tr><th>a</thead><thead><tr><th>b</thead></table>
  <table><thead><tr><th>c</thead></table><table><tfoot><tr><th>d</tfoot><tbody></tbody></table>
  <table><tr><th>e<td>f<td rowspan=3>g<tr><td><aside>h</aside><td colspan=2><div><blockquote>i</blockquote></div></table>
  <table style="display:contents"><tr><th>j<th>k<tr><td>l</table><article>m<article>n</article></article>
  <aside>o<div><aside>p</aside></div></aside><div>q<i><div><h2>r</h2></div></i></div>
  <ruby>s<rt>t</rt>u<rt></rt></ruby> <ruby><code>v</code><rt><ruby>w<rt>x</rt></ruby></rt></ruby>
  <ol><li><a href="#gone">y</a></ol><ol><li><a href="#z">z</a><ol><li>none</ol></ol><h1 id=z>Z</h1>
  <header style="display:inline"><figure></figure>text</header> <a href="https://example.com/">to <button>go</button></a>
  <button><textarea aria-label=note>text</textarea></button>`;

/** Metadata of an invented schema, described as PDF/A requires. */
const OWN_METADATA = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"><xmpRights:Marked>True</xmpRights:Marked></rdf:Description>
  <rdf:Description rdf:about="" xmlns:case="https://example.com/case/"><case:Number>4711</case:Number></rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Case</pdfaSchema:schema><pdfaSchema:namespaceURI>https://example.com/case/</pdfaSchema:namespaceURI><pdfaSchema:prefix>case</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>Number</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>The number of the case</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>
</rdf:RDF>`;

const LINKED = ['ללא-תלות-בשפה', 'מערכות-הפעלה', 'רשתות', 'assembly', 'c', 'csharp', 'python'];
const LINKS = `<html lang=en><title>Links</title><h1>x</h1>${LINKED.map((name) => `<p><a href="#${name}">${name}</a>`).join('')}
  ${LINKED.map((name) => `<h2 id="${name}">${name}</h2>`).join('')}`;

const BYTES = new TextEncoder().encode('a,b\n1,2\n');
const ATTACHMENTS = [
  {
    name: 'data.csv',
    bytes: BYTES,
    mimeType: 'text/csv',
    relationship: 'Data' as const,
    description: 'The figures',
  },
  { name: 'Größe.bin', bytes: BYTES },
];
const ATTACHING = '<html lang=en><title>T</title><link rel=attachment title=x.txt href="data:,x"><p>y';

/** Files that veraPDF must pass. */
interface Case {
  readonly title: string;
  /** The flavours that veraPDF must detect. */
  readonly flavours: readonly string[];
  /** null: every document. */
  readonly html: string | null;
  readonly options: RenderOptions;
}

const outputIntent = { profile: iccProfile('CMYK'), condition: 'FOGRA39' };

const CASES: readonly Case[] = [
  ...PROFILES.map(([profile, flavours]): Case => ({
    title: `${profile}: every document`,
    flavours,
    html: null,
    options: { profile, ...attachedTo(profile) },
  })),
  ...PROFILES.map(([profile, flavours]): Case => ({
    title: `${profile}: forms`,
    flavours,
    html: FORM,
    options: { profile, forms: true, ...attachedTo(profile) },
  })),
  ...['1b', '1a'].map((level): Case => ({
    title: `pdf/a-${level}: what is opaque`,
    flavours: [level],
    html: OPAQUE,
    options: { profile: `pdf/a-${level}` },
  })),
  ...['3a', '4f', '4e'].map((level): Case => ({
    title: `pdf/a-${level}: attachments of every kind`,
    flavours: [level],
    html: ATTACHING,
    options: { profile: `pdf/a-${level}`, attachments: ATTACHMENTS },
  })),
  ...['pdf/a-2b', 'pdf/a-2b + pdf/x-4', 'pdf/a-3b'].map((profile): Case => ({
    title: `${profile}: an archive for a press, with inks`,
    flavours: [profile.slice(6, 8)],
    html: INKS,
    options: { profile, outputIntent },
  })),
  {
    title: 'pdf/ua-2: links to targets with names in every script',
    flavours: ['ua2'],
    html: LINKS,
    options: { profile: 'pdf/ua-2' },
  },
  ...(['ua-1', 'ua-2'] as const).flatMap((level) =>
    [false, true].map((forms): Case => ({
      title: `pdf/${level}: elements that the structure can't nest, ${forms ? 'with' : 'without'} fields`,
      flavours: [level.replace('-', '')],
      html: NESTED,
      options: { profile: `pdf/${level}`, forms },
    })),
  ),
  ...[
    ['pdf/a-1a', ['1a']] as const,
    ['pdf/a-2b', ['2b']] as const,
    ['pdf/a-3a + pdf/ua-1', ['3a', 'ua1']] as const,
    ['pdf/a-4', ['4']] as const,
  ].map(([profile, flavours]): Case => ({
    title: `${profile}: metadata of the caller with a schema of its own`,
    flavours,
    html: '<html lang=en><title>Own metadata</title><meta name="pdf:Department" content=Sales><p>x',
    options: { profile, xmp: OWN_METADATA },
  })),
  { title: 'pdf/a-2u: colours outside of sRGB', flavours: ['2u'], html: WIDE, options: { profile: 'pdf/a-2u' } },
];

describe('profiles', function () {
  this.timeout(process.env.CONFORMANCE_DOCUMENTS ? 7_200_000 : 600_000);

  describe('pass in veraPDF', () => {
    /** The verdicts of each case, by file. */
    const verdicts = new Map<Case, Map<string, readonly string[]>>();

    before(async function () {
      if (verapdf === null) return;
      const files = new Map<string, Uint8Array>();
      for (const [i, { html, options }] of CASES.entries()) {
        const made =
          html === null ? await renderJudged(options) : await renderAll(new Map([['document', html]]), options);
        for (const [name, pdf] of made) files.set(`${i}-${name}`, pdf);
      }
      const said = verapdfVerdicts(files);
      for (const key of files.keys()) {
        const [i] = key.split('-', 1);
        const ofCase = verdicts.get(CASES[Number(i)]!) ?? new Map<string, readonly string[]>();
        verdicts.set(CASES[Number(i)]!, ofCase.set(key.slice(i!.length + 1), said.get(key) ?? []));
      }
    });

    for (const one of CASES)
      it(one.title, function () {
        if (verapdf === null) this.skip();
        const judged = verdicts.get(one)!;
        expect(judged.size).to.be.greaterThan(0);
        for (const [name, said] of judged) expect(said, name).to.have.members(one.flavours);
      });
  });

  it('produce valid invoices of every level according to Mustang', async function () {
    if (mustang === null) this.skip();
    const files = new Map<string, Uint8Array>();
    for (const level of INVOICE_LEVELS) {
      const html = new Map([[level, fixtures().get('invoice') ?? '']]);
      const rendered = await renderAll(html, { facturx: { xml: invoiceXml(level) } });
      files.set(level.replace(' ', '-'), rendered.get(level) ?? new Uint8Array());
    }
    expect(mustangFailures(files)).to.deep.equal([]);
  });

  it('produce valid invoices from marked pages according to Mustang', async function () {
    if (mustang === null) this.skip();
    const page = new Map([['page', INVOICE_PAGE]]);
    const cii = await renderAll(page, { facturx: {} });
    expect(mustangFailures(new Map([['cii', cii.get('page')!]]))).to.deep.equal([]);
  });

  it('add no claims unless requested', async () => {
    for (const [, pdf] of await renderOwn({ compress: false })) {
      expect(new PdfObjects(pdf).catalog).to.not.have.property('OutputIntents');
      expect(Buffer.from(pdf).toString('latin1')).to.not.match(/pdfaid:|pdfuaid:/);
    }
  });
});
