import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}svg{display:block;font:20px/1 Arimo}</style>';

/** Returns the paint calls of a 300 x 100 px SVG, one per line, whose names match `names`. */
async function calls(content: string, names = /^(drawGlyphs|transform|fillPath|strokePath)/): Promise<string[]> {
  const text = await inspect(`${PAGE}<svg width=300 height=100>${content}</svg>`, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => names.test(line) && line !== 'transform 1 0 0 1 0 0');
}

/** Returns where each piece of text begins, and its characters. */
async function places(content: string): Promise<string[]> {
  const found = await calls(content, /^drawGlyphs/);
  return found.map((call) => {
    const [, x, y] = call.split(' ');
    const text = JSON.parse(call.slice(call.indexOf('"'))) as string;
    return `${text} ${Math.round(Number(x))} ${Math.round(Number(y))}`;
  });
}

describe('text in SVG', () => {
  it('is placed by its position lists', async () => {
    expect(await places('<text x="10 50" y="20" dx="0 0 5" dy="0 0 3">abcd</text>')).to.deep.equal([
      'a 10 20',
      'b 50 20',
      'cd 66 23',
    ]);
  });

  it('is anchored chunk by chunk, without its outer spaces', async () => {
    const anchored = (anchor: string): Promise<string[]> =>
      places(`<text text-anchor=${anchor} x=100 y=20> ii <tspan x=200 y=40>ll</tspan> </text>`);
    expect(await anchored('start')).to.deep.equal(['ii  100 20', 'll 200 40']);
    expect((await anchored('end'))[1]).to.equal('ll 191 40');
    expect((await anchored('middle'))[1]).to.equal('ll 196 40');
  });

  it('continues after a chunk at its end without text-anchor', async () => {
    expect(await places('<text text-anchor=end x=100 y="20 40">ll</text>')).to.deep.equal(['l 96 20', 'l 100 40']);
  });

  it('has no cross-axis position of its own on a path', async () => {
    const path = '<path id=p d="M50 10h80" fill=none /><text y=30><textPath href="#p">a</textPath></text>';
    expect(await places(path)).to.deep.equal(['a 50 10']);
  });

  it('is shifted by half the height of its font, and uses the baselines of vertical text', async () => {
    const text = (style: string): Promise<string[]> =>
      calls(`<text y=50 x=50 style="font:20px Arimo;${style}">a<tspan baseline-shift=super>b</tspan></text>`);
    const [plain, shifted] = (await text('')).map((call) => Number(call.split(' ')[2]));
    expect(plain! - shifted!).to.be.closeTo((20 * (0.905 + 0.212)) / 2, 0.01);
    const vertical = await text('writing-mode:vertical-rl');
    expect(await text('writing-mode:vertical-rl;dominant-baseline:central')).to.deep.equal(vertical);
    expect(await text('writing-mode:vertical-rl;dominant-baseline:hanging')).not.to.deep.equal(vertical);
  });

  it('has decorations with the thickness and offset of CSS', async () => {
    const lines = await calls('<text y=50 text-decoration=underline style="font-size:20px">a</text>', /^fillPath/);
    expect(lines[0]).to.match(/^fillPath M 0 51 L [\d.]+ 51 L [\d.]+ 53/);
  });

  it('is as long as textLength, by spacing or by stretching', async () => {
    const spaced = await places('<text y=20 textLength=100>ab</text>');
    expect(spaced).to.deep.equal(['a 0 20', 'b 89 20']);
    const stretched = await calls('<text y=20 textLength=100 lengthAdjust=spacingAndGlyphs>ab</text>');
    expect(stretched[0]).to.match(/^transform 4\.4\d+ 0 0 1 0 20$/);
  });

  it('rotates its characters and follows paths', async () => {
    expect((await calls('<text y=20 rotate=90>a</text>', /^transform/))[0]).to.equal('transform 0 1 -1 0 0 20');
    const path = '<path id=p d="M50 10v80" fill=none /><text><textPath href="#p" startOffset=20>a</textPath></text>';
    expect((await calls(path, /^transform/))[0]).to.equal('transform 0 1 -1 0 50 30');
    expect(await calls(path.replace('=20', '=200'), /^drawGlyphs/)).to.deep.equal([]);
  });

  it('supports right-to-left text', async () => {
    const found = await places('<text x=100 y=20 direction=rtl>שלום abc</text>');
    expect(found.map((place) => place.split(' ')[0])).to.include.members(['abc', 'שלום']);
    for (const place of found) expect(Number(place.split(' ').at(-2))).to.be.below(100);
  });

  it('aligns with the requested baseline', async () => {
    const at = async (baseline: string): Promise<string> =>
      (await places(`<text y=50 dominant-baseline=${baseline}>a</text>`))[0]!;
    expect(await at('auto')).to.equal('a 0 50');
    expect(await at('text-before-edge')).to.equal('a 0 68');
    expect(await at('text-after-edge')).to.equal('a 0 46');
    expect(await places('<text y=50>a<tspan baseline-shift=10>b</tspan></text>')).to.deep.equal(['a 0 50', 'b 11 40']);
  });

  it('can be filled with gradients and stroked first, and remains text', async () => {
    const gradient = '<linearGradient id=g><stop/><stop offset=1 stop-color=red /></linearGradient>';
    const filled = await calls(`${gradient}<text y=20 fill="url(#g)">a</text>`, /^(fillGradient|drawGlyphs|clipPath)/);
    expect(filled.map((call) => call.split(' ')[0])).to.deep.equal(['clipPath', 'fillGradient', 'drawGlyphs']);
    const order = await calls('<text y=20 stroke=red paint-order=stroke>a</text>', /^(strokePath|drawGlyphs)/);
    expect(order.map((call) => call.split(' ')[0])).to.deep.equal(['strokePath', 'drawGlyphs']);
  });

  it('has the decorations of its ancestors, in their paint', async () => {
    const line = '<text y=20 fill=red text-decoration=underline>a<tspan fill=blue>b</tspan></text>';
    const lines = await calls(line, /^fillPath/);
    expect(lines).to.have.length(2);
    expect(lines.join()).to.contain('#ff0000').and.not.to.contain('#0000ff');
    const under =
      '<text y=20 fill=red stroke=blue stroke-width=4 paint-order=stroke text-decoration=underline>a</text>';
    const order = await calls(under, /^(fillPath|strokePath)/);
    expect(order.slice(0, 2).map((call) => call.split(' ')[0])).to.deep.equal(['strokePath', 'fillPath']);
  });

  it('inherits from where it is used', async () => {
    const used = '<defs><text id=t y=20>a<tspan>b</tspan></text></defs><use href="#t" fill=lime />';
    expect((await calls(used, /^drawGlyphs/)).join())
      .to.contain('#00ff00')
      .and.not.to.contain('#000000');
  });

  it('can clip, and bounds the gradients that fill it', async () => {
    const clip = '<clipPath id=c><text y=20>a</text></clipPath><rect width=50 height=50 clip-path="url(#c)"/>';
    expect((await calls(clip, /^clipPath/)).join().length).to.be.above(100);
  });

  it('breaks at preserved newlines, with every line anchored like the first', async () => {
    const lines = (style: string): Promise<string[]> =>
      places(`<text x=100 y=20 style="white-space:pre-line;line-height:1.5;${style}">ii\nllll\n\ni</text>`);
    expect(await lines('')).to.deep.equal(['ii 100 20', 'llll 100 50', 'i 100 110']);
    expect(await lines('text-anchor:end')).to.deep.equal(['ii 91 20', 'llll 82 50', 'i 96 110']);
  });

  it("is wrapped by inline-size, regardless of its characters' positions", async () => {
    const wrapped = (style: string): Promise<string[]> =>
      places(`<text x=100 y=20 style="${style}">iii <tspan x=5 font-size=40>ii</tspan> iii</text>`);
    expect(await wrapped('inline-size:35px;line-height:30px')).to.deep.equal([
      'iii  100 20',
      'ii 100 57',
      '  118 57',
      'iii 100 87',
    ]);
    expect(await wrapped('inline-size:0')).to.deep.equal(['iii  100 20', 'ii 5 20', ' iii 23 20']);
  });

  it('is raised by a declaration as by an attribute', async () => {
    const raised = ['style="baseline-shift:10px"', 'style="vertical-align:10px"', 'baseline-shift="10"'];
    for (const attribute of raised)
      expect(await places(`<text y=50>a<tspan ${attribute}>b</tspan></text>`)).to.deep.equal(['a 0 50', 'b 11 40']);
  });

  it('has shadows under its letters and lines, regardless of the scale', async () => {
    const shadows = (style: string, attributes = ''): Promise<string[]> =>
      calls(
        `<svg ${attributes}><text y=50 style="text-shadow:3px 4px gold,-2px 0 red;${style}">ab</text></svg>`,
        /^(transform.* (3|-2) (4|0)$|fillPath|drawGlyphs)/,
      );
    const found = await shadows('');
    expect(found.map((call) => call.replace(/ M .* (\w+ #\w+)$/, ' $1').split(' ')[0])).to.deep.equal([
      'transform',
      'fillPath',
      'transform',
      'fillPath',
      'drawGlyphs',
    ]);
    expect(found[1]).to.contain('#ff0000');
    expect(found[3]).to.contain('#ffd700');
    expect((await shadows('text-decoration:underline')).filter((call) => call.startsWith('fillPath'))).to.have.length(
      5,
    );
    expect((await shadows('', 'viewBox="0 0 30 10"'))[0]).to.match(/^transform 0.1 0 0 0.1 -2 0$/);
  });
});
