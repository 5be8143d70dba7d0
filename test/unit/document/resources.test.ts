import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { layoutDocument } from '../../../engine/render.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FONT = readFileSync(new URL('../../../assets/fonts/Cousine-400.ttf', import.meta.url));

type Files = Record<string, string | Uint8Array>;

/** Returns a loader of files by name, with the list of requests. */
function loaderOf(files: Files): { options: RenderOptions; asked: string[] } {
  const asked: string[] = [];
  const table = new Map(Object.entries(files));
  return {
    asked,
    options: {
      resources: async (url, kind) => {
        asked.push(`${kind} ${url}`);
        const file = table.get(url);
        return typeof file === 'string' ? new TextEncoder().encode(file) : file;
      },
    },
  };
}

async function colorOf(html: string | Uint8Array, options: RenderOptions): Promise<string> {
  const { root, styler } = await layoutDocument(html, options);
  const body = root.element!.children.find((node) => node.type === 'element' && node.tag === 'body');
  const { r, g, b } = styler.styleOf(body as never).text.color as unknown as Record<string, number>;
  return `${r} ${g} ${b}`;
}

describe('resources', () => {
  it('include style sheets, their imports and their references, each requested once', async () => {
    const { options, asked } = loaderOf({
      'css/site.css': '@import "parts/base.css"; @font-face { font-family: Own; src: url(../fonts/own.ttf) }',
      'css/parts/base.css': 'body { color: #010203; background: url("../../img/a.png"); font-family: Own }',
      'fonts/own.ttf': FONT,
      'img/a.png': PIXEL,
    });
    const html =
      '<link rel=stylesheet href=css/site.css><img src=img/a.png alt=a><p style="background: url(img/a.png)">x';
    const { diagnostics, pdf } = await render(html, { ...options, compress: false });
    expect(diagnostics).to.deep.equal([]);
    expect(Buffer.from(pdf).toString('latin1')).to.contain('Cousine').and.to.contain('/Subtype /Image');
    expect(asked.sort()).to.deep.equal([
      'font fonts/own.ttf',
      'image img/a.png',
      'stylesheet css/parts/base.css',
      'stylesheet css/site.css',
    ]);
    expect(await colorOf(html, options)).to.equal(await colorOf('<body style="color: #010203">', {}));
  });

  it('give the same bytes as data: URLs', async () => {
    const { options } = loaderOf({ 'a.png': PIXEL, 'a.css': 'p { color: red }' });
    const inside = await render(
      `<link rel=stylesheet href="data:text/css,p { color: red }"><p>x<img src="data:image/png;base64,${PIXEL.toString('base64')}">`,
    );
    const beside = await render('<link rel=stylesheet href=a.css><p>x<img src=a.png>', options);
    expect(Buffer.from(beside.pdf).equals(inside.pdf)).to.equal(true);
  });

  it('that never arrive end the render at its deadline', async () => {
    const never = new Promise<null>(() => undefined);
    const error = await render('<img src=a.png>', { resources: () => never, limits: { deadlineMs: 200 } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.have.property('code', 'render_timeout');
  });

  it('that never arrive end the render when its signal fires', async () => {
    const controller = new AbortController();
    const code = render('<img src=never.png>', {
      signal: controller.signal,
      resources: () => new Promise(() => controller.abort()),
    }).then(
      () => 'rendered',
      (error: RenderError) => error.code,
    );
    expect(await code).to.equal('aborted');
  });

  it('that are alternatives of an image are reported only if all of them are missing', async () => {
    const missing = async (html: string): Promise<string[]> => {
      const { diagnostics } = await render(html, {
        resources: (url) => (url === 'yes.svg' ? new TextEncoder().encode(svg) : null),
      });
      return diagnostics.filter(({ code }) => code === 'document/missing-resource').map(({ message }) => message);
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const inline = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    for (const html of [
      '<img src=yes.svg srcset="no.png 2x, no2.png 3x">',
      '<img src=no.png srcset="yes.svg 2x">',
      `<img src="${inline}" srcset="no.png 2x">`,
      '<picture><source srcset="no.webp" type="image/webp"><img src=yes.svg></picture>',
      '<picture><source srcset="yes.svg 1x, no.png 2x"><img src=no.png></picture>',
    ])
      expect(await missing(html), html).to.deep.equal([]);
    expect(await missing('<img src=no.png srcset="no2.png 2x"><img src=yes.svg>')).to.deep.equal([
      'img src no.png was not found.',
      'img srcset no2.png was not found.',
    ]);
    expect(await missing('<picture><img src=no.png></picture>')).to.deep.equal(['img src no.png was not found.']);
  });

  it('that are missing or fail are reported at their position', async () => {
    const { diagnostics } = await render('<p>x\n<img src=no.png alt=no><link rel=stylesheet href=bad.css>', {
      resources: (url) => {
        if (url === 'bad.css') throw new Error('the disk is full');
        return null;
      },
    });
    expect(diagnostics.map(({ code, message, line, column }) => ({ code, message, line, column }))).to.deep.equal([
      { code: 'document/missing-resource', message: 'img src no.png was not found.', line: 2, column: 1 },
      {
        code: 'document/missing-resource',
        message: 'link href bad.css could not be loaded: the disk is full.',
        line: 2,
        column: 24,
      },
    ]);
  });

  it('have their own lines and columns, even if their URLs were rewritten', async () => {
    const css = 'p { background: url(a.png) } b { colour: red }\ni { colour: red }';
    const { options } = loaderOf({ 'css/a.css': css, 'css/a.png': PIXEL });
    const { diagnostics } = await render('<link rel=stylesheet href=css/a.css><b>x</b>', options);
    expect(diagnostics.map(({ code, source, line, column }) => ({ code, source, line, column }))).to.deep.equal([
      { code: 'css/unknown-property', source: 'css/a.css', line: 1, column: css.indexOf('colour') + 1 },
    ]);
  });

  it('never replace http(s) URLs, wherever these occur', async () => {
    const { options, asked } = loaderOf({
      'a.css': 'p { background: url(https://example.com/a.png) } @font-face { src: url(//example.com/b.woff) }',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://example.com/c.png"/></svg>',
    });
    const error = await render('<link rel=stylesheet href=a.css><img src=a.svg>', options).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(RenderError);
    expect((error as RenderError).urls).to.deep.equal([
      { url: 'https://example.com/a.png', where: 'a.css url()' },
      { url: 'https://example.com/b.woff', where: 'a.css url()' },
      { url: 'http://example.com/c.png', where: 'a.svg image href' },
    ]);
    expect(asked.filter((line) => line.includes('example'))).to.deep.equal([]);
    const based = render('<base href="https://example.com/"><img src=a.png>', options).catch((e: unknown) => e);
    expect(((await based) as RenderError).urls[0]!.url).to.equal('https://example.com/a.png');
  });

  it('use absolute URLs if the document has an address, resolved against its base', async () => {
    const { options, asked } = loaderOf({});
    await render('<img src=../a%20b.png?x=1#y alt>', { ...options, baseUrl: 'file:///docs/in/a.html' });
    await render('<base href=sub/><img src="a b.png?x=1" alt><img src=/c.png alt>', options);
    expect(asked).to.deep.equal(['image file:///docs/a%20b.png?x=1', 'image sub/a b.png', 'image c.png']);
  });

  it("aren't requested by content of data: URLs", async () => {
    const { options, asked } = loaderOf({});
    await render('<link rel=stylesheet href="data:text/css,p{background:url(a.png)}"><p>x', options);
    expect(asked).to.deep.equal([]);
  });

  it('may import each other in cycles', async () => {
    const { options, asked } = loaderOf({ 'a.css': '@import "b.css";', 'b.css': '@import "a.css"; p { color: red }' });
    await render('<link rel=stylesheet href=a.css><p>x', options);
    expect(asked).to.deep.equal(['stylesheet a.css', 'stylesheet b.css']);
  });
});
