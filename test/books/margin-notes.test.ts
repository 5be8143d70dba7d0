/** Notes in page margins: `float-reference: -pagewright-margin`. */
import { expect } from 'chai';
import { book, lines } from './pages.ts';

/** Margins of 20px and an area of 60px. Notes are 10px high by default. */
const STYLE =
  '<style>i{float-reference:-pagewright-margin;float:outside;font:inherit;height:10px;width:15px}.in{float:inside}.l{float:left}.r{float:right}</style>';

/** Returns the margin notes of each page with their positions from the area's corner in px. */
async function notes(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(STYLE + html);
  expect(diagnostics).to.deep.equal([]);
  return pages.map(({ marginNotes }) =>
    marginNotes.map(({ fragment, x, y }) => `${fragment.box.element?.id} ${x / 64},${y / 64}`).join(' '),
  );
}

describe('books: margin notes', () => {
  it('are placed next to the line of their call, in the margin that they float to', async () => {
    expect(await notes('<p>1<p>2 <i id=a class=l>x</i><p>3 <i id=b class=r>y</i>')).to.deep.equal([
      'a -15,10 b 160,20',
    ]);
  });

  it('take no space from the text', async () => {
    const { pages } = await book(`${STYLE}<p>1 <i>x</i><p>2`);
    expect(pages[0]!.root?.fragment.height).to.equal(20 * 64);
  });

  it('are placed at the outer or inner edge of the spread', async () => {
    const page = (id: string): string =>
      `<p style="break-before:page">1 <i id=${id}>x</i> <i id=${id}${id} class=in>x</i>`;
    expect(await notes(page('a') + page('b'))).to.deep.equal(['aa -15,0 a 160,0', 'b -15,0 bb 160,0']);
  });

  it('use the opposite edges in right-to-left books', async () => {
    expect(await notes('<html dir=rtl><p>1 <i id=a>x</i> <i id=b class=in>x</i>')).to.deep.equal(['b 160,0 a -15,0']);
    expect(await notes('<html dir=rtl><p>1 <i id=a style="float:inline-start">x</i>')).to.deep.equal(['a 160,0']);
  });

  it('are stacked if a line calls several', async () => {
    expect(await notes('<p>1 <i id=a class=r>x</i> <i id=b class=r>x</i><p>2 <i id=c class=r>x</i>')).to.deep.equal([
      'a 160,0 b 160,10 c 160,20',
    ]);
  });

  it('move up from the end of the page', async () => {
    expect(
      await notes(`${lines(5)}<p>6 <i id=a class=r>x</i> <i id=b class=r style="height:15px">x</i>`),
    ).to.deep.equal(['a 160,35 b 160,45']);
  });

  it("move to the next page in order if they don't fit", async () => {
    const note = (id: string, height: number): string => `<i id=${id} class=r style="height:${height}px">x</i>`;
    expect(await notes(`<p>1 ${note('a', 40)}${note('b', 30)}${note('c', 5)}${lines(6, 2)}`)).to.deep.equal([
      'a 160,0',
      'b 160,0 c 160,30',
    ]);
    expect(await notes(`<p>1 ${note('a', 40)}${note('b', 30)}`)).to.deep.equal(['a 160,0', 'b 160,0']);
  });

  it('overlap the end of the page if they are too long for it', async () => {
    expect(await notes(`<p>1 <i id=a class=r style="height:79px">x</i>`)).to.deep.equal(['a 160,0']);
  });

  it('keep their margins and are shifted outwards by float-offset', async () => {
    expect(await notes('<p>1<p>2 <i id=a class=r style="margin:3px 2px 0 4px">x</i>')).to.deep.equal(['a 164,10']);
    expect(await notes('<p>1 <i id=a class=r style="float-offset:2px">x</i>')).to.deep.equal(['a 162,0']);
    expect(await notes('<p>1 <i id=a class=l style="float-offset:2px">x</i>')).to.deep.equal(['a -17,0']);
  });

  it('align their first baseline with that of the line', async () => {
    expect(await notes('<p>1<p>2 <i id=a class=r style="line-height:6px">x</i>')).to.deep.equal(['a 160,12']);
  });

  it('are at most as wide as the margin', async () => {
    const { pages } = await book(`${STYLE}<p>1 <i style="width:auto">a b c d e f g h</i>`);
    expect(pages[0]!.marginNotes[0]!.fragment.width).to.equal(20 * 64);
  });

  it('are placed next to their lines in columns, cells and below page floats', async () => {
    const columns = `<div style="columns:2;column-fill:auto;height:30px">${lines(4)}<p>5 <i id=a class=r>x</i></div>`;
    expect(await notes(columns)).to.deep.equal(['a 160,10']);
    expect(
      await notes('<table style="border-spacing:0"><tr><td>1<tr><td>2 <i id=a class=r>x</i></table>'),
    ).to.deep.equal(['a 160,10']);
    expect(
      await notes('<p>1<div style="float:top;float-reference:page;height:20px"></div><p>2 <i id=a class=r>x</i>'),
    ).to.deep.equal(['a 160,30']);
  });

  it('are placed above and below vertical text', async () => {
    const { pages } = await book(
      `${STYLE}<html style="writing-mode:vertical-rl"><p>1<p>2 <i class=l style="width:10px;height:15px">x</i>`,
    );
    expect(pages[0]!.marginNotes.map(({ x, y }) => [x / 64, y / 64])).to.deep.equal([[140, -15]]);
  });

  it('are ordinary floats if they reference no page', async () => {
    const { pages } = await book('<p><b style="float:outside">x</b>y');
    expect(pages[0]!.marginNotes).to.deep.equal([]);
  });
});
