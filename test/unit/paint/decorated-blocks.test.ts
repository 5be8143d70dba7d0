import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('decorations of inline boxes', () => {
  const lines = async (html: string): Promise<number> => {
    const paint = await inspect(html, 'paint', null);
    return [...paint.matchAll(/fillRect \S+ \S+ \S+ 1 /g)].length;
  };

  it('reach the text of blocks inside, and of tables except in quirks mode', async () => {
    expect(await lines('<!DOCTYPE html><u>a<div>b<p>c</div>d</u>')).to.equal(4);
    expect(await lines('<!DOCTYPE html><div><u><table><tr><td>a</table></u></div>')).to.equal(1);
    expect(await lines('<div><u><table><tr><td>a</table></u></div>')).to.equal(0);
  });

  it('reach alternative texts', async () => {
    expect(await lines('<!DOCTYPE html><u><img src="data:," alt="words for it"></u>')).to.equal(1);
    expect(await lines('<!DOCTYPE html><img src="data:," alt="words for it">')).to.equal(0);
  });

  it('stop at floats and at inline-level boxes', async () => {
    expect(await lines('<!DOCTYPE html><u><div style="float: left">a</div></u>')).to.equal(0);
    expect(await lines('<!DOCTYPE html><u><div style="display: inline-block">a</div></u>')).to.equal(0);
  });

  it('skip ink according to the inherited property of the text that they cross', async () => {
    const gaps = (outer: string, inner: string): Promise<number> =>
      lines(
        `<!DOCTYPE html><u style="font:10px serif;text-decoration-skip-ink:${outer}"><i style="text-decoration-skip-ink:${inner}">gnnngnnng</i></u>`,
      );
    expect(await gaps('auto', 'none')).to.equal(1);
    expect(await gaps('none', 'auto')).to.be.greaterThan(1);
  });
});
