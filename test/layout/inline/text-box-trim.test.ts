import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const TRIM = 'text-box-trim:trim-both;text-box-edge:text;font:20px/60px Arial';

/**
 * Returns the height of the element with the id `t`. Lines are 60 px high and their text 23 px, so trimming removes 18
 * or 19 px per edge.
 */
async function heightOf(html: string): Promise<number> {
  const { dump } = await layout(html);
  return Number(/#t>.* h([\d.]+)/.exec(dump)?.[1]);
}

describe('text-box-trim', () => {
  it('trims the first and the last formatted line', async () => {
    expect(await heightOf(`<div id=t style="${TRIM}">a<br>b</div>`)).to.be.closeTo(83, 1);
    expect(await heightOf(`<div id=t style="${TRIM}">a<br>b<br><span></span></div>`)).to.be.closeTo(83, 1);
    expect(await heightOf(`<div id=t style="${TRIM}"><p style="margin:0">a<br>b</div>`)).to.be.closeTo(83, 1);
  });

  it('stops at padding and borders', async () => {
    const inner = (style: string): string => `<div id=t style="${TRIM}"><div style="${style}">a<br>b</div></div>`;
    expect(await heightOf(inner('padding-top:1px'))).to.be.closeTo(102.5, 1);
    expect(await heightOf(inner('border:1px solid'))).to.equal(122);
    expect(await heightOf(inner(`padding-top:1px;${TRIM}`))).to.be.closeTo(84, 1);
  });

  it("doesn't apply to flex and grid containers", async () => {
    for (const display of ['flex', 'grid'])
      expect(await heightOf(`<div id=t style="${TRIM};display:${display}">a</div>`), display).to.equal(60);
  });

  it('trims the line at a clamp point', async () => {
    const html = `<div id=t style="${TRIM};line-clamp:2">a<div>b<br>c</div>d</div>`;
    expect(await heightOf(html)).to.be.closeTo(83, 1);
  });

  it('trims every column of a multi-column container, and every fragment of a box with cloned edges', async () => {
    const columns = 'columns:2;column-fill:auto;width:200px;gap:0;orphans:1;widows:1;height:143px';
    const linesOf = async (html: string): Promise<string[]> => {
      const { dump } = await layout(html);
      return [...dump.matchAll(/line x\S+ (y-?)\d.*"(.)"/g)].map((match) => match[1]! + match[2]!);
    };
    // Two lines of 60 px, and one trimmed by 19 px above and below: the third fits only if both edges are trimmed.
    const text = 'a<br>b<br>c';
    expect(await linesOf(`<div style="${columns};${TRIM}">${text}</div>`)).to.deep.equal(['y-a', 'yb', 'yc']);
    const inner = `<div style="${TRIM};box-decoration-break:clone">${text}<br>d</div>`;
    const trimmed = await linesOf(`<div style="${columns};font:20px/60px Arial">${inner}</div>`);
    expect(trimmed).to.deep.equal(['y-a', 'yb', 'yc', 'y-d']);
  });

  it('leaves room for floats that a final `<br>` clears', async () => {
    const float = '<b style="float:left;height:60px;width:9px"></b>';
    expect(await heightOf(`${float}<div id=t style="${TRIM}">a<br style="clear:both"></div>`)).to.equal(60);
  });
});

describe('line-fit-edge', () => {
  const box = (style: string): string =>
    `<div id=t style="font:20px/40px Arial">x<span style="font-size:40px;line-height:100px;${style}">x</span></div>`;

  it('without leading extends the line by the height of its text', async () => {
    expect(await heightOf(box(''))).to.equal(100);
    // Arial: four fifths above the baseline, one fifth below.
    expect(await heightOf(box('line-fit-edge:text'))).to.equal(49);
    expect(await heightOf(box('line-fit-edge:cap alphabetic'))).to.be.closeTo(40.5, 0.1);
    expect(await heightOf(box('line-fit-edge:ex alphabetic;font-size:60px'))).to.be.closeTo(44.7, 0.1);
  });

  it('includes negative leading, margins, borders and padding', async () => {
    expect(await heightOf(box('line-fit-edge:text;line-height:10px'))).to.equal(40);
    expect(
      await heightOf(box('line-fit-edge:text;padding:30px 0 0;border:solid;border-width:0 0 20px;margin:5px')),
    ).to.equal(104);
  });

  it('keeps the leading of the root inline box', async () => {
    expect(await heightOf('<div id=t style="font:20px/60px Arial;line-fit-edge:cap alphabetic">x</div>')).to.equal(60);
    const firstLine = '<style>#t::first-line { color: red }</style>';
    expect(
      await heightOf(`${firstLine}<div id=t style="font:20px/60px Arial;line-fit-edge:cap alphabetic">x</div>`),
    ).to.equal(60);
  });

  it('is the default of text-box-edge', async () => {
    const trim = 'font:20px/60px Arial;text-box-trim:trim-both';
    expect(await heightOf(`<div id=t style="${trim};line-fit-edge:cap alphabetic">x</div>`)).to.be.closeTo(13.8, 0.1);
    expect(await heightOf(`<div id=t style="${trim}">x</div>`)).to.equal(22);
  });

  it('trims the content area of inline boxes, not their line', async () => {
    const span = (style: string): string =>
      `<div style="font:20px/60px Arial"><span id=t style="text-box-edge:cap alphabetic;${style}">a</span></div>`;
    const places = async (style: string): Promise<string> => {
      const { dump } = await layout(span(style));
      return `${/#t>.* (y\S+) +w\S+ (h\S+)/.exec(dump)?.slice(1).join(' ')}, ${/line .*(h60)/.exec(dump)?.[1]}`;
    };
    expect(await places('')).to.equal('y19 h22, h60');
    expect(await places('text-box-trim:trim-start')).to.equal('y23.23 h17.77, h60');
    expect(await places('text-box-trim:trim-both')).to.equal('y23.23 h13.77, h60');
    expect(await places('text-box-trim:trim-end;padding:2px')).to.equal('y17 h22, h60');
  });
});
