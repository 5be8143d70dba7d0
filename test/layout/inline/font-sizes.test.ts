import { expect } from 'chai';
import { layout } from '../../../engine/index.ts';

/** Returns the width in CSS px of a line whose font size is `inner` within `outer`. */
async function width(outer: string, inner: string): Promise<number> {
  const html =
    `<!doctype html><div style="white-space:nowrap;font-family:Liberation Sans;font-size:${outer}">` +
    `<span style="font-size:${inner}">Fully-featured maintainer script configuration handling</span></div>`;
  const { pages } = await layout(html);
  return pages[0]!.boxes.find(({ tag }) => tag === 'span')!.width;
}

describe('relative font sizes', () => {
  it('multiplies in single precision before rounding to hundredths, as in browsers', async () => {
    expect(await width('16px', '21.6px')).to.equal(513.73);
    expect(await width('16px', '1.35em')).to.equal(513.73);
    expect(await width('14.4px', '1.5em')).to.equal(513.36);
    expect(await width('14.4px', '150%')).to.equal(513.36);
    expect(await width('.9em', '1.5em')).to.equal(513.36);
    expect(await width('14.4px', 'calc(1.5em)')).to.equal(513.36);
  });

  it('keeps the decimal product if the size is the same', async () => {
    const html = '<!doctype html><div style="font-size:14px"><p style="font-size:1.1em;height:5em">x</p></div>';
    const { pages } = await layout(html);
    expect(pages[0]!.boxes.find(({ tag }) => tag === 'p')!.height).to.equal(77);
  });

  it('reduces monospaced text in the same way', async () => {
    const html =
      '<!doctype html><h3><code>literal</code></h3><p style="font:bold 15.2px monospace"><i style="font-style:normal">literal';
    const { pages } = await layout(html);
    const widthOf = (name: string): number => pages[0]!.boxes.find(({ tag }) => tag === name)!.width;
    expect(widthOf('code')).to.equal(widthOf('i'));
  });
});
