import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/**
 * Returns the start of each line in px from the top (in vertical text: from the left). The em box of marks takes 9
 * whole px (7 and 2 of 8), or 8 in vertical text.
 */
async function startsOf(style: string, html: string): Promise<number[]> {
  const { dump } = await layout(`<div style="font:16px Arial;${style}">${html}</div>`);
  const axis = style.includes('vertical') ? 'x' : 'y';
  return [...dump.matchAll(new RegExp(`^ *line .*?${axis}(-?[\\d.]+) `, 'gm'))].map(([, at]) => Number(at));
}

const marked = '<span style="text-emphasis:dot">b</span>';

describe('emphasis marks', () => {
  it('move down only lines without room above', async () => {
    expect(await startsOf('line-height:16px', `a<br>${marked}<br>c`)).to.deep.equal([0, 25, 41]);
    expect(await startsOf('line-height:40px', `a<br>${marked}<br>c`)).to.deep.equal([0, 40, 80]);
    expect(await startsOf('line-height:16px', `${marked}<br>c`)).to.deep.equal([9, 25]);
  });

  it('use the padding above the first line', async () => {
    expect(await startsOf('line-height:16px;padding-top:10px', `${marked}<br>c`)).to.deep.equal([10, 26]);
  });

  it('take room below when placed under the text', async () => {
    const style = 'line-height:16px;text-emphasis-position:under';
    expect(await startsOf(style, `a<br>${marked}<br>c`)).to.deep.equal([0, 16, 41]);
  });

  it("take room below a block's last line unless its padding provides it", async () => {
    const heightOf = async (style: string): Promise<number> => {
      const html = `<p style="margin:0;font:16px/1 Arial;text-emphasis-position:under;${style}">${marked}</p>`;
      const [, height] = /<p>.* h(\S+)/.exec((await layout(html)).dump)!;
      return Number(height);
    };
    expect(await heightOf('')).to.equal(25);
    expect(await heightOf('padding-bottom:5px')).to.equal(25);
    expect(await heightOf('padding-bottom:20px')).to.equal(36);
    // A block trimmed to its text leaves the marks outside.
    expect(await heightOf('text-box-trim:trim-end')).to.be.lessThan(20);
  });

  it('may use the space of an empty line', async () => {
    expect(await startsOf('line-height:16px', `a<br><br>${marked}`)).to.deep.equal([0, 16, 32]);
  });

  it('take no room where nothing is marked', async () => {
    const stop = '<span style="text-emphasis:dot">. ,</span>';
    expect(await startsOf('line-height:16px', `a<br>${stop}<br>c`)).to.deep.equal([0, 16, 32]);
  });

  it('take room next to the lines of vertical text', async () => {
    const style = 'writing-mode:vertical-rl;line-height:16px;height:100px;width:100px';
    expect(await startsOf(style, `a<br>${marked}<br>c`)).to.deep.equal([84, 60, 44]);
  });

  it('go beyond ruby annotations on their side', async () => {
    const annotated = (style: string): string =>
      `<ruby style="${style}"><span style="text-emphasis:dot">b</span><rt style="font-size:8px">c</rt></ruby>`;
    const start = async (style: string): Promise<number> => (await startsOf('line-height:16px', annotated(style)))[0]!;
    expect(await start('')).to.equal(18);
    expect(await start('ruby-position:under')).to.equal(9);
  });
});
