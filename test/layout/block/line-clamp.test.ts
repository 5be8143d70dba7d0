import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const CLAMP = 'display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;font:16px/20px Arial';

/** Returns the texts of the lines laid out. */
async function linesOf(html: string): Promise<string[]> {
  const { dump } = await layout(html);
  return [...dump.matchAll(/^\s*line .*"(.*)"$/gm)].map((match) => match[1]!);
}

describe('line-clamp', () => {
  it('counts the lines of nested blocks', async () => {
    const html = `<div style="${CLAMP}"><div>a1<br>a2</div><div><p style="margin:0">b1<br>b2</p></div>c</div>`;
    expect(await linesOf(html)).to.deep.equal(['a1', 'a2', 'b1…']);
  });

  it('ends a block with an ellipsis even if only a later block continues', async () => {
    expect(await linesOf(`<div style="${CLAMP}"><div>1<br>2<br>3</div><div>4</div></div>`)).to.deep.equal([
      '1',
      '2',
      '3…',
    ]);
  });

  it('ends a one-line block with an ellipsis', async () => {
    const html = `<div style="${CLAMP}"><div>1</div><div>2</div><div>3</div><div>4</div></div>`;
    expect(await linesOf(html)).to.deep.equal(['1', '2', '3…']);
  });

  it("doesn't affect shorter contents or lines of other formatting contexts", async () => {
    expect(await linesOf(`<div style="${CLAMP}">1<br>2<br>3</div>`)).to.deep.equal(['1', '2', '3']);
    const other = '<div style="overflow:hidden">a<br>b<br>c<br>d</div>';
    expect(await linesOf(`<div style="${CLAMP}">${other}1<br>2</div>`)).to.deep.equal(['a', 'b', 'c', 'd', '1', '2']);
  });

  it('applies with its prefix only to old flexible boxes', async () => {
    expect(await linesOf('<div style="-webkit-line-clamp:1">1<br>2</div>')).to.deep.equal(['1', '2']);
    expect(await linesOf('<div style="line-clamp:1">1<br>2</div>')).to.deep.equal(['1…']);
  });

  it('keeps absolutely positioned boxes after the clamp point', async () => {
    const { dump } = await layout(
      `<div style="${CLAMP};-webkit-line-clamp:1;position:relative">1<br>2<b style="position:absolute">out</b></div>`,
    );
    expect(dump).to.contain('out');
  });

  it('keeps as many lines as fit, also in blocks with edges and margins, but at least one', async () => {
    const auto = 'line-clamp:auto;font:16px/20px Arial';
    expect(await linesOf(`<div style="${auto};max-height:50px">1<br>2<br>3</div>`)).to.deep.equal(['1', '2…']);
    expect(await linesOf(`<div style="${auto};height:60px">1<br>2<br>3</div>`)).to.deep.equal(['1', '2', '3']);
    expect(await linesOf(`<div style="${auto}">1<br>2<br>3</div>`)).to.deep.equal(['1', '2', '3']);
    expect(await linesOf(`<div style="${auto};max-height:0">1<br>2</div>`)).to.deep.equal(['1…']);
    const inner = '<div style="padding:5px;margin:6px">1<br>2<br>3</div>';
    expect(await linesOf(`<div style="${auto};max-height:62px">${inner}<p>4</p></div>`)).to.deep.equal(['1', '2…']);
    expect(await linesOf(`<div style="${auto};max-height:61px">${inner}<p>4</p></div>`)).to.deep.equal(['1…']);
  });

  it("aligns a line including its ellipsis, which ::first-line doesn't style", async () => {
    const width = 'width:100px;font:10px/20px monospace';
    const style = '<style>div::first-line{font-size:40px}</style>';
    const { dump } = await layout(`${style}<div style="line-clamp:1;text-align:right;${width}">1<br>2</div>`);
    // The line is 100 px long, of which the ellipsis takes 6 px. In the first line's size, it would take 24 px.
    expect(dump).to.match(/line x70 y0 w24 .*"1…"\n\s*text x0 .* w24 .*\n\s*text x24 .* w6 /);
  });

  describe('ends its last line', () => {
    const three = (css: string): Promise<string[]> => linesOf(`<div style='${css}'>1<br>2<br>3</div>`);

    it('with block-ellipsis', async () => {
      expect(await three('line-clamp:2 " more"')).to.deep.equal(['1', '2 more']);
      expect(await three('line-clamp:"…" 1')).to.deep.equal(['1…']);
      expect(await three('line-clamp:2 no-ellipsis')).to.deep.equal(['1', '2']);
      expect(await three('line-clamp:no-ellipsis;height:2em;line-height:1em')).to.deep.equal(['1', '2']);
    });

    it('as the longhands specify', async () => {
      expect(await three('max-lines:2;continue:collapse;block-ellipsis:"!"')).to.deep.equal(['1', '2!']);
      expect(await three('max-lines:2;continue:discard')).to.deep.equal(['1', '2']);
      expect(await three('max-lines:2;block-ellipsis:auto')).to.deep.equal(['1', '2', '3']);
    });

    it('and supports -webkit-legacy only where -webkit-line-clamp applies', async () => {
      expect(await three('line-clamp:2 -webkit-legacy')).to.deep.equal(['1', '2', '3']);
      expect(await three('line-clamp:2 -webkit-legacy;display:-webkit-box;-webkit-box-orient:vertical')).to.deep.equal([
        '1',
        '2…',
      ]);
      expect(await three('line-clamp:2;line-clamp:none')).to.deep.equal(['1', '2', '3']);
    });

    it('in nested blocks too, by inheritance', async () => {
      expect(await linesOf(`<div style="line-clamp:2 '>'"><p>1<p>2<p>3</div>`)).to.deep.equal(['1', '2>']);
    });
  });
});
