import { expect } from 'chai';
import { layout } from '../../../engine/index.ts';
import { describeChanges } from '../../../server/golden/describe-changes.ts';

const changes = async (before: string, after: string): Promise<string[]> =>
  describeChanges(await layout(before), await layout(after));

const TEXT =
  'The quick brown fox jumps over the lazy dog and realises extraordinarily complicated hyphenation requirements. '.repeat(
    4,
  );

describe('changes of a document in words', () => {
  it('report the changed font, not every line that it breaks differently', async () => {
    const document = (size: string): string =>
      `<html lang=en><style>body { font-size: ${size}; hyphens: auto } a::after { content: leader('.') ' 5' }</style>
       ${`<p>${TEXT}</p>`.repeat(5)}<ul><li><a>One</a><li><a>Two</a></ul>`;
    expect(await changes(document('11pt'), document('11.5pt'))).to.deep.equal([
      'The font of `body` is 15.33px serif instead of 14.67px serif.',
      '`p:nth-of-type(2)` and 8 more elements moved on page 1 because fonts changed.',
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
      'The `box-shadow` of `p` was added: 1px 2px 0px 0px #ff0000.',
      'The `text-decoration-line` of `p` was added: underline.',
    ]);
    // Layouts that were stored before looks were recorded.
    const old = await layout(styled('color:red'));
    const kept = {
      pages: old.pages.map((page) => ({ ...page, boxes: page.boxes.map((box) => ({ ...box, look: undefined })) })),
    };
    expect(describeChanges(kept as never, await layout(styled('color:blue')))).to.deep.equal([]);
  });

  it('report the space above a moved box, even if its class differs', async () => {
    const document = (step: number): string =>
      `<style>.mt-4 { margin-top: 16px } .mt-8 { margin-top: 32px } body, p, h1 { margin: 0 }</style>
       <h1>A</h1><p>one</p><div class="mt-${step}"><p>two</p><p>three</p></div><p id=end>end</p>`;
    const space = 'he space above `div.mt-8` is 32 px instead of 16 px';
    expect(await changes(document(4), document(8))).to.deep.equal([
      '`div.mt-4` is now `div.mt-8`.',
      `T${space}.`,
      `\`div.mt-8\` and 1 more element moved down 16 px on page 1, because t${space}.`,
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
});
