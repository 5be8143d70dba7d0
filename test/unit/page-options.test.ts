import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, type RenderOptions } from '../../engine/index.ts';
import { pdf as puppeteerPdf, type PdfOptions, puppeteerOptions } from '../../engine/puppeteer.ts';
import { layoutDocument } from '../../engine/render.ts';
import { linesOf } from '../books/pages.ts';
import { extractText, pageSizes, renderPixels } from '../support/pdfium.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const boxes = async (html: string, options: RenderOptions): Promise<(string | undefined)[]> =>
  [...latin1((await render(html, { ...options, compress: false })).pdf).matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(
    (match) => match[1],
  );
const words = async (html: string, options: RenderOptions): Promise<string[]> =>
  (await extractText((await render(html, options)).pdf)).map((text) => text.replace(/\s+/g, ' ').trim());

const THREE_PAGES = '<title>Report</title><p>one<p style="break-before: page">two<p style="break-before: page">three';

describe('page boxes', () => {
  it('have the written size, to within 0.01 pt', async () => {
    expect(await boxes('', {})).to.deep.equal(['0 0 595.28 841.89']);
    expect(await boxes('<style>@page { size: 100mm 50mm }</style>', {})).to.deep.equal(['0 0 283.46 141.73']);
    expect(await boxes('', { pageSize: 'A6' })).to.deep.equal(['0 0 297.64 419.53']);
  });
});

describe('pageRanges', () => {
  it('keeps the listed pages with their own numbers', async () => {
    const options = { footer: '<span class=pageNumber></span>/<span class=totalPages></span>' };
    expect(await words(THREE_PAGES, { ...options, pageRanges: '2-' })).to.deep.equal(['two 2/3', 'three 3/3']);
    expect(await words(THREE_PAGES, { ...options, pageRanges: '1, 3' })).to.deep.equal(['one 1/3', 'three 3/3']);
    expect((await render(THREE_PAGES, { pageRanges: '-2' })).pages).to.equal(2);
    expect((await render(THREE_PAGES, { pageRanges: ' ' })).pages).to.equal(3);
  });

  it('refuses ranges that are empty, malformed or beyond the document', async () => {
    for (const pageRanges of ['0', 'a', '3-1', '1,,2', '-', '4-9']) {
      const error = await render(THREE_PAGES, { pageRanges }).catch((thrown: { code: string }) => thrown);
      expect(error, pageRanges).to.include({ code: 'invalid_options' });
    }
  });

  it('makes links to omitted pages inactive', async () => {
    const html = '<a href="#far">go</a><p id=far style="break-before: page">far';
    expect((await render(html, { pageRanges: '1' })).pages).to.equal(1);
  });
});

describe('scale', () => {
  it('makes room for more or less content', async () => {
    const html =
      '<style>@page { size: 200px 100px; margin: 0 } body { margin: 0 } div { height: 50px }</style>' +
      '<div>x</div>'.repeat(4);
    expect((await render(html, {})).pages).to.equal(2);
    expect((await render(html, { scale: 0.5 })).pages).to.equal(1);
    expect((await render(html, { scale: 2 })).pages).to.equal(4);
  });
});

describe('header and footer', () => {
  it('appear on every page and show its number, the title, the date and the address', async () => {
    const options: RenderOptions = {
      header: '<b class=title></b> <i class=date></i>',
      footer: 'Page <span class=pageNumber></span> of <span class=totalPages></span>',
      date: new Date('2026-03-04T12:00:00Z'),
    };
    expect(await words(THREE_PAGES, options)).to.deep.equal(
      ['one', 'two', 'three'].map((text, i) => `${text} Report 2026-03-04 Page ${i + 1} of 3`),
    );
  });

  it('do not change the size, margins or content of the page', async () => {
    const html = '<p>x</p>';
    const [plain, headed] = [await render(html), await render(html, { header: 'H' })];
    expect(headed.pages).to.equal(plain.pages);
    const place = /1 0 0 1 ([\d. ]+) cm/;
    const at = async (options: RenderOptions): Promise<string | undefined> =>
      place.exec(latin1((await render(html, { ...options, compress: false })).pdf))?.[1];
    expect(await at({ header: 'H' })).to.equal(await at({}));
    const own = '<style>@page { margin: 1cm } @page { @top-left { content: "mine" } }</style><p>x';
    expect(await words(own, { header: 'H' })).to.deep.equal(['x H']);
  });

  it('are invisible to selectors in the body', async () => {
    const html =
      '<style>p:first-child { color: red } body > :nth-child(2) { display: none }</style><p>one</p><p>two</p><p>three</p>';
    expect(await words(html, { header: '<p>Head</p>' })).to.deep.equal(['one three Head']);
  });
});

describe('content that does not fit', () => {
  const said = async (html: string, options: RenderOptions = {}): Promise<string[]> =>
    (await render(html, options)).diagnostics.map(
      ({ code, severity, line, count }) => `${code} ${severity} ${line} x${count}`,
    );

  it('accepts the margin shorthand', async () => {
    const pdfOf = async (margin: RenderOptions['margin']): Promise<string> =>
      latin1((await render('<p>a', { margin, compress: false })).pdf);
    const sides = { top: '1cm', right: '2cm', bottom: '3cm', left: '4cm' };
    expect(await pdfOf('1cm 2cm 3cm 4cm')).to.equal(await pdfOf(sides));
    expect(await pdfOf(' 1cm  2cm ')).to.equal(await pdfOf({ ...sides, bottom: '1cm', left: '2cm' }));
    expect(await pdfOf('1cm 2cm 3cm')).to.equal(await pdfOf({ ...sides, left: '2cm' }));
    expect(await pdfOf('1cm 2cm')).not.to.equal(await pdfOf('1cm'));
  });

  it('reports margins that leave no room between them, whether from options or style sheets', async () => {
    const html = '<p>x'.repeat(100);
    expect(await said(html, { margin: '500mm' })).to.deep.equal(['page/margins warning null x4']);
    expect((await render(html, { margin: '500mm' })).pages).to.equal((await render(html, { margin: 0 })).pages);
    expect(await said(`<style>@page { margin: 0 105mm }</style>${html}`)).to.deep.equal([
      'page/margins warning null x4',
    ]);
    expect(await said(html, { margin: '40mm' })).to.deep.equal([]);
  });

  it('reports content that shrinks pages or is cut off', async () => {
    const wide = (width: number): string => `<p>x\n<div><div style="width: ${width}px">y</div></div>`;
    expect(await said(wide(620))).to.deep.equal([]);
    expect(await said(wide(700))).to.deep.equal(['page/shrunk info 2 x1']);
    expect(await said(wide(100_000))).to.deep.equal(['page/too-wide warning 2 x1']);
    expect(await said(wide(700), { scale: 0.5 })).to.deep.equal([]);
    const [long] = (await render(`<p id=long>${'y'.repeat(100)}`)).diagnostics;
    expect(long!.message).to.equal('<p id="long"> is wider than the page area. Pages are scaled to 80 %.');
  });

  it('refuses a page size without units', async () => {
    const error = await render('x', { pageSize: '10 20' }).catch((thrown: Error) => thrown);
    expect(error).to.have.property('message').that.contains('lengths with units');
  });
});

describe('media queries', () => {
  /** Returns the page width that media queries match, to 1 px. */
  async function mediaWidth(css: string, options: RenderOptions, make = words): Promise<number> {
    const widths = Array.from({ length: 24 }, (_, i) => 2 ** i).filter((width) => width < 4096);
    let width = 0;
    for (const step of widths.reverse()) {
      const html = `<style>${css} @media (min-width: ${width + step}px) { p { display: none } }</style><p>x</p>y`;
      if ((await make(html, options))[0]!.startsWith('y')) width += step;
    }
    return width;
  }

  it('match the area that the options define, using margins where they apply', async () => {
    expect(await mediaWidth('', {})).to.equal(642);
    expect(await mediaWidth('', { margin: 0 })).to.equal(793);
    const margin = { top: 0, right: '10px', bottom: 0, left: 20 };
    expect(await mediaWidth('', { pageSize: '500px 300px', margin })).to.equal(470);
    expect(await mediaWidth('', { footer: 'f' })).to.equal(642);
    expect(await mediaWidth('', { scale: 0.5 })).to.equal(1285);
    expect(await mediaWidth('', { scale: 2, userStyles: ['@page { size: 400px }'] })).to.equal(321);
    expect(await mediaWidth('@page { @bottom-left { content: "b" } }', {})).to.equal(642);
    expect(await mediaWidth('@page { margin: 2em; @bottom-left { content: "b" } }', {})).to.equal(793);
    expect(await mediaWidth('@page { size: 300px }', { margin })).to.equal(763);
    expect(await mediaWidth('@page { size: 300px }', {})).to.equal(793);
    expect(await mediaWidth('@page { margin: 1cm }', { margin })).to.equal(793);
  });

  it('match the margins of page.pdf', async () => {
    const made = async (html: string): Promise<string[]> =>
      (await extractText(await puppeteerPdf(html, { format: 'A4', margin: { left: '20mm', right: '20mm' } }))).map(
        (text) => text.trim(),
      );
    expect(await mediaWidth('', {}, made)).to.equal(642);
  });

  it('are evaluated once and report each error once', async () => {
    const html = '<style>@page { size: 500px } @media (width > 1px) { p { colour: red } }</style><p>x';
    const { diagnostics } = await render(html, { userStyles: ['p { colour: red }'] });
    expect(diagnostics.map(({ source, count }) => [source, count])).to.deep.equal([['document', 2]]);
  });
});

describe('media and date', () => {
  it('select style sheets and set the date', async () => {
    const html = '<style>@media screen { p { display: none } }</style><p>x</p>y';
    expect(await words(html, {})).to.deep.equal(['xy']);
    expect(await words(html, { media: 'screen' })).to.deep.equal(['y']);
    const { pdf } = await render(html, { date: new Date('2026-03-04T05:06:07Z'), compress: false });
    expect(latin1(pdf)).to.contain('D:20260304050607Z').and.to.contain('2026-03-04T05:06:07Z');
  });
});

describe('an AbortSignal', () => {
  it('ends a long layout while it is running', async () => {
    const controller = new AbortController();
    const html = '<p>Some words to lay out.</p>'.repeat(15_000);
    let stage = '';
    const onProgress: RenderOptions['onProgress'] = (at) => {
      if (at.stage === 'layout' && stage !== 'layout') setImmediate(() => controller.abort());
      stage = at.stage;
    };
    const options: RenderOptions = { signal: controller.signal, onProgress };
    const error = await render(html, options).catch((thrown: { code: string }) => thrown);
    expect(error).to.include({ code: 'aborted' });
    expect(stage).to.not.equal('write');
  });
});

describe('pagewright/puppeteer', () => {
  it("accepts Puppeteer's paper sizes, margins and templates", async () => {
    const pdf = await puppeteerPdf(THREE_PAGES, {
      format: 'A5',
      landscape: true,
      margin: { top: '2cm', bottom: 40 },
      displayHeaderFooter: true,
      headerTemplate: '<span style="font-size: 10px" class=title></span>',
      footerTemplate:
        '<span style="font-size: 10px"><span class=pageNumber></span>/<span class=totalPages></span></span>',
      pageRanges: '2',
    });
    expect((await extractText(pdf)).map((text) => text.replace(/\s+/g, ' ').trim())).to.deep.equal(['two Report 2/3']);
  });

  it('prints pages on its own paper by default, turned to their orientation', async () => {
    const sizeOf = async (size: string, options: PdfOptions = {}): Promise<unknown> =>
      pageSizes(await puppeteerPdf(`<style>@page { size: ${size} }</style>x`, { format: 'A6', ...options }));
    const [upright, lying] = [[[297.64, 419.53]], [[419.53, 297.64]]];
    expect(await sizeOf('auto')).to.deep.equal(upright);
    expect(await sizeOf('300px 200px')).to.deep.equal(lying);
    expect(await sizeOf('A3 landscape')).to.deep.equal(lying);
    expect(await sizeOf('landscape')).to.deep.equal(lying);
    expect(await sizeOf('portrait', { landscape: true })).to.deep.equal(upright);
    expect(await sizeOf('300px', { landscape: true })).to.deep.equal(lying);
    expect(await sizeOf('300px', { preferCSSPageSize: true })).to.deep.equal([[225, 225]]);
  });

  it('omits backgrounds by default, except exact ones', async () => {
    const html = `<style>@page { size: 100px; margin: 0 } body, div { margin: 0; background: red }
      div { height: 50px; background: linear-gradient(blue, blue); print-color-adjust: exact }</style><div></div>`;
    const colors = async (options: PdfOptions): Promise<readonly string[]> => {
      const { width, data } = await renderPixels(await puppeteerPdf(html, { preferCSSPageSize: true, ...options }), 1);
      return [20, 60].map((row) => data.subarray(4 * row * width, 4 * row * width + 3).join(' '));
    };
    expect(await colors({})).to.deep.equal(['0 0 255', '255 255 255']);
    expect(await colors({ printBackground: true })).to.deep.equal(['0 0 255', '255 0 0']);
  });

  it("gives templates Chromium's containers, classes and room", async () => {
    const { header, ...options } = puppeteerOptions({
      format: 'A6',
      displayHeaderFooter: true,
      headerTemplate: '<div class="text left grow">A</div><div class="text right">B</div>',
      footerTemplate: '<style>#footer { padding: 0 !important }</style><b style="font: 10px/12px Arial">F</b>',
    });
    const { pages } = await layoutDocument('<style>@page { margin: 2cm 3cm }</style>x', { header, ...options });
    const [a, b, f] = linesOf(pages[0]!.marginBoxes);
    const { width } = pages[0]!;
    expect([a!.text, a!.x, b!.text, f!.text, f!.x, Math.floor(f!.y + 12)]).to.deep.equal(['A', 32, 'B', 'F', 0, 559]);
    expect(b!.x).to.be.within(width - 32 - 12, width - 32 - 5);
    expect(a!.y).to.be.within(20, 22);
  });

  it('writes the file named by path, or reports that it cannot', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-path-'));
    try {
      const path = join(folder, 'out.pdf');
      const bytes = await puppeteerPdf('x', { path });
      expect(readFileSync(path).equals(bytes)).to.equal(true);
      for (const wrong of [join(folder, 'no', 'out.pdf'), folder, 7]) {
        const error = await puppeteerPdf('x', { path: wrong as string }).catch((thrown: Error) => thrown);
        expect(error).to.include({ code: 'invalid_options' }).and.have.property('message').that.contains('path: ');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses names that Puppeteer does not define, and reports differences from it', async () => {
    const error = await puppeteerPdf('x', { colour: 1 } as never).catch((thrown: { code: string }) => thrown);
    expect(error).to.include({ code: 'invalid_options', message: 'unknown option colour' });
    const near = await puppeteerPdf('x', { marginn: 1 } as never).catch((thrown: Error) => thrown);
    expect(near).to.have.property('message', 'unknown option marginn; did you mean margin?');
    const found: string[] = [];
    await puppeteerPdf('x', { tagged: false, onDiagnostics: (all) => found.push(...all.map(({ code }) => code)) });
    expect(found).to.deep.equal(['puppeteer/option']);
    const said: string[] = [];
    const templates = {
      margin: { top: 60, bottom: 60 },
      displayHeaderFooter: true,
      headerTemplate: '<b class="a date">x</b>',
      footerTemplate: '<i class=url>',
    };
    const onDiagnostics = (all: readonly { message: string }[]): void =>
      void said.push(...all.map(({ message }) => message.split(' ').slice(0, 3).join(' ')));
    await puppeteerPdf('x', { ...templates, onDiagnostics });
    expect(said).to.deep.equal(['The class url']);
    said.length = 0;
    await puppeteerPdf('x', { ...templates, date: new Date(0), baseUrl: 'https://example.org/', onDiagnostics });
    expect(said).to.deep.equal([]);
  });

  it('reports mistakes in templates where they are, and none in the default ones', async () => {
    const places: string[] = [];
    await puppeteerPdf('x', {
      margin: { top: 60, bottom: 60 },
      displayHeaderFooter: true,
      headerTemplate: '<b style="colr: red">x</b>\n<i style="colour: red">',
      onDiagnostics: (all) => places.push(...all.map(({ source, line, column }) => `${source} ${line}:${column}`)),
    });
    expect(places).to.deep.equal(['header style attribute 1:11', 'header style attribute 2:11']);
  });

  it("prints today's date where a template asks for it, and applies the media type of emulateMediaType", async () => {
    const html =
      '<style>@media screen { p { display: none } }</style><p>x</p><p style="display: block !important; margin-left: 3cm">y';
    const shown = {
      displayHeaderFooter: true,
      headerTemplate: '<b class=date></b>',
      footerTemplate: '<i></i>',
    };
    const text = async (options: object): Promise<string> =>
      (await extractText(await puppeteerPdf(html, { ...shown, ...options })))[0]!.trim().split(/\s+/).sort().join(' ');
    const today = new Date().toISOString().slice(0, 10);
    expect(await text({})).to.equal(`${today} x y`);
    expect(await text({ date: new Date('2020-01-02') })).to.equal('2020-01-02 x y');
    expect(await text({ media: 'screen' })).to.equal(`${today} y`);
    expect(await text({ emulateMediaType: 'screen' })).to.equal(`${today} y`);
    expect(await text({ emulateMediaType: null })).to.equal(`${today} x y`);
    const error = await puppeteerPdf('x', { emulateMediaType: 'tv' } as never).catch((thrown: Error) => thrown);
    expect(error).to.have.property('message', 'emulateMediaType: must be print or screen');
    process.env['SOURCE_DATE_EPOCH'] = '86400';
    try {
      expect(await text({})).to.equal('1970-01-02 x y');
    } finally {
      delete process.env['SOURCE_DATE_EPOCH'];
    }
    expect(latin1(await puppeteerPdf('x', {}))).to.equal(latin1(await puppeteerPdf('x', {})));
  });

  it('refuses values that Puppeteer does not accept, naming each of them', async () => {
    const saidOf = async (options: object): Promise<string> => {
      const error = await puppeteerPdf('x', options).catch((thrown: unknown) => thrown as { code: string });
      expect(error, JSON.stringify(options)).to.include({ code: 'invalid_options' });
      return (error as unknown as Error).message;
    };
    expect(await saidOf({ margin: '1cm' })).to.equal('margin: must be an object: { top, right, bottom, left }');
    expect(await saidOf({ format: 4, printBackground: 'no', onDiagnostics: [] })).to.equal(
      'format: must be a string; printBackground: must be a boolean; onDiagnostics: must be a function',
    );
    expect(await saidOf({ width: '210 mm wide', height: {} })).to.equal(
      'width: invalid length: 210 mm wide. Use an absolute length such as 20mm, 8.5in or 400; height: invalid length: [object Object]. Use an absolute length such as 20mm, 8.5in or 400',
    );
    expect(await saidOf({ headerTemplate: 5, displayHeaderFooter: true })).to.contain('headerTemplate: ');
    expect(await saidOf({ width: -5 })).to.contain('width: ');
    expect(await saidOf({ margin: { top: 'wide' } })).to.contain('margin.top: invalid length: wide');
    expect(await saidOf({ signal: 5 })).to.equal('signal: must be an AbortSignal');
    await puppeteerPdf('x', { width: '8.5in', height: ' 11in ', format: undefined, margin: {} });
  });
});

describe('hinting', () => {
  it('is embedded unless disabled', async () => {
    const html = '<p style="font-family: DejaVu Sans">Hinted text: Aé½ỹ';
    const sizeWith = async (options: RenderOptions): Promise<number> => (await render(html, options)).pdf.length;
    expect(await sizeWith({ hinting: false })).to.be.lessThan(await sizeWith({}));
    expect(await sizeWith({ hinting: true })).to.equal(await sizeWith({}));
  });
});

describe('the default margins', () => {
  it('apply regardless of style sheets that the options add, unless these set margins', async () => {
    /** Returns the rectangle that clips the background of the page area. */
    const origin = async (options: RenderOptions, html = '<p style="margin: 0">x'): Promise<string | undefined> =>
      /\n([\d.]+ [\d.]+ [\d.]+ [\d.]+) re\nW n/.exec(
        latin1((await render(`<html style="background: red">${html}`, { ...options, compress: false })).pdf),
      )?.[1];
    const plain = await origin({ pageSize: '300px 300px', margin: 30 });
    expect(plain).to.equal('30 30 240 240');
    expect(await origin({ userStyles: ['@page { size: 300px 300px }'], margin: 30 })).to.equal(plain);
    expect(await origin({ userStyles: ['@page { size: 300px; margin: 20px }'], margin: 30 })).to.equal('20 20 260 260');
    const html = '<style>@page { size: 300px }</style><p style="margin: 0">x';
    expect(await origin({ header: 'H' }, html)).to.equal('0 0 300 300');
  });
});

describe('an explicit margin', () => {
  /** Returns the position of the first text on each page, in px from the corner of the sheet. */
  const corners = async (css: string, options: RenderOptions): Promise<string[]> => {
    const html = `<style>${css} body, p { margin: 0 } p + p { break-before: page }</style><p>x</p><p>y</p>`;
    const { pages } = await layoutDocument(html, { pageSize: '300px 300px', ...options });
    return pages.map(({ area }) => [area.x, area.y, area.width, area.height].map((lu) => lu / 64).join(' '));
  };
  const margin = { top: 40, right: 10, bottom: 30, left: 20 };
  const AS_GIVEN = '20 40 270 230';

  it('applies alongside @page rules that set no margin: size, margin boxes, names, pseudo-classes and empty rules', async () => {
    for (const css of [
      '',
      '@page { size: 300px }',
      '@page { size: 300px landscape }',
      '@page { @bottom-center { content: counter(page) } }',
      '@page wide { size: landscape }',
      '@page { background: red }',
      '@page {}',
    ])
      expect(await corners(css, { margin }), css).to.deep.equal([AS_GIVEN, AS_GIVEN]);
    expect(await corners('@page { size: 300px }', { margin: 15 })).to.deep.equal(['15 15 270 270', '15 15 270 270']);
  });

  it('yields to @page per side, on the pages that a rule matches, including in layers', async () => {
    expect(await corners('@page :first { margin-top: 60px }', { margin })).to.deep.equal(['20 60 270 210', AS_GIVEN]);
    expect(await corners('@page { margin-left: 0 }', { margin })).to.deep.equal(['0 40 290 230', '0 40 290 230']);
    expect(await corners('@layer a { @page { margin: 5px } }', { margin })).to.deep.equal([
      '5 5 290 290',
      '5 5 290 290',
    ]);
    const named = '@page b { margin: 50px } p + p { page: b }';
    expect(await corners(named, { margin })).to.deep.equal([AS_GIVEN, '50 50 200 200']);
    const users = { margin, userStyles: ['@page { margin-bottom: 0 }'] };
    expect(await corners('', users)).to.deep.equal(['20 40 270 260', '20 40 270 260']);
  });

  it('applies with headers, in every writing mode and direction', async () => {
    for (const style of ['direction: rtl', 'writing-mode: vertical-rl'])
      expect((await corners(`html { ${style} } @page { size: 300px }`, { margin, header: 'H' }))[0]).to.equal(AS_GIVEN);
  });

  it('does not change the default margins', async () => {
    expect(await corners('@page { size: 300px }', {})).to.deep.equal(['0 0 300 300', '0 0 300 300']);
  });
});
