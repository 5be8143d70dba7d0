import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { BlurredGlyphs } from '../../../engine/paint/blurred-glyphs.ts';
import { Coverage } from '../../../engine/paint/coverage.ts';
import type { Command, GlyphPlacement } from '../../../engine/paint/display-list.ts';
import { emboldened, glyphPath } from '../../../engine/paint/glyph-paths.ts';
import { layoutDocument, paintDocument } from '../../../engine/render.ts';

const SIGMA = 1;
const SCALE = 3;
const LEFT = -10;
const TOP = -10;

/** Returns the glyphs of one line of text. */
async function lineOf(text: string, style = ''): Promise<GlyphPlacement> {
  const commands: Command[] = [];
  const ignored = (): void => {};
  paintDocument(
    await layoutDocument(`<style>@page{size:400px}p{margin:0;font:16px Arial;${style}}</style><p>${text}`),
    {
      draw: (list) => void commands.push(...list),
      beginPage: ignored,
      endPage: ignored,
      leavePage: ignored,
      returnToPage: ignored,
    },
  );
  const glyphs = commands.find((command) => command.type === 'drawGlyphs');
  if (glyphs === undefined) throw new Error('no text');
  return glyphs.placement;
}

const newGrid = (): Coverage => new Coverage(1200, 200);

function blurredAtOnce(placement: GlyphPlacement): Coverage {
  const grid = newGrid();
  const outlines = glyphPath(placement);
  const shapes = placement.run.syntheticBold ? emboldened(outlines, placement.run) : [outlines];
  for (const shape of shapes) grid.add(shape, LEFT, TOP, SCALE);
  grid.blur(SIGMA * SCALE);
  return grid;
}

/** Returns the largest difference in darkness between both ways to blur a line. */
async function largestDifference(text: string, style = ''): Promise<number> {
  const placement = await lineOf(text, style);
  const grid = newGrid();
  new BlurredGlyphs(new Budget(DEFAULT_LIMITS)).add(grid, placement, LEFT, TOP, SIGMA, SCALE);
  const expected = blurredAtOnce(placement);
  expect(expected.samples.some((sample) => sample > 0.3)).to.equal(true);
  return grid.samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - expected.samples[i]!)), 0);
}

describe('blurred glyphs', () => {
  it('look like a line that is blurred as a whole', async () => {
    expect(await largestDifference('AVAToy fi ffl, with letters')).to.be.below(0.05);
  });

  it('are blurred together if they overlap', async () => {
    expect(await largestDifference('السلام عليكم')).to.be.below(0.05);
    expect(await largestDifference('overlap', 'letter-spacing:-4px')).to.be.below(0.05);
  });

  it('are as bold and slanted as the text', async () => {
    expect(await largestDifference('書 書', 'font-weight:bold')).to.be.below(0.05);
    expect(await largestDifference('書 書', 'font-style:italic')).to.be.below(0.05);
  });

  it('are blurred once', async () => {
    const budget = new Budget(DEFAULT_LIMITS);
    const glyphs = new BlurredGlyphs(budget);
    const placement = await lineOf('abcdefgh');
    const costOf = (): number => {
      const before = budget.work;
      glyphs.add(newGrid(), placement, LEFT, TOP, SIGMA, SCALE);
      return budget.work - before;
    };
    expect(costOf()).to.be.above(50);
    expect(costOf()).to.equal(0);
  });

  it('suit small text whose blur reaches few other letters', async () => {
    const glyphs = new BlurredGlyphs(new Budget(DEFAULT_LIMITS));
    const small = await lineOf('abcdefgh');
    expect(glyphs.suits(small, newGrid(), SIGMA, SCALE)).to.equal(true);
    expect(glyphs.suits(small, new Coverage(20, 20), SIGMA, SCALE)).to.equal(false);
    expect(glyphs.suits(await lineOf('ab', 'font-size:90px'), newGrid(), SIGMA, SCALE)).to.equal(false);
  });

  it('suit text whose glyphs repeat', async () => {
    const small = await lineOf('abcdefgh');
    const suitAfter = (differences: number): boolean => {
      const glyphs = new BlurredGlyphs(new Budget(DEFAULT_LIMITS));
      const once = (i: number): void => glyphs.add(newGrid(), small, LEFT, TOP, SIGMA + (i % differences) / 1e6, SCALE);
      for (let i = 0; i < 150; i++) once(i);
      return glyphs.suits(small, newGrid(), SIGMA, SCALE);
    };
    expect([suitAfter(150), suitAfter(40)]).to.deep.equal([false, true]);
  });
});
