import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the root element's corner on the first page in px. */
async function cornerOf(style: string, display = ''): Promise<[number, number]> {
  const { pages } = await layout(`<style>html{width:100px;height:50px;${style};${display}}</style>`);
  const { root, positioned } = pages[0]!;
  if (root === null) throw new Error('no root');
  const { fragment, x, y } = root;
  if (fragment.box.parent === null && fragment.box.style.box.width.px === 100) return [x / 64, y / 64];
  const placed = positioned.find((one) => one.fragment.box.element?.tag === 'html');
  if (placed !== undefined) return [placed.x / 64, placed.y / 64];
  return [(x + fragment.offsets[0]!) / 64, (y + fragment.offsets[1]!) / 64];
}

describe('the root element', () => {
  it('is centered on the page by auto margins', async () => {
    expect(await cornerOf('margin:20px auto')).to.deep.equal([150, 20]);
    expect(await cornerOf('margin:0 30px 0 auto')).to.deep.equal([270, 0]);
    expect(await cornerOf('margin:0 auto;direction:rtl')).to.deep.equal([150, 0]);
    expect(await cornerOf('margin:0 auto', 'display:table')).to.deep.equal([150, 0]);
  });

  it('may float', async () => {
    expect(await cornerOf('float:right')).to.deep.equal([300, 0]);
  });

  it('may be positioned', async () => {
    for (const position of ['absolute', 'fixed'])
      expect(await cornerOf(`position:${position};left:30px;top:40px`), position).to.deep.equal([30, 40]);
  });
});

describe('pages whose lines start at the right', () => {
  it('leave the rounding excess at the left', async () => {
    const areaOf = async (margin: string, direction: string, element = 'html'): Promise<number> => {
      const { pages } = await layout(
        `<style>@page { size: 400px 300px; margin: ${margin} } ${element} { direction: ${direction} }</style>x`,
      );
      return pages[0]!.area.x / 64;
    };
    expect(await areaOf('10.6px', 'ltr')).to.equal(11);
    expect(await areaOf('10.6px', 'rtl')).to.equal(10);
    expect(await areaOf('10.3px', 'rtl')).to.equal(10);
    expect(await areaOf('10px', 'rtl')).to.equal(10);
    expect(await areaOf('10.6px', 'rtl', 'body')).to.equal(11);
  });
});
