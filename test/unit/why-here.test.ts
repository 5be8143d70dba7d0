import { expect } from 'chai';
import { whyHere, whyHereText } from '../../engine/debug/why-here.ts';

/** Pages of six lines of 10 px. */
const SHEET =
  '<!doctype html><style>@page{size:200px 100px;margin:20px}*{margin:0;padding:0}html{font:8px/10px Arial}p{orphans:1;widows:1}</style>\n';
const lines = (count: number): string => '<p>line'.repeat(count);

/** Returns the explanation of #x as text. */
const why = async (html: string): Promise<string[]> => {
  const found = await whyHere(SHEET + html, '#x');
  return found === null ? [] : whyHereText(found).split('\n');
};

describe('the explanation of a page', () => {
  it('reports that nothing moves elements on the first page', async () => {
    expect(await why('<p id=x>a')).to.deep.equal([
      '#x (line 2) is on page 1.',
      'It is the first page, so nothing moved the element there.',
    ]);
  });

  it('finds the declaration that keeps a box together, with its place', async () => {
    const style = '<style>\n.k { break-inside: avoid }</style>';
    expect(await why(`${style}${lines(4)}<div class=k id=k><p>a<p id=x>b<p>c</div>`)).to.deep.equal([
      '#x (line 3) is on page 2.',
      'Page 2 begins with #k (line 3): page 1 has 20 px left.',
      'Smallest change that moves it to an earlier page:',
      '  10 px less content on page 1: moves it to page 1',
      'Other changes that move it:',
      '  without break-inside: avoid on #k (line 3), declared at line 3, column 6: moves it to page 1',
    ]);
  });

  it('finds headings that stay with the text after them', async () => {
    const html = `${lines(5)}<h3 id=x style="break-after:avoid;font:inherit">h</h3><div style="height:30px;break-inside:avoid">text</div>`;
    const text = await why(html);
    expect(text[1]).to.equal('Page 2 begins with #x (line 2): page 1 has 10 px left.');
    expect(text).to.include(
      '  without break-after: avoid on #x (line 2), declared at line 2, column 52: moves it to page 1',
    );
  });

  it('finds orphans and widows', async () => {
    expect(await why(`${lines(5)}<p id=x style="orphans:2">a<br>b<br>c`)).to.deep.equal([
      '#x (line 2) is on page 2.',
      'Page 2 begins with #x (line 2): page 1 has 10 px left.',
      'Smallest change that moves it to an earlier page:',
      '  10 px less content on page 1: moves it to page 1',
      'Other changes that move it:',
      '  orphans: 1 instead of 2 on #x (line 2), declared at line 2, column 51: moves it to page 1',
    ]);
  });

  it('finds forced breaks, also of earlier elements and by page names', async () => {
    const forced = await why('<p>a<div style="page-break-before:always"><p id=x>b</div>');
    expect(forced[1]).to.match(/^Page 2 begins with div \(line 2\): a break is forced there\.$/);
    expect(forced[3]).to.match(
      /^ {2}without break-before: page on div \(line 2\), declared at line 2, column \d+: moves it to page 1$/,
    );
    expect(forced).to.have.length(4);
    const after = await why('<p style="break-after:page">a<p id=x>b');
    expect(after[3]).to.contain('without break-after: page on p');
    const named = await why('<style>@page n{}</style><p>a<div style="page:n"><p id=x>b</div>');
    expect(named[3]).to.contain('without page: n on div');
  });

  it('finds how much content must be removed if nothing forbids a break', async () => {
    expect(await why(`${lines(6)}<p id=x>a`)).to.deep.equal([
      '#x (line 2) is on page 2.',
      'Page 2 begins with #x (line 2): page 1 has 0 px left.',
      'Smallest change that moves it to an earlier page:',
      '  10 px less content on page 1: moves it to page 1',
    ]);
    const vertical = '<style>html{writing-mode:vertical-rl}@page{size:100px 200px}</style>';
    expect((await why(`${vertical}${lines(6)}<p id=x>a`)).at(-1)).to.equal(
      '  10 px less content on page 1: moves it to page 1',
    );
  });

  it('finds declarations that only together move it', async () => {
    const both = `${lines(4)}<div style="break-inside:avoid"><div style="break-inside:avoid"><p>a<p id=x>b<p>c</div></div>`;
    const { changes } = (await whyHere(SHEET + both, '#x'))!;
    const together = changes.find(({ type }) => type === 'declarations');
    expect(together?.type === 'declarations' && together.changes.length).to.equal(2);
  });

  it('returns nothing for elements without a box', async () => {
    expect(await whyHere('<p>a', '#x')).to.equal(null);
    expect(await whyHere('<p id=x style="display:none">a', '#x')).to.equal(null);
  });
});
