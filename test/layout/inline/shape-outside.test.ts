import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const FLOAT = 'float:left;width:100px;height:100px;';
const BOX = '<span style="display:inline-block;width:50px;height:20px"></span>';

/** Returns the start corners of the lines in `#c`. */
async function linesIn(html: string, style = ''): Promise<string[]> {
  const { dump } = await layout(`<div id=c style="width:200px;line-height:0;${style}">${html}</div>`);
  return [...dump.matchAll(/^\s*line (x\S+ y\S+)/gm)].map((match) => match[1]!);
}

describe('shape-outside', () => {
  it('affects lines, while other floats and formatting contexts use the margin box', async () => {
    const shape = `${FLOAT}shape-outside:inset(0 60px 0 0)`;
    expect(await linesIn(`<i style="${shape}"></i>${BOX}`)).to.deep.equal(['x40 y0']);
    const { dump } = await layout(
      `<div style="width:180px"><i style="${shape}"></i><i id=f style="${FLOAT}"></i><div id=b style="overflow:hidden;height:9px"></div></div>`,
    );
    expect(dump).to.match(/#f> {2}x0 y100/);
    expect(dump).to.match(/#b> {2}x100 y0/);
  });

  it('moves a line down until the shape leaves enough room', async () => {
    const shape = `${FLOAT}shape-outside:polygon(0 0, 100% 0, 0 100%)`;
    const wide = '<span style="display:inline-block;width:150px;height:20px"></span>';
    expect(await linesIn(`<i style="${shape}"></i>${wide}`)).to.deep.equal(['x50 y50']);
  });

  it('measures its extent next to the final line, and nothing if the shape is empty', async () => {
    const shape = `${FLOAT}shape-outside:polygon(0 0, 0 100%, 100% 100%)`;
    const boxes =
      '<b style="display:inline-block;width:90px;height:40px"></b><b style="display:inline-block;width:99px;height:80px"></b>';
    expect((await linesIn(`<i style="${shape}"></i>${boxes}`))[0]).to.equal('x40 y0');
    expect(
      await linesIn(`<i style="${FLOAT}shape-outside:inset(50%)"></i><br>${BOX}`, 'line-height:90px'),
    ).to.deep.equal(['x0 y0', 'x0 y90']);
  });

  it('works in vertical writing modes', async () => {
    const shape = `${FLOAT}shape-outside:inset(0 0 60px 0)`;
    expect(await linesIn(`<i style="${shape}"></i>${BOX}`, 'writing-mode:vertical-rl')).to.deep.equal(['x150 y40']);
  });

  it('uses the opaque part of a gradient, with a margin', async () => {
    const image = 'linear-gradient(to right, black 40%, transparent 40%)';
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${image}"></i>${BOX}`)).to.deep.equal(['x40 y0']);
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${image};shape-margin:10px"></i>${BOX}`)).to.deep.equal([
      'x50 y0',
    ]);
    const half = 'linear-gradient(rgba(0,0,0,.5), rgba(0,0,0,.5))';
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${half};shape-image-threshold:.6"></i>${BOX}`)).to.deep.equal(
      ['x0 y0'],
    );
  });

  it('uses the opaque pixels of an image', async () => {
    // 2 x 1 px: the left one opaque, the right one transparent.
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGNgYGD4D8QMAAUEAQCwBUiSAAAAAElFTkSuQmCC';
    expect(await linesIn(`<i style="${FLOAT}shape-outside:url(${png})"></i>${BOX}`)).to.deep.equal(['x50 y0']);
  });

  const svg = (attributes: string, content: string): string =>
    `url('data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)}')`;

  it('uses the opaque part of an SVG image at the size of the content box', async () => {
    const half = svg('width="20" height="20"', '<path d="M0 0H10V20H0Z" fill="green"/>');
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${half}"></i>${BOX}`)).to.deep.equal(['x50 y0']);
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${half};shape-margin:10%"></i>${BOX}`)).to.deep.equal([
      'x70 y0',
    ]);
    const faint = svg('style="background:rgba(0,0,0,.5)"', '<rect width="30%" height="100%"/>');
    expect(
      await linesIn(`<i style="${FLOAT}shape-outside:${faint};shape-image-threshold:.6"></i>${BOX}`),
    ).to.deep.equal(['x30 y0']);
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${faint}"></i>${BOX}`)).to.deep.equal(['x100 y0']);
    const centred = svg('viewBox="0 0 4 2"', '<rect width="4" height="2"/>');
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${centred}"></i>${BOX}<br>${BOX}`)).to.deep.equal([
      'x0 y0',
      'x100 y20',
    ]);
  });

  it('uses the opaque part of radial and conic gradients', async () => {
    const disc = 'radial-gradient(closest-side, black 50%, transparent 50%)';
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${disc}"></i>${BOX}<br>${BOX}<br>${BOX}`)).to.deep.equal([
      'x0 y0',
      'x73 y20',
      'x75 y40',
    ]);
    const left = 'conic-gradient(transparent 180deg, black 180deg)';
    expect(await linesIn(`<i style="${FLOAT}shape-outside:${left}"></i>${BOX}`)).to.deep.equal(['x50 y0']);
  });
});
