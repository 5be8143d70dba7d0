import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const TRIM = 'text-box-trim:trim-both;text-box-edge:text;font:20px/60px Arial';

/** Height of the element with the id `t`. Lines are 60 px high, their text is 23 px: trimming takes 18 or 19 px off an edge. */
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

  it('goes no further in than to padding and borders', async () => {
    const inner = (style: string): string => `<div id=t style="${TRIM}"><div style="${style}">a<br>b</div></div>`;
    expect(await heightOf(inner('padding-top:1px'))).to.be.closeTo(102.5, 1);
    expect(await heightOf(inner('border:1px solid'))).to.equal(122);
    expect(await heightOf(inner(`padding-top:1px;${TRIM}`))).to.be.closeTo(84, 1);
  });

  it('trims the line at a clamp point', async () => {
    const html = `<div id=t style="${TRIM};line-clamp:2">a<div>b<br>c</div>d</div>`;
    expect(await heightOf(html)).to.be.closeTo(83, 1);
  });

  it('trims every column of a multi-column container, and every fragment of a box with all its edges', async () => {
    const columns = 'columns:2;column-fill:auto;width:200px;gap:0;orphans:1;widows:1;height:143px';
    const linesOf = async (html: string): Promise<string[]> => {
      const { dump } = await layout(html);
      return [...dump.matchAll(/line x\S+ (y-?)\d.*"(.)"/g)].map((match) => match[1]! + match[2]!);
    };
    // Two lines of 60 px and one that lacks 19 px above and below: the third fits only once both are cut off.
    const text = 'a<br>b<br>c';
    expect(await linesOf(`<div style="${columns};${TRIM}">${text}</div>`)).to.deep.equal(['y-a', 'yb', 'yc']);
    const inner = `<div style="${TRIM};box-decoration-break:clone">${text}<br>d</div>`;
    const trimmed = await linesOf(`<div style="${columns};font:20px/60px Arial">${inner}</div>`);
    expect(trimmed).to.deep.equal(['y-a', 'yb', 'yc', 'y-d']);
  });

  it('leaves room for what a last `<br>` clears', async () => {
    const float = '<b style="float:left;height:60px;width:9px"></b>';
    expect(await heightOf(`${float}<div id=t style="${TRIM}">a<br style="clear:both"></div>`)).to.equal(60);
  });
});
