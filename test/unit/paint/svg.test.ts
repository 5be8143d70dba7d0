import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}svg{display:block}</style>';

/** Returns the paint calls of a 100 x 100 px SVG, one per line, whose names match `names`. */
async function calls(content: string, names: RegExp): Promise<string[]> {
  const text = await inspect(`${PAGE}<svg width=100 height=100>${content}</svg>`, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => names.test(line));
}

const fills = (content: string): Promise<string[]> => calls(content, /^fill/);

describe('SVG', () => {
  it('lays out the content of a foreignObject in its own viewport', async () => {
    const html = '<div style="display:flex;height:50%;width:100%"><b style="background:red;flex:1"></b></div>';
    const place = 'x=10 y=20 width=50 height=30';
    expect(
      await calls(`<foreignObject ${place}>${html}</foreignObject>`, /^(fillRect|clipRect 10|transform.* 10)/),
    ).to.deep.equal(['clipRect 10 20 50 30', 'transform 1 0 0 1 10 20', 'fillRect 0 0 50 15 #ff0000']);
  });

  it('fills nothing without an area', async () => {
    expect(
      await fills('<path d="M5 5v40"/><polyline points="0,9 50,9 20,9"/><path d="M0 0L9 9L5 0z"/>'),
    ).to.have.length(1);
    expect(await fills('<polyline points="3,4 9,16"/><path d="M0 0L9 9L5 0zM20 20l10 15"/>')).to.deep.equal([
      'fillPath M 0 0 L 9 9 L 5 0 Z nonzero #000000',
    ]);
  });

  it('clips and bounds an instance at the position given by its x and y', async () => {
    const clip = '<clipPath id=c><path d="M0 0h9v9z"/></clipPath><rect id=r width=50 height=50 />';
    const use = '<use href="#r" x=20 y=30 clip-path="url(#c)"/>';
    expect(await calls(`<defs>${clip}</defs>${use}`, /^(transform.* 30$|clip.* 9 )/)).to.deep.equal([
      'transform 1 0 0 1 20 30',
      'clipPath M 0 0 L 9 0 L 9 9 Z',
    ]);
    const half = '<clipPath id=h clipPathUnits=objectBoundingBox><rect width=".5" height="1"/></clipPath>';
    const nested =
      '<g clip-path="url(#h)"><svg viewBox="0 0 10 10" width=80 height=80><rect width=10 height=10 /></svg></g>';
    expect((await calls(`<defs>${half}</defs>${nested}`, /^clip/)).join()).to.contain('40 80');
  });

  it('moves an instance in a clip by its x and y once', async () => {
    const rect = '<rect id=r width=9 height=9 />';
    const clipped = async (inside: string): Promise<string> =>
      (
        await calls(
          `<defs>${rect}<clipPath id=c>${inside}</clipPath></defs><rect width=50 height=50 clip-path="url(#c)"/>`,
          /^clip/,
        )
      ).join();
    expect(await clipped('<use href="#r" x=20 y=30 />')).to.equal(await clipped('<rect x=20 y=30 width=9 height=9 />'));
  });

  it('masks a translucent shape', async () => {
    const mask = '<mask id=m><rect width=50 height=50 fill="#fff"/></mask>';
    const found = await calls(`${mask}<rect width=9 height=9 mask="url(#m)" opacity=".5" fill="#f00"/>`, /^fillPath/);
    expect(found.map((call) => call.split(' ').at(-1)!)).to.have.members(['#ffffff', '#ff000080']);
  });

  it('shows content that requires HTML or MathML, which foreignObject supports', async () => {
    const rect = (namespace: string): string => `<rect width=9 height=9 requiredExtensions="${namespace}"/>`;
    const known = 'http://www.w3.org/1999/xhtml http://www.w3.org/1998/Math/MathML';
    expect(await fills(rect(known) + rect(`${known} http://example.org/`) + rect(''))).to.have.length(1);
  });

  it('draws only the contents of containers, and nothing else, under display: contents', async () => {
    const red = '<rect id=r width=9 height=9 fill=red />';
    const style = 'style="display:contents;opacity:0;transform:scale(2)"';
    expect(await fills(`<g ${style}>${red}</g>`)).to.deep.equal(['fillPath M 0 0 L 9 0 L 9 9 L 0 9 Z nonzero #ff0000']);
    expect(await fills(`<svg x=5 ${style}>${red}</svg>`)).to.have.length(1);
    expect(await fills(`<defs>${red}</defs><use href="#r" ${style}/>`)).to.have.length(1);
    expect(await fills(`<rect width=9 height=9 ${style}/><text y=20 ${style}>x</text>`)).to.deep.equal([]);
  });

  it('keeps positioned boxes of a foreignObject inside it', async () => {
    const fixed = '<i style="position:fixed;right:0;bottom:0;width:5px;height:5px;background:red"></i>';
    expect(await calls(`<foreignObject width=50 height=30>${fixed}</foreignObject>`, /^fillRect/)).to.deep.equal([
      'fillRect 45 25 5 5 #ff0000',
    ]);
  });

  it('draws the first matching child of a switch, and nothing that requires extensions', async () => {
    const circle = (condition: string, color: string): string => `<rect width=1 height=1 fill=${color} ${condition} />`;
    const children =
      '<desc></desc>' + circle('requiredExtensions="x"', 'red') + circle('systemLanguage="fr, de"', 'blue');
    expect(
      await fills(`<switch>${children}${circle('systemLanguage="en"', 'lime')}${circle('', 'black')}</switch>`),
    ).to.have.length(1);
    expect((await fills(children + circle('', 'lime'))).join())
      .to.contain('#00ff00')
      .and.not.to.contain('#ff0000');
  });

  it('draws non-scaling strokes in the coordinates of the svg element', async () => {
    const line = '<line x2=5 stroke=red stroke-width=2 vector-effect="non-scaling-stroke"/>';
    expect(await calls(`<g transform="scale(10)">${line}</g>`, /^(strokePath|transform (10|0))/)).to.deep.equal([
      'transform 10 0 0 10 0 0',
      'transform 0.1 0 0 0.1 0 0',
      'strokePath M 0 0 L 50 0 width 2 #ff0000',
    ]);
  });

  it("measures dashes by the author's path length", async () => {
    const line = '<path d="M0 0h50" pathLength=10 stroke=red stroke-dasharray="2 1" />';
    expect((await calls(line, /^strokePath/)).join()).to.contain('dash 10 5');
  });

  it('falls back if a gradient is missing or cannot be drawn', async () => {
    const rect = (fill: string): string => `<rect width=9 height=9 fill="${fill}"/>`;
    const flat = '<linearGradient id=f gradientTransform="scale(0)"><stop/><stop offset=1 /></linearGradient>';
    expect(await fills(rect('url(#none)'))).to.deep.equal([]);
    expect((await fills(rect('url(#none) lime'))).join()).to.contain('#00ff00');
    expect((await fills(flat + rect('url(#f) lime'))).join()).to.contain('fillRect 0 0 9 9 #00ff00');
  });

  it('gives markers the paints of their shape, at its own vertices', async () => {
    const marker =
      '<marker id=m orient=auto markerUnits=userSpaceOnUse overflow=visible><path d="M0 0v1" stroke="context-stroke"/></marker>';
    const arc = '<path d="M0 50A50 50 0 0 1 100 50" stroke=blue marker-mid="url(#m)" marker-end="url(#m)" fill=none />';
    expect(await calls(marker + arc, /^(strokePath|transform 0)/)).to.deep.equal([
      'strokePath M 0 50 C 0 22.386 22.386 0 50 0 C 77.614 0 100 22.386 100 50 width 1 #0000ff',
      'transform 0 1 -1 0 100 50',
      'strokePath M 0 0 L 0 1 width 1 #0000ff',
    ]);
  });

  it('clips to clipped children by a mask, and to plain ones by their outlines', async () => {
    const clip = (attribute: string): string =>
      `<clipPath id=a><rect width=5 height=5 /></clipPath><clipPath id=c><rect width=9 height=9 ${attribute} /></clipPath>` +
      '<rect width=20 height=20 clip-path="url(#c)" />';
    expect(await calls(clip(''), /^(beginMask|clipPath)/)).to.deep.equal(['clipPath M 0 0 L 9 0 L 9 9 L 0 9 Z']);
    expect(
      (await calls(clip('clip-path="url(#a)"'), /^(beginMask|clipPath)/)).map((call) => call.split(' ')[0]),
    ).to.deep.equal(['clipPath', 'beginMask']);
  });

  it('ends if references form a cycle', async () => {
    const inner = '<foreignObject width=9 height=9><svg><use href="#B" /></svg></foreignObject>';
    const loop = `<g id=A><use href="#B" /></g><g id=B>${inner.replace('#B', '#A')}</g>`;
    expect(await fills(loop + '<rect width=1 height=1 />')).to.have.length(1);
  });

  it('links its shapes and parts of its text', async () => {
    const rect = '<rect x=5 y=5 width=20 height=10 />';
    expect(await calls(`<a href="https://example.org/">${rect}</a>`, /^link/)).to.deep.equal([
      'link 5 5 20 10 https://example.org/',
    ]);
    const text = '<text y=50>a <a xlink:href="https://example.org/b">b</a></text>';
    expect((await calls(text, /^link/)).join()).to.match(/^link 1\S* .* https:\/\/example.org\/b$/);
  });

  it('shows the view of a file that a URL names', async () => {
    const file =
      '<svg xmlns="http://www.w3.org/2000/svg"><view id="v" viewBox="5 5 10 10"/><rect width="1" height="1"/></svg>';
    const image = (fragment: string): string =>
      `<image width=20 height=20 href="data:image/svg+xml,${encodeURIComponent(file)}#${fragment}" />`;
    for (const fragment of ['v', 'svgView(viewBox(5,5,10,10))'])
      expect(await calls(image(fragment), /^transform 2/), fragment).to.deep.equal(['transform 2 0 0 2 -10 -10']);
  });

  it("is masked by images in SVG's boxes", async () => {
    const image = 'mask-image:linear-gradient(black,black);mask-clip:fill-box;mask-origin:fill-box';
    const drawn = await calls(`<rect x=10 y=10 width=20 height=20 style="${image}"/>`, /^(beginMask|fill)/);
    expect(drawn.join(' | ')).to.contain('fillRect 10 10 20 20').and.to.contain('beginMask');
    expect(await calls('<rect width=9 height=9 mask="url(#none)"/>', /^beginMask/)).to.deep.equal([]);
  });

  it('needs no group for the opacity of a single paint operation', async () => {
    const rect = (paint: string): Promise<string[]> =>
      calls(`<rect width=9 height=9 opacity=".5" ${paint} />`, /^(beginGroup|fill|stroke)/);
    expect((await rect('fill=red')).join())
      .to.contain('#ff000080')
      .and.not.to.contain('beginGroup');
    expect((await rect('fill=red stroke=blue'))[0]).to.contain('beginGroup 0.5');
  });
});

describe('mask layers', () => {
  const layers = (composite: string): Promise<string> => {
    const images = 'mask-image:linear-gradient(red,red),linear-gradient(lime,lime)';
    return inspect(
      `${PAGE}<div style="width:9px;height:9px;background:blue;${images};mask-composite:${composite}"></div>`,
      'paint',
      null,
    );
  };

  it('are composited by their operators', async () => {
    const masks = async (composite: string): Promise<string[]> =>
      [...(await layers(composite)).matchAll(/\bmask (\w+)/g)].map((match) => match[1]!);
    expect(await masks('add')).to.deep.equal(['alpha']);
    expect(await masks('intersect')).to.deep.equal(['alpha', 'alpha']);
    expect(await masks('subtract')).to.have.members(['alpha', 'luminance']);
    expect(await masks('exclude')).to.have.members(['alpha', 'luminance', 'luminance']);
  });
});
