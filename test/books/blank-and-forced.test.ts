import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { expectPages, linesOf } from './pages.ts';

/** The words of each page's flow, from top to bottom. */
async function pagesOf(html: string): Promise<string[]> {
  const { pages } = await layoutDocument(
    `<!doctype html><style>@page { size: 200px 100px; margin: 30px } * { margin: 0 } body { font: 10px/20px Arial }</style>${html}`,
  );
  return pages.map(({ root, positioned }) =>
    linesOf([...(root === null ? [] : [root]), ...positioned])
      .map(({ text }) => text)
      .join(' '),
  );
}

describe('books: @page :blank', () => {
  it('overrides the name of the next chapter, but not other rules for blank pages of that name', () =>
    expectPages(
      '<style>@page { @top-left { content: none } @bottom-left { content: "p" counter(page) } } @page chap { @bottom-left { content: "chapter" } } ' +
        '@page :blank { @bottom-left { content: "blank" } } section { page: chap; break-before: right }</style><p>a<section>b</section>',
      ['a [bottom-left: p1]', ' [bottom-left: blank]', 'b [bottom-left: chapter]'],
    ));

  for (const [what, rules, html, blank] of [
    [
      'before verso pages',
      '',
      '<p>a<p style="break-before: right">b<section style="break-before: verso">c</section>',
      'blank',
    ],
    [
      'of a group that ends with a break',
      '',
      '<p>a<section style="break-after: left">b</section><section>c</section>',
      'blank',
    ],
    [
      'in a book from right to left',
      'html { direction: rtl }',
      '<p>a<section style="break-before: recto">b</section>',
      'blank',
    ],
    [
      'whose name also has rules for its first page',
      '@page chap:first { @bottom-left { content: "first" } }',
      '<p>a<section style="break-before: right">b</section>',
      'blank',
    ],
    [
      'whose name has rules for left pages',
      '@page chap:left { @bottom-left { content: "left" } }',
      '<p>a<section style="break-before: right">b</section>',
      'blank',
    ],
  ] as const)
    it(`applies to blank pages ${what}`, async () => {
      const { pages } = await layoutDocument(
        `<!doctype html><style>@page chap { @bottom-left { content: "chapter" } } @page :blank { @bottom-left { content: "${blank}" } } ${rules} section { page: chap }</style>${html}`,
      );
      const blanks = pages.filter((page) => page.blank);
      expect(blanks.length, 'blank pages').to.be.above(0);
      for (const page of blanks) expect(linesOf(page.marginBoxes).map(({ text }) => text)).to.deep.equal([blank]);
    });

  it('yields to the name combined with :blank', () =>
    expectPages(
      '<style>@page chap:blank { @bottom-left { content: "both" } } @page :blank { @bottom-left { content: "blank" } } ' +
        'section { page: chap; break-before: right }</style><p>a<section>b</section>',
      ['a', ' [bottom-left: both]', 'b'],
    ));
});

describe('books: a forced break before a box with a negative start margin', () => {
  it('keeps the box and what follows after the break', async () => {
    for (const [style, wrapper] of [
      ['margin-top: -25px', 'div'],
      ['margin-top: -25px; direction: rtl', 'div'],
      ['margin-block-start: -25px; break-before: right', 'div'],
    ] as const) {
      const pages = await pagesOf(
        `<p>one<${wrapper}><h2 style="font-size: 10px; break-before: page; ${style}">two</h2><p>three</${wrapper}>`,
      );
      expect(
        pages.filter((text) => text !== ''),
        style,
      ).to.deep.equal(['one', 'two three']);
    }
    expect(
      await pagesOf(
        '<p>one<section style="break-before: page"><h2 style="font-size: 10px; margin-top: -25px">two</h2><p>three</section>',
      ),
    ).to.deep.equal(['one', 'two three']);
  });

  it('keeps the box after a break that another box forces', async () => {
    for (const html of [
      '<p style="break-after: page">one<p style="margin-top: -25px">two<p>three',
      '<div style="break-after: page">one</div><section><p style="margin-top: -25px">two<p>three</section>',
      '<table><tr><td>one<tr style="break-before: page"><td><p style="margin-top: -25px">two<p>three</table>',
      '<p>one<section style="break-before: page"><p style="position: relative; top: -25px">two</p><p>three</section>',
      '<p>one<section style="break-before: page"><p style="transform: translateY(-25px)">two</p><p>three</section>',
      '<p>one<section style="page: other"><p style="margin-top: -25px">two<p>three</section>',
    ])
      expect(await pagesOf(html), html).to.deep.equal(['one', 'two three']);
  });

  it('keeps the order of items in columns of flexboxes and in grids', async () => {
    const items =
      '<p>one<h2 style="font-size: 10px; margin-top: -30px; break-before: page">two</h2><p style="margin-top: 5px">three';
    expect(await pagesOf(`<div style="display: flex; flex-direction: column">${items}</div>`)).to.deep.equal([
      'one',
      'two three',
    ]);
    expect(await pagesOf(`<div style="display: grid">${items}</div>`)).to.deep.equal(['one', 'two three']);
    const reversed =
      '<p>three<h2 style="font-size: 10px; margin-top: -30px; break-before: page">two</h2><p style="margin-bottom: 5px">one';
    expect(await pagesOf(`<div style="display: flex; flex-direction: column-reverse">${reversed}</div>`)).to.deep.equal(
      ['one', 'two three'],
    );
  });

  it("isn't needed for a box after an unforced break", async () => {
    const pages = await pagesOf('<p>1<p>2<p style="margin-bottom: -15px">3<p style="margin-top: -10px">4<p>5');
    expect(pages.join(' ').split(' ').toSorted()).to.deep.equal(['1', '2', '3', '4', '5']);
  });
});
