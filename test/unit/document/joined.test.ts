/** Several files, and books, as one document. */
import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { type DocumentGiven, render, type RenderOptions } from '../../../engine/index.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { pageText } from '../../books/pages.ts';
import { epub } from '../../support/epub.ts';
import { contentText, outlineOf } from '../../support/pdfjs.ts';

interface Shown {
  readonly pages: readonly string[];
  readonly codes: readonly string[];
}

async function shown(given: DocumentGiven, options: RenderOptions = {}): Promise<Shown> {
  const { pages, diagnostics } = await layoutDocument(given, { pageSize: '400px 200px', margin: 0, ...options });
  return {
    pages: pages.map(pageText),
    codes: diagnostics.list().map(({ code, source, line }) => `${code} ${source} ${line}`),
  };
}

const part = (url: string, html: string): { url: string; html: string } => ({ url, html: `<!DOCTYPE html>${html}` });
const LINK = '<style>a::after{content:" p." target-counter(attr(href), page)}</style>';

describe('several files in one document', () => {
  it('continue page numbers and counters, and refer to each other', async () => {
    const given = [
      part(
        'a.html',
        `${LINK}<style>h1{counter-increment:c}h1::before{content:counter(c) " "}</style><h1>A</h1><a href="b.html#x">b</a>`,
      ),
      part('b.html', '<h1 id=x>B</h1><a href="a.html">a</a>'),
      part('c.html', '<h1>C</h1><a href="#top-of-c">c</a><p id=top-of-c>'),
    ];
    expect(await shown(given)).to.deep.equal({
      pages: ['1 A / b p.2', '2 B / a p.1', '3 C / c p.3'],
      codes: [],
    });
  });

  it('keep ids apart', async () => {
    const given = [
      part('a.html', `${LINK}<p id=x>A</p><a href="#x">own</a>`),
      part('b.html', '<label for=x>L</label><p id=x>B</p><a href="#x">own</a> <a href="a.html#x">other</a>'),
    ];
    const { pages, codes } = await shown(given);
    expect(pages).to.deep.equal(['A / own p.1', 'L / B / own p.2 other p.1']);
    expect(codes).to.deep.equal(['html/renamed-id b.html 1']);
  });

  it('share their style sheets, each of them once', async () => {
    const given = [
      part('a.html', '<link rel=stylesheet href=s.css><p>A'),
      part('b.html', '<link rel=stylesheet href=s.css><style>p::after{content:"!"}</style><p>B'),
    ];
    const loaded: string[] = [];
    const { pages } = await shown(given, {
      loadResource: (url) => {
        loaded.push(url);
        return strToU8('p::before{content:">"}');
      },
    });
    expect(pages).to.deep.equal(['>A!', '>B!']);
    expect(loaded).to.deep.equal(['s.css']);
  });

  it('resolve relative URLs in their own folder', async () => {
    const asked: string[] = [];
    await shown(
      [
        part('index.html', '<img src="1.png" alt="">'),
        part(
          'two/b.html',
          '<style>p{background:url(3.png)}</style><link rel=stylesheet href=../s.css><img src="2.png" srcset="2.png 1x, 22.png 2x" alt=""><p style="background:url(4.png)">',
        ),
      ],
      { loadResource: (url) => void asked.push(url) },
    );
    expect(asked.toSorted()).to.deep.equal(['1.png', 's.css', 'two/2.png', 'two/22.png', 'two/3.png', 'two/4.png']);
  });

  it('place diagnostics in their file', async () => {
    const { codes } = await shown([
      part('a.html', '<p>a'),
      part('b.html', '\n<p style="colour:1">b\n<style>p{colr:1}</style>'),
    ]);
    expect(codes).to.deep.equal(['css/unknown-property b.html 3', 'css/unknown-property b.html 2']);
  });

  it('collect contents over all files', async () => {
    const given = [
      part(
        'a.html',
        '<style>.contents-link::after{content:" " target-counter(attr(href),page)}</style><nav data-contents=h1></nav>',
      ),
      part('b.html', '<h1>B</h1>'),
      part('c.html', '<h1>C</h1>'),
    ];
    expect((await shown(given)).pages).to.deep.equal(['B 2 / C 3', 'B', 'C']);
  });

  it('refuse empty and invalid lists of files', async () => {
    for (const given of [[], [{}], [{ html: 'x', url: 'http://[' }], [{ html: 'x', url: 1 }]]) {
      const failure: unknown = await render(given as never).catch((error: unknown) => error);
      expect(failure, JSON.stringify(given)).to.have.property('code', 'invalid_options');
    }
  });
});

const XHTML = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">';

const OPF = (
  more = '',
  spine = '',
): string => `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <metadata><dc:title>The  Book</dc:title><dc:creator>Ada</dc:creator><dc:language>fr</dc:language></metadata>
  <manifest><item id="a" href="Text/a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="Text/b%20b.xhtml" media-type="application/xhtml+xml"/>${more}</manifest>
  <spine${spine}><itemref idref="b"/><itemref idref="a"/></spine></package>`;

const TEXTS = {
  'OPS/Text/a.xhtml': `${XHTML}<head><title>a</title><link rel="stylesheet" href="../s.css"/></head><body><h2 id="x">A</h2></body></html>`,
  'OPS/Text/b b.xhtml': `${XHTML}<head><title>b</title><link rel="stylesheet" href="../s.css"/></head><body><h1>B</h1><a href="a.xhtml#x">to a</a></body></html>`,
  'OPS/s.css': 'a::after{content:" p." target-counter(attr(href), page)}',
};

const NAV = {
  'OPS/nav.xhtml': `${XHTML}<body><nav epub:type="landmarks"><ol><li><a href="Text/a.xhtml">no</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="Text/b%20b.xhtml">First</a><ol><li><a href="Text/a.xhtml#x">In it</a></li></ol></li></ol></nav></body></html>`,
};

describe('books in EPUB', () => {
  it('are read in the order of their spine, with links and styles', async () => {
    const book = epub({ ...TEXTS, 'OPS/book.opf': OPF() });
    expect(await shown(book)).to.deep.equal({ pages: ['B / to a p.2', 'A'], codes: [] });
    const again = OPF().replace('<itemref idref="b"/>', '<itemref idref="b"/>'.repeat(1000));
    expect(await shown(epub({ ...TEXTS, 'OPS/book.opf': again }))).to.deep.equal(await shown(book));
  });

  it('have their title and language, and the bookmarks of their navigation document', async () => {
    const nav = '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>';
    const { pdf } = await render(epub({ ...TEXTS, ...NAV, 'OPS/book.opf': OPF(nav) }), { compress: false });
    expect(await outlineOf(pdf)).to.deep.equal(['First', '  In it']);
    expect(await contentText(pdf)).to.include('to a');
    expect(Buffer.from(pdf).toString('latin1')).to.match(/\/Lang \(fr\)/);
    const { document, options } = await layoutDocument(epub({ ...TEXTS, 'OPS/book.opf': OPF() }));
    expect(document.language).to.equal('fr');
    expect(options).to.include({ title: 'The Book', author: 'Ada' });
  });

  it('have the bookmarks of an NCX', async () => {
    const ncx = '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
    const point = (label: string, src: string, inner = ''): string =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/>${inner}</navPoint>`;
    const toc = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point('One', 'Text/b%20b.xhtml', point('Two', 'Text/a.xhtml'))}</navMap></ncx>`;
    const { pdf } = await render(epub({ ...TEXTS, 'OPS/toc.ncx': toc, 'OPS/book.opf': OPF(ncx, ' toc="n"') }));
    expect(await outlineOf(pdf)).to.deep.equal(['One', '  Two']);
  });

  it('end in a typed error if they are broken, encrypted or not books', async () => {
    const whole = epub({ ...TEXTS, 'OPS/book.opf': OPF() });
    const locked =
      '<encryption><EncryptedData><CipherData><CipherReference URI="OPS/Text/a.xhtml"/></CipherData></EncryptedData></encryption>';
    const cases = [
      zipSync({ 'a.txt': strToU8('a') }),
      epub({}),
      epub({ 'OPS/book.opf': OPF() }),
      epub({ ...TEXTS, 'OPS/book.opf': OPF(), 'META-INF/encryption.xml': locked }),
      whole.subarray(0, whole.length - 30),
    ];
    for (const [i, bytes] of cases.entries()) {
      const failure: unknown = await render(bytes).catch((error: unknown) => error);
      expect(failure, `case ${i}`).to.have.property('code', 'invalid_options');
    }
  });

  it('never end in an internal error, whichever byte is wrong', async () => {
    const whole = epub({ ...TEXTS, 'OPS/book.opf': OPF() });
    for (let at = 0; at < whole.length; at += 7) {
      const broken = whole.slice();
      broken[at]! ^= 0x5a;
      const failure: unknown = await layoutDocument(broken).catch((error: unknown) => error);
      if (failure instanceof Error)
        expect(failure, `byte ${at}`)
          .to.have.property('code')
          .that.is.oneOf(['invalid_options', 'document_too_complex', 'external_resource']);
    }
  });

  it('respect the memory limit, regardless of the size that a file claims', async () => {
    const bomb = epub({ ...TEXTS, 'OPS/book.opf': OPF(), 'OPS/s.css': ' '.repeat(30_000_000) });
    const { diagnostics } = await render(bomb, { limits: { maxBytes: 20_000_000 } });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['document/missing-resource']);
  });
});
