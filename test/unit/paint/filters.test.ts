import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}div{width:40px;height:20px}</style>';

/** Returns the paint calls of a document, one per line, whose names match `names`. */
async function calls(html: string, names: RegExp): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => names.test(line));
}

describe('filters', () => {
  it('turn their painted area into an image on whole px', async () => {
    const box = '<div style="margin:50px;background:red;filter:blur(2.1px)"></div>';
    expect(
      (await calls(box, /^(drawImage|fillRect)/)).map((call) => call.replace(/^(\S+) .* ((?:\S+ ){3}\S+)$/, '$1 $2')),
    ).to.have.length(1);
    expect((await calls(box, /^drawImage/)).join()).to.contain('43 43 54 34');
  });

  it('keep colors, sharp shadows and the source of a blurred shadow as vectors', async () => {
    const style = 'background:red;filter:invert(1) drop-shadow(3px 3px 0 lime)';
    expect(await calls(`<div style="${style}"></div>`, /^(drawImage|fill)/)).to.deep.equal([
      'fillRect 0 0 40 20 #00ff00',
      'fillRect 0 0 40 20 #00ffff',
    ]);
    const shadow = await calls(
      '<div style="background:red;filter:drop-shadow(0 0 2px lime)"></div>',
      /^(drawImage|fill)/,
    );
    expect(shadow.map((call) => call.split(' ')[0])).to.deep.equal(['drawImage', 'fillRect']);
  });

  it('keep text readable once, and links active', async () => {
    const text = '<div style="filter:blur(1px)"><a href="https://example.org/">Word</a></div>';
    const drawn = await calls(text, /^(drawImage|drawGlyphs|link)/);
    expect(drawn.filter((call) => call.startsWith('drawGlyphs'))).to.have.length(1);
    expect(drawn.join()).to.contain('Word').and.to.contain('https://example.org/').and.to.contain('#00000000');
  });

  it('of SVG fill their region if there is nothing to filter', async () => {
    const flood = '<filter id=f x=0 y=0 width=1 height=1><feFlood flood-color="lime"/></filter>';
    const drawn = await calls(`<svg>${flood}</svg><div style="filter:url(#f)"></div>`, /^drawImage/);
    expect(drawn.join()).to.contain(' 40 20');
  });

  it('of SVG support calculated regions', async () => {
    const flood = '<filter id=f x=0 y=0 width="calc(25% + 0.25px)" height=1><feFlood/></filter>';
    const drawn = await calls(`<svg>${flood}</svg><div style="filter:url(#f)"></div>`, /^drawImage/);
    expect(drawn.join()).to.contain(' 20 20');
  });

  it('of SVG are linear by default, but not in SVG that `display: none` hides', async () => {
    const invert = (attributes: string): string =>
      `<filter id=f ${attributes}><feColorMatrix values="-1 0 0 0 1 0 -1 0 0 1 0 0 -1 0 1 0 0 0 1 0"/></filter>`;
    const box = '<div style="background:green;filter:url(#f)"></div>';
    const greenIn = async (svg: string, attributes = ''): Promise<number> => {
      const { pdf } = await render(`${PAGE}${box}<svg width=0 height=0 ${svg}>${invert(attributes)}</svg>`);
      const { width, data } = await renderPixels(pdf, 1);
      return data[4 * (5 * width + 10) + 1]!;
    };
    expect(await greenIn('')).to.be.closeTo(229, 1);
    expect(await greenIn('', 'color-interpolation-filters=sRGB')).to.be.closeTo(127, 1);
    expect(await greenIn('style="display:none"')).to.be.closeTo(127, 1);
    expect(await greenIn('style="display:none"', 'color-interpolation-filters=linearRGB')).to.be.closeTo(229, 1);
  });

  it('have no effect if the reference is missing, and let nothing through without primitives', async () => {
    expect(await calls('<div style="background:red;filter:url(#none)"></div>', /^(drawImage|fill)/)).to.deep.equal([
      'fillRect 0 0 40 20 #ff0000',
    ]);
    const empty = '<svg width=0 height=0><filter id=f></filter></svg><div style="background:red;filter:url(#f)"></div>';
    expect(await calls(empty, /^(drawImage|fill)/)).to.deep.equal([]);
  });

  it('report unknown primitives', async () => {
    for (const primitives of ['<feFlood /><feSparkle />', '<feSparkle />']) {
      const odd = `<svg width=9 height=9><filter id=f>${primitives}</filter><rect width=9 height=9 filter="url(#f)"/></svg>`;
      const { diagnostics } = await render(PAGE + odd);
      expect(diagnostics.map(({ code }) => code)).to.deep.equal(['paint/filter-primitive']);
    }
  });

  it('are ignored inside four others, with a warning', async () => {
    const nest = (depth: number): string =>
      `${'<section style="filter:blur(1px)">'.repeat(depth)}x${'</section>'.repeat(depth)}`;
    expect((await render(PAGE + nest(4))).diagnostics).to.deep.equal([]);
    const { diagnostics } = await render(PAGE + nest(6));
    expect(diagnostics.map(({ code }) => code)).to.deep.equal(['paint/nested-filter']);
  });

  it('stay within bounds, however large their regions', async () => {
    const region = 'x=-1e9 y=-1e9 width=1e12 height=1e12';
    const huge = `<svg width=9 height=9><filter id=f ${region}><feOffset /></filter></svg>`;
    const { pdf, diagnostics } = await render(`${PAGE}${huge}<div style="background:red;filter:url(#f)">x</div>`);
    expect(diagnostics).to.deep.equal([]);
    expect(pdf.length).to.be.below(100_000);
  });

  it('produce the same bytes every time', async () => {
    const turbulent =
      '<svg><filter id=f><feTurbulence baseFrequency=.1 /></filter><rect width=50 height=50 filter="url(#f)"/></svg>';
    const [first, second] = [await render(PAGE + turbulent), await render(PAGE + turbulent)];
    expect(Buffer.from(first.pdf).equals(Buffer.from(second.pdf))).to.equal(true);
  });

  /** Tells whether two filters make the same pictures. */
  async function same(one: string, other: string): Promise<boolean> {
    const pdfOf = async (primitives: string): Promise<Uint8Array> => {
      const filter = `<filter id=f x=0 y=0 width=1 height=1>${primitives}</filter>`;
      return (await render(`${PAGE}<svg>${filter}<rect width=60 height=60 fill=red filter="url(#f)"/></svg>`)).pdf;
    };
    return Buffer.from(await pdfOf(one)).equals(Buffer.from(await pdfOf(other)));
  }

  it('of SVG repeat a zero offset at the size of its own subregion', async () => {
    const flood = '<feFlood flood-color=red width=10 height=10 />';
    const tiles = `${flood}<feOffset width=15 height=15 /><feTile/>`;
    expect(await same(tiles, `${flood}<feTile/>`)).to.equal(false);
    expect(await same(tiles, `${flood}<feMerge width=15 height=15><feMergeNode/></feMerge><feTile/>`)).to.equal(true);
  });

  it('of SVG displace by the colors of a map, even if it is transparent', async () => {
    const by = (opacity: number): string =>
      `<feFlood flood-color=white flood-opacity="${opacity}"/><feDisplacementMap in=SourceGraphic in2="" scale=20 xChannelSelector=R yChannelSelector=G />`;
    expect(await same(by(0.5), by(1))).to.equal(true);
    expect(await same(by(0.5), by(0))).to.equal(false);
  });
});
