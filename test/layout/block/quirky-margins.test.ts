import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';

describe('default margins in quirks mode', () => {
  const STYLE = '@page { size: 400px 300px; margin: 0 } body { margin: 0 } body, td { font: 10px/10px serif }';

  /** Returns the offset of an element's border box in its parent's (`y`) and its height (`h`). */
  async function boxOf(name: string, html: string, doctype = ''): Promise<string> {
    const { pages } = await layoutDocument(`${doctype}<style>${STYLE}</style>${html}`);
    const dump = dumpPages(pages);
    return new RegExp(`<${name}>.*? (y\\S+).*? (h[\\d.]+)`).exec(dump)?.slice(1).join(' ') ?? dump;
  }

  it('are dropped at the start of the body', async () => {
    expect(await boxOf('body', '<body><p>a')).to.equal('y0 h300');
    expect(await boxOf('body', '<body><p>a', '<!DOCTYPE html>')).to.equal('y10 h10');
  });

  it('are dropped where they collapse with it through other boxes', async () => {
    expect(await boxOf('body', '<body><div><p>a</div>')).to.equal('y0 h300');
    expect(await boxOf('body', '<body><p></p><div><center><ul><li>a</ul></center></div>')).to.equal('y0 h300');
    expect(await boxOf('div', '<body style="padding: 1px"><div><p>a</div>')).to.equal('y1 h10');
    expect(await boxOf('td', '<table cellpadding=0><td><div><div><p>a</div>b</div>')).to.equal('y0 h30');
  });

  it('are dropped on both sides of an empty element at the start of the body', async () => {
    for (const name of ['h1', 'ul', 'dl', 'blockquote', 'form', 'pre'])
      expect(await boxOf('div', `<body><${name}></${name}><div>a</div>`), name).to.equal('y0 h10');
    expect(await boxOf('body', '<body><figure></figure><div>a</div>')).to.equal('y10 h290');
    expect(await boxOf('body', '<body><h1 style="margin-bottom:7px"></h1><div>a</div>')).to.equal('y7 h293');
    expect(await boxOf('div', '<body>text<ul></ul><div>a</div>')).to.equal('y20 h10');
  });

  it('are kept next to author margins', async () => {
    expect(await boxOf('body', '<body><p></p><div style="margin-top: 3px"><p>a</div>')).to.equal('y3 h297');
    expect(await boxOf('body', '<body><p style="margin-top: 5px">a')).to.equal('y5 h295');
    expect(await boxOf('p', '<body>text<p>a')).to.equal('y20 h10');
    expect(await boxOf('p', '<body><div style="padding-top: 1px"><p>a</div>')).to.equal('y11 h10');
  });

  it('are dropped at the end of cells', async () => {
    const cell = (html: string): Promise<string> => boxOf('td', `<table cellpadding=0><td>${html}`);
    expect(await cell('<p>a')).to.equal('y0 h10');
    expect(await cell('<div><p>a</div>')).to.equal('y0 h10');
    expect(await cell('<pre style="font: inherit">a</pre>')).to.equal('y0 h10');
    expect(await cell('<p>a<p>b')).to.equal('y0 h30');
    expect(await cell('<p style="margin-bottom: 4px">a')).to.equal('y0 h14');
    expect(await cell('<p> </p>')).to.equal('y0 h0');
  });

  it('are kept at the end of cells for lists, headings and quotations', async () => {
    for (const name of ['blockquote', 'dir', 'dl', 'menu', 'ol', 'ul', 'h4'])
      expect(
        await boxOf('td', `<table cellpadding=0><td><${name} style="font: 15px/15px serif">a</${name}>`),
        name,
      ).to.match(name === 'h4' ? /^y0 h34\.9/ : /^y0 h30$/);
    expect(await boxOf('td', '<table cellpadding=0><td><ul><li><p>a</ul>')).to.equal('y0 h20');
  });
});
