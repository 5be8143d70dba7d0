/** The engine's entry point: determinism, options, limits and the handling of bad input. */
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { inspectJson } from '../../engine/debug/inspect.ts';
import {
  type DocumentLayout,
  layout,
  render,
  renderToStream,
  renderWithLayout,
  RenderError,
  type RenderErrorCode,
  type RenderOptions,
} from '../../engine/index.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

async function codes(html: string, options: RenderOptions = {}): Promise<string[]> {
  const { pdf, pages, diagnostics } = await render(html, options);
  expect(text(pdf.subarray(0, 5))).to.equal('%PDF-');
  expect(pages).to.be.at.least(1);
  return diagnostics.map(({ code }) => code);
}

async function failure(html: string, options: RenderOptions): Promise<RenderErrorCode> {
  try {
    await render(html, options);
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError);
    return (error as RenderError).code;
  }
  throw new Error('it rendered');
}

describe('render', function () {
  this.timeout(30_000);

  it('gives the same bytes for the same input, even if renders interleave', async () => {
    const html = '<title>T</title><h1>Same</h1><p style="columns:2">bytes</p><ul><li>a<li>b</ul>';
    const all = await Promise.all([render(html), render('<p>another</p>'), render(html)]);
    const again = await render(html);
    const hash = ({ pdf }: { pdf: Uint8Array }): string => createHash('sha256').update(pdf).digest('hex');
    expect(hash(all[0])).to.equal(hash(again));
    expect(hash(all[2])).to.equal(hash(again));
  });

  it('accepts bytes as views and as buffers everywhere', async () => {
    const html = '<link rel=stylesheet href=a.css><p>bytes';
    const bytes = new TextEncoder().encode(html);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const css = new TextEncoder().encode('p { colour: red }').buffer;
    const resources = (): ArrayBuffer => css;
    const { pdf, diagnostics } = await render(html, { resources });
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['css/unknown-property']);
    for (const given of [buffer, new DataView(buffer), Buffer.from(bytes)]) {
      expect(Buffer.from((await render(given as ArrayBuffer, { resources })).pdf).equals(pdf)).to.equal(true);
      expect((await layout(given as ArrayBuffer)).pages).to.have.length(1);
    }
    const attachments = [{ name: 'a.txt', bytes: css }];
    expect(text((await render('x', { attachments, compress: false })).pdf)).to.contain('p { colour: red }');
    for (const door of [render, layout, renderWithLayout])
      expect(await door(5 as never).catch(({ code }: RenderError) => code), door.name).to.equal('invalid_options');
  });

  it('stops if onProgress throws, and passes the error on', async () => {
    const mine = new Error('enough');
    const error = await render('<p>x', {
      onProgress: ({ stage }) => {
        if (stage === 'layout') throw mine;
      },
    }).catch((thrown: RenderError) => thrown);
    expect(error).to.be.instanceOf(RenderError);
    expect(error).to.deep.include({ code: 'aborted', message: 'onProgress threw: enough', cause: mine });
  });

  it('lists the used fonts in the layout, next to the requested ones', async () => {
    const { pages } = await layout(
      '<h2 style="font-family: Inter, Arial">one <code>two</code></h2><p><b>three</b></p><p id=own>x 漢</p>',
    );
    expect(pages[0]!.boxes.slice(2).map(({ tag, font, usedFonts }) => [tag, font, usedFonts])).to.deep.equal([
      ['h2', 'bold 24px Inter', ['Arimo']],
      ['code', 'bold 19.5px monospace', ['Noto Sans Mono']],
      ['p', '16px serif', []],
      ['b', 'bold 16px serif', ['Tinos']],
      ['p', '16px serif', ['Tinos', 'Droid Sans Fallback']],
    ]);
  });

  it('lists the generated text of margin boxes in the layout, apart from running elements', async () => {
    const html = `<style>@page { @top-center { content: element(head) } @bottom-right { content: "Page " counter(page) } }
      h1 { position: running(head) }</style><h1>Title</h1><p>one<p style="break-before: page">two`;
    const { pages } = await layout(html);
    expect(pages.map(({ marginBoxes }) => marginBoxes.map(({ name, lines }) => [name, lines[0]!.text]))).to.deep.equal([
      [['bottom-right', 'Page 1']],
      [['bottom-right', 'Page 2']],
    ]);
    const { x, y, width, height } = pages[0]!.marginBoxes[0]!;
    expect(x + width).to.be.closeTo(pages[0]!.area.x + pages[0]!.area.width, 1);
    expect(y).to.be.closeTo(pages[0]!.area.y + pages[0]!.area.height, 1);
    expect(height).to.be.greaterThan(0);
    expect(pages[0]!.boxes.find(({ tag }) => tag === 'h1')!.lines[0]!.text).to.equal('Title');
    const chosen = JSON.parse(await inspectJson(html, 'p')) as DocumentLayout;
    expect(chosen.pages[0]!.marginBoxes).to.deep.equal([]);
  });

  it('reports missing families and words that are not hyphenated', async () => {
    const said = async (html: string): Promise<string[]> =>
      (await render(html)).diagnostics.map(({ code, severity, message }) => `${code} ${severity} ${message}`);
    expect(
      await said('<p style="font-family: Inter, Arial">x<b>y</b><p style="font: 9px Inter, serif">z'),
    ).to.deep.equal(['font/missing-family info Font family not found: "Inter". Arimo is used instead.']);
    expect(await said('<p style="font-family: Inter">x')).to.deep.equal([
      'font/missing-family warning Font family not found: "Inter". Tinos is used instead.',
    ]);
    expect(await said('<p style="font-family: Helvetica, Inter, sans-serif">x')).to.deep.equal([]);
    expect(
      await said('<p lang=xx style="hyphens: auto">x<p lang=xx style="hyphens: auto; color: red">y'),
    ).to.deep.equal([
      'text/no-hyphenation info No hyphenation patterns for the language "xx". Words break only at soft hyphens.',
    ]);
    expect((await said('<p style="hyphens: auto">x'))[0]).to.match(
      /^text\/no-hyphenation info hyphens: auto has no effect without/,
    );
    expect(await said('<p lang=en style="hyphens: auto">x<p lang=ja style="hyphens: auto">x')).to.deep.equal([]);
  });

  it('reports the position of the declaration or element that requests something missing', async () => {
    const { diagnostics } = await render(
      [
        '<style>.a { color: red; clip-path: url(#c) }',
        '@media print { p { font-family: "No Sans", serif; hyphens: auto } }</style>',
        '<p>x<div class=a>y</div><div style="width: 9px; mask-image: url(#m)">z</div>',
        '<svg width=9 height=9><rect width=9 height=9 fill="url(#f)" stroke="url(#s) red"/>',
        '<use href="#u"/><path d="M0 0 9 9" marker-end="url(#e)"/><text>t<textPath href="#t">u</textPath></text></svg>',
        '<svg width=9 height=9><linearGradient id=there /><rect width=9 height=9 fill="url(#there)"/></svg>',
        '<p style="filter: url(#i); font: 9px Other, serif">w',
        '<p style="offset-path: url(#o)">v<svg width=9 height=9><rect width=9 height=9 style="offset-path: url(#q)"/>',
        '<text style="shape-inside: url(#v)">u</text></svg>',
      ].join('\n'),
    );
    expect(
      diagnostics.map(({ message, line, column }) => `${line}:${column} ${message.replace(/:.*/, '')}`).sort(),
    ).to.deep.equal([
      '1:25 #c does not refer to a <clipPath>',
      '2:20 Font family not found',
      '2:51 hyphens',
      '3:49 #m does not refer to a <mask>',
      '4:23 #f does not refer to a gradient or <pattern>',
      '4:23 #s does not refer to a gradient or <pattern>',
      '5:1 #u does not refer to an element',
      '5:17 #e does not refer to a <marker>',
      '5:58 Text in <text> is cut off by the viewport of its SVG',
      '5:65 #t does not refer to a shape',
      '7:11 #i does not refer to a <filter>',
      '7:28 Font family not found',
      '8:11 #o does not refer to a shape',
      '8:86 #q does not refer to a shape',
      '9:14 #v does not refer to a shape',
      '9:14 Text in <text> is cut off by the viewport of its SVG',
    ]);
  });

  it('reports sticky boxes and their contents at their shown positions', async () => {
    const { pages } = await layout(
      `<style>@page { size: 300px; margin: 20px } body { margin: 0 } div, p { margin: 0; height: 40px }</style>
       <div style="height: 100px; overflow: hidden; padding: 0"><p>a<p>b<p>c<p id=s style="position: sticky; bottom: 0">d<b>e</b></div>`,
    );
    const found = pages[0]!.boxes.find(({ selector }) => selector === '#s')!;
    const inside = pages[0]!.boxes.find(({ tag }) => tag === 'b')!;
    expect([found.x, found.y, found.lines[0]!.y]).to.deep.equal([20, 80, 80]);
    expect(inside.y).to.be.within(80, 90);
  });

  it('slants upright letters by the requested angle', async () => {
    const slants = async (style: string): Promise<string[]> => {
      const html = `<p style="font: ${style} 20px Noto Sans Hebrew">\u05e9`;
      const { pdf } = await render(html, { compress: false });
      const text = Buffer.from(pdf).toString('latin1');
      return [...text.matchAll(/^1 0 (\S+) -1 .*Tm/gm)].map(([, skew]) => skew!);
    };
    expect(await slants('italic')).to.deep.equal(['.25']);
    expect(await slants('oblique')).to.deep.equal(['.25']);
    expect(await slants('oblique 45deg')).to.deep.equal(['1']);
    expect(await slants('oblique -45deg')).to.deep.equal(['-1']);
    expect(await slants('oblique 90deg')).to.deep.equal(await slants('oblique 60deg'));
  });

  it('gives the same PDF and layout from one layout as separately', async () => {
    const html = `<style>@page{size:300px;@bottom-center{content:counter(page) '/' counter(pages)}}</style>${'<p>text '.repeat(30)}`;
    const stages: string[] = [];
    const both = await renderWithLayout(html, {
      onProgress: ({ stage, pages }) => stage === 'layout' && stages.push(`${stage} ${pages}`),
    });
    const { pdf, pages, diagnostics } = await render(html);
    expect(Buffer.from(both.pdf).equals(pdf)).to.equal(true);
    expect([both.pages, both.diagnostics]).to.deep.equal([pages, diagnostics]);
    expect(both.layout).to.deep.equal(await layout(html));
    expect(new Set(stages).size).to.equal(stages.length);
  });

  it('streams what it would have returned', async () => {
    const { pdf } = await render('<p>stream</p>');
    const chunks: Uint8Array[] = [];
    for await (const chunk of renderToStream('<p>stream</p>') as unknown as AsyncIterable<Uint8Array>)
      chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(Buffer.from(pdf))).to.equal(true);
  });

  it('applies page size and margins if the document sets none', async () => {
    const box = async (html: string, options: RenderOptions): Promise<string | undefined> =>
      /\/MediaBox \[([^\]]*)\]/.exec(text((await render(html, { ...options, compress: false })).pdf))?.[1];
    expect(await box('', {})).to.equal('0 0 595.28 841.89');
    expect(await box('', { pageSize: 'letter landscape' })).to.equal('0 0 792 612');
    expect(await box('<style>@page{size:300px 400px}</style>', { pageSize: 'A3' })).to.equal('0 0 225 300');
  });

  it("applies the document's own metadata if the options set none", async () => {
    const html =
      '<title>T</title><meta name=author content="A. One"><meta name=AUTHOR content=" B. Two "><meta name=description content=D><meta name=keywords content="k, l">';
    const info = async (options: RenderOptions): Promise<string> =>
      Buffer.from((await render(html, { ...options, compress: false })).pdf).toString('latin1');
    expect(await info({}))
      .to.include('(A. One, B. Two)')
      .and.include('(D)')
      .and.include('(k, l)');
    expect(await info({ author: 'C' }))
      .to.include('(C)')
      .and.not.include('One');
  });

  it('writes title and language', async () => {
    const { pdf } = await render('<html lang="de"><title>Über  uns</title>', { compress: false });
    expect(text(pdf)).to.include('/Lang (de)').and.to.include('/Title');
  });

  it('names the invalid options that it refuses', async () => {
    expect(await failure('', { pageSize: 'A99' })).to.equal('invalid_options');
    expect(await failure('', { limits: { maxPages: 0 } })).to.equal('invalid_options');
  });

  it('lists every reason of a refusal, with its option or its position', async () => {
    const issues = (html: string, options: object): Promise<unknown> =>
      render(html, options).then(String, (error: RenderError) =>
        error.issues.map(({ path, code, line, column }) => [path, code, line, column]),
      );
    const wrong = { scale: 'large', mergin: 1, margin: { top: '2 apples', start: 1 }, limits: { maxPages: 0 } };
    expect(await issues('', wrong)).to.have.deep.members([
      ['scale', 'invalid_type', null, null],
      ['mergin', 'unknown_option', null, null],
      ['margin.top', 'invalid_value', null, null],
      ['margin.start', 'unknown_option', null, null],
      ['limits.maxPages', 'invalid_value', null, null],
    ]);
    expect(await issues('', { encryption: { userPassword: '\u00ad' } })).to.deep.equal([
      ['encryption.userPassword', 'invalid_value', null, null],
    ]);
    expect(await issues('<p>\n<img src="https://a.example/x.png">', {})).to.deep.equal([
      [null, 'external_resource', 2, 1],
    ]);
    const untagged =
      '<html lang=en><title>A</title><p>\n<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">';
    expect(await issues(untagged, { profile: 'pdf/ua-1' })).to.deep.include([null, 'profile_violation', 2, 1]);
  });

  it('refuses or omits external references', async () => {
    const html = '<img src="https://a.example/x.png" alt="x"><a href="https://b.example/">fine</a>';
    expect(await failure(html, {})).to.equal('external_resource');
    expect(await codes(html, { external: 'ignore' })).to.include('document/external-resource');
  });

  it('names an external reference in the message itself', async () => {
    const said = (html: string): Promise<string> => render(html).then(String, ({ message }: Error) => message);
    const image = '<img src="https://a.example/x.png">';
    expect(await said(image)).to.match(/: https:\/\/a\.example\/x\.png \(img src\)\. /);
    expect(await said(`${image}<img src="https://b.example/">`)).to.match(/x\.png \(img src\) and 1 more\. /);
    expect((await said(`<img src="https://a.example/${'x'.repeat(5000)}">`)).length).to.be.below(400);
  });

  it('reports the positions of omitted references and of characters that no font has', async () => {
    const html = '<p>fine</p>\n<link rel=stylesheet href="https://a.example/a.css">\n<p>one\n<p>\u{12000}';
    const { diagnostics } = await render(html, { external: 'ignore' });
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).to.deep.equal([
      ['document/external-resource', 2, 1],
      ['font/missing-glyph', 4, 1],
    ]);
  });

  describe('when limits are exceeded, throws one typed error and serves the next render', () => {
    const cases: [string, string, RenderOptions, RenderErrorCode][] = [
      ['pages', '<p style="break-after:page">x'.repeat(9), { limits: { maxPages: 5 } }, 'page_limit_exceeded'],
      ['time', '<p>word word</p>'.repeat(20_000), { limits: { deadlineMs: 1 } }, 'render_timeout'],
      ['boxes', '<b>x</b>'.repeat(2000), { limits: { maxBoxes: 1000 } }, 'document_too_complex'],
      [
        'substitution',
        `<style>:root{--a0:xxxxxxxxxx;${Array.from({ length: 30 }, (_, i) => `--a${i + 1}:var(--a${i}) var(--a${i})`).join(';')}}p{color:var(--a30)}</style><p>x`,
        { limits: { maxSubstitution: 10_000 } },
        'document_too_complex',
      ],
      ['abort', '<p>x', { signal: AbortSignal.abort() }, 'aborted'],
    ];
    for (const [name, html, options, code] of cases) {
      it(name, async () => {
        expect(await failure(html, options)).to.equal(code);
        expect(await codes('<p>fine</p>')).to.deep.equal([]);
      });
    }
  });

  it('stops before the next stage if the signal aborts during one', async () => {
    const controller = new AbortController();
    const stages: string[] = [];
    setTimeout(() => controller.abort());
    const failure = await render('<p>word '.repeat(40_000), {
      signal: controller.signal,
      onProgress: ({ stage }) => stages.push(stage),
    }).then(
      () => null,
      (error: RenderError) => error.code,
    );
    expect(failure).to.equal('aborted');
    expect(stages).to.not.include('boxes');
  });

  describe('with bad input', () => {
    it('makes one blank page from an empty string', async () => {
      expect((await render('')).pages).to.equal(1);
    });

    it('treats input that is not HTML as text', async () => {
      await codes('\u0000\u0001binary\ufffd\ud800 %PDF-1.4 PK\u0003\u0004');
    });

    it('closes truncated markup', async () => {
      await codes('<table><tr><td><b>unfinished <style>p{color:re');
      await codes('<p>x<!-- never closed');
    });

    it('clamps numbers that exceed any page', async () => {
      for (const html of [
        '<svg><pattern id=q width=5 height=5 x="1e21"><rect width=3 height=3 /></pattern><rect width=9 height=9 fill="url(#q)"/></svg>',
        '<svg><linearGradient id=q x1="-1e300" gradientTransform="scale(1e99)"><stop stop-color=red /><stop offset=1 /></linearGradient><rect width=9 height=9 fill="url(#q)"/></svg>',
        '<div style="border:1px solid;border-image:linear-gradient(red,blue) 1 / 1 / 1e21">x',
        '<div style="box-shadow:0 0 1e-300px red, inset 0 0 1e-300px red">x',
      ])
        expect(await codes(html), html).to.deep.equal([]);
    });

    it('supports nested running elements', async () => {
      await codes('<style>p,b{position:running(top)} @page{@top-left{content:element(top)}}</style><p>x <b>y</b>');
    });

    it('reports invalid CSS with its position', async () => {
      const { diagnostics } = await render(
        '<style>\np { color: ; colour: red; width: 3 apples }\n@nonsense x;\n} q {</style><p>x',
      );
      expect(diagnostics.map(({ code }) => code)).to.include.members(['css/unknown-property', 'css/invalid-value']);
      const unknown = diagnostics.find(({ code }) => code === 'css/unknown-property');
      expect([unknown?.line, unknown?.column]).to.deep.equal([2, 14]);
    });

    it('falls back for a missing font and reports a broken one', async () => {
      expect(await codes('<p style="font-family: No Such Font">x')).to.deep.equal(['font/missing-family']);
      const broken =
        '<style>@font-face{font-family:F;src:url(data:font/ttf;base64,AAAA)}</style><p style="font-family:F">x';
      expect((await codes(broken)).some((code) => code.startsWith('font/'))).to.equal(true);
    });

    it('reports a broken image', async () => {
      expect(await codes('<img src="data:image/png;base64,iVBORw0KGgoAAAAN" alt="x">')).to.include('image/broken');
      expect(await codes('<img src="data:image/png;base64,AAAA" alt="x">')).to.include('image/unknown-format');
    });

    it('flattens 20,000 open elements', async function () {
      this.timeout(120_000);
      const limits = { deadlineMs: 100_000 };
      expect(await codes('<div>'.repeat(20_000) + 'deep', { limits })).to.include('html/too-deep');
      await codes('<span><table><tr><td>'.repeat(5000), { limits });
    });

    it('keeps absurd numbers within bounds', async () => {
      await codes('<table><td colspan=99999999 rowspan=99999999>x</table><ol start=99999999999999><li>x</ol>');
      await codes('<p style="width:1e30px;height:-5px;font-size:1e9px;line-height:0;margin:-1e9em">x', {
        limits: { maxPages: 100_000 },
      });
      await codes('<style>@page{size:1px 1px;margin:5px}</style><p>one word at a time', {
        limits: { maxPages: 100_000 },
      });
    });
  });
});
