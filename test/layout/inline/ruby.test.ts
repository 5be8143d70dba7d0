import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/**
 * Lines are 20 px high in a font of 16 px, whose em box extends 13 px above and 3 px below the baseline. Annotations
 * have 7 and 2 of 8 px.
 */
async function dumpOf(html: string): Promise<string> {
  return (await layout(`<style>rt,rtc{font-size:8px}</style>${html}`)).dump;
}

/** Returns the positions and sizes of all fragments that match a pattern. */
async function placesOf(html: string, name: string): Promise<string[]> {
  const dump = await dumpOf(html);
  return dump.split('\n').flatMap((line) => {
    const match = new RegExp(`${name}.*?(x-?[\\d.]+ y-?[\\d.]+ +w[\\d.]+ h[\\d.]+)`).exec(line);
    return match === null ? [] : [match[1]!.replace(/ +/g, ' ')];
  });
}

/** Returns the text of every line. Annotations occur with their bases and again separately. */
const linesOf = (dump: string): string[] => [...dump.matchAll(/line .*?"(\S+?)"/g)].map((match) => match[1]!);

const box = (width: number): string => `<b style="display:inline-block;width:${width}px"></b>`;
const ruby = (base: number, text: number, style = ''): string =>
  `<ruby style="${style}">${box(base)}<rt>${box(text)}</rt></ruby>`;

describe('ruby in the block axis', () => {
  it("keeps the line's line-height, and moves down a line without room for its annotations", async () => {
    const lines = await placesOf('<div>a<br>b<ruby>c<rt>d</ruby><br>e</div>', 'line');
    expect(lines.filter((line) => line.endsWith('h20')).map((line) => line.split(' ')[1])).to.deep.equal([
      'y0',
      'y25',
      'y45',
    ]);
  });

  it('measures the em boxes of bases and annotations in whole px', async () => {
    const [text] = await placesOf('<div style="line-height:80px;font-size:15px"><ruby>c<rt>d</ruby></div>', 'RubyText');
    expect(text!.split(' ')[1]).to.match(/^y-?\d+$/);
  });

  it("uses the container's padding or the margin above for annotations of the first line", async () => {
    for (const style of ['padding-top:9px', 'margin-top:9px'])
      expect(
        (await placesOf(`<p style="margin:0;${style}"><ruby>c<rt>d</ruby></p>`, 'line')).filter((l) =>
          l.endsWith('h20'),
        )[0],
      ).to.contain(style.startsWith('padding') ? 'y9 ' : 'y0 ');
  });

  it('leaves floats in place, keeps annotations clear of them, and uses no space above next to them', async () => {
    const float = (size: string): string => `<div style="float:left;clear:left;${size}"></div>`;
    const lineIn = async (floats: string): Promise<{ floats: string[]; line: string }> => {
      const html = `<p style="margin:9px 0 0">${floats}<ruby>c<rt>d</ruby></p>`;
      const placed = await placesOf(html, '(?:Block <div>|line)');
      return {
        floats: placed.slice(0, 2),
        line: placed.find((place) => place.endsWith('h20'))!.replace(/ w.*/, ''),
      };
    };
    const two = float('width:50px;height:24px') + float('width:100px;height:50px');
    expect(await lineIn(two)).to.deep.equal({
      floats: ['x0 y0 w50 h24', 'x0 y24 w100 h50'],
      line: 'x100 y7',
    });
    // Both fit next to the first float.
    expect((await lineIn(two.replace('24px', '27px'))).line).to.equal('x50 y7');
  });

  it('aligns the annotations of a line above the highest base', async () => {
    const texts = await placesOf(
      '<div style="line-height:80px"><ruby>a<rt>b</ruby><ruby><span style="font-size:32px">c</span><rt>d</ruby></div>',
      'RubyText',
    );
    expect(texts.length).to.equal(2);
    expect(texts[0]!.split(' ')[1]).to.equal(texts[1]!.split(' ')[1]);
  });

  it('moves a line down by the annotations of annotations, too', async () => {
    const top = async (text: string): Promise<number> => {
      const lines = await placesOf(`<div><ruby>a<rt>${text}</rt></ruby></div>`, 'line');
      return Number(/y(\S+)/.exec(lines.find((line) => line.endsWith('h20'))!)?.[1]);
    };
    expect(await top('<ruby>b<rt>c</rt></ruby>')).to.be.greaterThan(await top('b'));
  });

  it('stacks the margin boxes of annotations', async () => {
    const topOf = async (style: string): Promise<number> => {
      const html = `<div style="line-height:80px"><ruby>a<rt style="${style}">b</rt></ruby></div>`;
      return Number(/y(\S+)/.exec((await placesOf(html, 'RubyText'))[0]!)?.[1]);
    };
    const top = await topOf('');
    expect((await topOf('padding-bottom:3px')) - top).to.equal(-3);
    expect((await topOf('padding-top:3px')) - top).to.equal(-3);
    expect((await topOf('margin-bottom:5px')) - top).to.equal(-5);
    expect((await topOf('border:2px solid')) - top).to.equal(-4);
    expect((await topOf('ruby-position:under;margin-top:5px')) - (await topOf('ruby-position:under'))).to.equal(5);
  });

  it('takes no space for empty annotations', async () => {
    const topOf = async (text: string): Promise<string> =>
      (await placesOf(`<div><ruby>a<rt>${text}</rt></ruby></div>`, 'line')).find((line) => line.endsWith('h20'))!;
    expect(await topOf('')).to.contain('y0 ');
    expect(await topOf('b')).to.contain('y7 ');
  });

  it('supports annotations under their bases and alternation between levels', async () => {
    const [under] = await placesOf(
      '<div style="line-height:40px"><ruby style="ruby-position:under">a<rt>b</ruby>',
      'RubyText',
    );
    expect(Number(/y(\S+)/.exec(under!)?.[1])).to.be.greaterThan(10);
    const two = '<ruby>a<rtc><rt>b</rtc><rtc><rt>c</rtc></ruby>';
    const [first, second] = await placesOf(`<div style="line-height:60px">${two}</div>`, 'RubyText');
    expect(Number(/y(\S+)/.exec(first!)?.[1])).to.be.lessThan(0);
    expect(Number(/y(\S+)/.exec(second!)?.[1])).to.be.greaterThan(10);
    const over = await placesOf(`<div style="line-height:60px;ruby-position:over">${two}</div>`, 'RubyText');
    expect(Number(/y(\S+)/.exec(over[1]!)?.[1])).to.be.closeTo(Number(/y(\S+)/.exec(over[0]!)?.[1]) - 9, 0.1);
  });
});

describe('ruby in the inline axis', () => {
  it('spreads the narrower of base and annotation', async () => {
    // Two gaps of a third each, and a sixth before and after.
    const [base] = await placesOf('<ruby><rb>a b c</rb><rt>' + box(100) + '</rt></ruby>', 'Inline <rb>');
    expect(Number(/w(\S+)/.exec(base!)?.[1])).to.be.closeTo(33.79 + ((100 - 33.79) * 2) / 3, 0.5);
  });

  it('lets annotations overhang half an em of adjacent text, unless that is larger or overhang is disabled', async () => {
    const width = async (html: string): Promise<number> => {
      const [inline] = await placesOf(html, 'Inline <ruby>');
      return Number(/w(\S+)/.exec(inline!)?.[1]);
    };
    expect(await width(`x${ruby(20, 40)}x`)).to.equal(32);
    expect(await width(`x${ruby(20, 40)}`)).to.equal(36);
    // Over half of a narrower text.
    expect(await width(`i${ruby(20, 40)}`)).to.be.closeTo(40 - 1.78, 0.02);
    expect(await width(`x${ruby(20, 40, 'ruby-overhang:none')}x`)).to.equal(40);
    expect(await width(`<b style="font-size:20px">x</b>${ruby(20, 40)}`)).to.equal(40);
    expect(await width(`${ruby(20, 40)}${ruby(20, 40)}`)).to.equal(40);
  });

  it('overhangs the text after a base at the side where that text is', async () => {
    const html = (direction: string): string =>
      `<div dir=${direction}>aaaa${ruby(8, 4)}<ruby>${box(8)}<rt>${box(16)}</rt></ruby>bbbb</div>`;
    expect((await placesOf(html('ltr'), 'RubyText'))[1]).to.match(/^x0 /);
    expect((await placesOf(html('rtl'), 'RubyText'))[1]).to.match(/^x0 /);
  });

  it('ignores sizes of annotations, as of other inline boxes', async () => {
    const plain = await placesOf(ruby(20, 10), 'RubyText');
    for (const style of ['width:50px', 'min-width:60px', 'max-width:4px', 'height:30px']) {
      const html = `<ruby>${box(20)}<rt style="${style}">${box(10)}</rt></ruby>`;
      expect(await placesOf(html, 'RubyText'), style).to.deep.equal(plain);
    }
  });

  it('ignores margins, borders and padding of base containers', async () => {
    const html = (style: string): string =>
      `<ruby><rbc style="display:ruby-base-container;${style}"><rb>${box(20)}</rb></rbc><rt>${box(10)}</rt></ruby>${box(5)}`;
    const plain = await placesOf(html(''), '<b>');
    expect(await placesOf(html('margin:10px;border:5px solid;padding:3px'), '<b>')).to.deep.equal(plain);
  });

  it('replaces preserved line breaks in annotations with spaces', async () => {
    for (const inside of ['b c', 'b\nc', 'b<br>c']) {
      const dump = await dumpOf(`<ruby>a<rt style="white-space:pre">${inside}</rt></ruby>`);
      expect(dump, inside).to.contain('"b c"');
    }
  });

  it('does not indent annotations', async () => {
    const sizes = (style: string): Promise<string[]> => placesOf(`<p style="${style}">${ruby(10, 40)}</p>`, 'RubyText');
    const width = async (style: string): Promise<string | undefined> => /w\S+/.exec((await sizes(style))[0]!)?.[0];
    expect(await width('text-indent:20px')).to.equal(await width(''));
  });

  it('includes annotations in content sizes', async () => {
    const [float] = await placesOf(`<div id=f style="float:left">${ruby(20, 60)}</div>`, '#f');
    expect(float).to.contain('w60');
  });

  it('breaks between and within bases, and their annotations with them', async () => {
    const dump = await dumpOf(
      '<div style="width:50px;line-height:40px"><ruby>漢字漢字<rt>かんじかかんじか</ruby></div>',
    );
    expect(linesOf(dump)).to.deep.equal(['漢字漢かんじかかん', 'かんじかかん', '字じか', 'じか']);
  });

  it("doesn't break if the annotation has no break opportunity", async () => {
    const dump = await dumpOf('<div style="width:50px"><ruby>漢字漢字<rt>word</ruby></div>');
    expect(linesOf(dump)).to.deep.equal(['漢字漢字word', 'word']);
  });

  it('keeps a column together in bidirectional text', async () => {
    const [text] = await placesOf('<p dir=rtl><ruby dir=ltr>abc אבג<rt>x</ruby> דה</p>', 'RubyText');
    const [base] = await placesOf('<p dir=rtl><ruby dir=ltr>abc אבג<rt>x</ruby> דה</p>', 'Inline <ruby>');
    expect(/w\S+/.exec(text!)?.[0]).to.equal(/w\S+/.exec(base!)?.[0]);
  });
});

describe('ruby pairing', () => {
  const widths = (html: string): Promise<string[]> =>
    placesOf(`<div style="line-height:60px">${html}</div>`, 'RubyText').then((all) =>
      all.map((place) => /w\S+/.exec(place)?.[0] ?? ''),
    );

  it('pairs annotations with bases, and lets an annotation without a box span all bases', async () => {
    const bases = `<rb>${box(20)}<rb>${box(30)}`;
    expect(await widths(`<ruby>${bases}<rt>a<rt>b</ruby>`)).to.deep.equal(['w20', 'w30']);
    expect(await widths(`<ruby>${bases}<rtc>a</rtc></ruby>`)).to.deep.equal(['w50']);
    expect(await widths(`<ruby style="ruby-merge:merge">${bases}<rt>a<rt>b</ruby>`)).to.deep.equal(['w50']);
    expect(await widths(`<ruby>${bases}<rt>a<rt>b<rt>c</ruby>`)).to.have.length(3);
  });

  it('hides an annotation that equals its base', async () => {
    expect(await widths('<ruby><rb>振<rb>り<rb>仮<rt>ふ<rt>り<rt>が</ruby>')).to.have.length(2);
  });

  it('gives annotations outside a ruby container an empty base, which they never overhang', async () => {
    const stray = (text: string): string => `<span style="display:ruby-text">${text}</span>`;
    expect(await widths(`x${stray(box(40))}y`)).to.deep.equal(['w40']);
    expect(await widths(`<ruby style="display:inline">字<rt>${box(40)}</ruby>`)).to.deep.equal(['w40']);
    const [y] = await placesOf(`x${stray(box(40))}<b>y</b>`, 'Inline <b>');
    const [x] = await placesOf('x<b>y</b>', 'Inline <b>');
    expect(Number(/x(\S+)/.exec(y!)?.[1]) - Number(/x(\S+)/.exec(x!)?.[1])).to.equal(40);
  });

  it('takes rt elements outside ruby elements as inline content', async () => {
    expect(await widths('<p>a<rt>b</rt></p>')).to.deep.equal([]);
  });

  it('places inter-character annotations next to their bases', async () => {
    const dump = await dumpOf('<ruby style="ruby-position:inter-character">字<rt>ㄗㄧ</ruby>');
    expect(dump).to.not.contain('RubyText');
    expect(dump).to.match(/Block <rt> +x16 .*w\d+ h1[67]/);
  });
});

describe('ruby next to floats', () => {
  const placeOf = async (html: string): Promise<(string | undefined)[]> => {
    const dump = await dumpOf(html);
    return [/<i>.*?(y\S+)/, /line.*?(x\S+ y\S+) w\S+ h20/].map((pattern) => pattern.exec(dump)?.[1]);
  };
  const float = '<i style="float:left;width:30px;height:10px"></i>';
  const annotated = '<ruby>a<rt>b</rt></ruby>';

  it('leaves floats at the start of a line that its annotations move down', async () => {
    expect(await placeOf(`<div style="margin:0">${float}${annotated}</div>`)).to.deep.equal(['y0', 'x30 y7']);
  });
});
