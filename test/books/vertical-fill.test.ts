/** Contents distributed over the page area: `align-content` of the page, and `-pagewright-vertical-fill`. */
import { expect } from 'chai';
import { book, linesOf, lines } from './pages.ts';

describe('books: vertical justification', () => {
  /** Returns the text of each page's lines with their positions in the page area. */
  const placed = async (html: string): Promise<string[]> => {
    const { pages, diagnostics } = await book(html);
    expect(diagnostics, 'diagnostics').to.deep.equal([]);
    return pages.map(({ root }) =>
      linesOf(root === null ? [] : [root])
        .map(({ text, x, y }) =>
          html.includes('vertical-') && html.includes('writing-mode') ? `${text}@${x}` : `${text}@${y}`,
        )
        .join(' '),
    );
  };
  const page = (rule: string): string => `<style>@page{${rule}}</style>`;

  it('aligns the contents of a page as a unit', async () => {
    expect(await placed(`${page('align-content:center')}${lines(2)}`)).to.deep.equal(['1@20 2@30']);
    expect(await placed(`${page('align-content:end')}${lines(8)}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50',
      '7@40 8@50',
    ]);
  });

  it('distributes blocks', async () => {
    expect(await placed(`${page('align-content:space-between')}${lines(3)}`)).to.deep.equal(['1@0 2@25 3@50']);
    expect(await placed(`${page('align-content:space-evenly')}<div>${lines(2)}</div>`)).to.deep.equal([
      '1@13.328125 2@36.65625',
    ]);
  });

  it('keeps boxes together that avoid breaks', async () => {
    const heading = '<p>a<p style="break-after:avoid">b<p>c<div style="break-inside:avoid"><p>d<p>e</div>';
    expect(await placed(`${page('align-content:space-between')}${heading}`)).to.deep.equal(['a@0 b@15 c@25 d@40 e@50']);
  });

  it('enlarges the ancestors of moved boxes', async () => {
    const { pages } = await book(`${page('align-content:space-between')}<div><p>a<p>b</div>`);
    const [body] = pages[0]!.root!.fragment.children;
    const div = body!.type === 'box' ? body!.children[0]! : null;
    expect([pages[0]!.root!.fragment.height, body!.type !== 'text' && body!.height, div!.height]).to.deep.equal([
      3840, 3840, 3840,
    ]);
  });

  it('distributes along the block axis of vertical text', async () => {
    const html = `<style>@page{size:100px 200px;align-content:space-between}html{writing-mode:vertical-rl}</style>${lines(3)}`;
    expect(await placed(html)).to.deep.equal(['1@50 2@25 3@0']);
  });

  it('leaves space for notes', async () => {
    const html = `${page('align-content:end')}<p>a<span class=n>b</span>`;
    expect(await placed(html)).to.deep.equal(['a1@40']);
  });

  it('fills pages that continue if little space is missing', async () => {
    const flow = `${lines(4)}<div style="break-inside:avoid">${lines(3, 5)}</div>`;
    expect(await placed(`${page('-pagewright-vertical-fill:blocks 40%')}${flow}`)).to.deep.equal([
      '1@0 2@16.65625 3@33.328125 4@50',
      '5@0 6@10 7@20',
    ]);
    expect(await placed(`${page('-pagewright-vertical-fill:blocks')}${flow}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30',
      '5@0 6@10 7@20',
    ]);
  });

  it('does not fill pages that a forced break ends', async () => {
    const html = `${page('-pagewright-vertical-fill:40%')}${lines(5)}<p style="break-before:page">6`;
    expect(await placed(html)).to.deep.equal(['1@0 2@10 3@20 4@30 5@40', '6@0']);
  });

  it('spreads lines', async () => {
    const html = `${page('-pagewright-vertical-fill:lines 20px')}<p>1<br>2<br>3<br>4<p style="break-inside:avoid">5<br>6<br>7`;
    expect(await placed(html)).to.deep.equal(['1@0 2@16.65625 3@33.328125 4@50', '5@0 6@10 7@20']);
  });
});
