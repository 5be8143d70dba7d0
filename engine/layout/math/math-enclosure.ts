/** Notations around content (MathML 3 §3.3.9). */
import type { LU } from '../../units.ts';
import type { MathShape, PhysicalRect } from '../contract/fragment.ts';
import type { MathContent, MathState } from './math-content.ts';
import { radicalContent } from './math-radical.ts';
import { rowContent } from './math-row.ts';

/** The edges at which notations draw lines, at a distance from the content. */
const EDGES: Readonly<Record<string, readonly Edge[]>> = {
  left: ['left'],
  right: ['right'],
  top: ['top'],
  bottom: ['bottom'],
  box: ['left', 'right', 'top', 'bottom'],
  actuarial: ['right', 'top'],
  madruwb: ['right', 'bottom'],
  longdiv: ['top'],
  phasorangle: ['bottom'],
};
type Edge = 'left' | 'right' | 'top' | 'bottom';

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(EDGES),
  'radical',
  'roundedbox',
  'circle',
  'updiagonalstrike',
  'downdiagonalstrike',
  'verticalstrike',
  'horizontalstrike',
  'northeastarrow',
  'updiagonalarrow',
]);

/** In em: the distance of lines from content, the radius of round corners, and the size of an arrow's head. */
const GAP = 0.25;
const RADIUS = 0.35;
const HEAD = 0.4;
/** The width of the bracket of a division, and of the angle of a phasor, in em. */
const BRACKET = 0.35;
const ANGLE = 0.5;

/** The area that content and its notations take, from the content's start and its baseline (downwards). */
interface Area {
  readonly x: LU;
  readonly right: LU;
  readonly top: LU;
  readonly bottom: LU;
}

export function enclosedContent(state: MathState): MathContent {
  const notations = notationsOf(state);
  const inside = notations.has('radical') ? radicalContent(state) : rowContent(state, null);
  const { font } = state;
  const thickness = Math.max(1, font.constant('overbarRuleThickness'));
  const gap = font.ofEm(GAP) + thickness;
  const isRound = notations.has('roundedbox') || notations.has('circle');
  const edges = new Set(Array.from(notations, (name) => EDGES[name] ?? []).flat());
  const pad = (edge: Edge): LU => (isRound || edges.has(edge) ? gap : 0);
  const start =
    pad('left') +
    (notations.has('longdiv') ? font.ofEm(BRACKET) : 0) +
    (notations.has('phasorangle') ? font.ofEm(ANGLE) : 0);
  const [ascent, descent] = [Math.max(inside.ascent, 0), inside.descent];
  const tight: Area = {
    x: 0,
    right: start + inside.inline + pad('right'),
    top: -ascent - pad('top'),
    bottom: descent + pad('bottom'),
  };
  // An ellipse through the corners of a rectangle is wider and higher by the square root of two.
  const area = notations.has('circle') ? grown(tight, thickness) : tight;
  const shift = start - area.x;
  const moved = (x: LU): LU => x + shift;
  const drawn = new Drawing(area, thickness, -area.x);
  drawn.addEdges(edges);
  for (const name of notations) drawn.add(name, font.ofEm(1));
  return {
    inline: area.right - area.x,
    ascent: -area.top,
    descent: area.bottom,
    placed: inside.placed.map((one) => ({ ...one, inline: moved(one.inline) })),
    rules: [...inside.rules.map((rule) => ({ ...rule, x: moved(rule.x) })), ...drawn.rules],
    shapes: [
      ...(inside.shapes ?? []).map((shape) => ({
        ...shape,
        points: shape.points.map((at, i) => (i % 2 === 0 ? moved(at) : at)),
      })),
      ...drawn.shapes,
    ],
    italicCorrection: 0,
  };
}

/** Returns the known notations. `longdiv` is the default. */
function notationsOf({ box, context }: MathState): ReadonlySet<string> {
  const written = box.element?.attribute('notation') ?? 'longdiv';
  const known = new Set<string>();
  for (const name of written.toLowerCase().split(/\s+/).slice(0, MAX_NOTATIONS)) {
    if (KNOWN.has(name)) known.add(name);
    else if (name !== '') {
      const message = `Unknown notation of <menclose>: \u201c${name}\u201d. It was ignored.`;
      context.diagnostics.warnAbout('mathml/unknown-value', message, box.element);
    }
  }
  return known;
}
const MAX_NOTATIONS = 32;

function grown({ x, right, top, bottom }: Area, thickness: LU): Area {
  const wider = Math.round(((right - x) * (Math.SQRT2 - 1)) / 2) + thickness;
  const higher = Math.round(((bottom - top) * (Math.SQRT2 - 1)) / 2) + thickness;
  return { x: x - wider, right: right + wider, top: top - higher, bottom: bottom + higher };
}

/** The lines of notations, moved to the right by `shift`. */
class Drawing {
  readonly rules: PhysicalRect[] = [];
  readonly shapes: MathShape[] = [];
  private readonly left: LU;
  private readonly right: LU;
  private readonly top: LU;
  private readonly bottom: LU;
  private readonly thickness: LU;

  constructor({ x, right, top, bottom }: Area, thickness: LU, shift: LU) {
    this.left = x + shift;
    this.right = right + shift;
    this.top = top;
    this.bottom = bottom;
    this.thickness = thickness;
  }

  addEdges(edges: ReadonlySet<Edge>): void {
    const { left, right, top, bottom, thickness } = this;
    const size = { width: right - left, height: bottom - top };
    if (edges.has('left')) this.rules.push({ x: left, y: top, width: thickness, height: size.height });
    if (edges.has('right')) this.rules.push({ x: right - thickness, y: top, width: thickness, height: size.height });
    if (edges.has('top')) this.rules.push({ x: left, y: top, width: size.width, height: thickness });
    if (edges.has('bottom')) this.rules.push({ x: left, y: bottom - thickness, width: size.width, height: thickness });
  }

  add(notation: string, em: LU): void {
    const { left, right, top, bottom, thickness } = this;
    const half = thickness >> 1;
    const [middleX, middleY] = [(left + right) >> 1, (top + bottom) >> 1];
    const line = (...points: LU[]): number => this.shapes.push({ kind: 'line', points, thickness });
    const inner = [left + half, top + half, right - half, bottom - half];
    switch (notation) {
      case 'roundedbox':
        this.shapes.push({ kind: 'rounded', points: inner, thickness, radius: Math.round(RADIUS * em) });
        break;
      case 'circle':
        this.shapes.push({ kind: 'ellipse', points: inner, thickness });
        break;
      case 'updiagonalstrike':
        line(left, bottom, right, top);
        break;
      case 'downdiagonalstrike':
        line(left, top, right, bottom);
        break;
      case 'verticalstrike':
        line(middleX, top, middleX, bottom);
        break;
      case 'horizontalstrike':
        line(left, middleY, right, middleY);
        break;
      case 'northeastarrow':
      case 'updiagonalarrow':
        this.addArrow(HEAD * em);
        break;
      case 'longdiv': {
        const bulge = left + Math.round(BRACKET * em);
        const third = Math.round((bottom - top) / 3);
        this.shapes.push({
          kind: 'curve',
          points: [left + half, top + half, bulge, top + third, bulge, bottom - third, left + half, bottom - half],
          thickness,
        });
        break;
      }
      case 'phasorangle':
        line(left + half, bottom - half, left + Math.round(ANGLE * em), top);
        break;
    }
  }

  /** Adds an arrow from the lower left to the upper right corner. */
  private addArrow(head: number): void {
    const { left, right, top, bottom, thickness } = this;
    const [dx, dy] = [right - left, top - bottom];
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const size = Math.min(head, length);
    const [ux, uy] = [dx / length, dy / length];
    const [baseX, baseY] = [right - ux * size, top - uy * size];
    this.shapes.push({ kind: 'line', points: [left, bottom, Math.round(baseX), Math.round(baseY)], thickness });
    const wing = size / 3;
    const points = [right, top, baseX - uy * wing, baseY + ux * wing, baseX + uy * wing, baseY - ux * wing].map(
      Math.round,
    );
    this.shapes.push({ kind: 'polygon', points, thickness: 0 });
  }
}
