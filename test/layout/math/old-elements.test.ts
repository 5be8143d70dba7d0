import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';
import { costOf } from '../../laws/nesting.ts';
import { layout } from '../../support/layout.ts';

const STYLE = '<style>body { margin: 0 } math { font: 10px/1 Tinos }</style>';

describe('elements that MathML Core omits', () => {
  describe('menclose', () => {
    const drawn = async (notation: string | null, content = '<mn>12</mn>'): Promise<string[]> => {
      const attribute = notation === null ? '' : `notation="${notation}"`;
      const html = `${STYLE}<math style="color: red"><menclose ${attribute}>${content}</menclose></math>`;
      const paint = await inspect(html, 'paint', null);
      return [...paint.matchAll(/(fillRect|strokePath|fillPath) .*#ff0000/g)].map(([, name]) => name!);
    };

    it('draws each notation', async () => {
      const counts: Record<string, readonly string[]> = {
        left: ['fillRect'],
        right: ['fillRect'],
        top: ['fillRect'],
        bottom: ['fillRect'],
        box: ['fillRect', 'fillRect', 'fillRect', 'fillRect'],
        actuarial: ['fillRect', 'fillRect'],
        madruwb: ['fillRect', 'fillRect'],
        radical: ['fillRect'],
        longdiv: ['fillRect', 'strokePath'],
        phasorangle: ['fillRect', 'strokePath'],
        roundedbox: ['strokePath'],
        circle: ['strokePath'],
        updiagonalstrike: ['strokePath'],
        downdiagonalstrike: ['strokePath'],
        verticalstrike: ['strokePath'],
        horizontalstrike: ['strokePath'],
        northeastarrow: ['strokePath', 'fillPath'],
      };
      for (const [notation, expected] of Object.entries(counts))
        expect(await drawn(notation), notation).to.deep.equal(expected);
    });

    it('draws several notations, and a long division by default', async () => {
      expect(await drawn('left  top LEFT updiagonalstrike')).to.deep.equal(['fillRect', 'fillRect', 'strokePath']);
      expect(await drawn(null)).to.deep.equal(['fillRect', 'strokePath']);
    });

    it('keeps lines away from the content, except those that cross it out', async () => {
      const width = async (notation: string): Promise<number> => {
        const { dump } = await layout(`${STYLE}<math><menclose notation="${notation}"><mn>12</mn></menclose></math>`);
        return Number(/<menclose> .* w([\d.]+)/.exec(dump)![1]);
      };
      expect(await width('verticalstrike')).to.equal(10);
      expect(await width('box')).to.be.within(15, 17);
      expect(await width('circle')).to.be.greaterThan(20);
    });

    it('reports unknown notations', async () => {
      const { diagnostics } = await layout(
        '<math><menclose notation="box cloud constructor"><mi>x</mi></menclose></math>',
      );
      expect(diagnostics.map(String)).to.deep.equal([
        'mathml/unknown-value: Unknown notation of <menclose>: \u201ccloud\u201d. It was ignored.',
        'mathml/unknown-value: Unknown notation of <menclose>: \u201cconstructor\u201d. It was ignored.',
      ]);
    });
  });

  describe('mfenced', () => {
    const text = async (math: string): Promise<string> => {
      const { dump } = await layout(`${STYLE}<math>${math}</math>`);
      return /^ *line .* "(.*)"/m.exec(dump)![1]!;
    };

    it('sets fences around its children and separators between them', async () => {
      expect(await text('<mfenced><mn>1</mn><mn>2</mn></mfenced>')).to.equal('(1,2)');
      expect(await text('<mfenced><mn>1</mn></mfenced>')).to.equal('(1)');
      expect(await text('<mfenced></mfenced>')).to.equal('()');
      expect(
        await text('<mfenced open="[" close="" separators=" ; | "><mn>1</mn><mn>2</mn><mn>3</mn><mn>4</mn></mfenced>'),
      ).to.equal('[1;2|3|4');
      expect(await text('<mfenced separators=""><mn>1</mn><mn>2</mn></mfenced>')).to.equal('(12)');
      expect(await text('<mfenced><mfenced open="["><mn>1</mn></mfenced></mfenced>')).to.equal('([1))');
    });

    it('stretches its fences, and breaks at its separators', async () => {
      const tall = await layout(`<math><mfenced><mfrac><mn>1</mn><mn>2</mn></mfrac></mfenced></math>`);
      const [, height] = /Math <mo> .* h([\d.]+)/.exec(tall.dump)!;
      expect(Number(height)).to.be.greaterThan(20);
      const long = `<mfenced>${'<mn>12</mn>'.repeat(40)}</mfenced>`;
      const { diagnostics } = await render(`${STYLE}<div style="width:100px"><math>${long}</math></div>`);
      expect(diagnostics).to.deep.equal([]);
    });
  });

  describe('mlabeledtr', () => {
    const table = (attributes: string): string =>
      `<mtable ${attributes}><mlabeledtr><mtd><mn>9</mn></mtd><mtd><mn>1</mn></mtd></mlabeledtr><mtr><mtd><mn>2</mn></mtd><mtd><mn>3</mn></mtd></mtr></mtable>`;
    const lefts = async (attributes: string): Promise<Record<string, number>> => {
      const { dump } = await layout(`${STYLE}<math>${table(attributes)}</math>`);
      const cells = [...dump.matchAll(/Cell <mtd> {2}x([\d.]+) .*\n(?:.*\n){0,3}?.*line .* "(\d)"/g)];
      return Object.fromEntries(cells.map(([, x, digit]) => [digit!, Number(x)]));
    };

    it('sets labels in a last column, or a first one', async () => {
      const right = await lefts('');
      expect(right['9']).to.be.greaterThan(right['3']!);
      expect(right['1']).to.equal(right['2']);
      const left = await lefts('side=left');
      expect(left['9']).to.equal(0);
      expect(left['1']).to.equal(left['2']);
      expect(left['2']).to.be.greaterThan(0);
    });
  });

  describe('mstack and mlongdiv', () => {
    /** Returns the tokens of each row, each at its column. */
    const grid = async (math: string): Promise<string[]> => {
      const { dump } = await layout(`${STYLE}<math>${math}</math>`);
      const rows = dump.split(/Row <mtr>/).slice(1);
      const cells = rows.map((row) =>
        [...row.matchAll(/Cell <mtd> {2}x([\d.]+) .*((?:\n(?!.*Cell).*)*)/g)].map(([, x, inner]) => ({
          x: Number(x),
          text: [...inner!.matchAll(/line .* "(.*)"/g)].map(([, text]) => text).join(''),
        })),
      );
      const columns = [...new Set(cells.flat().map(({ x }) => x))].sort((a, b) => a - b);
      return cells.map((row) => {
        const texts = columns.map((at) => row.find(({ x }) => x === at)?.text || ' ');
        return texts.join('').trimEnd();
      });
    };

    it('align numbers at their units, or at the decimal point', async () => {
      const sum = '<mn>424</mn><msrow><mo>+</mo><mn>33</mn></msrow><msline/><mn>457</mn>';
      expect(await grid(`<mstack>${sum}</mstack>`)).to.deep.equal(['424', '+33', '', '457']);
      const decimals = '<mn>1.5</mn><mn>12.25</mn><mn>7</mn>';
      expect(await grid(`<mstack>${decimals}</mstack>`)).to.deep.equal([' 1.5', '12.25', ' 7']);
      expect(await grid(`<mstack decimalpoint=",">${decimals.replaceAll('.', ',')}</mstack>`)).to.deep.equal([
        ' 1,5',
        '12,25',
        ' 7',
      ]);
      expect(await grid('<mstack stackalign="left"><mn>12</mn><mn>3</mn></mstack>')).to.deep.equal(['12', '3']);
      expect(await grid('<mstack stackalign="right"><mn>1.2</mn><mn>34</mn></mstack>')).to.deep.equal(['1.2', ' 34']);
    });

    it('shift the rows of groups', async () => {
      const product =
        '<mn>12</mn><msgroup shift="1"><mn>34</mn><mn>56</mn></msgroup><msrow position="3"><mn>7</mn></msrow>';
      expect(await grid(`<mstack>${product}</mstack>`)).to.deep.equal(['  12', '  34', ' 56', '7']);
    });

    it('draw lines over the columns that they cover', async () => {
      const widths = async (line: string): Promise<string[]> => {
        const html = `${STYLE}<math style="color: red"><mstack><mn>1234</mn>${line}</mstack></math>`;
        const paint = await inspect(html, 'paint', null);
        return [...paint.matchAll(/fillRect (\S+) \S+ (\S+) .*#ff0000/g)].map(([, , width]) => width!);
      };
      const [whole] = await widths('<msline/>');
      const [half] = await widths('<msline length="2" position="1"/>');
      expect(Number(whole)).to.equal(24);
      expect(Number(half)).to.equal(12);
    });

    it('set carries above digits, and cross digits out', async () => {
      const carries =
        '<mscarries crossout="updiagonalstrike"><mn>2</mn><mscarry crossout="none"><none/></mscarry></mscarries>';
      const { dump } = await layout(`${STYLE}<math><mstack>${carries}<mn>327</mn></mstack></math>`);
      expect(dump.match(/<menclose>/g)).to.have.length(1);
      expect(await grid(`<mstack>${carries}<mn>327</mn></mstack>`)).to.deep.equal([' 2', '327']);
    });

    it('divide: the result above the dividend, and the divisor at its side', async () => {
      const division =
        '<mn>3</mn><mn>435</mn><mn>1306</mn><msgroup position="2" shift="-1"><mn>12</mn><mn>10</mn></msgroup>';
      expect(await grid(`<mlongdiv>${division}</mlongdiv>`)).to.deep.equal(['  435', '3)1306', ' 12', '  10']);
      const { diagnostics } = await layout(
        '<math><mlongdiv longdivstyle="stackedleftleft"><mn>3</mn></mlongdiv></math>',
      );
      expect(diagnostics).to.have.length(1);
    });

    it('leave numbers of more than a thousand digits unchanged', async () => {
      expect(await grid(`<mstack><mn>${'1'.repeat(1001)}</mn><mn>2</mn></mstack>`)).to.deep.equal([
        '1'.repeat(1001),
        '2',
      ]);
    });

    it('keep the attributes of numbers', async () => {
      const html = '<style>.a { color: red }</style><math><mstack><mn class=a>12</mn></mstack></math>';
      expect((await inspect(html, 'paint', null)).match(/#ff0000/g)).to.have.length(2);
    });
  });

  it('are reported in frames, where they are not rewritten', async () => {
    const { diagnostics } = await render('<iframe srcdoc="<math><mfenced><mi>x</mi></mfenced></math>"></iframe>');
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['mathml/unsupported-element']);
  });

  it('cost time linear in their length', async () => {
    const stack = (count: number): string =>
      `<math><mstack>${`<mn>${'1234567890'.repeat(2)}</mn><msline/>`.repeat(count)}</mstack></math>`;
    const costs = [await costOf(stack(50)), await costOf(stack(100))];
    expect(costs[1]! / costs[0]!).to.be.lessThan(2.3);
    const fences = (count: number): string =>
      `<math>${'<mfenced><mn>1</mn>'.repeat(count)}${'</mfenced>'.repeat(count)}</math>`;
    const nested = [await costOf(fences(50)), await costOf(fences(100))];
    expect(nested[1]! / nested[0]!).to.be.lessThan(2.3);
    const boxes = (count: number): string =>
      `<math>${'<menclose notation=box><mn>1</mn>'.repeat(count)}${'</menclose>'.repeat(count)}</math>`;
    const enclosed = [await costOf(boxes(50)), await costOf(boxes(100))];
    expect(enclosed[1]! / enclosed[0]!).to.be.lessThan(2.3);
  });
});
