import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { type PdfDict, PdfObjects, textOf } from '../../support/pdf-objects.ts';
import { dumpStructure, structureOf } from '../../support/pdf-structure.ts';

const HEAD = '<!doctype html><html lang=en><title>T</title>';

/** Returns the annotations of each page. */
async function annotations(body: string, options: RenderOptions = {}): Promise<PdfDict[][]> {
  const objects = new PdfObjects((await render(HEAD + body, { compress: false, ...options })).pdf);
  return objects
    .list(objects.dict(objects.catalog.Pages).Kids)
    .map((page) => objects.list(objects.dict(page).Annots ?? []).map((one) => objects.dict(one)));
}

describe('comments', () => {
  it('are annotations on marked, inserted and deleted text', async () => {
    const [page] = await annotations(
      '<p><mark data-comment="Sure?" data-author=Ann>a</mark> <ins data-comment=new>b</ins> <del data-comment=old>c</del>',
    );
    expect(page!.map(({ Subtype, Contents, T }) => [Subtype, textOf(Contents!), T && textOf(T)])).to.deep.equal([
      ['/Highlight', 'Sure?', 'Ann'],
      ['/Underline', 'new', undefined],
      ['/StrikeOut', 'old', undefined],
    ]);
  });

  it('are set by styles on other elements, as notes by default', async () => {
    const style =
      '<style>i{-pagewright-comment:"See " attr(title);-pagewright-comment-author:"B"}' +
      'b{-pagewright-comment:"wavy";-pagewright-comment-style:squiggly} mark{-pagewright-comment:none}</style>';
    const [page] = await annotations(
      `${style}<p><i title=x>a</i> <b>c</b> <mark data-comment=no>d</mark> <u data-comment=no>e</u>`,
    );
    expect(page!.map(({ Subtype, Contents }) => [Subtype, textOf(Contents!)])).to.deep.equal([
      ['/Text', 'See x'],
      ['/Squiggly', 'wavy'],
    ]);
    expect(page![0]).to.include({ F: 28 });
    expect(textOf(page![0]!.T!)).to.equal('B');
  });

  it('cover every line of the text, and share one comment over pages', async () => {
    const [first, second] = await annotations(
      '<style>@page{size:200px 100px;margin:0}p{margin:0;font:20px/25px monospace}</style>' +
        '<p>ab <mark data-comment=c>cdef<br>ghi<br>jkl<br>mno<br>pqr</mark>',
    );
    const quads = (page: PdfDict[] | undefined): unknown => page![0]!.QuadPoints;
    expect(quads(first)).to.have.length(3 * 8);
    expect(quads(second)).to.have.length(2 * 8);
    const [, top] = (quads(first) as number[]).slice(0, 2);
    expect((quads(first) as number[]).slice(9, 10)[0]).to.be.lessThan(top!);
    expect(first![0]).not.to.have.property('IRT');
    expect(second![0]).to.include({ RT: '/Group' });
  });

  it('are read before the text that they are about', async () => {
    const tree = dumpStructure(await structureOf(`${HEAD}<p>a <mark data-comment=x>b</mark> c`));
    expect(
      tree
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ).to.deep.equal(['P', '- a', 'Annot', '- annotation', '- b c']);
  });

  it('belong to the structure, and also appear in frames', async () => {
    const [page] = await annotations(
      '<mark data-comment=x>a</mark><iframe srcdoc="<mark data-comment=framed>b</mark>"></iframe>',
    );
    expect(page!.map(({ Contents, StructParent }) => [textOf(Contents!), typeof StructParent])).to.deep.equal([
      ['x', 'number'],
      ['framed', 'undefined'],
    ]);
  });

  it('leave the look of the text to CSS, also in pdf.js, which needs a graphics state for that', async () => {
    const { pdf } = await render(`${HEAD}<mark data-comment=x>a</mark>`, { compress: false });
    const objects = new PdfObjects(pdf);
    const highlight = objects.all().find(({ Subtype }) => Subtype === '/Highlight')!;
    const look = objects.dict(objects.dict(highlight.AP).N);
    expect(objects.dict(look.Resources).ExtGState).to.deep.equal({ G0: { Type: '/ExtGState' } });
    expect(look.Length).to.equal(0);
  });

  it('are left out without a text, in PDF/X, and with redacted elements', async () => {
    expect(await annotations('<mark data-comment=" ">a</mark>')).to.deep.equal([[]]);
    expect(await annotations('<mark data-comment=secret>a</mark>', { redact: { selector: 'mark' } })).to.deep.equal([
      [],
    ]);
  });

  it('are reported where PDF/UA forbids them', async () => {
    const hidden = '<p>a <span aria-hidden=true><mark data-comment=x>b</mark></span>';
    const { pdf, diagnostics } = await render(HEAD + hidden, { profile: 'pdf/ua-1', compress: false });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['pdf/untagged-comment']);
    expect(Buffer.from(pdf).includes('/Highlight')).to.equal(false);
  });
});
