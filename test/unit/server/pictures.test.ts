/** Pages are drawn within a deadline, also those of PDFs made to take forever. */
import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { perform } from '../../../server/rendering/work.ts';
import { rasterisePage, rasterPages } from '../../../server/rendering/pictures.ts';

/** A PDF whose page draws 2^`levels` times the same, by forms that each draw the next one twice. */
function doubling(levels: number, drawn = '0 0 1 1 re f'): Uint8Array {
  const form = (i: number): string => {
    const content = i === levels ? drawn : '/N Do /N Do';
    const next = i === levels ? '/Font << /F 3 0 R >>' : `/XObject << /N ${i + 5} 0 R >>`;
    return `${i + 4} 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << ${next} >> /Length ${content.length} >> stream\n${content}\nendstream endobj`;
  };
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Count 1 /Kids [900 0 R] >> endobj',
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
    '900 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /XObject << /N 4 0 R >> >> /Contents 901 0 R >> endobj',
    '901 0 obj << /Length 5 >> stream\n/N Do\nendstream endobj',
    ...Array.from({ length: levels + 1 }, (_, i) => form(i)),
  ];
  return new TextEncoder().encode(`%PDF-1.7\n${objects.join('\n')}\ntrailer << /Root 1 0 R /Size 902 >>\n%%EOF`);
}

describe('pictures of pages', function () {
  this.timeout(60_000);

  const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );
  const allPages = async (pdf: Uint8Array, deadlineMs: number): Promise<number> => {
    let pages = 0;
    for await (const { picture } of rasterPages(pdf, 72, deadlineMs)) pages += picture.width > 0 ? 1 : 0;
    return pages;
  };

  it('end at the deadline, and the next document is drawn', async () => {
    expect(await failureOf(allPages(doubling(30), 300))).to.equal('render_timeout');
    expect(await failureOf(rasterisePage(doubling(30), 1, 72, { mostSide: 99, deadlineMs: 300 }))).to.equal(
      'render_timeout',
    );
    expect(await allPages(doubling(3), 60_000)).to.equal(1);
  });

  it('may need a gigabyte of memory', async () => {
    const texts = doubling(30, 'BT /F 9 Tf (a) Tj ET');
    expect(await failureOf(allPages(texts, 60_000))).to.equal('document_too_complex');
    expect(await allPages(doubling(3), 60_000)).to.equal(1);
  });

  it('end at the deadline of their document', async () => {
    expect(await failureOf(perform({ make: 'image', page: 1, dpi: 72, mostPixels: 2000 }, '<p>a', {}))).to.equal(null);
    const html = '<img src="data:application/pdf;base64,' + Buffer.from(doubling(30)).toString('base64') + '">';
    const work = { make: 'image', page: 1, dpi: 72, mostPixels: 2000 } as const;
    expect(await failureOf(perform(work, html, { limits: { deadlineMs: 600 } }))).to.equal('render_timeout');
  });

  it('are returned in any number at once, and one after another', async () => {
    const { pdf } = await render('<p>a<p style="break-before:page">b<p style="break-before:page">c');
    const texts = async (most: number): Promise<string> => {
      const found: string[] = [];
      for await (const { text } of rasterPages(pdf, 36, 60_000)) {
        found.push(text.trim());
        if (found.length === most) break;
      }
      return found.join('');
    };
    expect(await Promise.all([texts(3), texts(1)])).to.deep.equal(['abc', 'a']);
    expect(await texts(3)).to.equal('abc');
  });

  it('are refused for a file that is not a PDF', async () => {
    expect(await failureOf(allPages(new Uint8Array(9), 60_000)))
      .to.be.a('string')
      .and.not.equal('render_timeout');
  });
});
