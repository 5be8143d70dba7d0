import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}iframe{border:0;display:block}p{color:red}</style>';
const escaped = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (html: string, attributes = 'width=200 height=100'): string =>
  `<iframe ${attributes} srcdoc="${escaped(html)}"></iframe>`;
const painted = (html: string): Promise<string> => inspect(PAGE + html, 'paint', null);
const BOX = (style: string): string => `<body style="margin:0"><div style="${style}"></div>`;

describe('frames', () => {
  it('have their own style sheets and a viewport the size of their content box', async () => {
    const style = '<style>div{height:10vh;width:50vw;background:#00f}@media(width:200px){div{background:#0f0}}</style>';
    const text = await painted(frame(style + BOX(''), 'style="width:200px;height:100px;padding:20px"'));
    expect(text).to.match(/transform 1 0 0 1 20 20/);
    expect(text).to.match(/clipRect 0 0 200 100/);
    expect(text).to.match(/fillRect 0 0 100 10 #00ff00/);
    expect(await painted(frame('<body style="margin:0"><p>text'))).to.not.contain('#ff0000');
  });

  it('contain their positioned boxes, and are covered by the canvas of their document', async () => {
    const text = await painted(
      frame(
        `<html style="background:#abc">${BOX('position:fixed;right:0;bottom:0;width:10px;height:10px;background:#123')}`,
      ),
    );
    expect(text).to.match(/fillRect .*#aabbcc/);
    expect(text).to.match(/fillRect 190 90 10 10 #112233/);
  });

  it('are never in quirks mode, except that data: URLs follow their own doctype', async () => {
    const high = '<body style="margin:0"><div style="height:50%;background:#0f0;width:10px">';
    expect(await painted(frame(high))).to.match(/fillRect 0 0 10 0 #00ff00/);
    const quirky = `<iframe width=200 height=100 src="data:text/html,${encodeURIComponent(high)}"></iframe>`;
    expect(await painted(quirky)).to.match(/fillRect 0 0 10 50 #00ff00/);
  });

  it('show drawings and pictures that are files next to the document, and report other files', async () => {
    const files: Readonly<Record<string, Uint8Array>> = {
      'graphs/a.svg': Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="#0f0"/></svg>',
      ),
      'b.gif': Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
    };
    const options = { loadResource: (path: string) => files[path] ?? null };
    const shown = (src: string): Promise<string> =>
      inspect(`${PAGE}<iframe width=200 height=100 src="${src}"></iframe>`, 'paint', null, options);
    expect(await shown('graphs/a.svg?v=1#top')).to.match(/clipRect 0 0 200 100[^]*#00ff00/);
    expect(await shown('b.gif')).to.match(/clipRect 0 0 200 100[^]*drawImage 0 0 1 1/);
    const { diagnostics } = await render(
      `${PAGE}<iframe src="a.html"></iframe><iframe src="graphs/a.svg"></iframe><iframe src="none.svg"></iframe>`,
      options,
    );
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([
      'iframe src a.html was not loaded: frames show `srcdoc`, `data:` URLs, drawings and pictures.',
      'iframe src none.svg was not found.',
    ]);
  });

  it('never show a drawing inside itself, or other files inside a drawing', async () => {
    const drawing = (color: string, inner: string): Buffer =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg><iframe src="${inner}"></iframe>`,
      );
    const files: Readonly<Record<string, Uint8Array>> = {
      'a.svg': drawing('#0f0', 'a.svg'),
      'b.svg': drawing('#00f', 'a.svg'),
    };
    const framed = (...names: string[]): Promise<string> =>
      inspect(PAGE + names.map((name) => `<iframe src="${name}"></iframe>`).join(''), 'paint', null, {
        loadResource: (path: string) => files[path] ?? null,
      });
    expect((await framed('a.svg')).match(/#00ff00/g)).to.have.lengthOf(1);
    expect((await framed('a.svg', 'b.svg')).match(/#00ff00|#0000ff/g)).to.deep.equal(['#00ff00', '#0000ff']);
  });

  it('count each use of a drawing towards the memory of the document', async () => {
    const file = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(50_000)}</svg>`);
    const uses = (n: number): Promise<unknown> =>
      render(PAGE + '<iframe hidden src="a.svg"></iframe>'.repeat(n), {
        loadResource: () => file,
        limits: { maxBytes: 20_000_000 },
      });
    await uses(2);
    expect(await uses(6).catch((error: { code: string }) => error.code)).to.equal('document_too_complex');
  });

  it('show pictures whose names look like character references', async () => {
    const file = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    const text = await inspect(`${PAGE}<iframe src="a&amp;copy.gif"></iframe>`, 'paint', null, {
      loadResource: (path: string) => (path === 'a&copy.gif' ? file : null),
    });
    expect(text).to.match(/drawImage 0 0 1 1/);
  });

  it('show pictures and drawings, which fill them unless they have a size', async () => {
    const drawing = (attributes: string): string =>
      `<iframe width=200 height=100 src='data:image/svg+xml,<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" ${attributes}><rect width="4" height="2" fill="lime"/></svg>'></iframe>`;
    expect(await painted(drawing(''))).to.match(/transform 50 0 0 50 [^]*#00ff00/);
    expect(await painted(drawing('width="8"'))).to.match(/transform 2 0 0 2 [^]*#00ff00/);
    const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';
    expect(await painted(`<iframe width=200 height=100 src="${dot}"></iframe>`)).to.match(/drawImage 0 0 1 1/);
  });

  it('nest within a depth limit', async () => {
    let html = BOX('width:7px;height:7px;background:#070');
    for (let i = 0; i < 4; i++) html = `<body style="margin:0">${frame(html)}`;
    expect((await painted(frame(html))).match(/fillRect 0 0 7 7 #007700/)).to.equal(null);
    const { diagnostics } = await render(PAGE + frame(html));
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['html/unsupported-frame']);
    expect(await painted(frame(BOX('width:7px;height:7px;background:#070')))).to.match(/fillRect 0 0 7 7 #007700/);
  });

  it('keep their headings and names to themselves, and report the positions of their errors', async () => {
    const inner = '<h1 id=a>inner</h1><a href="#a">to</a><a href="https://x.example/">out</a><p style="foo:1">';
    const text = await painted(`<h1 id=a>outer</h1><a href="#a">to</a>${frame(inner)}`);
    expect(text.match(/bookmark/g)).to.have.lengthOf(1);
    expect(text.match(/^ *destination/gm)).to.have.lengthOf(1);
    expect(text.match(/^ *link .*/gm)).to.have.lengthOf(2);
    const { diagnostics } = await render(PAGE + frame(inner));
    expect(diagnostics.map(({ code, source }) => [code, source])).to.deep.equal([
      ['css/unknown-property', 'iframe style attribute'],
    ]);
  });
});
