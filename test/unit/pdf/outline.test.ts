import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { type PdfDict, PdfObjects, textOf } from '../../support/pdf-objects.ts';

/** Returns the outline's titles, with each level in parentheses. */
async function outlineOf(html: string): Promise<string> {
  const objects = new PdfObjects((await render(html, { compress: false })).pdf);
  const level = (parent: PdfDict): string => {
    const titles: string[] = [];
    for (let next = parent.First; next !== undefined;) {
      const item = objects.dict(next);
      titles.push(`${textOf(item.Title)}${level(item)}`);
      next = item.Next;
    }
    return titles.length === 0 ? '' : `(${titles.join(' ')})`;
  };
  return level(objects.dict(objects.catalog.Outlines));
}

describe('the outline', () => {
  it('is made of headings, by their levels', async () => {
    expect(await outlineOf('<h1>a <i>b</i></h1><h2>c</h2><h3>d</h3><h2>e</h2><h1>f</h1>')).to.equal('(a b(c(d) e) f)');
  });

  it('follows style sheets', async () => {
    const css = 'h1{bookmark-level:none}p{bookmark-level:1;bookmark-label:"p: " content(text)}h2{bookmark-level:2}';
    expect(await outlineOf(`<style>${css}</style><h1>a</h1><p>b</p><h2>c</h2>`)).to.equal('(p: b(c))');
  });

  it('leads to the place that bookmark-target names', async () => {
    const html = `<style>h2{bookmark-target:attr(data-at)}h3{bookmark-target:"https://a.b/"}h4{bookmark-target:"file:///x"}</style>
<h1>a</h1><h2 data-at="#x">b</h2><h3>c</h3><h4>d</h4><p style="break-before:page" id=x>there`;
    const { pdf, diagnostics } = await render(html, { compress: false });
    const objects = new PdfObjects(pdf);
    const found: unknown[] = [];
    for (let next = objects.dict(objects.catalog.Outlines).First; next !== undefined;) {
      const item = objects.dict(next);
      const action = item.A === undefined ? null : objects.dict(item.A);
      found.push(action === null ? JSON.stringify((item.Dest as unknown[])[0]) : textOf(action.URI));
      next = item.First ?? item.Next;
    }
    const [first, second] = found;
    expect(first).not.to.equal(second);
    expect(found).to.deep.equal([first, second, 'https://a.b/', first]);
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).to.deep.equal(['pdf/link-scheme 2']);
  });
});
