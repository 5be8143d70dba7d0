/** The cost of shadows depends on what they show, not on what casts them or how many pages it continues on. */
import { expect } from 'chai';
import { ByteList } from '../../../engine/byte-stream.ts';
import { renderTo } from '../../../engine/render.ts';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Color } from '../../../engine/css/color.ts';
import { type Command, type Path, PathOp } from '../../../engine/paint/display-list.ts';
import { listMarkup } from '../../../engine/paint/filters/list-writer.ts';

const BLACK = new Color(0, 0, 0, 1);
const SHEET = '<style>@page{size:300px 200px;margin:0}p{margin:0;height:40px}</style>';

/** Returns the units of work for a document. */
async function workOf(html: string): Promise<number> {
  const { budget } = await renderTo(SHEET + html, {}, new ByteList());
  return budget.work;
}

/** Returns how many shapes the silhouette of commands has. */
function shapesOf(commands: readonly Command[]): number {
  const markup = listMarkup(commands, new Budget(DEFAULT_LIMITS), 'c', { isSilhouette: true });
  return markup.markup({ x: 0, y: 0, width: 1000, height: 1000 }).split('<path').length - 1;
}

const rect = (x: number, y: number, width: number, height: number, color = BLACK): Command => ({
  type: 'fillRect',
  x,
  y,
  width,
  height,
  color,
});
const inside = rect(20, 20, 10, 10);
const { Move, Line, Curve, Close } = PathOp;
/** A corner of a square: a larger `turn` makes it convex. */
const polygon = (turn: number): Path => [Move, 0, 0, Line, 100, 0, Line, turn, turn, Line, 0, 100, Close];
const BITTEN: Path = [Move, 0, 0, Curve, 0, 60, 100, 60, 100, 0, Line, 100, 100, Line, 0, 100, Close];

describe('the cost of shadows', function () {
  this.timeout(30_000);

  it('is that of one page if a box casts the same shadow on each', async () => {
    const box = (pages: number, filter: string): string =>
      `<div style="background:#eee;${filter}">${'<p>Text'.repeat(5 * pages)}</div>`;
    const shadow = 'filter:drop-shadow(0 0 9px red)';
    const costOf = async (pages: number): Promise<number> =>
      (await workOf(box(pages, shadow))) - (await workOf(box(pages, '')));
    const few = await costOf(5);
    expect(await costOf(20)).to.be.below(1.7 * few);
  });

  it('does not include text on an opaque background', async () => {
    const card = (background: string, filter: string): string =>
      `<div style="${filter};border-radius:6px;background:${background}">${'words '.repeat(250)}</div>`;
    const costOf = async (background: string): Promise<number> =>
      (await workOf(card(background, 'filter:drop-shadow(0 0 9px red)'))) - (await workOf(card(background, '')));
    expect(await costOf('white')).to.be.below(0.7 * (await costOf('#fff8')));
  });

  describe('leaves out of silhouettes', () => {
    const corner = (turn: number): Command => ({
      type: 'fillPath',
      evenOdd: false,
      color: BLACK,
      path: polygon(turn),
    });

    it('what is inside an opaque shape', () => {
      expect(shapesOf([rect(0, 0, 100, 100), inside])).to.equal(1);
      expect(shapesOf([corner(90), inside])).to.equal(1);
    });

    it('nothing that is partly outside, or inside a translucent or hollow shape', () => {
      expect(shapesOf([rect(0, 0, 25, 100), inside])).to.equal(2);
      expect(shapesOf([rect(0, 0, 100, 100, new Color(0, 0, 0, 0.5)), inside])).to.equal(2);
      expect(shapesOf([corner(5), inside])).to.equal(2);
    });

    it('nothing that an edge which curves inwards leaves out', () => {
      const bitten: Command = {
        type: 'fillPath',
        evenOdd: false,
        color: BLACK,
        path: BITTEN,
      };
      expect(shapesOf([bitten, rect(45, 10, 10, 10)])).to.equal(2);
    });

    it('nothing that is inside a clipped, turned or translucent shape', () => {
      const clip: Command = { type: 'clipRect', x: 0, y: 0, width: 15, height: 15 };
      const shapes = (before: Command, after: Command): number =>
        shapesOf([{ type: 'save' }, before, rect(0, 0, 100, 100), after, inside]);
      expect(shapes(clip, { type: 'restore' })).to.equal(3);
      expect(shapes({ type: 'transform', matrix: [0, 1, -1, 0, 0, 0] }, { type: 'restore' })).to.equal(2);
      expect(
        shapes({ type: 'beginGroup', opacity: 0.5, blend: 'normal', isolated: false }, { type: 'endGroup' }),
      ).to.equal(2);
    });
  });
});
