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
});
