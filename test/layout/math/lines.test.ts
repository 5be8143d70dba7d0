import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { costOf } from '../../laws/nesting.ts';
import { layout } from '../../support/layout.ts';

/** Letters of 10 px in a font without a MATH table. Relations take 9.25 px of space, sums 7.4 px. */
const STYLE = '<style>body { margin: 0 } math { font: 16.66px/1 Cousine }</style>';
const tokens = (text: string): string => text.replace(/[a-z]/g, '<mn>$&</mn>').replace(/[-=+,]/g, '<mo>$&</mo>');

/** Returns each line of a formula as its offset and its text. */
async function lines(math: string, width = 100, css = ''): Promise<string[]> {
  const { dump } = await layout(`${STYLE}<div style="width:${width}px; ${css}">${math}</div>`);
  const rows = new Map<string, { x: number; text: string }>();
  const pattern =
    /(?:Block|Math) <m\w+[^>]*> {2}x([\d.-]+) y([\d.-]+) .*\n *line x\S+ y(\S+) \S+ \S+ base(\S+) "(.*)"/g;
  for (const [, x, y, top, base, text] of dump.matchAll(pattern)) {
    const baseline = (Number(y) + Number(top) + Number(base)).toFixed(0);
    const row = rows.get(baseline);
    if (row) row.text += text;
    else rows.set(baseline, { x: Math.round(Number(x)), text: text! });
  }
  return [...rows.values()].map(({ x, text }) => `${x} ${text}`);
}

const formula = (content: string, attributes = ''): string => `<math ${attributes}>${content}</math>`;

describe('formulas that are wider than their line', () => {
  it('break before relations and sums, and indent the lines after the first', async () => {
    expect(await lines(formula(tokens('a=b+c+d')))).to.deep.equal(['0 a=b+c+d']);
    expect(await lines(formula(tokens('a=b+c+d+e+f')))).to.deep.equal(['0 a=b+c+d', '25 +e+f']);
    expect(await lines(formula(tokens('aa+b+c=d+e')))).to.deep.equal(['0 aa+b+c', '25 =d+e']);
  });

  it('break outside of fences and inner rows rather than inside', async () => {
    const fenced = `${tokens('a+b')}<mo>(</mo>${tokens('c+d')}<mo>)</mo>${tokens('+e+f')}`;
    expect((await lines(formula(fenced), 120))[1]).to.equal('30 +e+f');
    const nested = `${tokens('a+')}<mrow>${tokens('b+c+d')}</mrow>`;
    expect(await lines(formula(nested), 80)).to.deep.equal(['0 a', '20 +b+c', '20 +d']);
    expect(await lines(formula(`<mrow>${tokens('a=b+c+d+e+f')}</mrow>`))).to.deep.equal(['0 a=b+c+d', '25 +e+f']);
  });

  it('break after separators, and never at signs, fences and large operators', async () => {
    expect(await lines(formula(tokens('aaa,bbb,ccc')))).to.deep.equal(['0 aaa,bbb,', '25 ccc']);
    expect(await lines(formula(tokens('aaaa=-bbbbbb')))).to.deep.equal(['0 aaaa', '8 =-bbbbbb']);
    expect(await lines(formula('<mn>aaaaaa</mn><mo>∑</mo><mn>bbbbb</mn>'))).to.have.length(1);
  });

  it('follow linebreak and linebreakstyle', async () => {
    const plus = (attributes: string): string => `<mn>aaaa</mn><mo ${attributes}>+</mo><mn>bbbbb</mn>`;
    expect(await lines(formula(plus('linebreakstyle=after')))).to.deep.equal(['0 aaaa+', '25 bbbbb']);
    expect(await lines(formula(plus('linebreakstyle=duplicate')))).to.deep.equal(['0 aaaa+', '25 +bbbbb']);
    expect(await lines(formula(plus(''), 'infixlinebreakstyle=after'))).to.deep.equal(['0 aaaa+', '25 bbbbb']);
    expect(await lines(formula(plus('linebreak=nobreak')))).to.have.length(1);
    expect(await lines(formula(plus('linebreak=newline')), 900)).to.deep.equal(['0 aaaa', '23 +bbbbb']);
    expect(
      await lines(formula('<mn>a</mn><mspace linebreak=newline indentalign=left /><mn>b</mn>'), 900),
    ).to.deep.equal(['0 a', '0 b']);
    const good = `${tokens('a')}<mo linebreak=goodbreak>+</mo>${tokens('b+c+d')}`;
    expect((await lines(formula(good), 90))[0]).to.equal('0 a');
    const choice = `${tokens('a+b+c')}<mo linebreak=badbreak>+</mo>${tokens('d')}`;
    expect((await lines(formula(choice), 90))[1]).to.equal('23 +c+d');
  });

  it('follow the attributes of indentation, also those of mstyle and math', async () => {
    const plus = (attributes: string): string => `<mn>aaaa</mn><mo ${attributes}>+</mo><mn>bbbbb</mn>`;
    expect((await lines(formula(plus('indentshift=5px'))))[1]).to.equal('5 +bbbbb');
    expect((await lines(formula(plus('indentalign=right'))))[1]).to.equal('36 +bbbbb');
    expect((await lines(formula(plus(''), 'indentalign=center indentalignlast=left indentshift=0')))[1]).to.equal(
      '0 +bbbbb',
    );
    const target = `<mn>a</mn><mo id=eq>=</mo><mn>b</mn><mo linebreak=newline indentalign=id indenttarget=eq>=</mo><mn>c</mn>`;
    expect(await lines(formula(target), 900)).to.deep.equal(['0 a=b', '15 =c']);
  });

  it('show the sign of linebreakmultchar for an invisible times at which they break', async () => {
    const product = '<mn>aaaaaa</mn><mo>&it;</mo><mn>bbbbbb</mn>';
    expect(await lines(formula(product))).to.deep.equal(['0 aaaaaa', '25 \u2062bbbbbb']);
    expect(
      (await layout(`${STYLE}<div style="width:100px">${formula(product, 'linebreakmultchar="×"')}`)).dump,
    ).to.include('×');
  });

  it('take no more than the room that maxwidth and text-wrap leave', async () => {
    expect(await lines(formula(tokens('a=b+c+d'), 'maxwidth=70px'))).to.deep.equal(['0 a=b+c', '18 +d']);
    expect(await lines(formula(tokens('a=b+c+d+e+f')), 100, 'text-wrap: nowrap')).to.have.length(1);
  });

  it('are as narrow as their widest unbreakable part in table columns', async () => {
    const { dump } = await layout(`${STYLE}<table style="width: 1px"><td>${formula(tokens('aa=bbbb+c'))}</table>`);
    expect(Number(/Math <math> .* w([\d.]+)/.exec(dump)![1])).to.be.within(50, 60);
  });

  it("shrink alone if they can't break, without changing the size of other text", async () => {
    const wide = formula(`<msqrt>${tokens('a+b'.repeat(25))}</msqrt>`, 'display=block');
    const { diagnostics } = await render(`${STYLE}<p>x</p>${wide}`);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      'page/shrunk: <math> is wider than the page area. It is scaled to 68 %.',
    ]);
    const scaled = await render(`${STYLE}${formula(tokens('a+b'.repeat(25)), 'overflow=scale')}`);
    expect(scaled.diagnostics.map(({ code }) => code)).to.deep.equal(['page/shrunk']);
    const broken = await render(`${STYLE}${formula(tokens('a+b'.repeat(60)))}`);
    expect(broken.diagnostics).to.deep.equal([]);
  });

  it('report values of overflow that print does not support', async () => {
    const { diagnostics } = await render(`${STYLE}${formula(tokens('a+b'.repeat(60)), 'overflow=scroll')}`);
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['mathml/unknown-value']);
  });

  it('cost time linear in their length, at any depth', async () => {
    const narrow = (content: string): string =>
      `<div style="width: 100px; overflow: hidden">${formula(content, 'display=block')}</div>`;
    const long = (count: number): string => narrow(tokens('a+'.repeat(count)));
    const flat = [await costOf(long(500)), await costOf(long(1000))];
    expect(flat[1]! / flat[0]!).to.be.lessThan(2.3);
    const deep = (count: number): string =>
      narrow(`${'<mrow><mn>a</mn><mo>+</mo>'.repeat(count)}${'</mrow>'.repeat(count)}`);
    const nested = [await costOf(deep(100)), await costOf(deep(200))];
    expect(nested[1]! / nested[0]!).to.be.lessThan(2.3);
  });
});
