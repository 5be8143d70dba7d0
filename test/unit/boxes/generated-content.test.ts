import { expect } from 'chai';
import { chineseNumber } from '../../../engine/boxes/chinese-numbers.ts';
import { CounterStyles } from '../../../engine/boxes/counter-styles.ts';
import { boxes, expectBoxes } from '../../support/boxes.ts';
import { styled } from '../../support/style.ts';

/** Returns all text of a document's boxes in order, separated by bars. */
async function textOf(html: string): Promise<string> {
  const { dump } = await boxes(html);
  return [...dump.matchAll(/^\s*(".*")$/gm)].map((match) => (JSON.parse(match[1]!) as string).trim()).join('|');
}

describe('generated content', () => {
  it('nests counters, and ends an inner one with its element if an outer one exists', async () => {
    const style = `<style>ol{counter-reset:c}li{display:block;counter-increment:c}li::before{content:counters(c,".")}</style>`;
    expect(await textOf(`${style}<ol><li>a<ol><li>b<li>c</ol><li>d</ol>`)).to.equal('1|a|1.1|b|1.2|c|2|d');
    const spans = `<style>div{counter-reset:c}b{counter-increment:c}b::after{content:counter(c)}</style>`;
    expect(await textOf(`${spans}<div><b></b><b style="counter-reset:c 98"></b><b></b></div>`)).to.equal('1|99|2');
  });

  it('extends a counter without an ancestor of that name to following siblings', async () => {
    const style = `<style>h1{counter-reset:s}h2{counter-increment:s}h2::before{content:counter(s)}</style>`;
    expect(await textOf(`${style}<h1>a</h1><h2></h2><h2></h2><h1>b</h1><h2></h2>`)).to.equal('a|1|2|b|1');
  });

  it("doesn't count elements without boxes", async () => {
    const style = `<style>b{counter-increment:c}i::before{content:counter(c)}</style>`;
    expect(await textOf(`${style}<b hidden></b><b style="display:contents"></b><b></b><i></i>`)).to.equal('1');
  });

  it('keeps counters inside style containment', async () => {
    const style = `<style>b{counter-increment:c}i::before{content:counter(c)}</style>`;
    expect(await textOf(`${style}<b></b><p style="contain:style"><b></b><i></i></p><i></i>`)).to.equal('1|1');
  });

  it('numbers list items by start, value and reversed', async () => {
    expect(await textOf('<ol start=3><li>a<li value=9>b<li>c</ol>')).to.equal('3.|a|9.|b|10.|c');
    expect(await textOf('<ol reversed><li>a<li>b<ul><li style="list-style:decimal">x</ul><li>c</ol>')).to.equal(
      '3.|a|2.|b|1.|x|1.|c',
    );
  });

  it('starts reversed counters from everything in their scope: siblings, and up to the first set value', async () => {
    const style = '<style>b::before{content:counter(c)}b{counter-increment:c -2}</style>';
    const made = '<i style="counter-reset:reversed(c)"></i>';
    expect(await textOf(`${style}<p>${made}<b></b><b></b>${made}<b></b></p>`)).to.equal('4|2|2');
    // Siblings don't count if an ancestor has the counter.
    expect(await textOf(`${style}<p style="counter-reset:c 9">${made}<b></b></p>`)).to.equal('7');
    const items = (third: string): string => `<ol reversed><li>a<li>b<li ${third}>c<li>d</ol>`;
    expect(await textOf(items('value=7'))).to.equal('9.|a|8.|b|7.|c|6.|d');
  });

  it('chooses quotes by depth and language', async () => {
    expect(await textOf('<q>a<q>b</q></q>')).to.equal('“|a|‘|b|’|”');
    expect(await textOf('<p lang=de><q>a</q>')).to.equal('„|a|“');
    expect(await textOf('<p lang=en><q lang=ja>a<q lang=fr>b</q></q>')).to.equal('“|a|『|b|』|”');
    expect(await textOf('<p lang=nl><q>a<q>b</q></q>')).to.equal('‘|a|‘|b|’|’');
    expect(await textOf('<style>p::before{content:close-quote open-quote}</style><p>a')).to.equal('“|a');
  });

  it('counts list items without a list in their parents', async () => {
    const items = '<li>a<li>b</li><div><li>c</div><blockquote><li>d</blockquote><li>e';
    const style = '<style>li{list-style:decimal}</style>';
    expect(await textOf(`${style}<div>${items}</div>`)).to.equal('1.|a|2.|b|1.|c|1.|d|3.|e');
    expect(await textOf(`${style}<ol>${items}</ol>`)).to.equal('1.|a|2.|b|3.|c|4.|d|5.|e');
    expect(await textOf(`${style}<ol><li>a<dir><li>b<li>c</dir></ol>`)).to.equal('1.|a|2.|b|3.|c');
  });

  it('inserts attributes, and counters of later elements', async () => {
    const style = `<style>h2{counter-increment:h}a::after{content:attr(href) " " target-counter(attr(href), h)}</style>`;
    expect(await textOf(`${style}<a href="#y">see</a><h2>x</h2><h2 id=y>y</h2>`)).to.equal('see|#y 2|x|y');
  });

  it('renders markers as shapes, text or atomic inlines', () =>
    expectBoxes(
      '<ul><li>a<li style="list-style:square inside">b<li style="list-style:none">c</ul>',
      `
      Block <ul>
        Block <li>
          Marker <li>::marker disc
          "a"
        Block <li>
          Inline <li>::marker
            Marker <li>::marker square [Anonymous AtomicInline]
          "b"
        Block <li>
          "c"
      `,
    ));
});

describe('::before::marker', () => {
  const styles =
    '<style>p::before{content:"b";display:list-item;list-style:inside "x ";color:red}p::before::marker{content:"m";color:blue;width:9px}</style>';

  it('applies rules to the marker of a pseudo-element', () =>
    expectBoxes(
      `${styles}<p>t`,
      `
      Block <p>
        Block <p>::before
          Inline <p>::marker
            "m"
          "b"
        Block <p> [Anonymous]
          "t"
      `,
    ));

  it('inherits from the pseudo-element, and accepts the properties of markers', () => {
    const { styler, element } = styled(`<!doctype html>${styles}<p id=p>t`);
    const p = element('p');
    const marker = styler.pseudoStyle(p, 'before::marker')!;
    expect([marker.text.color.r, marker.text.color.b, marker.box.width.isAuto]).to.deep.equal([0, 1, true]);
    expect(styler.pseudoStyle(p, 'after::marker')!.font.fontVariantNumeric).to.deep.equal(['tabular-nums']);
  });
});

describe('::first-letter', () => {
  const letter = async (html: string): Promise<string | undefined> => {
    const { dump } = await boxes(`<style>p::first-letter{color:red}</style>${html}`);
    const match = /::first-letter[^\n]*\n\s*(".*")/.exec(dump);
    return match === null ? undefined : (JSON.parse(match[1]!) as string);
  };

  it('includes punctuation, spaces between and whole clusters', async () => {
    expect(await letter('<p>  “A” b')).to.equal('“A”');
    expect(await letter('<p>« Test')).to.equal('« T');
    expect(await letter('<p>a(b')).to.equal('a');
    expect(await letter('<p>e\u0301tude')).to.equal('e\u0301');
  });

  it('enters inline boxes and first blocks, and stops at images and breaks', async () => {
    expect(await letter('<p><i><b>x</b></i>y')).to.equal('x');
    expect(await letter('<p><svg></svg>y')).to.equal(undefined);
    expect(await letter('<p><br>y')).to.equal(undefined);
    expect(await letter('<p><i style="display:inline-block">x</i>y')).to.equal(undefined);
  });
});

describe('counter styles', () => {
  const styles = new CounterStyles(new Map());
  const format = (value: number, name: string): string => styles.format(value, { type: 'name', name });

  const CASES: readonly (readonly [string, number, string])[] = [
    ['decimal-leading-zero', 5, '05'],
    ['lower-alpha', 27, 'aa'],
    ['upper-roman', 1994, 'MCMXCIV'],
    ['upper-roman', 4000, '4000'],
    ['lower-greek', 25, 'αα'],
    ['hebrew', 15, 'טו'],
    ['armenian', 1999, 'ՌՋՂԹ'],
    ['georgian', 19, 'ით'],
    ['cjk-earthly-branch', 13, '一三'],
    ['ethiopic-numeric', 100, '፻'],
    ['ethiopic-numeric', 78010092, '፸፰፻፩፼፺፪'],
    ['persian', 10, '۱۰'],
    ['urdu', 10, '۱۰'],
    ['hangul', 15, '가가'],
    ['hangul-consonant', 14, 'ㅎ'],
    ['ethiopic-halehame', 26, 'ፐ'],
    ['ethiopic-halehame-am', 34, 'ሀሀ'],
    ['ethiopic-halehame-ti-er', 31, 'ፐ'],
    ['ethiopic-halehame-ti-et', 35, 'ሀሀ'],
    ['unknown-name', 3, '3'],
  ];
  for (const [name, value, expected] of CASES) {
    it(`formats ${value} in ${name}`, () => expect(format(value, name)).to.equal(expected));
  }

  it('groups East Asian numbers by four digits', () => {
    expect(chineseNumber(10011, 'simp-chinese-informal')).to.equal('一万零一十一');
    expect(chineseNumber(15, 'trad-chinese-informal')).to.equal('十五');
    expect(chineseNumber(-11111, 'japanese-informal')).to.equal('マイナス一万一千百十一');
    expect(chineseNumber(10001, 'korean-hangul-formal')).to.equal('일만 일');
  });

  it('falls back to decimal if anonymous symbols run out', () => {
    const symbols = { type: 'symbols', system: 'fixed', symbols: ['x', 'y'] } as const;
    expect([1, 2, 3].map((value) => styles.format(value, symbols))).to.deep.equal(['x', 'y', '3']);
  });
});
