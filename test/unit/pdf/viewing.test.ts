import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { type PdfDict, type PdfObject, PdfObjects, textOf } from '../../support/pdf-objects.ts';

const objectsOf = async (html: string, options: RenderOptions = {}): Promise<PdfObjects> =>
  new PdfObjects((await render(html, { compress: false, ...options })).pdf);

describe("the reader's view", () => {
  describe('page labels', () => {
    const labels = async (css: string, options: RenderOptions = {}): Promise<PdfObject> => {
      const objects = await objectsOf(
        `<style>section{break-before:page}${css}</style>${'<section>x</section>'.repeat(4)}`,
        options,
      );
      return objects.dict(objects.catalog.PageLabels).Nums ?? null;
    };

    it('are omitted if they equal the page indices', async () => {
      expect(await labels('@page{@bottom-center{content:counter(page)}}')).to.equal(null);
    });

    it('have the numbers and the style of the page counter', async () => {
      const css =
        '@page{@top-left{content:"p. " counter(page,lower-roman)}} section:nth-of-type(3){counter-set:page 1}';
      expect(await labels(css)).to.deep.equal([0, { S: '/r' }, 2, { S: '/r' }]);
      expect(await labels('@page:first{counter-reset:page 8}')).to.deep.equal([0, { S: '/D', St: 8 }]);
    });

    it('are the texts that pages set', async () => {
      const css =
        '@page:first{-pagewright-page-label:"Cover"} @page{-pagewright-page-label:string(part) "-" counter(page,upper-roman)}' +
        'section{string-set:part "A";counter-increment:s} section:nth-of-type(3){page:last} @page last{-pagewright-page-label:auto}' +
        'section:nth-of-type(4){page:end} @page end{-prince-pdf-page-label:counter(s)}';
      const nums = (await labels(css)) as PdfObject[];
      expect(nums.map((entry) => (typeof entry === 'number' ? entry : JSON.stringify(entry)))).to.deep.equal([
        0,
        '{"P":{"str":"Cover"}}',
        1,
        '{"P":{"str":"A-II"}}',
        2,
        '{"S":"/D","St":3}',
        3,
        '{"P":{"str":"3"}}',
      ]);
      expect(await labels('@page{-pagewright-page-label:counter(pages)}')).to.equal(null);
    });

    it('name the pages that are kept', async () => {
      expect(await labels('', { pageRanges: '2, 4' })).to.deep.equal([0, { S: '/D', St: 2 }, 1, { S: '/D', St: 4 }]);
    });
  });

  it('is right-to-left if pages follow each other that way', async () => {
    const directionOf = async (style: string, options: RenderOptions = {}): Promise<PdfObject | undefined> => {
      const objects = await objectsOf(`<html style="${style}">x`, options);
      return objects.catalog.ViewerPreferences && objects.dict(objects.catalog.ViewerPreferences).Direction;
    };
    expect(await directionOf('direction:rtl')).to.equal('/R2L');
    expect(await directionOf('writing-mode:vertical-rl', { viewer: { layout: 'two-pages-cover' } })).to.equal('/R2L');
    expect(await directionOf('writing-mode:vertical-lr')).to.equal(undefined);
  });

  it("follows the caller's options", async () => {
    const { catalog, ...rest } = await objectsOf('<title>T</title><p>1<p style="break-before:page">2', {
      viewer: {
        page: 2,
        zoom: 'width',
        layout: 'two-pages',
        panel: 'thumbnails',
        hideToolbar: true,
        duplex: 'simplex',
      },
    }).then((objects) => ({
      catalog: objects.catalog,
      preferences: objects.dict(objects.catalog.ViewerPreferences),
      pages: objects.list(objects.dict(objects.catalog.Pages).Kids),
    }));
    expect(catalog).to.include({ PageLayout: '/TwoPageLeft', PageMode: '/UseThumbs' });
    expect(catalog.OpenAction).to.deep.equal([rest.pages[1], '/FitH', null]);
    expect(rest.preferences).to.deep.equal({ DisplayDocTitle: true, HideToolbar: true, Duplex: '/Simplex' });
  });

  it('opens the print dialog, also after a view', async () => {
    const actionFor = async (viewer: RenderOptions['viewer']): Promise<string> => {
      const { pdf } = await render('<p>x', { viewer, compress: false });
      return /\/OpenAction ([^]*?)>>\n/.exec(Buffer.from(pdf).toString('latin1'))?.[1]?.replace(/\s+/g, ' ') ?? '';
    };
    expect(await actionFor({ print: true }))
      .to.include('/S /Named')
      .and.to.include('/N /Print');
    expect(await actionFor({ print: true, zoom: 'fit' })).to.match(/GoTo.*Fit.*Next.*Print/);
    expect(await actionFor({ print: false })).to.equal('');
    for (const profile of ['pdf/a-2b', 'pdf/a-4']) {
      const error = await render('<html lang=en><title>t</title><p>x', { profile, viewer: { print: true } }).catch(
        String,
      );
      expect(error).to.include('viewer.print');
    }
  });

  it('reports an opening page that does not exist', async () => {
    const { diagnostics } = await render('<p>x', { viewer: { page: 9 } });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['pdf/open-page']);
  });

  it("has the author's entries in the document information and the metadata", async () => {
    const html =
      '<meta name="pdf:Department" content="R &amp; D"><meta name="pdf:Title" content=no><meta name="pdf:a b" content=no><p>x';
    const { pdf } = await render(html, { compress: false });
    const objects = new PdfObjects(pdf);
    const info = objects.all().find((object) => 'Producer' in object) as PdfDict;
    expect([textOf(objects.get(info.Department)), info.Title, Object.keys(info).length]).to.deep.equal([
      'R & D',
      undefined,
      5,
    ]);
    const file = Buffer.from(pdf).toString('latin1');
    expect(file).to.contain('<pdfx:Department>R &amp; D</pdfx:Department>').and.to.not.contain('pdfx:a');
  });

  it('has the source of formulas', async () => {
    const html = '<math alttext="x"><mi onclick="evil()">x</mi><script>evil()</script><mo>&lt;</mo></math>';
    const file = Buffer.from((await render(html, { compress: false })).pdf).toString('latin1');
    expect(file).to.match(/\/S\/Formula[^\n]*\/AF\[\d+ 0 R \]/);
    expect(file).to.contain(
      '<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x"><mi>x</mi><mo>&lt;</mo></math>',
    );
    const archived = (await render(html, { compress: false, profile: 'pdf/a-2b' })).pdf;
    expect(Buffer.from(archived).toString('latin1')).to.not.contain('EmbeddedFile');
  });
});
