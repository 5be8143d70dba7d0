import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the size of a vertical box as width x height. Pages are 400 x 300 px. */
async function sizeOf(around: string, style: string, content = ''): Promise<string> {
  const { dump } = await layout(
    `<div style="${around}"><div id=c style="writing-mode:vertical-lr;${style}">${content}</div></div>`,
  );
  return /#c>.* w([\d.]+) h([\d.]+)/.exec(dump)?.slice(1).join(' x ') ?? '';
}

const words = 'a '.repeat(100);
const heightOf = async (around: string): Promise<number> => Number((await sizeOf(around, '', words)).split(' x ')[1]);

describe('orthogonal flows in a container of indefinite block size', () => {
  it('resolve percentages against the initial containing block', async () => {
    expect(await sizeOf('', 'height:50%')).to.equal('0 x 150');
    expect(await sizeOf('height:100px', 'height:50%')).to.equal('0 x 50');
  });

  it('limit lines to the initial containing block or the maximum of their container', async () => {
    expect(await heightOf('')).to.equal(300);
    expect(await heightOf('max-height:90px')).to.equal(90);
    expect(await heightOf('max-height:90px;min-height:120px')).to.equal(120);
    expect(await heightOf('max-height:90px;padding:10px;box-sizing:border-box')).to.equal(70);
  });

  it('limit lines to the height or maximum of the nearest scroll container', async () => {
    expect(await heightOf('height:80px;overflow:hidden"><div style="')).to.equal(80);
    expect(await heightOf('max-height:80px;overflow:hidden"><div style="')).to.equal(80);
    expect(await heightOf('max-height:80px;overflow:hidden"><div style="max-height:60px')).to.equal(60);
    expect(await heightOf('max-height:80px"><div style="')).to.equal(300);
  });

  it('have their specified height in table cells, regardless of their width', async () => {
    expect(await sizeOf('', 'display:table-cell;height:60px', '<div style="width:200px"></div>')).to.equal('200 x 60');
  });
});

describe('a container that is sized by an orthogonal flow', () => {
  it('is sized by the flow with lines of its own block size', async () => {
    const word = '<i style="display:inline-block;width:64px;height:20px;vertical-align:top"></i>';
    const inner = `<div style="writing-mode:horizontal-tb;line-height:0">${`${word}<wbr>`.repeat(3)}</div>`;
    const widths = async (style: string): Promise<string> => sizeOf('', `writing-mode:vertical-rl;${style}`, inner);
    expect(await widths('width:160px')).to.equal('160 x 40');
    expect(await widths('width:64px')).to.equal('64 x 60');
    expect(await widths('width:84px;padding:0 10px;box-sizing:border-box')).to.equal('84 x 60');
  });
});
