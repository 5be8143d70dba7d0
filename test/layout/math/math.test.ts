import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { costOf } from '../../laws/nesting.ts';
import { expectFragments, layout } from '../../support/layout.ts';

/** Digits of 5 px in lines of 10 px, in a font without a MATH table: all measures are fallbacks. */
const PLAIN = '<style>math { font: 10px/1 Tinos } mfrac { padding: 0 }</style>';

describe('mathematics', () => {
  it('sets a row on one baseline, with the spaces of its operators', async () => {
    const { dump } = await layout('<math><mi>x</mi><mo>+</mo><mn>1</mn></math>');
    expect(dump).to.match(/Block <mi> {2}x0 /);
    // Four eighteenths of 16 px on each side.
    const plus = Number(/Math <mo> {2}x([\d.]+)/.exec(dump)![1]);
    const italic = Number(/Block <mi> {2}x0 y[\d.]+ {2}w([\d.]+)/.exec(dump)![1]);
    expect(plus - italic).to.be.closeTo((16 * 4) / 18, 0.02);
    expect(dump).to.contain('"𝑥"');
  });

  it('sets letters of a variant, whose operators keep the spacing of the plain letters', async () => {
    const { dump } = await layout(
      '<math><mstyle mathvariant="bold"><mo>∇</mo><mi>x</mi><mn>1</mn></mstyle><mi mathvariant="double-struck">R</mi></math>',
    );
    expect(dump).to.contain('"𝛁𝐱𝟏ℝ"');
    const [nabla, x] = ['Math <mo>', 'Block <mi>'].map((box) =>
      new RegExp(`${box} .*x([\\d.]+) .* w([\\d.]+)`).exec(dump)!,
    );
    expect(Number(x![1])).to.be.closeTo(Number(nabla![2]), 0.02);
  });

  it('makes tokens as high as their ink, and positions scripts by that', async () => {
    const extents = async (math: string, names: string): Promise<string[]> => {
      const { dump } = await layout(`<math style="font: 20px/3 Tinos"><mrow>${math}</mrow></math>`);
      return [...dump.matchAll(new RegExp(`<(?:${names})> .* y([\\d.]+) .* h([\\d.]+)`, 'g'))].map(
        ([, y, height]) => `${y} ${height}`,
      );
    };
    // Capitals of 13.2 px, a g from 10.3 above to 4.3 below the baseline, and a minus above it.
    expect(await extents('<mtext>A</mtext>', 'mtext')).to.deep.equal(['0 13']);
    expect(await extents('<mtext>A</mtext><mn>g</mn><mo>-</mo>', 'mtext|mn')).to.deep.equal(['0 13', '3 14']);
    // Raised by the x-height of 9.18 px.
    const [base, script] = await extents('<msup><mtext>x</mtext><mn>A</mn></msup>', 'mtext|mn');
    expect([base, script]).to.deep.equal(['9.19 9', '0 9']);
  });

  it('stacks fractions around the axis', () =>
    expectFragments(
      `${PLAIN}<math><mfrac><mn>12</mn><mn>3</mn></mfrac></math>`,
      `
      line x0 y0 w7.09 h20 base15 "123"
        Math <math>  x0 y6.98  w7.09 h11.44
          Math <mfrac>  x0 y0  w7.09 h11.44
            Block <mn>  x0 y0  w7.09 h5
              line x0 y0 w7.09 h7.09 base5 "12"
            Block <mn>  x1.77 y6.44  w3.55 h5
              line x0 y0 w3.55 h7.09 base5 "3"
      `,
    ));

  it('draws bars of fractions and radicals in the text color, but none with zero thickness', async () => {
    const bars = async (math: string): Promise<string[]> => {
      const paint = await inspect(`${PLAIN}<math style="color: red">${math}</math>`, 'paint', null);
      return [...paint.matchAll(/fillRect (.*) #ff0000/g)].map(([, rect]) => rect!);
    };
    // As wide as the wider part, and half its thickness above the axis.
    const [fraction] = await bars('<mfrac><mn>12</mn><mn>3</mn></mfrac>');
    expect(fraction!.split(' ')[2]).to.equal('7.094');
    expect(await bars('<mfrac linethickness=0><mn>12</mn><mn>3</mn></mfrac>')).to.deep.equal([]);
    expect(await bars('<msqrt><mn>12</mn></msqrt>')).to.have.length(1);
  });

  it('makes scripts smaller, and moves limits next to operators in inline math', async () => {
    const sum = '<munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover>';
    const { dump: text } = await layout(`<math>${sum}</math>`);
    const { dump: display } = await layout(`<math display=block>${sum}</math>`);
    const place = (dump: string, name: string): number[] =>
      new RegExp(`Block <${name}> {2}x([\\d.]+) y([\\d.]+)`).exec(dump)!.slice(1).map(Number);
    expect(place(text, 'mn')[0]).to.equal(place(text, 'mi')[0]);
    expect(place(display, 'mi')[1]).to.equal(0);
    expect(place(display, 'mn')[1]).to.be.greaterThan(30);
    expect(/Block <mn> .* w([\d.]+)/.exec(display)![1]).to.equal('5.63');
  });

  it('stretches fences to their contents, and arrows to their bases', async () => {
    const { dump } = await layout(
      '<math display=block><mo>(</mo><mfrac><mn>1</mn><mfrac><mn>2</mn><mn>3</mn></mfrac></mfrac><mo>)</mo><mover><mi>abc</mi><mo>→</mo></mover></math>',
    );
    const heights = [...dump.matchAll(/Math <mo> .*h([\d.]+)/g)].map((match) => Number(match[1]));
    const fraction = Number(/Math <mfrac> .*h([\d.]+)/.exec(dump)![1]);
    expect(heights[0]).to.be.at.least(fraction);
    expect(heights[1]).to.equal(heights[0]);
    const widths = (pattern: RegExp): number => Number(pattern.exec(dump)![1]);
    expect(widths(/Math <mover>.*\n.*\n.*\n.*\n\s*Math <mo> .* w([\d.]+)/)).to.be.at.least(
      widths(/Block <mi> .* w([\d.]+)/) - 1,
    );
  });

  it('wraps rows in radicals, with the degree at the upper left', async () => {
    const { dump } = await layout(
      '<math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot></math>',
    );
    const [degree, radicand] = ['mn', 'mi'].map((name) =>
      [...dump.matchAll(new RegExp(`Block <${name}> {2}x([\\d.]+) y([\\d.]+)`, 'g'))].at(-1)!.slice(1).map(Number),
    );
    expect(degree![0]).to.be.lessThan(radicand![0]!);
  });

  it('keeps the gap below the bar of a radical whose sign is too high, and extends the sign downwards', async () => {
    const gaps = ['0', '.15em', '.3em', '.45em'].map(async (depth) => {
      const { dump } = await layout(`<math><msqrt><mspace width="1em" height="1em" depth="${depth}"/></msqrt></math>`);
      return /Block <mspace>.* y([\d.]+)|Math <mspace>.* y([\d.]+)/.exec(dump)!.slice(1).join('');
    });
    expect(new Set(await Promise.all(gaps)).size).to.equal(1);
  });

  it('gives invisible operators no width', async () => {
    for (const sign of ['2061', '2062', '2063', '2064']) {
      const { dump } = await layout(`<math><mi>f</mi><mo>&#x${sign};</mo><mi>x</mi></math>`);
      expect(dump, sign).to.match(/Math <mo> .* w0 h0/);
    }
  });

  it('reads spaces and padding from attributes', () =>
    expectFragments(
      `${PLAIN}<math><mspace width=20px height=5px depth=5px></mspace><mpadded width=30px height=20px lspace=5px voffset=4px><mn>1</mn></mpadded></math>`,
      `
      line x0 y0 w50 h25 base20 "1"
        Math <math>  x0 y0  w50 h25
          Math <mspace>  x0 y15  w20 h10
          Math <mpadded>  x20 y0  w30 h20
            Block <mn>  x5 y9  w5 h7
              line x0 y-1 w5 h10 base8 "1"
      `,
    ));

  it('lays out elements with the wrong number of children as rows, and cells as rows', async () => {
    const { dump } = await layout(`${PLAIN}<math><mfrac><mn>1</mn></mfrac></math>`);
    expect(dump).to.contain('Math <mfrac>  x0 y0  w3.55 h5');
    const { dump: table } = await layout(
      `${PLAIN}<math><mtable><mtr><mtd><mn>1</mn><mn>2</mn></mtd></mtr></mtable></math>`,
    );
    expect(table).to.match(/Block <mn> {2}x0 y0 .*\n.*\n.*\n\s*Block <mn> {2}x5 y0/);
  });

  it('reports elements that are laid out as plain rows', async () => {
    const { diagnostics } = await layout('<math><mglyph src=a><mi>x</mi></mglyph></math>');
    expect(diagnostics).to.deep.equal([
      'mathml/unsupported-element: <mglyph> is not in MathML Core. Its children were laid out in a row.',
    ]);
  });

  it('is empty in a font without a size', async () => {
    const { dump } = await layout('<math style="font-size: 0.005px"><mo>(</mo><mn>1</mn><mo>)</mo></math>');
    expect(dump).to.match(/Math <math> .* w0 h0/);
  });

  it('takes constant time per level', async () => {
    const level = '<mfrac><mrow><mo>(</mo><msup><mi>x</mi><mn>2</mn></msup><mo>)</mo></mrow>';
    const costs: number[] = [];
    for (const depth of [8, 16, 24])
      costs.push(await costOf(`<math>${level.repeat(depth)}<mn>1</mn>${'</mfrac>'.repeat(depth)}</math>`));
    const [shallow, middle, deep] = costs as [number, number, number];
    expect(deep - middle, costs.join(', ')).to.be.at.most(1.5 * (middle - shallow));
    const fences: number[] = [];
    for (const depth of [8, 16, 24])
      fences.push(
        await costOf(
          `<math>${'<mover><mrow><mo>(</mo>'.repeat(depth)}<mn>1</mn>${'<mo>)</mo></mrow><mo>→</mo></mover>'.repeat(depth)}</math>`,
        ),
      );
    const [few, more, most] = fences as [number, number, number];
    expect(most - more, fences.join(', ')).to.be.at.most(1.5 * (more - few));
  });
});
