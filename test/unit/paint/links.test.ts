import { expect } from 'chai';
import { render, type RenderOptions } from '../../../engine/index.ts';

/** Returns the targets of links, in order (URLs, or the page and height of a destination), and the reports. */
async function linksOf(html: string, options: RenderOptions = {}): Promise<{ links: string[]; said: string[] }> {
  const { pdf, diagnostics } = await render(html, { compress: false, ...options });
  const text = Buffer.from(pdf).toString('latin1');
  const places = destinations(text);
  const links = [...text.matchAll(/\/Subtype\/Link.*?(?:\/Dest<(\w+)>|\/URI\((.*?)\))/gs)].map(([, name, url]) =>
    name === undefined ? url! : (places.get(name.toLowerCase()) ?? 'dead'),
  );
  return { links, said: diagnostics.map(({ code, line }) => `${code} ${line}`) };
}

/** Returns the targets of the names in a file: `page at top`. */
function destinations(text: string): Map<string, string> {
  const pages = [...text.matchAll(/(\d+) 0 obj\s*<<\s*\/Type \/Page\s/g)].map(([, id]) => id!);
  const names = text.matchAll(/<(\w+)> ?\[(\d+) 0 R \/XYZ [-\d.]+ ([-\d.]+) null\s*\]/g);
  return new Map(
    [...names].map(([, name, id, top]) => [name!.toLowerCase(), `${pages.indexOf(id!) + 1} at ${Math.round(+top!)}`]),
  );
}

/** Returns the areas of links on a page of 100 px: x, y, width and height in px. */
async function placesOf(html: string): Promise<string[]> {
  const style = '<!DOCTYPE html><style>@page { size: 100px; margin: 0 } body, p { margin: 0 }</style>';
  const { pdf } = await render(style + html, { compress: false });
  const links = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/Subtype\/Link\/Rect\[([^\]]*)\]/g);
  return [...links].map(([, rect]) => {
    const [x0, y0, x1, y1] = rect!.split(' ').map((n) => Math.round(Number(n) / 0.75));
    return `${x0} ${100 - y1!} ${x1! - x0!} ${y1! - y0!}`;
  });
}

const PAGES = '<style>@page { size: 200px 200px; margin: 20px } p + p { break-before: page }</style>';

describe('links', () => {
  it('to a menu that is off screen lead to the top of the page', async () => {
    const menu = '<nav id=menu style="position:fixed;left:-90px;width:80px;top:0">a <b id=entry>b</b></nav>';
    expect(await linksOf(`${PAGES}${menu}<p><a href="#menu">c</a> <a href="#entry">d</a>`)).to.deep.equal({
      links: ['1 at 150', '1 at 150'],
      said: ['page/outside 1'],
    });
  });

  it('to #top and # lead to the start of the first page, unless an element has the name', async () => {
    const links = '<a href="#top">a</a> <a href="#TOP">b</a> <a href="#">c</a>';
    expect(await linksOf(`${PAGES}<p>one<p>${links}`)).to.deep.equal({
      links: ['1 at 150', '1 at 150', '1 at 150'],
      said: [],
    });
    expect(await linksOf(`${PAGES}<p>one<p id=top>${links}`)).to.deep.equal({
      links: ['2 at 123', '1 at 150', '1 at 150'],
      said: [],
    });
    expect((await linksOf(`${PAGES}<p>one<p>two`, { footer: '<a href="#top">up</a>' })).links).to.deep.equal([
      '1 at 150',
      '1 at 150',
    ]);
    expect(
      (await linksOf(`${PAGES}<p>one<p><svg><a href="#top"><rect width=9 height=9 /></a></svg>`)).links,
    ).to.have.length(1);
  });

  it('to phone numbers and mail addresses may contain spaces', async () => {
    const links = '<a href="tel:+49 30 12">a</a> <a href=" mailto:a b@c.d ">b</a> <a href="java script:x">c</a>';
    const expected = {
      links: ['tel:+49%2030%2012', 'mailto:a%20b@c.d'],
      said: ['document/dead-link 1'],
    };
    expect(await linksOf(links)).to.deep.equal(expected);
    const svg = '<svg><a href="tel:1 2"><rect width=9 height=9 /></a></svg>';
    expect((await linksOf(svg, { baseUrl: 'https://a.b/' })).links).to.deep.equal(['tel:1%202']);
  });

  it('lead to the id before a text fragment', async () => {
    const links = '<a href="#b:~:text=two">a</a> <a href="#:~:text=one">b</a>';
    expect(await linksOf(`${PAGES}<p>one ${links}<p id=b>two`)).to.deep.equal({
      links: ['2 at 123', '1 at 150'],
      said: [],
    });
  });

  it('of image maps are limited, because every image can use every map', async () => {
    const map = `<map name=m>${'<area shape=default href="https://a.example/">'.repeat(400)}</map>`;
    const images = `<img usemap="#m" alt="" width=9 height=9 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;
    const error = await render(map + images.repeat(400)).catch((failure: unknown) => failure);
    expect(error).to.include({ code: 'document_too_complex' });
    expect(String(error)).to.contain('areas of image maps');
  });

  it('of an image map cover the areas on the image, the first area last', async () => {
    const areas = `<area shape=rect coords="0,0,50,50" href="https://a.example/" alt=A>
      <area shape=circle coords="70 70 20" href="#x"><area shape=poly coords="0,60, 40,60, 20,150" href="c.pdf">
      <area coords="10,10,0" href="https://no.example/"><area href="https://d.example/" shape=default>`;
    const image = (style: string): string =>
      `<img usemap="#m" alt="" style="width: 100px; height: 100px; ${style}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;
    const page = (content: string): string =>
      `<style>@page { size: 200px; margin: 0 } body { margin: 0 }</style>${content}<map name=m>${areas}</map><p id=x>`;
    const rects = async (html: string): Promise<string[]> => {
      const text = Buffer.from((await render(html, { compress: false })).pdf).toString('latin1');
      return [...text.matchAll(/\/Rect ?\[([^\]]*)\]/g)].map(([, rect]) =>
        rect!
          .trim()
          .split(/\s+/)
          .map((n) => Math.round(Number(n) / 0.75))
          .join(' '),
      );
    };
    expect(await rects(page(image('')))).to.deep.equal([
      '0 100 100 200',
      '0 100 40 140',
      '50 110 90 150',
      '0 150 50 200',
    ]);
    expect((await rects(page(image('padding: 10px; border: 5px solid; display: block'))))[3]).to.equal('15 135 65 185');
    expect((await linksOf(page(image('')))).links).to.deep.equal([
      'https://d.example/',
      'c.pdf',
      '1 at 63',
      'https://a.example/',
    ]);
    const turned = `<div dir=rtl style="display: flex">${image('')}</div>`;
    expect((await rects(page(turned)))[3]).to.equal('100 150 150 200');
  });

  it('cover the floats and positioned boxes in them', async () => {
    const image = (style: string): string =>
      `<img alt=I style="width:20px;height:10px;${style}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;
    const link = (content: string, style = ''): string => `<a href="https://a.b/" style="${style}">${content}</a>`;
    expect(await placesOf(link(image('float:right')))).to.deep.equal(['80 0 20 10']);
    expect(await placesOf(link(`<b>${image('position:absolute;top:50px;left:0')}</b>`))).to.deep.equal(['0 50 20 10']);
    const card = `<style>.over::after{content:"";position:absolute;inset:0}</style><div style="position:relative;height:40px">`;
    expect(await placesOf(`${card}<a class=over href="https://a.b/"></a></div>`)).to.deep.equal(['0 0 100 40']);
    // Block-level links cover their floats themselves.
    expect(await placesOf(link(image('float:right'), 'display:block;height:30px'))).to.deep.equal(['0 0 100 30']);
    // Footnotes are not part of the link around their call.
    expect(await placesOf(link('a<i style="float:footnote">b</i>', 'font:10px/10px monospace'))).to.have.length(3);
  });

  it('without a box cover their contents', async () => {
    const link = (content: string): string => `<a href="https://a.b/" style="display:contents">${content}</a>`;
    expect(await placesOf(link('<p style="height:30px"><b>x</b></p>'))).to.deep.equal(['0 0 100 30']);
    const flex = `<div style="display:flex;font:10px/10px monospace">${link(' one <p style="width:30px;height:10px"></p> ')}</div>`;
    expect(await placesOf(flex)).to.deep.equal(['0 -2 18 14', '18 0 30 10']);
    const { pdf } = await render(`<!DOCTYPE html><html lang=en><title>t</title><p>${link('text')}`, {
      profile: 'pdf/ua-1',
      compress: false,
    });
    expect(Buffer.from(pdf).toString('latin1')).to.contain('/Subtype/Link').and.to.contain('/StructParent ');
  });

  it('cover the contents of elements without a box in them', async () => {
    const inner = '<span style="display:contents"><b style="display:block;height:20px"></b></span>';
    const link = (style: string): string => `<a href="https://a.b/" style="display:${style}">${inner}</a>`;
    expect(await placesOf(link('contents'))).to.deep.equal(['0 0 100 20']);
    expect(await placesOf(link('block'))).to.deep.equal(['0 0 100 20']);
  });

  it('cover what is visible in hidden ones', async () => {
    const inner = '<i><b style="display:block;height:20px;visibility:visible"></b></i><p style="height:30px"></p>';
    const link = `<a href="https://a.b/" style="display:block;visibility:hidden">${inner}</a>`;
    expect(await placesOf(link)).to.deep.equal(['0 0 100 20']);
  });

  it('end where their content is clipped', async () => {
    const box = (style: string, text: string): string =>
      `<div style="font:10px/10px monospace;height:15px;${style}"><a href="https://a.b/" style="display:inline-block">${text}</a></div>`;
    expect(await placesOf(box('overflow:hidden', 'a<br>b<br>c'))).to.deep.equal(['0 0 6 15']);
    const long = 'a'.repeat(30);
    expect(await placesOf(box('overflow:hidden;text-overflow:ellipsis;width:50px', long))).to.deep.equal(['0 0 50 10']);
    expect(await placesOf(box('clip-path:inset(0 97px 0 0)', 'a'))).to.deep.equal(['0 0 3 10']);
    const group = box('overflow:hidden;width:30px', `<span style="opacity:.5;display:inline-block">${long}</span>`);
    expect(await placesOf(group)).to.deep.equal(['0 0 30 10']);
    const turned = box(
      'transform:rotate(90deg);transform-origin:0 0;margin-left:20px;overflow:hidden;width:12px',
      long,
    );
    expect(await placesOf(turned)).to.deep.equal(['10 0 10 12']);
  });

  it('that are hidden are omitted', async () => {
    expect(await placesOf('<a href="https://a.b/" style="visibility:hidden">x</a>')).to.deep.equal([]);
  });

  it('separate the texts of their blocks in their names', async () => {
    const { pdf } = await render('<a href="https://a.b/"><h2>One</h2><p>two<b>3</b></p>four</a>', { compress: false });
    expect(Buffer.from(pdf).toString('latin1')).to.contain('/Contents(One two3 four)');
  });

  it('to a missing id are omitted and reported with their position', async () => {
    const html = '<a href="#gone">a</a>\n<a href="#gone">b</a>\n<a href="http://[">c</a>';
    expect(await linksOf(html)).to.deep.equal({ links: [], said: ['document/dead-link 1', 'document/dead-link 3'] });
  });

  it('that are relative are kept as written, and reported', async () => {
    const hrefs = ['annex.pdf', 'annex.pdf#page=3', '../x', '/root', '?q=1', 'a b/é.pdf', './a:b'];
    const { links, said } = await linksOf(hrefs.map((href) => `<a href="${href}">x</a>`).join('\n'));
    expect(links).to.deep.equal([
      'annex.pdf',
      'annex.pdf#page=3',
      '../x',
      '/root',
      '?q=1',
      'a%20b/%C3%A9.pdf',
      './a:b',
    ]);
    expect(said).to.deep.equal(hrefs.map((_, i) => `document/relative-link ${i + 1}`));
    expect((await linksOf('<a href="//host/x">x</a>')).links).to.deep.equal(['https://host/x']);
    expect((await linksOf('<a href="java\nscript:alert(1)">x</a><a href="C:/x.pdf">y</a>')).links).to.deep.equal([]);
  });

  it('are resolved against the option baseUrl and the base element, also in templates and frames', async () => {
    const baseUrl = 'https://app.example.com/reports/1';
    const link = '<a href="../account/5">x</a>';
    const resolved = 'https://app.example.com/account/5';
    expect(await linksOf(link, { baseUrl })).to.deep.equal({ links: [resolved], said: [] });
    expect((await linksOf('', { baseUrl, header: link })).links).to.deep.equal([resolved]);
    expect((await linksOf(`<iframe srcdoc='${link}'></iframe>`, { baseUrl })).links).to.deep.equal([resolved]);
    expect((await linksOf(`<base href="/other/x">${link}`, { baseUrl })).links).to.deep.equal([resolved]);
    expect((await linksOf(`<base href="https://b.org/">${link}`, { baseUrl })).links).to.deep.equal([
      'https://b.org/account/5',
    ]);
    expect((await linksOf(link, { baseUrl: 'file:///home/me/a.html' })).links).to.deep.equal(['../account/5']);
  });
});

describe('attachments', () => {
  it('come from the resource callback', async () => {
    const asked: string[] = [];
    const resources: RenderOptions['resources'] = (url, kind) => {
      asked.push(`${kind} ${url}`);
      return Promise.resolve(url === 'gone.csv' ? null : new TextEncoder().encode('1,2'));
    };
    const html =
      '<link rel=attachment href="data/sales.csv" type="text/csv"><a rel="attachment" href="b.csv">b</a>\n' +
      '<a rel=attachment href=gone.csv>gone</a><a rel=attachment href=https://example.org/x>web</a>';
    const { pdf, diagnostics } = await render(html, { resources, compress: false });
    expect(asked).to.deep.equal(['attachment data/sales.csv', 'attachment b.csv', 'attachment gone.csv']);
    const text = Buffer.from(pdf).toString('latin1');
    expect(text.match(/\/Type \/Filespec/g)).to.have.length(2);
    expect(text).to.contain('sales.csv').and.to.contain('b.csv').and.to.contain('https://example.org/x');
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).to.deep.equal([
      'document/missing-resource 2',
      'document/relative-link 2',
    ]);
  });
});

describe('named destinations', () => {
  it('include the targets of links, or all if requested', async () => {
    const html = '<a href="#a">x</a><p id=a>a<p id=b>b<p><span id=c style="display: none">c</span>';
    const names = async (options: RenderOptions): Promise<string[]> => {
      const { pdf } = await render(html, { compress: false, ...options });
      return [...destinations(Buffer.from(pdf).toString('latin1')).keys()].map((hex) =>
        Buffer.from(hex, 'hex').toString(),
      );
    };
    expect(await names({})).to.deep.equal(['a']);
    expect(await names({ namedDestinations: 'all' })).to.deep.equal(['a', 'b', 'c']);
  });
});
