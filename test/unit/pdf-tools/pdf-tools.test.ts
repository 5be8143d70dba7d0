import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { render, RenderError, type RenderOptions, sign } from '../../../engine/index.ts';
import { PdfReader } from '../../../engine/pdf-source/pdf-reader.ts';
import {
  encryptPdf,
  imposePdf,
  mergePdfs,
  type PdfResult,
  readPdfInfo,
  splitPdf,
  stampPdf,
  validatePdf,
} from '../../../engine/pdf.ts';
import { withClock } from '../../support/clock.ts';
import { extractText, pageSizes, renderPixels } from '../../support/pdfium.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';
import { hasQpdf, qpdfFailures } from '../../support/validators.ts';

/** Two pages with a link from each to the other, a field, an outline and tags. */
const document = async (title: string, options: RenderOptions = {}): Promise<Uint8Array> => {
  const { pdf } = await render(
    `<!doctype html><html lang=en><title>${title}</title><style>@page{size:A6}</style>
<h1 id=first>${title}</h1><p><a href="#second">on</a> <input name=buyer value=${title} aria-label=Buyer>
<h2 id=second style="break-before:page">Part of ${title}</h2><p><a href="#first">back</a>`,
    { forms: true, namedDestinations: 'all', ...options },
  );
  return pdf;
};

const check = (pdf: Uint8Array): void => {
  if (hasQpdf) expect(qpdfFailures(new Map([['file', pdf]]))).to.deep.equal([]);
};
const dropsOf = ({ dropped }: PdfResult): string[] => dropped.map(({ file, what }) => `${file}: ${what}`);
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof RenderError ? `${error.code} ${error.message}` : String(error)),
  );

describe('tools for existing PDFs', function () {
  this.timeout(60_000);
  let one: Uint8Array;
  let two: Uint8Array;
  before(async () => {
    const attachments = [{ name: 'a.txt', bytes: new Uint8Array([65]) }];
    one = await document('One', { attachments });
    two = await document('Two', { attachments });
  });

  describe('encryptPdf', () => {
    const both = { userPassword: 'user', ownerPassword: 'owner' };

    it('encrypts strings and streams, and keeps the content', async () => {
      const { pdf, pages } = await encryptPdf(one, both);
      expect(pages).to.equal(2);
      for (const password of ['user', 'owner']) {
        const text = await extractText(pdf, password);
        expect(text.map((page) => page.trim().split(/\s/)[0])).to.deep.equal(['One', 'Part']);
      }
      expect(await refusalOf(extractText(pdf, 'other'))).to.not.equal('done');
      expect(Buffer.from(pdf).toString('latin1')).to.not.include('a.txt');
      if (!hasQpdf) return;
      const folder = mkdtempSync(join(tmpdir(), 'pagewright-encrypted-'));
      writeFileSync(join(folder, 'a.pdf'), pdf);
      const { status } = spawnSync('qpdf', ['--check', '--password=owner', join(folder, 'a.pdf')]);
      rmSync(folder, { recursive: true });
      expect(status).to.equal(0);
    });

    it('gives the same bytes again, and refuses rules that protect nothing', async () => {
      expect((await encryptPdf(one, both)).pdf).to.deep.equal((await encryptPdf(one, both)).pdf);
      expect(await refusalOf(encryptPdf(one, {}))).to.match(/^invalid_options .*encryption/);
      expect(await refusalOf(encryptPdf(one, { password: 'a' } as never))).to.match(/^invalid_options .*encryption/);
      expect(await refusalOf(encryptPdf(new Uint8Array(3), both))).to.match(/^invalid_options pdf/);
    });
  });

  describe('mergePdfs', () => {
    it('keeps pages, outline, links, fields, attachments and tags', async () => {
      const merged = await mergePdfs([one, two]);
      check(merged.pdf);
      expect(merged.pages).to.equal(4);
      const text = await extractText(merged.pdf);
      expect(text.map((page) => page.trim().split(/\s/)[0])).to.deep.equal(['One', 'Part', 'Two', 'Part']);
      const info = await readPdfInfo(merged.pdf);
      expect(info).to.include({ title: 'One', isTagged: true, outlineItems: 4, fields: 2, language: 'en' });
      expect(info.attachments).to.deep.equal(['a.txt', 'a.txt (2)']);
      expect(await validatePdf(merged.pdf)).to.deep.equal([]);
      const names = (await PDFDocument.load(merged.pdf))
        .getForm()
        .getFields()
        .map((field) => field.getName());
      expect(names).to.deep.equal(['buyer', 'buyer (2)']);
    });

    it('points links to the pages of their own file', async () => {
      const { pdf } = await mergePdfs([one, two]);
      const [, other] = await splitPdf(pdf, { parts: ['1-2', '3-4'] });
      // Links to the pages of the other file would have been dropped.
      expect(dropsOf(other!)).to.deep.equal([]);
    });

    it('reports parts with the same name and parts that can occur only once', async () => {
      const merged = await mergePdfs([one, { pdf: two, name: 'two.pdf' }]);
      expect(dropsOf(merged)).to.deep.equal([
        'two.pdf: names of fields that another file also uses',
        'two.pdf: names of destinations that another file also uses',
      ]);
    });

    it('drops signatures, claims of standards and scripts, and says so', async () => {
      const signed = await sign(await document('Signed', { profile: 'pdf/ua-1' }), (bytes) => bytes.subarray(0, 32));
      const merged = await mergePdfs([{ pdf: signed, name: 's.pdf' }]);
      check(merged.pdf);
      expect(dropsOf(merged)).to.include.members(['s.pdf: signatures', 's.pdf: the claim to conform to PDF/UA-1']);
      expect((await readPdfInfo(merged.pdf)).hasSignatures).to.equal(false);
      const scripted = rawPdf([
        '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>/Names<</JavaScript<</Names[(a) 4 0 R]>>>>>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R>>',
        '<</S/JavaScript/JS(x)>>',
      ]);
      const clean = await mergePdfs([scripted]);
      expect(dropsOf(clean)).to.deep.equal(['file 1: scripts', 'file 1: the action that runs when the file is opened']);
      expect(Buffer.from(clean.pdf).includes('JavaScript')).to.equal(false);
    });

    it('takes pages in any order, and adds an outline entry per file', async () => {
      const merged = await mergePdfs(
        [
          { pdf: one, pages: '2, 1', name: 'First file' },
          { pdf: two, pages: '1' },
        ],
        {
          bookmarks: true,
          title: 'All',
        },
      );
      check(merged.pdf);
      const text = await extractText(merged.pdf);
      expect(text.map((page) => page.trim().split(/\s/)[0])).to.deep.equal(['Part', 'One', 'Two']);
      expect(await readPdfInfo(merged.pdf)).to.include({ outlineItems: 5, title: 'All' });
    });

    it('gives the same bytes for the same files', async () => {
      const [a, b] = [await mergePdfs([one, two]), await mergePdfs([one, two])];
      expect(Buffer.compare(a.pdf, b.pdf)).to.equal(0);
    });
  });

  describe('splitPdf', () => {
    it('gives every part its share of the outline, the fields and the tags', async () => {
      const parts = await splitPdf(one);
      for (const { pdf } of parts) check(pdf);
      expect(parts.map(({ firstPage, pages }) => [firstPage, pages])).to.deep.equal([
        [1, 1],
        [2, 1],
      ]);
      const infos = await Promise.all(parts.map(({ pdf }) => readPdfInfo(pdf)));
      expect(infos.map(({ fields }) => fields)).to.deep.equal([1, 0]);
      expect(infos.map(({ isTagged }) => isTagged)).to.deep.equal([true, true]);
      expect(dropsOf(parts[0]!)).to.deep.equal(['the file: links to pages that are left out']);
      expect(Math.max(...parts.map(({ pdf }) => pdf.length))).to.be.below(one.length);
    });
  });

  const colored = (box: string, fill: string, page = ''): Buffer =>
    rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[${box}]>>`,
      `<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>`,
      rawStream(fill),
    ]);
  const colorsOf = async (pdf: Uint8Array): Promise<(x: number, y: number) => string> => {
    const { width, data } = await renderPixels(pdf, 2);
    return (x, y) => data.subarray(4 * (y * 2 * width + x * 2), 4 * (y * 2 * width + x * 2) + 3).join();
  };
  const [RED, BLUE, WHITE] = ['255,0,0', '0,0,255', '255,255,255'];

  describe('stampPdf', () => {
    const stamp = colored('0 0 20 20', '1 0 0 rg 0 0 20 10 re f');

    it('draws over or under the content', async () => {
      const blue = colored('0 0 40 40', '0 0 1 rg 0 0 20 40 re f');
      const over = await colorsOf((await stampPdf(blue, stamp)).pdf);
      expect([over(10, 30), over(30, 30), over(10, 10), over(30, 10)]).to.deep.equal([RED, RED, BLUE, WHITE]);
      const under = await colorsOf((await stampPdf(blue, stamp, { under: true })).pdf);
      expect([under(10, 30), under(30, 30), under(10, 10)]).to.deep.equal([BLUE, RED, BLUE]);
    });

    it('is upright on rotated pages', async () => {
      const turned = colored('0 0 40 40', '', '/Rotate 90');
      const color = await colorsOf((await stampPdf(turned, stamp)).pdf);
      expect([color(10, 30), color(30, 30), color(10, 10)]).to.deep.equal([RED, RED, WHITE]);
    });

    it('keeps its size if requested', async () => {
      const color = await colorsOf((await stampPdf(colored('0 0 40 40', ''), stamp, { fit: 'none' })).pdf);
      expect([color(20, 25), color(20, 35), color(5, 25)]).to.deep.equal([RED, WHITE, WHITE]);
    });

    it('keeps the tags and links of the pages', async () => {
      const { pdf, dropped } = await stampPdf(one, stamp, { pages: '2' });
      check(pdf);
      expect(dropped).to.deep.equal([]);
      expect(await readPdfInfo(pdf)).to.include({ isTagged: true, fields: 1 });
    });
  });

  describe('imposePdf', () => {
    const pages = async (count: number): Promise<Uint8Array> => {
      const html = Array.from({ length: count }, (_, i) => `<p style="break-after:page">p${i + 1}`).join('');
      return (await render(`<style>@page{size:100pt 150pt;margin:10pt}</style>${html}`)).pdf;
    };

    it('orders the pages of a booklet for folding', async () => {
      const { pdf, pages: sides } = await imposePdf(await pages(6));
      check(pdf);
      expect(sides).to.equal(4);
      const text = await extractText(pdf);
      expect(text.map((side) => side.match(/p\d/g))).to.deep.equal([['p1'], ['p2'], ['p6', 'p3'], ['p4', 'p5']]);
      expect((await pageSizes(pdf))[0]).to.deep.equal([200, 150]);
    });

    it('places a grid of pages on sheets of a size', async () => {
      const { pdf } = await imposePdf(await pages(5), { layout: '2x2', sheet: 'A4' });
      const text = await extractText(pdf);
      expect(text.map((side) => side.match(/p\d/g)?.length)).to.deep.equal([4, 1]);
      expect((await pageSizes(pdf))[0]).to.deep.equal([595.28, 841.89]);
    });

    it('reports parts without meaning on paper', async () => {
      expect(dropsOf(await imposePdf(one))).to.include.members(['the file: tags', 'the file: links']);
    });
  });

  describe('validatePdf', () => {
    it('finds broken cross references, missing objects and contents that cannot be decoded', async () => {
      const file = rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>',
        '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 77 0 R>>',
        rawStream('no zlib', '/Filter/FlateDecode'),
      ]);
      expect(await validatePdf(file)).to.deep.equal([
        { object: 3, message: 'the object 77, to which it refers, is missing' },
        { object: 4, message: 'a stream is broken' },
      ]);
      const broken = Buffer.from(file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5'), 'latin1');
      expect((await validatePdf(broken))[0]).to.deep.equal({
        object: null,
        message: 'the cross references are broken',
      });
    });
  });

  it('name the invalid option', async () => {
    expect(await refusalOf(mergePdfs([]))).to.contain('invalid_options files');
    expect(await refusalOf(mergePdfs(['x' as unknown as Uint8Array]))).to.contain('files[0]: must be');
    expect(await refusalOf(mergePdfs([{ pdf: one, pages: '9' }]))).to.contain('files[0].pages: selects none');
    expect(await refusalOf(splitPdf(one, { every: 0 }))).to.contain('every');
    expect(await refusalOf(imposePdf(one, { layout: '9x9' }))).to.contain('layout');
    expect(await refusalOf(imposePdf(one, { sheet: 'huge' }))).to.contain('sheet');
    expect(await refusalOf(readPdfInfo(new Uint8Array(9)))).to.equal(
      "invalid_options pdf: can't be read: it is not a PDF",
    );
    const locked = await document('x', { encryption: { userPassword: 'u' } });
    expect(await refusalOf(readPdfInfo(locked))).to.contain('it is encrypted');
  });

  describe('with hostile files', () => {
    /** Returns a file with a page and more objects, and entries of the catalog. */
    const hostile = (catalog: string, ...objects: string[]): Buffer =>
      rawPdf([
        `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R>>',
        ...objects,
      ]);

    it('end in bounded time with a file or a typed error', async () => {
      const limits = { deadlineMs: 10_000 };
      const files: Record<string, Buffer> = {
        'an outline whose items follow themselves': hostile(
          '/Outlines 4 0 R',
          '<</First 5 0 R>>',
          '<</Title(a)/Next 5 0 R/First 5 0 R/Parent 4 0 R>>',
        ),
        'a name tree that contains itself': hostile('/Names<</Dests 4 0 R>>', '<</Kids[4 0 R 4 0 R]>>'),
        'a structure tree that contains itself': hostile(
          '/StructTreeRoot 4 0 R',
          '<</K 5 0 R>>',
          '<</K[5 0 R 4 0 R 5 0 R]>>',
        ),
        'a form that contains itself': hostile('/AcroForm<</Fields[4 0 R]>>', '<</T(a)/Kids[4 0 R 4 0 R]>>'),
        'fields with one name': hostile(
          `/AcroForm<</Fields[${Array.from({ length: 3000 }, (_, i) => `${i + 4} 0 R`).join(' ')}]>>`,
          ...Array.from({ length: 3000 }, () => '<</T(a)/FT/Tx>>'),
        ),
        'references to references': hostile('/Lang 4 0 R', '5 0 R', '4 0 R'),
        'keys beyond all numbers': hostile(
          '/StructTreeRoot<</ParentTree<</Nums[999999999999 4 0 R]>>/K 4 0 R>>',
          '<</S/P/StructParent 99999999999>>',
        ),
        'page labels beyond all pages': hostile('/PageLabels<</Nums[0<</S/D/St 99999999999>>99999999<</S/r>>]>>'),
        'deep nesting': hostile(`/X ${'['.repeat(5000)}${']'.repeat(5000)}`),
        'no pages': rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 1>>']),
        'page sizes beyond all paper': rawPdf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/MediaBox[0 0 1e9 0]/Rotate 45/UserUnit 99999999999>>',
        ]),
      };
      for (const [name, file] of Object.entries(files)) {
        const outcomes = [
          await refusalOf(mergePdfs([file, file], { limits })),
          await refusalOf(splitPdf(file, { limits })),
          await refusalOf(stampPdf(file, file, { limits })),
          await refusalOf(imposePdf(file, { limits })),
          await refusalOf(readPdfInfo(file, { limits })),
          await refusalOf(validatePdf(file, { limits })),
        ];
        for (const outcome of outcomes) expect(outcome, name).to.match(/^(done$|invalid_options )/);
      }
    });

    it('decode a stream once, however often a page names it', async () => {
      const zeros = deflateSync(Buffer.alloc(10_000_000)).toString('latin1');
      const file = rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[${'4 0 R '.repeat(20_000)}]>>`,
        `<</Filter/FlateDecode/Length ${zeros.length}>>\nstream\n${zeros}\nendstream`,
      ]);
      expect(await validatePdf(file, { limits: { deadlineMs: 20_000 } })).to.deep.equal([]);
    });

    it('read a long object once, however often it is named', async () => {
      const kids = `<</T(a)/Kids[${'4 0 R '.repeat(5000)}]>>`;
      const form = hostile('/AcroForm<</Fields[4 0 R]>>', kids);
      let now = 0;
      const limits = { deadlineMs: 100 };
      await withClock(
        () => now++,
        async () => expect(await refusalOf(mergePdfs([form], { limits }))).to.equal('done'),
      );
      const budget = new Budget(DEFAULT_LIMITS);
      const reader = new PdfReader(hostile('', `(${'x'.repeat(100_000)})`), budget);
      const workOf = (work: () => void): number => {
        const before = budget.work;
        work();
        return budget.work - before;
      };
      const first = workOf(() => reader.value(4));
      expect([first > 1000, workOf(() => reader.value(4))]).to.deep.equal([true, 0]);
    });

    it('know the length of runs before unpacking them', async () => {
      const withContents = (contents: string, filter = ''): Buffer =>
        rawPdf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents[4 0 R 4 0 R]>>',
          rawStream(contents, filter),
        ]);
      const withRuns = (runs: string): Buffer => withContents(runs, '/Filter/RunLengthDecode');
      // "0 0 1" as it is, "9" twice, and the rest as it is.
      const unpacked = await stampPdf(one, withRuns('\x040 0 1\xff9\x07 9 re f \x80'));
      expect(unpacked.pdf).to.deep.equal((await stampPdf(one, withContents('0 0 199 9 re f '))).pdf);
      expect(await validatePdf(withRuns('\x81a'.repeat(3_000_000)))).to.deep.equal([
        { object: 4, message: 'a stream is too long' },
      ]);
    });

    it('are named if one of two is broken', async () => {
      const broken = rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[4 0 R 4 0 R]>>',
        '<</Filter/FlateDecode/Length 3>>\nstream\nabc\nendstream',
      ]);
      const outcome = await stampPdf(one, broken).catch((error: unknown) => error);
      expect((outcome as RenderError).issues[0]!.path).to.equal('stamp');
    });

    it('unpack no more than the limit', async () => {
      const bomb = deflateSync(Buffer.alloc(300_000_000)).toString('latin1');
      const file = hostile(
        '',
        `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream`,
      );
      const lost = Buffer.from(file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5'), 'latin1');
      expect(await refusalOf(mergePdfs([lost]))).to.equal('done');
    });

    it('write the resources that pages share once', async () => {
      const entries = Array.from({ length: 500 }, (_, i) => `/F${i} 4 0 R`).join('');
      const resources = `<</Font<<${entries}>>>>`;
      const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
      for (const [place, own, object] of [
        ['in an object', '', resources],
        ['in the page tree', `/Resources${resources}`, 'null'],
      ] as const) {
        const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${own === '' ? '/Resources 5 0 R' : ''}/Contents 3 0 R>>`;
        const pages = Array.from({ length: 40 }, () => page);
        const kids = pages.map((_, i) => `${i + 6} 0 R`).join(' ');
        const tree = `<</Type/Pages/Count 40${own}/Kids[${kids}]>>`;
        const file = rawPdf(['<</Type/Catalog/Pages 2 0 R>>', tree, rawStream('q Q'), font, object, ...pages]);
        const { pdf } = await imposePdf(file);
        expect(pdf.length, place).to.be.below(40_000);
        expect((await readPdfInfo(pdf)).pages, place).to.have.length(20);
      }
    });

    it('count their bytes and the entries of their cross references as memory', async () => {
      const objects =
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n';
      const file = (entries: number, padding = 0): Uint8Array =>
        Buffer.from(
          `${objects}xref\n0 ${entries}\n${'0000000009 00000 n \n'.repeat(entries)}trailer<</Root 1 0 R/Size ${entries}>>\n` +
            `startxref\n${objects.length}\n%%EOF${' '.repeat(padding)}`,
        );
      const outcome = (bytes: Uint8Array, maxBytes: number): Promise<string> =>
        refusalOf(mergePdfs([bytes], { limits: { maxBytes } }));
      expect(await outcome(file(3), 100_000)).to.equal('done');
      expect(await outcome(file(3, 200_000), 100_000)).to.contain('document_too_complex');
      expect(await outcome(file(20_000), 1_000_000)).to.contain('document_too_complex');
    });
    it('write no more than the limit if many objects share bytes', async () => {
      const shared = `${'x'.repeat(100_000)}`;
      const objects = Array.from({ length: 60 }, (_, i) => `<</N ${i}/Length 100000>>\nstream\n${shared}`);
      const file = hostile(`/AF[${objects.map((_, i) => `${i + 4} 0 R`).join(' ')}]`, ...objects);
      expect(await refusalOf(mergePdfs([file], { limits: { maxPdfBytes: 1_000_000 } }))).to.contain(
        'document_too_complex',
      );
    });

    it('stop at the deadline', async () => {
      expect(
        await refusalOf(
          mergePdfs(
            Array.from({ length: 50 }, () => one),
            { limits: { deadlineMs: 1 } },
          ),
        ),
      ).to.contain('render_timeout');
      expect(await refusalOf(mergePdfs([one], { signal: AbortSignal.abort() }))).to.contain('aborted');
    });
  });
});
