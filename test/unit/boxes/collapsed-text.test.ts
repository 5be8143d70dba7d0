import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { layoutDocument } from '../../../engine/render.ts';
import { linkName } from '../../../engine/semantics/names.ts';
import { linesOf } from '../../books/pages.ts';
import { layout } from '../../support/layout.ts';
import { extractText } from '../../support/pdfium.ts';
import { PdfObjects, textOf } from '../../support/pdf-objects.ts';

const HEADINGS = [
  ['<h1>Annual report<br>Fiscal year</h1>', 'Annual report Fiscal year'],
  ['<h1><span style="display: block">Part</span><span style="display: block">Two</span></h1>', 'Part Two'],
  ['<h1><div>Part</div>Two<p>Three</p></h1>', 'Part Two Three'],
  ['<h1 dir=rtl>Part<br>Two</h1>', 'Part Two'],
  ['<h1 style="writing-mode: vertical-rl">Part<br>Two</h1>', 'Part Two'],
  ['<h1><span style="display: table-cell">Part</span><span style="display: table-cell">Two</span></h1>', 'Part Two'],
  ['<h1>in<b>line</b> and super&shy;ior</h1>', 'inline and superior'],
] as const;

describe('the text of an element in outlines and names', () => {
  it('has spaces for line breaks and the edges of blocks in outline titles', async () => {
    for (const [html, title] of HEADINGS) {
      const objects = new PdfObjects((await render(html, { compress: false })).pdf);
      const first = objects.dict(objects.dict(objects.catalog.Outlines).First);
      expect(textOf(first.Title), html).to.equal(title);
    }
  });

  it('has the alternatives of images in outline titles', async () => {
    const image = 'width="9" height="9" src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>"';
    for (const [html, title] of [
      [`<h1><img alt="Logo of Acme" ${image}></h1>`, 'Logo of Acme'],
      [`<h1>Report<img alt="by Acme" ${image}>2026</h1>`, 'Report by Acme 2026'],
      [`<h1 dir=rtl>Report <b><svg role=img aria-label="star" width=9 height=9></svg></b></h1>`, 'Report star'],
      [`<h1>Report<img alt="" ${image}></h1>`, 'Report'],
    ] as const) {
      const objects = new PdfObjects((await render(html, { compress: false })).pdf);
      const first = objects.dict(objects.dict(objects.catalog.Outlines).First);
      expect(textOf(first.Title), html).to.equal(title);
    }
  });

  it('has them in named strings and target-text()', async () => {
    const style =
      '<style>@page { @top-left { content: string(s) } } h1 { string-set: s content() } a::after { content: target-text("#h") }</style>';
    for (const [html, title] of HEADINGS) {
      const { pages } = await layoutDocument(`${style}<div id=h>${html}</div><a href="#h"></a>`);
      const margins = linesOf(pages[0]!.marginBoxes).map(({ text }) => text);
      expect(margins.join(' '), html).to.equal(title);
      expect(linesOf([pages[0]!.root!]).at(-1)!.text, html).to.equal(title);
    }
  });

  it('has them in accessible names', async () => {
    const { document, root } = await layoutDocument('<a href="#x">one<br>two <b>three</b></a>');
    const link = root
      .element!.children.flatMap((child) => (child.type === 'element' ? child.children : []))
      .find((child) => child.type === 'element');
    expect(link?.type === 'element' && linkName(link, document)).to.equal('one two three');
  });
});

describe('soft hyphens', () => {
  it('are not in the text of words that no line breaks', async () => {
    const words = async (html: string): Promise<string> => (await extractText((await render(html)).pdf))[0]!.trim();
    expect(await words('<p>major&shy;ity super&shy;cali&shy;fragilistic')).to.equal('majority supercalifragilistic');
    expect(await words('<p dir=rtl>של&shy;ום')).to.equal('שלום');
    expect(await words('<p style="writing-mode: vertical-rl">major&shy;ity')).to.equal('majority');
    expect((await words('<p style="width: 50px">major&shy;ity')).replace(/\s/g, '')).to.not.equal('majority');
  });
});

describe('wbr', () => {
  it('breaks lines without adding a character to the text layer', async () => {
    const words = async (html: string): Promise<string> => (await extractText((await render(html)).pdf))[0]!.trim();
    expect(await words('<p>super<wbr>cali\u200bfragilistic')).to.equal('supercali\u200bfragilistic');
    expect(await words('<p style="letter-spacing: 2px">ma<wbr>jority')).to.equal('majority');
    expect(await words('<div style="display: flex">one<wbr>word</div>')).to.equal('oneword');
    expect((await words('<p style="width: 50px">major<wbr>ity')).split(/\s+/)).to.deep.equal(['major', 'ity']);
  });

  it('breaks lines in text that doesn’t wrap', async () => {
    const lines = async (html: string): Promise<number> =>
      [...(await layout(`<div style="width: 50px">${html}</div>`)).dump.matchAll(/ line x/g)].length;
    expect(await lines('<p style="white-space: nowrap">majority</p>')).to.equal(1);
    expect(await lines('<p style="white-space: nowrap">major<wbr>ity</p>')).to.equal(2);
    expect(await lines('<nobr>major <span><wbr></span>ity one</nobr>')).to.equal(2);
    expect(await lines('<pre>major<wbr>ity</pre>')).to.equal(2);
  });

  it('collapses the white space around it', async () => {
    const width = async (html: string): Promise<string> =>
      /<p>.*? w(\S+)/.exec((await layout(`<p style="width: max-content">${html}`)).dump)![1]!;
    const once = await width('one two');
    expect(await width('<wbr> one two')).to.equal(once);
    expect(await width('one <wbr> two')).to.equal(once);
    expect(await width('one two <wbr> ')).to.equal(once);
  });
});
