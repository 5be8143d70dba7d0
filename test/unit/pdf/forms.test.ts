import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import type { FontFace } from '../../../engine/fonts/font-face.ts';
import { subsetFont } from '../../../engine/fonts/subset.ts';
import { PdfFile } from '../../../engine/pdf/pdf-file.ts';
import { PdfFonts } from '../../../engine/pdf/pdf-fonts.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { extractText } from '../../support/pdfium.ts';
import { type PdfDict, type PdfObject, PdfObjects, textOf } from '../../support/pdf-objects.ts';

/** Returns the fields of a document by their full names, merged with their widget if they have only one. */
async function fieldsOf(html: string, options: RenderOptions = {}): Promise<Map<string, PdfDict>> {
  const { pdf } = await render(html, { forms: true, compress: false, ...options });
  const objects = new PdfObjects(pdf);
  const found = new Map<string, PdfDict>();
  const visit = (value: PdfObject, around: string): void => {
    const field = objects.dict(value);
    const name = around + (textOf(field.T) ?? '');
    if (field.FT === undefined) for (const kid of objects.list(field.Kids)) visit(kid, `${name}.`);
    else found.set(name, { ...field, kids: objects.list(field.Kids).map((kid) => objects.dict(kid)) as never });
  };
  for (const field of objects.list(objects.dict(objects.catalog.AcroForm).Fields)) visit(field, '');
  return found;
}

const flags = (field: PdfDict | undefined): number => field?.Ff as number;
const texts = (value: PdfObject | undefined): unknown =>
  Array.isArray(value) ? value.map(texts) : (textOf(value) ?? value);

describe('forms', () => {
  it('are drawings unless requested', async () => {
    const { pdf } = await render('<input name=a value=x>', { compress: false });
    expect(new PdfObjects(pdf).catalog).to.not.have.property('AcroForm');
    expect(await fieldsOf('<p>none')).to.have.property('size', 0);
  });

  it('have text fields with their names, values, labels and constraints', async () => {
    const fields = await fieldsOf(
      `<label>Name <input name=person.name value="Ada é" required maxlength=40></label>
       <textarea name=message>\none\ntwo</textarea>
       <input type=password name=secret value=hidden>
       <fieldset disabled><input name=off></fieldset><input id=anonymous readonly>`,
    );
    expect([...fields.keys()]).to.deep.equal(['person.name', 'message', 'secret', 'off', 'anonymous']);
    const name = fields.get('person.name');
    expect(name).to.include({ FT: '/Tx', Ff: 2, MaxLen: 40 });
    expect([texts(name?.V), texts(name?.TU)]).to.deep.equal(['Ada é', 'Name']);
    expect(texts(name?.DA)).to.match(/^\/FF1 10 Tf 0 0 0 rg$/);
    expect([flags(fields.get('message')), texts(fields.get('message')?.V)]).to.deep.equal([1 << 12, 'one\ntwo']);
    expect(flags(fields.get('secret'))).to.equal(1 << 13);
    expect(fields.get('secret')).to.not.have.property('V');
    expect([flags(fields.get('off')), flags(fields.get('anonymous'))]).to.deep.equal([1 | 4, 1 | 4]);
  });

  it('suggest the values of their data lists', async () => {
    const list = '<datalist id=l><option value=a label=x><option>b<option disabled>c<option value=""></datalist>';
    const fields = await fieldsOf(
      `${list}<input name=open list=l value=d maxlength=3><input name=dead list=none><input name=secret type=password list=l>`,
    );
    const open = fields.get('open');
    expect(open).to.include({ FT: '/Ch', Ff: (1 << 17) | (1 << 18) });
    expect([texts(open?.Opt), texts(open?.V), texts(open?.DV)]).to.deep.equal([['a', 'b'], 'd', 'd']);
    expect(open).to.not.have.property('MaxLen');
    expect([fields.get('dead')?.FT, fields.get('secret')?.FT]).to.deep.equal(['/Tx', '/Tx']);
  });

  it('are limited in the values that they suggest together', async () => {
    const list = `<datalist id=l>${'<option>a'.repeat(2000)}</datalist>`;
    const error = await render(list + '<input list=l>'.repeat(60), { forms: true }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'document_too_complex');
  });

  it('have check boxes and radio groups whose states are their values', async () => {
    const fields = await fieldsOf(
      `<input type=checkbox name=agree value=yes checked><input type=checkbox name=odd value="a b">
       <fieldset><legend>Size</legend><label><input type=radio name=size value=S>Small</label>
       <label><input type=radio name=size value=M checked>Medium</label></fieldset>`,
    );
    expect(fields.get('agree')).to.include({ FT: '/Btn', V: '/yes', AS: '/yes' });
    expect(fields.get('odd')).to.include({ V: '/Off', AS: '/Off' });
    expect(texts(fields.get('odd')?.Opt)).to.deep.equal(['a b']);
    const size = fields.get('size');
    expect([flags(size), size?.V, texts(size?.TU)]).to.deep.equal([(1 << 14) | (1 << 15), '/M', 'Size']);
    const kids = size?.kids as unknown as PdfDict[];
    expect(kids.map(({ AS, TU }) => [AS, texts(TU)])).to.deep.equal([
      ['/Off', 'Small'],
      ['/M', 'Medium'],
    ]);
    expect(kids.map(({ AP }) => Object.keys((AP as { N: PdfDict }).N))).to.deep.equal([
      ['S', 'Off'],
      ['M', 'Off'],
    ]);
  });

  it('have menus and lists with the values that they submit', async () => {
    const fields = await fieldsOf(
      `<label>Country <select name=country><option value=de>Germany<optgroup><option value=fr selected>France</select></label>
       <select name=many multiple><option>a<option selected>b<option selected>c</select>`,
    );
    const country = fields.get('country');
    expect([flags(country), texts(country?.V), texts(country?.TU)]).to.deep.equal([1 << 17, 'fr', 'Country']);
    expect(texts(country?.Opt)).to.deep.equal([
      ['de', 'Germany'],
      ['fr', 'France'],
    ]);
    const many = fields.get('many');
    expect([flags(many), texts(many?.V), many?.I]).to.deep.equal([1 << 21, ['b', 'c'], [1, 2]]);
  });

  it('have reset buttons, submit buttons for the web only, and signature fields', async () => {
    const fields = await fieldsOf(
      `<form action="https://example.com/a"><input type=reset name=clear><button name=send>Send</button>
       <button name=bad formaction="file:///etc/passwd">No</button><input name=sign data-pdf-field=signature></form>`,
    );
    expect(fields.get('clear')?.A).to.deep.include({ S: '/ResetForm' });
    const send = fields.get('send')?.A as PdfDict;
    expect([send.S, texts((send.F as PdfDict).F)]).to.deep.equal(['/SubmitForm', 'https://example.com/a']);
    expect(fields.get('bad')).to.not.have.property('A');
    expect(fields.get('sign')?.FT).to.equal('/Sig');
    const archived = await fieldsOf('<title>T</title><input type=reset name=clear>', { profile: 'pdf/a-2b' });
    expect(archived.get('clear')).to.not.have.property('A');
  });

  it('distinguish controls with the same name, and nested names', async () => {
    const fields = await fieldsOf(
      '<input name=a><input name=a><input name=a.b><input name=".x."><input><form><input type=radio name=r></form><form><input type=radio name=r></form>',
    );
    expect([...fields.keys()]).to.deep.equal(['a', 'a_2', 'a_3.b', '_.x._', 'field', 'r', 'r_2']);
  });

  it('are tabbed through in document order, those with a tabindex first', async () => {
    const { pdf } = await render(
      '<input name=a style="position:absolute;top:300px"><input name=b><input name=c tabindex=1>',
      { forms: true, compress: false },
    );
    const objects = new PdfObjects(pdf);
    const [page] = objects.list(objects.dict(objects.catalog.Pages).Kids).map((kid) => objects.dict(kid));
    expect(objects.list(page!.Annots).map((annotation) => textOf(objects.dict(annotation).T))).to.deep.equal([
      'c',
      'a',
      'b',
    ]);
  });

  it('appear once in repeated content, and not in page margins', async () => {
    const fields = await fieldsOf(
      `<style>@page{size:300px 200px;margin:50px;@top-left{content:element(h)}}.h{position:running(h)}thead{break-inside:avoid}</style>
       <div class=h><input name=margin></div>
       <table><thead><tr><th><input name=head></thead>${'<tr><td>row'.repeat(20)}</table>`,
    );
    expect([...fields.keys()]).to.deep.equal(['head']);
  });

  it('appear once in boxes that are fixed to all pages', async () => {
    const { pdf } = await render(
      '<style>nav{position:fixed;top:0}p{break-before:page}</style><nav><input name=q></nav><p>a<p>b<p>c',
      { forms: true, compress: false },
    );
    const widgets = new PdfObjects(pdf).all().filter(({ Subtype }) => Subtype === '/Widget');
    expect(widgets.map(({ T }) => textOf(T))).to.deep.equal(['q']);
  });

  it('accept text in fonts with any outlines, and the file is completed', async () => {
    const { text, root } = await layoutDocument('x');
    const face = text.primaryFace(root.style.font);
    // Variable fonts and PostScript outlines use the same encoding as text.
    const varied = Object.create(face, { variations: { value: [{ tag: 'wght', value: 500 }] } }) as FontFace;
    const metadata = { title: 'T', language: '', author: '', subject: '', keywords: '', date: null };
    for (const one of [face, varied]) {
      const file = new PdfFile(metadata, { profile: null, schemas: [] }, null);
      const fonts = new PdfFonts(file, null);
      fonts.fieldFont(one);
      fonts.finish(() => subsetFont(face, [0]));
      expect(Buffer.from(file.finish()).toString('latin1')).to.match(/%%EOF\n$/);
    }
  });

  it('look the same as drawings', async () => {
    const html = '<input value=typed><select><option>chosen</select><button>Go</button>';
    const [plain, filled] = await Promise.all([render(html), render(html, { forms: true })]);
    expect((await extractText(plain.pdf)).join(''))
      .to.contain('typed')
      .and.to.contain('Go');
    expect(filled.diagnostics).to.deep.equal([]);
  });

  it('report which controls remain drawings', async () => {
    const { diagnostics } = await render('<input type=range>', { forms: true });
    expect(diagnostics).to.have.length(1);
    expect(diagnostics[0]).to.include({ code: 'pdf/form-control', line: 1 });
  });
});
