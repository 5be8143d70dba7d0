import { expect } from 'chai';
import { layout } from '../../../engine/index.ts';
import { type Change, inLines } from '../../../server/golden/change.ts';
import { describeChanges } from '../../../server/golden/describe-changes.ts';
import { otherWords, wordChanges } from '../../../server/golden/page-changes.ts';

const described = async (before: string, after: string): Promise<Change[]> =>
  describeChanges(await layout(before), await layout(after));
const changes = async (before: string, after: string): Promise<string[]> =>
  (await described(before, after)).map(({ text }) => text);

const TEXT =
  'The quick brown fox jumps over the lazy dog and realises extraordinarily complicated hyphenation requirements. '.repeat(
    4,
  );

describe('changes of a document in words', () => {
  it('report the changed font, not every line that it breaks differently', async () => {
    const document = (size: string): string =>
      `<html lang=en><style>body { font-size: ${size}; hyphens: auto } a::after { content: leader('.') ' 5' }</style>
       ${`<p>${TEXT}</p>`.repeat(5)}<ul><li><a>One</a><li><a>Two</a></ul>`;
    expect((await described(document('11pt'), document('11.5pt'))).flatMap(inLines)).to.deep.equal([
      'The font of `body` is 15.33px serif instead of 14.67px serif.',
      '  `p:nth-of-type(2)` and 5 more elements moved down 5.67 to 29.36 px on page 1.',
    ]);
  });

  it('report the font that was used instead of a missing one', async () => {
    const document = (fallback: string): string =>
      `<style>h2 { font-family: Inter, ${fallback} }</style><h2>Heading of words</h2><p>below`;
    expect(await changes(document('Arial'), document('serif'))).to.include(
      'The text of `h2` uses Tinos instead of Arimo.',
    );
    // Layouts that were stored before the fonts were recorded.
    const old = await layout(document('Arial'));
    const kept = {
      pages: old.pages.map((page) => ({ ...page, boxes: page.boxes.map((box) => ({ ...box, usedFonts: undefined })) })),
    };
    expect(describeChanges(kept as never, await layout(document('Arial')))).to.deep.equal([]);
  });

  it('name the colors, borders and images that changed, each with all its elements', async () => {
    const document = (color: string, border: string, image: string): string =>
      `<style>h1 { color: ${color} } td { border: ${border} }</style><h1>A <b>B</b></h1>
       <table><tr><td>a<td>b<td>c</table><img src="data:image/svg+xml,${image}" width=9 height=9 alt="">`;
    const svg = '<svg xmlns=%22http://www.w3.org/2000/svg%22/>';
    expect(
      await changes(document('#4f46e5', '1px solid red', svg), document('#e54646', '1px dashed red', `${svg} `)),
    ).to.deep.equal([
      'The `color` of `h1` changed from #4f46e5 to #e54646.',
      'The `border` of `… > tr > td:nth-of-type(1)` and 2 more elements changed from 1px solid #ff0000 to 1px dashed #ff0000.',
      `The \`image\` of \`img\` changed from data:image/svg+xml,${svg} to data:image/svg+xml,${svg} .`,
    ]);
    const styled = (style: string): string => `<p style="${style}">x`;
    expect(
      await changes(
        styled('background:#eee;opacity:.5;border-left:2px solid'),
        styled('border-radius:4px;box-shadow:1px 2px red;text-decoration:underline'),
      ),
    ).to.include.members([
      'The `background-color` of `p` was removed: #eeeeee.',
      'The `opacity` of `p` changed from 0.5 to 1.',
      'The `border-left` of `p` was removed: 2px solid #000000.',
      'The `border-radius` of `p` changed from 0px to 4px.',
      'The `box-shadow` of `p` was added: 1px 2px 0px #ff0000.',
      'The `text-decoration-line` of `p` was added: underline.',
    ]);
    // Layouts that were stored before looks were recorded.
    const old = await layout(styled('color:red'));
    const kept = {
      pages: old.pages.map((page) => ({ ...page, boxes: page.boxes.map((box) => ({ ...box, look: undefined })) })),
    };
    expect(describeChanges(kept as never, await layout(styled('color:blue')))).to.deep.equal([]);
  });

  it('name changes of inline SVG, pseudo-elements, transforms, shadows, outlines and spacing', async () => {
    const drawing = (fill: string): string => `<style>circle { fill: ${fill} }</style><svg><circle r=9 /></svg>`;
    expect(await changes(drawing('red'), drawing('blue'))).to.deep.equal(['The `drawing` of `svg` changed.']);
    const drawn = (fill: string): string => `<svg><circle r=9 fill=${fill} /></svg>`;
    expect(await changes(drawn('red'), drawn('blue'))).to.deep.equal(['The `drawing` of `svg` changed.']);
    expect(await changes(drawn('red'), drawn('red'))).to.deep.equal([]);
    const styled = (style: string): string => `<style>${style}</style><h1>x</h1><ul><li>y</ul>`;
    const told = (before: string, after: string): Promise<string[]> => changes(styled(before), styled(after));
    expect(
      await told('h1::before { content: "*"; color: red }', 'h1::before { content: "*"; color: blue }'),
    ).to.deep.equal(['The `color` of `h1::before` changed from #ff0000 to #0000ff.']);
    // Text is reported as text, not as content too.
    expect(await told('h1::after { content: "A" }', 'h1::after { content: "B" }')).to.deep.equal([
      'The text of `h1` changed from “xA” to “xB”.',
    ]);
    expect(await told('', 'h1::before { content: url(a.svg) "" }')).to.deep.equal([
      'The `content` of `h1::before` was added: a.svg "".',
    ]);
    expect(await told('ul { list-style: disc }', 'ul { list-style: square }')).to.deep.equal([
      'The `list-style-type` of `ul` was added: square.',
    ]);
    expect(
      await told(
        'h1 { transform: rotate(3deg) }',
        'h1 { translate: 1px; transform: rotate(5deg) scale(0.5, 1) matrix(1, 0, 0, 1, 2, 3) }',
      ),
    ).to.deep.equal([
      'The `transform` of `h1` changed from rotate(3deg) to translate(1px, 0px) rotate(5deg) scale(0.5, 1) matrix(1, 0, 0, 1, 2, 3).',
    ]);
    expect(
      await told('', 'h1 { letter-spacing: 2px; text-shadow: 1px 1px red; outline: 2px solid red }'),
    ).to.deep.equal([
      'The `outline` of `h1` was added: 2px solid #ff0000.',
      'The `text-shadow` of `h1` was added: 1px 1px 0px #ff0000.',
      'The `letter-spacing` of `h1` changed from normal to 2px.',
    ]);
  });

  it('name changes of filters, clip paths, masks and blend modes', async () => {
    const styled = (style: string): string => `<div style="width: 99px; height: 99px; background: red; ${style}">`;
    const told = (before: string, after: string): Promise<string[]> => changes(styled(before), styled(after));
    expect(
      await told('filter: blur(1px)', 'filter: blur(2px) grayscale(50%) drop-shadow(1px 2px 3px blue)'),
    ).to.deep.equal([
      'The `filter` of `div` changed from blur(1px) to blur(2px) grayscale(0.5) drop-shadow(1px 2px 3px #0000ff).',
    ]);
    expect(await told('', 'backdrop-filter: hue-rotate(90deg); mix-blend-mode: multiply')).to.deep.equal([
      'The `backdrop-filter` of `div` was added: hue-rotate(90deg).',
      'The `mix-blend-mode` of `div` was added: multiply.',
    ]);
    expect(await told('clip-path: circle(40px)', 'clip-path: inset(10% 5px)')).to.deep.equal([
      'The `clip-path` of `div` changed from circle(40px) to inset(10% 5px 10% 5px).',
    ]);
    expect(
      await told('clip-path: polygon(0 0, 100% 0, 0 100%)', 'clip-path: ellipse(9px 20% at 1px 2px)'),
    ).to.deep.equal([
      'The `clip-path` of `div` changed from polygon(0px 0px, 100% 0px, 0px 100%) to ellipse(9px 20% at 1px 2px).',
    ]);
    expect(await told("clip-path: path('M0 0h9v9z')", "clip-path: path('M0 0h9v8z')")).to.have.length(1);
    expect(await told("clip-path: path('M0 0h9v9z')", "clip-path: path('M0 0h9v9z')")).to.deep.equal([]);
    expect(
      await told('mask: linear-gradient(red, blue)', 'mask: url(a.svg) 1px 2px / contain no-repeat, none'),
    ).to.deep.equal([
      'The `mask` of `div` changed from linear-gradient(#ff0000, #0000ff) 0% 0% / auto auto repeat to a.svg 1px 2px / contain no-repeat, none 0% 0% / auto auto repeat.',
    ]);
  });

  it('give the height that other letter spacing causes as its consequence', async () => {
    const document = (spacing: string): string =>
      `<style>p { letter-spacing: ${spacing} }</style><p>${TEXT}</p><h1>below`;
    const [first, ...others] = await described(document('normal'), document('3px'));
    expect(others).to.deep.equal([]);
    expect(first!.text).to.equal('The `letter-spacing` of `p` changed from normal to 3px.');
    expect(first!.consequences.join(' ')).to.match(/^`p` has \d+ lines instead of \d+ .* `h1` moved down/);
  });

  it('report the space above a moved box, even if its class differs', async () => {
    const document = (step: number): string =>
      `<style>.mt-4 { margin-top: 16px } .mt-8 { margin-top: 32px } body, p, h1 { margin: 0 }</style>
       <h1>A</h1><p>one</p><div class="mt-${step}"><p>two</p><p>three</p></div><p id=end>end</p>`;
    expect((await described(document(4), document(8))).flatMap(inLines)).to.deep.equal([
      '`div.mt-4` is now `div.mt-8`.',
      'The space above `div.mt-8` is 32 px instead of 16 px.',
      '  `div.mt-8` and 1 more element moved down 16 px on page 1.',
    ]);
  });

  it('show words around the first difference', async () => {
    expect(await changes(`<p>${TEXT}`, `<p>${TEXT.replace('lazy dog', 'lazy cat')}`)).to.deep.equal([
      'The text of `p` changed from “…jumps over the lazy dog and realises extraordinarily com…” to “…jumps over the lazy cat and realises extraordinarily com…”.',
    ]);
    expect(await changes('<p>Total 5', '<p>Total 6')).to.deep.equal([
      'The text of `p` changed from “Total 5” to “Total 6”.',
    ]);
  });

  it('report lines that only break differently', async () => {
    const found = await changes(
      '<p>one twenty-<br>two three<p>four<br>five',
      '<p>one<br>twenty-two three<p>four<br>five',
    );
    expect(found).to.deep.equal(['The line breaks of `p:nth-of-type(1)` changed.']);
  });

  it('distinguish taller boxes from moved ones', async () => {
    const document = (height: number): string => `<div style="height: ${height}px"></div><p id=p>x`;
    expect((await changes(document(20), document(36)))[0]).to.equal('`div` is 16 px taller.');
  });

  const LIST = '<style>body { margin: 0; font: 12px Arial } p { margin: 4px 0 }</style>';
  const list = (start: string, style = ''): string =>
    `${LIST}<style>${style}</style>${start}${Array.from({ length: 60 }, (_, i) => `<p>Item ${i}</p>`).join('')}`;

  it('give the changed text once, with everything that it moves, on later pages too', async () => {
    const found = await described(list('<p>short</p>'), list(`<p>${TEXT}</p>`));
    expect(found.map(({ text }) => text)).to.deep.equal([
      'The text of `p:nth-of-type(1)` changed from “short” to “The quick brown fox jumps over the l…”. It has 4 lines instead of 1 and is 42 px taller.',
    ]);
    expect(found[0]!.consequences).to.deep.equal([
      '`p:nth-of-type(2)` and 49 more elements moved down 42 px on page 1.',
      '`p:nth-of-type(52)` and 2 more elements moved from page 1 to page 2.',
      '`p:nth-of-type(55)` and 6 more elements moved down 54 px on page 2.',
    ]);
  });

  it('recognize elements after an added or removed one', async () => {
    const [without, within] = [list('<p>first</p>'), list('<p>first</p><p>Inserted</p>')];
    const added = await described(without, within);
    expect(added.map(({ text }) => text)).to.deep.equal(['`p:nth-of-type(2)` was added on page 1.']);
    const removed = await described(within, without);
    expect(removed.map(({ text }) => text)).to.deep.equal(['`p:nth-of-type(2)` was removed from page 1.']);
    expect(removed[0]!.consequences[0]).to.match(/elements moved up 18 px on page 1\.$/);
  });

  it('report a rule once, for all its elements', async () => {
    const before = list('');
    const border = await described(before, list('', 'p { border: 1px solid red }'));
    expect(border.map(({ text }) => text)).to.deep.equal([
      'The `border` of `p:nth-of-type(1)` and 59 more elements was added: 1px solid #ff0000.',
    ]);
    expect(border[0]!.consequences[0]).to.equal('`p:nth-of-type(1)` and 59 more elements are 2 px taller.');
    const margin = await described(before, list('', 'p { margin-bottom: 5px }'));
    expect(margin.map(({ text }) => text)).to.deep.equal([
      'The space above `p:nth-of-type(2)` and 54 more elements is 5 px instead of 4 px.',
    ]);
  });

  it('count what ends at the end of a page, and margins in em, as consequences', async () => {
    const list = (style: string): string =>
      `<style>@page { size: A5 } p, h1 { ${style} }</style><h1>H</h1><p>x</p><ul>${'<li>line'.repeat(42)}</ul>`;
    expect((await described(list(''), list('border: 3px solid'))).map(({ text }) => text)).to.deep.equal([
      'The `border` of `h1` and 1 more element was added: 3px solid #000000.',
    ]);
    const sized = (size: string): string => `<!doctype html><style>h1 { font-size: ${size} }</style><h1>H</h1><p>x`;
    expect((await described(sized('24px'), sized('30px'))).flatMap(inLines)).to.deep.equal([
      'The font of `h1` is bold 30px serif instead of bold 24px serif.',
      '  `body` and 1 more element moved down 4.01 to 15.03 px on page 1.',
    ]);
  });

  it('report widths and places of lines if nothing else explains the pixels', async () => {
    const box = (style: string): string => `<!doctype html><div style="border: 1px solid; ${style}">a text</div>`;
    expect(await changes(box('width: 300px'), box('width: 200px'))).to.deep.equal(['`div` is 100 px narrower.']);
    expect(await changes(box('padding-left: 0'), box('padding-left: 9px'))).to.deep.equal([
      'The text of `div` begins 9 px further right.',
    ]);
    expect(await changes(box('padding-left: 9px'), box('padding-left: 0'))).to.deep.equal([
      'The text of `div` begins 9 px further left.',
    ]);
    const gradient = (color: string): string => box(`background: linear-gradient(${color}, white)`);
    expect(await changes(gradient('red'), gradient('blue'))).to.deep.equal([
      'The `background-image` of `div` changed from linear-gradient(#ff0000, #ffffff) to linear-gradient(#0000ff, #ffffff).',
    ]);
  });

  it('give the columns that a text widens as its consequence', async () => {
    const table = (head: string): string => `<table><tr><th>${head}<th>Price${'<tr><td>x<td>1'.repeat(9)}</table>`;
    expect((await described(table('Item'), table('Item name'))).map(({ text }) => text)).to.deep.equal([
      'The text of `… > tr:nth-of-type(1) > th:nth-of-type(1)` changed from “Item” to “Item name”.',
    ]);
  });

  it('report the words that several pages repeat once', () => {
    const pages = [1, 2, 3].map((number) => otherWords(number, `text ${number} Acme`, `text ${number} Acme Ltd`)[0]!);
    expect(wordChanges(pages)).to.deep.equal(['3 pages, from page 1 on, say “Acme Ltd” instead of “Acme”.']);
    expect(wordChanges([...pages.slice(0, 1), ...otherWords(2, 'Draft one', 'Final one')])).to.deep.equal([
      'Page 1 says “text 1 Acme Ltd” instead of “text 1 Acme”.',
      'Page 2 says “Final one” instead of “Draft one”.',
    ]);
  });

  it('count missing fonts together', async () => {
    const set = (font: string): string => list('', `p { font-family: ${font} }`);
    const old = await layout(set('Inter, Arial'));
    const had = {
      pages: old.pages.map((page) => ({ ...page, boxes: page.boxes.map((box) => ({ ...box, usedFonts: ['Inter'] })) })),
    };
    expect(describeChanges(had, old)[0]!.text).to.equal(
      'Inter is missing: 60 texts are set in Arimo, `p:nth-of-type(1)` first.',
    );
  });

  it('report other page margins instead of everything that they move', async () => {
    const on = (margin: string): string => list('', `@page { size: A5; margin: ${margin} }`);
    expect((await changes(on('10mm'), on('20mm')))[0]).to.match(/^The content area of \d pages, from page 1 on, is /);
  });

  it('do not add up the headers that a table repeats', async () => {
    const table = (padding: string): string =>
      `<style>@page { size: A6 } th { padding: ${padding} }</style><table><thead><tr><th>A</thead>${'<tr><td>x'.repeat(30)}</table>`;
    expect((await changes(table('1px'), table('11px')))[0]).to.equal('`… > tr > th` is 20 px taller.');
  });

  it('do not report other sizes of boxes in addition to another content area', async () => {
    const on = (size: string): string =>
      `<style>@page { size: ${size}; margin: 1in } html, body, main { height: 100% }</style><main><p>x</main>`;
    expect(await changes(on('A5'), on('A6'))).to.deep.equal([
      'The content area of 2 pages, from page 1 on, is 205 x 367 px at 96, 96 instead of 367 x 602 px at 96, 96.',
    ]);
  });

  it('are at most thirty, and count the others', async () => {
    const document = (count: number): string =>
      Array.from({ length: count }, (_, i) => `<p style="position:absolute;top:${i}em">word ${i}`).join('');
    const other = (count: number): string => document(count).replaceAll('word', 'other');
    expect(await changes(document(30), other(30))).to.have.lengthOf(30);
    const limited = await changes(document(32), other(32));
    expect(limited).to.have.lengthOf(31);
    expect(limited.at(-1)).to.equal('2 more changes.');
  });
});
