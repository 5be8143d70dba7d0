/**
 * Adds marks next to the text, in the page margin or the gap between columns: line numbers (`-pagewright-line-numbers`)
 * and change bars (`-pagewright-change-bar`). They are derived from the fragments of a finished page and don't affect
 * layout.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { ComputedStyle, type RareStyle } from '../css/computed-style.ts';
import type { Color } from '../css/color.ts';
import { initialStyle } from '../css/properties/registry.ts';
import type { MarkPlace } from '../css/style-groups/text-style.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { BoxFragment, type Fragment, FragmentFlag, LineFragment, TextFragment } from '../layout/contract/fragment.ts';
import { type Sides, WritingMode, ZERO_SIDES } from '../layout/contract/geometry.ts';
import type { Styler } from '../style/styler.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';
import { runWidth } from '../layout/inline/shaped-runs.ts';
import type { PlacedFragment } from './page.ts';

/** The pseudo-element that determines the font and color of the numbers. */
const NUMBER = '-pagewright-line-number';
/** The counter that restarts the numbers where an element resets or sets it. */
const LINES = '-pagewright-line';

/** The gap between a mark and the text, as a fraction of the font size. */
const GAP = 0.75;

/** The inline edges of the page area or column around a fragment: physical, from the area's corner. */
interface Measure {
  readonly start: LU;
  readonly end: LU;
}

const NO_MARKS: readonly PlacedFragment[] = [];

/** Creates the marks of consecutive pages. Line counts continue across pages. */
export class MarginMarks {
  private readonly context: LayoutContext;
  private readonly styler: Pick<Styler, 'pseudoStyle'>;
  private readonly root: Box;
  private readonly mode: WritingMode;
  private count = 0;
  /** Whether no line of the page has been counted yet. */
  private isPageStart = true;
  private side: 'left' | 'right' = 'right';
  private placed: PlacedFragment[] = [];

  /** `mode` is the root element's. */
  constructor(context: LayoutContext, styler: Pick<Styler, 'pseudoStyle'>, root: Box, mode: WritingMode) {
    this.context = context;
    this.styler = styler;
    this.root = root;
    this.mode = mode;
  }

  /**
   * Returns the marks of the next page, relative to its area's corner. `root` is the page's flow, or null. `side`: which
   * page of a spread it is.
   */
  next(root: PlacedFragment | null, side: 'left' | 'right'): readonly PlacedFragment[] {
    if (root === null || !this.root.has(BoxFlag.HasMarginMarks)) return NO_MARKS;
    this.side = side;
    this.placed = [];
    this.isPageStart = true;
    const { fragment, x, y } = root;
    this.visitBox(fragment, x, y, this.measureOf(fragment, x, y));
    return this.placed;
  }

  private measureOf({ width, height }: BoxFragment, x: LU, y: LU): Measure {
    return this.mode.vertical ? { start: y, end: y + height } : { start: x, end: x + width };
  }

  private visitBox(fragment: BoxFragment, x: LU, y: LU, measure: Measure): void {
    const { box, style } = fragment;
    if ((fragment.flags & FragmentFlag.Repeated) !== 0 || !box.has(BoxFlag.HasMarginMarks)) return;
    this.context.budget.tick();
    const isPart = (fragment.flags & FragmentFlag.AnonymousPart) !== 0;
    const holdsColumns = box.kind === BoxKind.Multicol && !isPart;
    if (!isPart && (fragment.flags & FragmentFlag.BreaksBefore) === 0) this.restart(style);
    if (style.rare.pagewrightChangeBar !== null && !isPart) this.addBar(fragment, x, y, fragment, measure);
    fragment.children.forEach((child, i) => {
      const [left, top] = [x + fragment.offsets[2 * i]!, y + fragment.offsets[2 * i + 1]!];
      const isColumn = holdsColumns && child.type === 'box' && (child.flags & FragmentFlag.AnonymousPart) !== 0;
      this.visit(child, fragment, left, top, isColumn ? this.measureOf(child, left, top) : measure);
    });
  }

  private visit(child: Fragment, parent: BoxFragment, x: LU, y: LU, measure: Measure): void {
    if (child.type === 'box') this.visitBox(child, x, y, measure);
    else if (child.type === 'line') {
      if (parent.style.text.pagewrightLineNumbers !== null && child.children.length > 0) {
        this.restartIn(child);
        this.addNumber(child, parent, x, y, measure);
      }
      this.visitInline(child, child, x, y, measure);
    }
  }

  /** Change bars of inline boxes are as high as their line. */
  private visitInline(fragment: LineFragment | BoxFragment, line: LineFragment, x: LU, y: LU, measure: Measure): void {
    for (const child of fragment.children) {
      if (child.type !== 'box' || child.box.kind !== BoxKind.Inline || !child.box.has(BoxFlag.HasMarginMarks)) continue;
      if (child.style.rare.pagewrightChangeBar !== null) this.addBar(child, x, y, line, measure);
      else this.visitInline(child, line, x, y, measure);
    }
  }

  /** Restarts the numbers where an element resets or sets their counter. The next line gets the value plus one. */
  private restart({ rare }: ComputedStyle): void {
    if (rare.counterReset.length + rare.counterSet.length === 0) return;
    for (const { name, value } of [...rare.counterReset, ...rare.counterSet]) {
      if (name !== LINES) continue;
      this.count = value ?? 0;
      this.isPageStart = false;
    }
  }

  /** Restarts the numbers for inline boxes that begin on a line and reset or set the counter. */
  private restartIn({ children }: LineFragment | BoxFragment): void {
    for (const child of children) {
      if (child.type !== 'box' || child.box.kind !== BoxKind.Inline) continue;
      if ((child.flags & FragmentFlag.BreaksBefore) === 0) this.restart(child.style);
      this.restartIn(child);
    }
  }

  /** Returns the position of a mark on the inline axis, in front of the text or after it. */
  private along({ side, distance }: MarkPlace, size: LU, fontSize: number, { start, end }: Measure): LU {
    const gap = luFromPx(distance ?? fontSize * GAP);
    return this.isAfter(side) ? end + gap : start - gap - size;
  }

  /** Returns whether a side is the right one, in vertical text the bottom. */
  private isAfter(side: MarkPlace['side']): boolean {
    const { vertical, inlineReversed } = this.mode;
    const isPhysical = side !== 'start' && side !== 'end';
    if (!isPhysical) return (side === 'end') !== inlineReversed;
    if (vertical) return (side === 'right' || side === 'outside') !== inlineReversed;
    if (side === 'left' || side === 'right') return side === 'right';
    return (side === 'outside') === (this.side === 'right');
  }

  private addBar({ style }: BoxFragment, x: LU, y: LU, along: { width: LU; height: LU }, measure: Measure): void {
    const bar = style.rare.pagewrightChangeBar;
    if (bar === null) return;
    const thickness = luFromPx(bar.width);
    const at = this.along(bar, thickness, style.font.fontSize, measure);
    const { vertical } = this.mode;
    const [width, height] = vertical ? [along.width, thickness] : [thickness, along.height];
    const edges = bar.style === 'solid' ? ZERO_SIDES : { ...ZERO_SIDES, [vertical ? 'top' : 'left']: thickness };
    const fragment = this.boxOf(barStyle(bar, style.text.color, vertical), width, height, [], [], edges);
    const place = { fragment, x: vertical ? x : at, y: vertical ? at : y };
    const last = this.placed.at(-1);
    // Several boxes on one line share a bar.
    if (last?.x !== place.x || last.y !== place.y || last.fragment.height !== height) this.placed.push(place);
  }

  private addNumber(line: LineFragment, { style, box }: BoxFragment, x: LU, y: LU, measure: Measure): void {
    const numbers = style.text.pagewrightLineNumbers;
    if (numbers === null) return;
    if (numbers.byPage && this.isPageStart) this.count = 0;
    this.isPageStart = false;
    if (++this.count % numbers.interval !== 0) return;
    const own = this.numberStyle(box) ?? style;
    if (own.box.display.outside === 'none') return;
    const run = this.context.text.shape(String(this.count), own, 0);
    const { ascent, descent } = this.context.text.metrics(own);
    const width = runWidth(run);
    const over = Math.round(ascent * LU_PER_PX);
    const height = over + Math.round(descent * LU_PER_PX);
    const mode = WritingMode.HORIZONTAL_LTR;
    const text = new TextFragment(run, width, height, over, mode, own, box, 0, false, null);
    const made = new LineFragment(width, height, mode, over, [text], [0, 0], null, 0, 0);
    const fragment = this.boxOf(own, width, height, [made], [0, 0]);
    const { vertical } = this.mode;
    const at = this.along(numbers, vertical ? height : width, style.font.fontSize, measure);
    this.placed.push(
      vertical
        ? { fragment, x: x + ((line.width - width) >> 1), y: at }
        : { fragment, x: at, y: y + line.baseline - over },
    );
  }

  /** Returns the style of the pseudo-element for the lines of a box; null without a rule for it. */
  private numberStyle(box: Box): ComputedStyle | null {
    for (let at: Box | null = box; at !== null; at = at.parent)
      if (at.element !== null) return this.styler.pseudoStyle(at.element, NUMBER);
    return null;
  }

  private boxOf(
    style: ComputedStyle,
    width: LU,
    height: LU,
    children: Fragment[],
    offsets: LU[],
    edges: Sides = ZERO_SIDES,
  ): BoxFragment {
    const { box, border, background, rare } = initialStyle();
    const isText = children.length > 0;
    const plain = isText ? style.with(style.id, { box, border, background, rare }) : style;
    const flags = FragmentFlag.PageBox;
    const mode = WritingMode.HORIZONTAL_LTR;
    return new BoxFragment(
      this.root,
      plain,
      mode,
      width,
      height,
      edges,
      ZERO_SIDES,
      children,
      offsets,
      null,
      null,
      flags,
      null,
      null,
    );
  }
}

/** Returns the style of a box that draws a bar: filled, or as a border with the line style. */
function barStyle(
  { width, style, color }: NonNullable<RareStyle['pagewrightChangeBar']>,
  own: Color,
  vertical: boolean,
): ComputedStyle {
  const initial = initialStyle();
  const ink = color ?? own;
  if (style === 'solid')
    return initial.with(initial.id, { background: { ...initial.background, backgroundColor: ink } });
  const line = vertical
    ? { borderTopWidth: width, borderTopStyle: style, borderTopColor: ink }
    : { borderLeftWidth: width, borderLeftStyle: style, borderLeftColor: ink };
  return initial.with(initial.id, { border: { ...initial.border, ...line } });
}
