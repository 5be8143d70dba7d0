import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Color } from '../../../engine/css/color.ts';
import { type Piece, readingOrder } from '../../../engine/pdf/reading-order.ts';
import { DisplayListBuilder } from '../../../engine/paint/display-list.ts';
import { inReadingOrder } from '../../../engine/pdf/ordered-list.ts';
import { Structure, StructureNode } from '../../../engine/semantics/structure.ts';
import { extractText } from '../../support/pdfium.ts';

const HEAD = '<!DOCTYPE html><style>@page{size:400px 300px;margin:0}body{margin:0;font:16px/20px Arial}</style>';

/** Returns the words of a page in content order. */
async function wordsOf(html: string): Promise<string> {
  const { pdf } = await render(HEAD + html);
  return (await extractText(pdf)).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Returns the operators of a page. */
async function contentOf(html: string): Promise<string> {
  const { pdf } = await render(HEAD + html, { compress: false });
  return Buffer.from(pdf).toString('latin1');
}

const piece = (key: number, x: number, y: number, color: Color | null = null, isRead = true): Piece => ({
  key,
  isRead,
  color,
  bounds: { x0: x, y0: y, x1: x + 10, y1: y + 10 },
});

describe('the order of a page’s content', () => {
  it('is document order for floats and positioned boxes', async () => {
    const float = '<p>one <b style="float:right">two</b></p>';
    const positioned =
      '<p><b style="position:relative">three</b></p><nav style="position:absolute;top:200px">four</nav>';
    expect(await wordsOf(`${float}${positioned}<p>five`)).to.equal('one two three four five');
    expect(await wordsOf('<aside style="float:left;width:100px">one</aside><p>two')).to.equal('one two');
    expect(await wordsOf('<p>one</p><aside style="float:left;width:100px">two</aside>')).to.equal('one two');
    expect(
      await wordsOf('<nav style="position:fixed;z-index:9;background:#eee">one</nav><p style="margin-left:99px">two'),
    ).to.equal('one two');
  });

  it('is painting order where the difference is visible', async () => {
    const below = '<div style="position:relative;z-index:1;background:red">over</div>';
    expect(await wordsOf(`${below}<p style="margin-top:-20px">under`)).to.equal('under over');
    expect(
      await wordsOf('<div style="position:relative;color:red">over</div><p style="margin-top:-20px">under'),
    ).to.equal('under over');
  });

  it('considers only the visible part of clipped content', async () => {
    const cut =
      '<div style="position:relative;overflow:hidden;height:20px;width:60px"><p style="margin:0;width:999px;background:red">one</div>';
    expect(await wordsOf(`${cut}<p style="margin:-20px 0 0 100px">two`)).to.equal('one two');
  });

  it('keeps groups, masks and transformed content together', async () => {
    const group = '<div style="opacity:.5;width:50px">one</div>';
    const turned = '<div style="transform:rotate(3deg);width:60px">two</div>';
    const clipped = '<div style="clip-path:circle(50px);width:60px">three</div>';
    expect(await wordsOf(`${group}${turned}${clipped}<p>four`)).to.equal('one two three four');
    const content = await contentOf(`${group}${turned}${clipped}<p>four`);
    expect(content.match(/\bq\n/g)).to.have.length(content.match(/\bQ\n/g)?.length ?? 0);
  });

  it('leaves lines of right-to-left text in their visual order for readers', async () => {
    expect(await wordsOf('<p dir=rtl>אחת <b>שתיים</b> שלוש')).to.equal('אחת שתיים שלוש');
  });

  it('has notes after the text, and margin boxes last', async () => {
    const style =
      '<style>@page{margin:40px;@top-left{content:"head"}@bottom-left{content:"foot"}}i{float:footnote}</style>';
    expect(await wordsOf(`${style}<p>one<i>note</i> two`)).to.match(/^one1 two 1\.? ?note head foot$/);
  });

  it('puts rules and backgrounds before the text, which stays in one piece', async () => {
    const content = await contentOf('<p>one <u>two</u> three <span style="background:#ccc">four</span> five');
    expect(content.match(/\bBT\n/g)).to.have.length(1);
    expect(content.match(/ T[md]\n/g)).to.have.length(1);
  });
});

describe('reordered drawing', () => {
  it("applies a group's transformations and clips to nothing after it", () => {
    const canvas = new DisplayListBuilder();
    const root = new StructureNode(0, 'Document', null, 0, null, null);
    const structure = new Structure(root, 1, [], [], new Map(), new Map());
    canvas.save();
    canvas.transform([1, 0, 0, 1, 5, 5]);
    canvas.beginGroup(0.5, 'normal', true);
    canvas.transform([2, 0, 0, 2, 0, 0]);
    canvas.fillRect(0, 0, 9, 9, Color.BLACK);
    canvas.endGroup();
    canvas.fillRect(0, 20, 9, 9, Color.BLACK);
    canvas.restore();
    const sheet = { x0: 0, y0: 0, x1: 100, y1: 100 };
    const drawn = inReadingOrder(canvas.list, sheet, structure, new Budget(DEFAULT_LIMITS));
    expect(drawn.map(({ type }) => type).join(' ')).to.equal(
      'save transform beginGroup transform fillRect endGroup fillRect restore',
    );
  });
});

describe('reading order', () => {
  it('sorts pieces by their keys, after the pieces that they overlap', () => {
    expect(readingOrder([piece(3, 0, 0), piece(1, 50, 0), piece(2, 0, 50)])).to.deep.equal([1, 2, 0]);
    expect(readingOrder([piece(3, 0, 0), piece(1, 5, 5), piece(2, 0, 50)])).to.deep.equal([0, 1, 2]);
    expect(readingOrder([piece(4, 0, 0), piece(3, 9, 0), piece(2, 18, 0), piece(1, 50, 0)])).to.deep.equal([
      3, 0, 1, 2,
    ]);
  });

  it('places unread pieces after the pieces that they overlap', () => {
    expect(
      readingOrder([piece(1, 0, 0), piece(3, 50, 0), piece(0, 55, 5, null, false), piece(2, 0, 50)]),
    ).to.deep.equal([0, 3, 1, 2]);
  });

  it('may swap pieces of one color', () => {
    const [black, red] = [Color.BLACK, new Color(1, 0, 0, 1)];
    expect(readingOrder([piece(2, 0, 0, black), piece(1, 5, 5, black)])).to.deep.equal([1, 0]);
    expect(readingOrder([piece(2, 0, 0, black), piece(1, 5, 5, red)])).to.deep.equal([0, 1]);
  });

  it('computes positions only for pieces that are out of order', () => {
    const asked: number[] = [];
    const noting = (key: number, i: number): Piece => ({
      ...piece(key, 20 * i, 0),
      get bounds() {
        asked.push(i);
        return piece(key, 20 * i, 0).bounds;
      },
    });
    expect(readingOrder([1, 3, 2, 4, 5, 7, 6, 8].map(noting))).to.deep.equal([0, 2, 1, 3, 4, 6, 5, 7]);
    expect([...new Set(asked)].toSorted()).to.deep.equal([1, 2, 5, 6]);
  });

  it('keeps painting order if too many pieces share one place', () => {
    const many = Array.from({ length: 3000 }, (_, i) => piece(3000 - i, i, 0));
    expect(readingOrder(many)[0]).to.equal(0);
  });
});
