import { expect } from 'chai';
import { Color } from '../../../engine/css/color.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { type DisplayList, DisplayListBuilder } from '../../../engine/paint/display-list.ts';
import { PdfOutput } from '../../../engine/pdf/pdf-output.ts';
import { isAllowedUrl } from '../../../engine/document/url.ts';
import { sheetSize } from '../../../engine/pdf/sheet-size.ts';

const RED = new Color(1, 0, 0, 1);
const HALF_BLUE = new Color(0, 0, 1, 0.5);
const OUTSIDE = { structure: null, name: '' };

const METADATA = { title: '', language: '', author: '', subject: '', keywords: '', date: null };

type Draw = (canvas: DisplayListBuilder) => void;

function listOf(draw: Draw): DisplayList {
  const canvas = new DisplayListBuilder();
  draw(canvas);
  return canvas.list;
}

function outputTo(diagnostics: Diagnostics, metadata = METADATA): PdfOutput {
  return new PdfOutput({ metadata, compress: false, diagnostics, budget: new Budget(DEFAULT_LIMITS) });
}

const textOf = async (output: PdfOutput): Promise<string> => Buffer.from(await output.finish()).toString('latin1');

async function pdf(draw: Draw, diagnostics = new Diagnostics()): Promise<string> {
  const output = outputTo(diagnostics, { ...METADATA, title: 'A <title> & more', language: 'en' });
  output.beginPage(400, 300);
  output.draw(listOf(draw));
  output.endPage();
  return textOf(output);
}

describe('PdfOutput', () => {
  it('gives sheets their written size, to within 0.01 pt', () => {
    const pairs: [number, number][] = [
      [(210 * 96) / 25.4, 595.28],
      [(297 * 96) / 25.4, 841.89],
      [(100 * 96) / 25.4, 283.46],
      [816, 612],
      [300, 225],
    ];
    for (const [px, points] of pairs) expect(sheetSize(px, px).width).to.be.closeTo(points, 1e-9);
  });

  it('gives sheets sizes that readers can show', () => {
    expect(sheetSize(40_000, 400)).to.deep.equal({ width: 10_000, height: 100, userUnit: 3, isClamped: false });
    expect(sheetSize(33e6, 400)).to.include({ width: 14_400, userUnit: 10, isClamped: true });
    expect(sheetSize(0.3, 400)).to.deep.equal({ width: 3, height: 300, userUnit: 1, isClamped: true });
  });

  it('draws large sheets in larger units, and reports sizes that no reader shows', async () => {
    const diagnostics = new Diagnostics();
    const output = outputTo(diagnostics);
    for (const width of [40_000, 1]) {
      output.beginPage(width, 400);
      output.draw(listOf((canvas) => canvas.fillRect(0, 0, 10, 10, RED)));
      output.endPage();
    }
    const text = await textOf(output);
    expect(text).to.include('/UserUnit 3').and.to.include('/MediaBox [0 0 10000 100]');
    expect(text).to.include('.25 0 0 -.25 0 100 cm\n');
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal(['pdf/page-size']);
  });

  it('applies the combined transparency of deeply nested groups', async () => {
    const diagnostics = new Diagnostics();
    const text = await pdf((canvas) => {
      for (let i = 0; i < 200; i++) canvas.beginGroup(i < 198 ? 1 : 0.5, 'normal', true);
      canvas.beginMask('alpha', { x: 0, y: 0, width: 9, height: 9 }, []);
      canvas.fillRect(0, 0, 10, 10, RED);
      canvas.endMask();
      for (let i = 0; i < 200; i++) canvas.endGroup();
    }, diagnostics);
    expect(text.match(/\/Subtype \/Form/g)?.length).to.equal(32);
    expect(text).to.match(/\/ca 0\.25/);
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal(['pdf/nested-groups']);
  });

  it('flips the page once and fills in CSS px', async () => {
    const text = await pdf((canvas) => canvas.fillRect(10, 20, 30, 40, RED));
    expect(text).to.include('.75 0 0 -.75 0 225 cm\n1 0 0 rg\n10 20 30 40 re\nf\n');
    expect(text).to.include('/MediaBox [0 0 300 225]');
  });

  it('writes a color and an alpha only if they change', async () => {
    const text = await pdf((canvas) => {
      for (const y of [0, 10, 20]) canvas.fillRect(0, y, 5, 5, HALF_BLUE);
    });
    expect(text.match(/ gs\n/g)).to.have.length(1);
    expect(text.match(/0 0 1 rg/g)).to.have.length(1);
    expect(text).to.match(/\/ca 0\.50196/);
  });

  it('returns to the previous state after a restore', async () => {
    const text = await pdf((canvas) => {
      canvas.save();
      canvas.fillRect(0, 0, 1, 1, RED);
      canvas.restore();
      canvas.fillRect(0, 0, 2, 2, RED);
    });
    expect(text.match(/1 0 0 rg/g)).to.have.length(2);
  });

  it('continues a page in front of its existing content', async () => {
    const output = outputTo(new Diagnostics());
    const fill = (size: number, color: Color): void =>
      output.draw(listOf((canvas) => canvas.fillRect(0, 0, size, size, color)));
    output.beginPage(400, 300);
    fill(1, RED);
    output.leavePage(7);
    output.beginPage(400, 300);
    fill(2, RED);
    output.endPage();
    output.returnToPage(7);
    fill(3, HALF_BLUE);
    output.endPage();
    const text = await textOf(output);
    // The first page is the first of the tree and has both contents and their resources.
    const first = /\/Kids \[(\d+) 0 R (\d+) 0 R\]/.exec(text)?.[1];
    const object = (id: string | undefined): string => new RegExp(`\n${id} 0 obj\n([^]*?)endobj`).exec(text)?.[1] ?? '';
    const contents = /\/Contents \[(\d+) 0 R (\d+) 0 R\]/.exec(object(first));
    expect(object(contents?.[1])).to.include('0 0 1 1 re').and.not.include('0 0 3 3 re');
    expect(object(contents?.[2])).to.include('0 0 3 3 re');
    expect(object(/\/Resources (\d+)/.exec(object(first))?.[1])).to.include('/ExtGState');
    expect(text.match(/\/Type \/Page\n/g)).to.have.length(2);
  });

  it('makes the same bytes every time', async () => {
    const draw = (canvas: DisplayListBuilder): void => {
      canvas.beginGroup(0.5, 'multiply', true);
      canvas.fillRect(0, 0, 9, 9, RED);
      canvas.endGroup();
      canvas.link(0, 0, 5, 5, { url: 'https://example.com/' }, OUTSIDE);
    };
    expect(await pdf(draw)).to.equal(await pdf(draw));
  });

  it('escapes the title everywhere', async () => {
    const text = await pdf(() => undefined);
    expect(text).to.include('(A <title> & more)');
    expect(text).to.include('A &lt;title&gt; &amp; more');
  });

  it('writes no metadata entries without a value', async () => {
    const text = await pdf(() => undefined);
    const head = /<<([^>]*\/Type \/Metadata[^>]*)>>/.exec(text)?.[1] ?? '';
    expect(Array.from(head.matchAll(/^\/(\w+)/gm), ([, key]) => key)).to.have.members(['Type', 'Subtype', 'Length']);
  });

  it('omits and reports harmful links', async () => {
    const diagnostics = new Diagnostics();
    const text = await pdf((canvas) => canvas.link(0, 0, 5, 5, { url: 'javascript:alert(1)' }, OUTSIDE), diagnostics);
    expect(text).to.not.include('/Annot');
    expect(diagnostics.list().map((d) => d.code)).to.deep.equal(['pdf/link-scheme']);
  });

  it('writes links through transparency groups in page coordinates', async () => {
    const text = await pdf((canvas) => {
      canvas.transform([1, 0, 0, 1, 100, 0]);
      canvas.beginGroup(0.5, 'normal', true);
      canvas.link(0, 0, 20, 10, { destination: 'top' }, OUTSIDE);
      canvas.endGroup();
    });
    expect(text).to.include('/Rect[75 217.5 90 225 ]');
    expect(text).to.include('/Dest<746F70>');
  });

  it('nests bookmarks by level', async () => {
    const text = await pdf((canvas) => {
      canvas.bookmark({ level: 1, title: 'One', x: 0, y: 0, open: true, structure: null, target: null });
      canvas.bookmark({ level: 2, title: 'Two', x: 0, y: 10, open: false, structure: null, target: null });
      canvas.bookmark({ level: 1, title: 'Three', x: 0, y: 20, open: true, structure: null, target: null });
    });
    expect(text).to.include('/PageMode /UseOutlines');
    expect(text).to.match(/\/Count 3/);
  });
});

describe('isAllowedUrl', () => {
  it('allows four schemes and relative URLs, and no tricks around them', () => {
    for (const url of ['https://a.b/', 'HTTP://a', 'mailto:a@b', 'tel:+1', '/relative', 'annex.pdf#page=3'])
      expect(isAllowedUrl(url), url).to.equal(true);
    for (const url of ['javascript:1', 'file:///etc/passwd', ' https://a', 'java\nscript:1', 'data:text/html,x']) {
      expect(isAllowedUrl(url), url).to.equal(false);
    }
  });
});
