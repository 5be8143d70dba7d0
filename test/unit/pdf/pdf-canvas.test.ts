import { expect } from 'chai';
import { Color } from '../../../engine/css/computed-values.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { createPdfCanvas, type PdfCanvas, sheetPoints } from '../../../engine/pdf/pdf-canvas.ts';
import { isAllowedUrl } from '../../../engine/pdf/pdf-navigation.ts';

const RED = new Color(1, 0, 0, 1);
const HALF_BLUE = new Color(0, 0, 1, 0.5);

async function pdf(draw: (canvas: PdfCanvas) => void, diagnostics = new Diagnostics()): Promise<string> {
  const metadata = { title: 'A <title> & more', language: 'en', author: '', subject: '', keywords: '' };
  const canvas = createPdfCanvas({ metadata, compress: false, diagnostics });
  canvas.beginPage(400, 300);
  draw(canvas);
  canvas.endPage();
  return Buffer.from(await canvas.finish()).toString('latin1');
}

describe('PdfCanvas', () => {
  it("rounds sheets to Chromium's 300 dots an inch", () => {
    const pairs: [number, number][] = [
      [793.7008, 594.96],
      [1122.5197, 841.92],
      [816, 612],
      [300, 224.88],
      [500, 375.12],
    ];
    for (const [px, points] of pairs) expect(sheetPoints(px)).to.be.closeTo(points, 1e-9);
  });

  it('flips the page once and fills in CSS px', async () => {
    const text = await pdf((canvas) => canvas.fillRect(10, 20, 30, 40, RED));
    expect(text).to.include('.75 0 0 -.75 0 224.88 cm\n1 0 0 rg\n10 20 30 40 re\nf\n');
    expect(text).to.include('/MediaBox [0 0 300 224.88]');
  });

  it('writes a colour and an alpha only when they change', async () => {
    const text = await pdf((canvas) => {
      for (const y of [0, 10, 20]) canvas.fillRect(0, y, 5, 5, HALF_BLUE);
    });
    expect(text.match(/ gs\n/g)).to.have.length(1);
    expect(text.match(/0 0 1 rg/g)).to.have.length(1);
    expect(text).to.match(/\/ca 0\.50196/);
  });

  it('gives back what a restore undoes', async () => {
    const text = await pdf((canvas) => {
      canvas.save();
      canvas.fillRect(0, 0, 1, 1, RED);
      canvas.restore();
      canvas.fillRect(0, 0, 2, 2, RED);
    });
    expect(text.match(/1 0 0 rg/g)).to.have.length(2);
  });

  it('goes on with a page that was left, in front of what is on it', async () => {
    const text = await pdf((canvas) => {
      canvas.fillRect(0, 0, 1, 1, RED);
      canvas.leavePage(7);
      canvas.beginPage(400, 300);
      canvas.fillRect(0, 0, 2, 2, RED);
      canvas.endPage();
      canvas.returnToPage(7);
      canvas.fillRect(0, 0, 3, 3, HALF_BLUE);
    });
    // The first page is the first of the tree, has both contents and what they refer to.
    const first = /\/Kids \[(\d+) 0 R (\d+) 0 R\]/.exec(text)?.[1];
    const object = (id: string | undefined): string => new RegExp(`\n${id} 0 obj\n([^]*?)endobj`).exec(text)?.[1] ?? '';
    const contents = /\/Contents \[(\d+) 0 R (\d+) 0 R\]/.exec(object(first));
    expect(object(contents?.[1])).to.include('0 0 1 1 re').and.not.include('0 0 3 3 re');
    expect(object(contents?.[2])).to.include('0 0 3 3 re');
    expect(object(/\/Resources (\d+)/.exec(object(first))?.[1])).to.include('/ExtGState');
    expect(text.match(/\/Type \/Page\n/g)).to.have.length(2);
  });

  it('makes the same bytes every time', async () => {
    const draw = (canvas: PdfCanvas): void => {
      canvas.beginGroup(0.5, 'multiply', true);
      canvas.fillRect(0, 0, 9, 9, RED);
      canvas.endGroup();
      canvas.link(0, 0, 5, 5, { url: 'https://example.com/' });
    };
    expect(await pdf(draw)).to.equal(await pdf(draw));
  });

  it('escapes the title wherever it goes', async () => {
    const text = await pdf(() => undefined);
    expect(text).to.include('(A <title> & more)');
    expect(text).to.include('A &lt;title&gt; &amp; more');
  });

  it('leaves out links that could do harm, and says so', async () => {
    const diagnostics = new Diagnostics();
    const text = await pdf((canvas) => canvas.link(0, 0, 5, 5, { url: 'javascript:alert(1)' }), diagnostics);
    expect(text).to.not.include('/Annot');
    expect(diagnostics.list().map((d) => d.code)).to.deep.equal(['pdf/link-scheme']);
  });

  it('writes links through transparency groups in page coordinates', async () => {
    const text = await pdf((canvas) => {
      canvas.transform([1, 0, 0, 1, 100, 0]);
      canvas.beginGroup(0.5, 'normal', true);
      canvas.link(0, 0, 20, 10, { anchor: 'top' });
      canvas.endGroup();
    });
    expect(text).to.include('/Rect [75 217.38 90 224.88]');
    expect(text).to.include('/Dest <746f70>');
  });

  it('nests bookmarks by level', async () => {
    const text = await pdf((canvas) => {
      canvas.bookmark(1, 'One', 0, 0, true);
      canvas.bookmark(2, 'Two', 0, 10, false);
      canvas.bookmark(1, 'Three', 0, 20, true);
    });
    expect(text).to.include('/PageMode /UseOutlines');
    expect(text).to.match(/\/Count 3/);
  });
});

describe('isAllowedUrl', () => {
  it('allows four schemes, and no tricks around them', () => {
    for (const url of ['https://a.b/', 'HTTP://a', 'mailto:a@b', 'tel:+1'])
      expect(isAllowedUrl(url), url).to.equal(true);
    for (const url of [
      'javascript:1',
      'file:///etc/passwd',
      ' https://a',
      'java\nscript:1',
      'data:text/html,x',
      '/relative',
    ]) {
      expect(isAllowedUrl(url), url).to.equal(false);
    }
  });
});
