import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { ResvgInstance } from '../../../engine/raster/resvg.ts';

const PAGE = '<!doctype html><style>@page{size:100px 50px;margin:0}body{margin:0}</style>';
/** Larger regions take the rasterizer minutes. In px. */
const LARGEST = 25_000;

interface Drawn {
  readonly scale: number;
  /** The width and height of each filter's region. */
  readonly sizes: readonly number[];
}

/** Returns what the rasterizer is asked to draw for a document. It draws nothing. */
async function drawnFor(html: string): Promise<Drawn[]> {
  const draw = Object.getOwnPropertyDescriptor(ResvgInstance.prototype, 'draw')!.value as ResvgInstance['draw'];
  const drawn: Drawn[] = [];
  ResvgInstance.prototype.draw = function (markup, scale) {
    const regions = [...markup.matchAll(/<filter [^>]* width="([^"]*)" height="([^"]*)"/g)];
    drawn.push({ scale, sizes: regions.flatMap(([, width, height]) => [Number(width), Number(height)]) });
    return draw.call(this, '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', scale);
  };
  try {
    await render(PAGE + html);
  } finally {
    ResvgInstance.prototype.draw = draw;
  }
  return drawn;
}

describe('the regions of filters', () => {
  for (const [what, filter] of [
    ['a shadow', 'drop-shadow(5px 1e6px 5px red)'],
    ['a shadow of a shadow', 'drop-shadow(0 1e6px 2px red) drop-shadow(0 -1e6px 2px red)'],
    ['a blurred shadow', 'drop-shadow(0 1e6px red) drop-shadow(0 -1e6px red) blur(1px)'],
  ] as const) {
    it(`are bounded for ${what} far outside the page`, async () => {
      const drawn = await drawnFor(`<p style="width:40px;filter:${filter}">Text`);
      expect(Math.max(0, ...drawn.flatMap(({ sizes }) => sizes))).to.be.below(LARGEST);
    });
  }

  it('are bounded for content far outside the page', async () => {
    const drawn = await drawnFor(
      '<p style="width:40px;filter:blur(2px) invert(1)">Text<svg width=3e6 height=9><rect width=3e6 height=9>',
    );
    expect(drawn).to.have.length(1);
    expect(Math.max(...drawn[0]!.sizes)).to.be.below(LARGEST);
  });

  it('contain a source outside the page whose shadow is on it', async () => {
    const [drawn] = await drawnFor(
      '<p style="position:absolute;left:-9999px;width:40px;filter:drop-shadow(9999px 0 2px red)">Text',
    );
    expect(drawn!.sizes[0]).to.be.above(9_999);
  });

  it('make a picture coarser if a primitive fills them', async () => {
    const scaleOf = async (primitive: string): Promise<number> => {
      const [drawn] = await drawnFor(
        `<svg width=0 height=0 style="position:absolute"><filter id=f filterUnits="userSpaceOnUse" x=-2000 y=-2000 width=4000 height=4000>${primitive}</filter></svg><p style="filter:url(#f)">Text`,
      );
      return drawn!.scale;
    };
    expect(await scaleOf('<feFlood flood-color="red"/>')).to.be.below(0.8 * (await scaleOf('<feOffset dx="1"/>')));
  });
});
