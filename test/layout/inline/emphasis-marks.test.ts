import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Where each line begins, in px from the top (of vertical text: from the left). Marks' em boxes take 9 whole px (7 and 2 of 8), or 8 in vertical text. */
async function startsOf(style: string, html: string): Promise<number[]> {
  const { dump } = await layout(`<div style="font:16px Arial;${style}">${html}</div>`);
  const axis = style.includes('vertical') ? 'x' : 'y';
  return [...dump.matchAll(new RegExp(`^ *line .*?${axis}(-?[\\d.]+) `, 'gm'))].map(([, at]) => Number(at));
}

const marked = '<span style="text-emphasis:dot">b</span>';

describe('emphasis marks', () => {
  it('move lines down that have no room above, and no others', async () => {
    expect(await startsOf('line-height:16px', `a<br>${marked}<br>c`)).to.deep.equal([0, 25, 41]);
    expect(await startsOf('line-height:40px', `a<br>${marked}<br>c`)).to.deep.equal([0, 40, 80]);
    expect(await startsOf('line-height:16px', `${marked}<br>c`)).to.deep.equal([9, 25]);
  });

  it('stand in the padding above the first line', async () => {
    expect(await startsOf('line-height:16px;padding-top:10px', `${marked}<br>c`)).to.deep.equal([10, 26]);
  });

  it('have their room below where they stand under the text', async () => {
    const style = 'line-height:16px;text-emphasis-position:under';
    expect(await startsOf(style, `a<br>${marked}<br>c`)).to.deep.equal([0, 16, 41]);
  });

  it('have room below the last line of any block, as far as its padding gives them none', async () => {
    const heightOf = async (style: string): Promise<number> => {
      const html = `<p style="margin:0;font:16px/1 Arial;text-emphasis-position:under;${style}">${marked}</p>`;
      const [, height] = /<p>.* h(\S+)/.exec((await layout(html)).dump)!;
      return Number(height);
    };
    expect(await heightOf('')).to.equal(25);
    expect(await heightOf('padding-bottom:5px')).to.equal(25);
    expect(await heightOf('padding-bottom:20px')).to.equal(36);
    // A block that is trimmed to its text leaves them outside.
    expect(await heightOf('text-box-trim:trim-end')).to.be.lessThan(20);
  });

  it('may take the room of an empty line', async () => {
    expect(await startsOf('line-height:16px', `a<br><br>${marked}`)).to.deep.equal([0, 16, 32]);
  });

  it('have none where nothing is marked', async () => {
    const stop = '<span style="text-emphasis:dot">. ,</span>';
    expect(await startsOf('line-height:16px', `a<br>${stop}<br>c`)).to.deep.equal([0, 16, 32]);
  });

  it('have room beside the lines of vertical text', async () => {
    const style = 'writing-mode:vertical-rl;line-height:16px;height:100px;width:100px';
    expect(await startsOf(style, `a<br>${marked}<br>c`)).to.deep.equal([84, 60, 44]);
  });
});
