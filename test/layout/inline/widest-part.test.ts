import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the min-content size of content in Arial of 10px, where an x is 5px wide. */
async function minContent(html: string): Promise<number> {
  const style = '<style>code{font:inherit;padding-right:30px}div{font:10px/20px Arial;width:min-content}</style>';
  const { dump } = await layout(`${style}<div id="a">${html}</div>`);
  return Number(/<div#a>.* w([\d.]+)/.exec(dump)![1]);
}

describe('min-content of text followed by edges', () => {
  it('includes the edges after the widest part, wherever it is', async () => {
    for (const text of ['xxxxxxxx xx x', 'x xxxxxxxx xx', 'x xx xxxxxxxx'])
      expect(await minContent(`<code>${text}</code>`), text).to.equal(70);
  });

  it('includes those of all boxes that end there', async () => {
    expect(await minContent('<b style="font-weight:400;margin-right:5px"><code>x xxxxxxxx xx</code></b>')).to.equal(75);
    expect(await minContent('<code>x <i style="font-style:normal">xxxxxxxx xx</i></code>')).to.equal(70);
  });

  it('includes them where the line may end after them, or ends there', async () => {
    for (const after of [' ', '<br>x', '<img width=1 height=1>', '<code></code>'])
      expect(await minContent(`<code>x xxxxxxxx xx</code>${after}`), after).to.equal(
        after === '<code></code>' ? 100 : 70,
      );
    expect(await minContent('<code>x xxxxxxxx xx </code>x')).to.equal(70);
  });

  it("excludes them where a space or text follows, or where the text isn't broken", async () => {
    expect(await minContent('<code>x xxxxxxxx x</code> x')).to.equal(40);
    expect(await minContent('<code>x xxxxxxxx x</code>x')).to.equal(40);
    expect(await minContent('<code>x xxxxxxxx<br>x</code>')).to.equal(40);
    expect(await minContent('<code>xx</code><code>x</code>')).to.equal(75);
  });
});

describe('intrinsic sizes of text with a negative indent', () => {
  const hanging = 'font:10px/20px Cousine;padding-left:60px;text-indent:-60px';
  const widthOf = async (style: string, text: string): Promise<number> => {
    const { dump } = await layout(`<div><div id="a" style="${hanging};${style}">${text}</div></div>`);
    return Number(/<div#a>.* w([\d.]+)/.exec(dump)![1]);
  };

  it('are as wide as the line if padding covers the indent', async () => {
    for (const style of ['float:left', 'position:absolute', 'width:min-content', 'width:max-content'])
      expect(await widthOf(style, 'aa bb cc ddd'), style).to.be.closeTo(72, 0.5);
    expect(await widthOf('float:left', 'aa'), 'one that the padding covers').to.equal(60);
  });

  it('have room for a long word in a later line', async () => {
    expect(await widthOf('width:min-content', 'aa bb cccccccccccc')).to.be.closeTo(60 + 48, 0.5);
  });
});

describe('intrinsic sizes of text in inline boxes without edges', () => {
  const sizes = async (style: string, html: string): Promise<readonly string[]> => {
    const box = (width: string): string =>
      `<div id="${width}" style="font:10px/20px Arial;width:${width};${style}">${html}</div>`;
    const { dump } = await layout(box('min-content') + box('max-content'));
    return ['min', 'max'].map((name) => new RegExp(`<div#${name}-content>.* w([\\d.]+)`).exec(dump)![1]!);
  };

  it('equal those of the text alone', async () => {
    const texts = ['aa bbbb cc', ' aa  bbb ', 'aa-bb/cc', 'a&shy;bbbb c', 'a', ' ', 'ab\u200bcd efg'];
    const styles = ['', 'white-space:nowrap', 'overflow-wrap:anywhere', 'text-indent:7px', 'text-indent:-7px'];
    for (const text of texts)
      for (const style of styles) {
        const expected = await sizes(style, text);
        expect(await sizes(style, `<i style="font-style:normal">${text}</i>`), `${text} ${style}`).to.eql(expected);
        // A second text takes the general path.
        const twice = `<b></b><i style="font-style:normal">${text}</i><b style="white-space:inherit">\u200b</b>`;
        if (!/^ | $/.test(text)) expect(await sizes(style, twice), `${text} ${style}, and more`).to.eql(expected);
      }
  });
});
