import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { RenderError } from '../../../engine/errors.ts';
import '../../../engine/platform/node-host.ts';
import { Rasterizer } from '../../../engine/raster/rasterizer.ts';

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" viewBox="0 0 4 4">${content}</svg>`;
const RECTANGLE = svg('<rect width="4" height="4" fill="#f00"/>');
/** More pixels than are possible: the module gives up halfway. */
const ENDLESS = `<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><g opacity=".5"><rect width="60000" height="60000"/></g></svg>`;

describe('the rasterizer', () => {
  const made = (limits = {}): { rasterizer: Rasterizer; diagnostics: Diagnostics } => {
    const diagnostics = new Diagnostics();
    const budget = new Budget({ ...DEFAULT_LIMITS, ...limits });
    return { rasterizer: new Rasterizer(diagnostics, budget), diagnostics };
  };

  it('draws the requested number of samples per px', () => {
    const { rasterizer } = made();
    expect(rasterizer.draw(RECTANGLE, 2.5, 1000)).to.include({ width: 10, height: 10 });
  });

  it('still draws after a failure, in the same render and in the next one', () => {
    const { rasterizer, diagnostics } = made();
    expect(rasterizer.draw(ENDLESS, 1, 1000)).to.equal(null);
    expect(rasterizer.draw('<p>no SVG', 1, 1000)).to.equal(null);
    expect(diagnostics.list().map(({ code }) => code)).to.include('paint/raster');
    for (const again of [rasterizer, made().rasterizer])
      expect(again.draw(RECTANGLE, 1, 1000)).to.include({ width: 4, height: 4 });
  });

  it('charges for the memory that drawing takes', () => {
    const { rasterizer } = made({ maxBytes: 100 });
    expect(() => rasterizer.draw(RECTANGLE, 1, 1000)).to.throw(RenderError, 'bytes');
  });
});
