/**
 * Adds marks next to the text, in the page margin or the gap between columns: line numbers (`-pagewright-line-numbers`)
 * and change bars (`-pagewright-change-bar`). They are derived from the fragments of a finished page and don't affect
 * layout.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import type { LayoutContext } from '../layout/contract.ts';
import { BoxFragment, type Fragment, FragmentFlag, LineFragment, TextFragment } from '../layout/fragment.ts';
import { WritingMode, ZERO_SIDES } from '../layout/geometry.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';
import { runWidth } from '../layout/inline/shaped-runs.ts';
import type { PlacedFragment } from './page.ts';

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
  private readonly root: Box;
  private readonly mode: WritingMode;
  private count = 0;
  /** Whether no line of the page has been counted yet. */
  private isPageStart = true;
  private placed: PlacedFragment[] = [];

  /** `mode` is the root element's. */
  constructor(context: LayoutContext, root: Box, mode: WritingMode) {
    this.context = context;
    this.root = root;
    this.mode = mode;
  }

  /** Returns the marks of the next page, relative to its area's corner. `root` is the page's flow, or null. */
  next(root: PlacedFragment | null): readonly PlacedFragment[] {
    if (root === null || !this.root.has(BoxFlag.HasMarginMarks)) return NO_MARKS;
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
      if (parent.style.text.pagewrightLineNumbers !== null && child.children.length > 0)
        this.addNumber(child, parent, x, y, measure);
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

  private addBar({ style }: BoxFragment, x: LU, y: LU, along: { width: LU; height: LU }, measure: Measure): void {
    const thickness = luFromPx(style.rare.pagewrightChangeBar ?? 0);
    const gap = luFromPx(style.font.fontSize * GAP);
    const at = this.mode.inlineReversed ? measure.end + gap : measure.start - gap - thickness;
    const { vertical } = this.mode;
    const [width, height] = vertical ? [along.width, thickness] : [thickness, along.height];
    const initial = initialStyle();
    const bar = initial.with(initial.id, {
      background: { ...initial.background, backgroundColor: style.text.color },
    });
    const fragment = this.boxOf(bar, width, height, [], []);
    const place = { fragment, x: vertical ? x : at, y: vertical ? at : y };
    const last = this.placed.at(-1);
    // Several boxes on one line share a bar.
    if (last?.x !== place.x || last.y !== place.y || last.fragment.height !== height) this.placed.push(place);
  }

  private addNumber(line: LineFragment, { style, box }: BoxFragment, x: LU, y: LU, measure: Measure): void {
    const { interval, byPage } = style.text.pagewrightLineNumbers ?? { interval: 1, byPage: false };
    if (byPage && this.isPageStart) this.count = 0;
    this.isPageStart = false;
    if (++this.count % interval !== 0) return;
    const run = this.context.text.shape(String(this.count), style, 0);
    const { ascent, descent } = this.context.text.metrics(style);
    const width = runWidth(run);
    const over = Math.round(ascent * LU_PER_PX);
    const height = over + Math.round(descent * LU_PER_PX);
    const mode = WritingMode.HORIZONTAL_LTR;
    const text = new TextFragment(run, width, height, over, mode, style, box, 0, false, null);
    const made = new LineFragment(width, height, mode, over, [text], [0, 0], null, 0, 0);
    const fragment = this.boxOf(style, width, height, [made], [0, 0]);
    const gap = luFromPx(style.font.fontSize * GAP);
    if (this.mode.vertical) {
      const above = this.mode.inlineReversed ? measure.end + gap : measure.start - gap - height;
      this.placed.push({ fragment, x: x + ((line.width - width) >> 1), y: above });
      return;
    }
    const at = this.mode.inlineReversed ? measure.end + gap : measure.start - gap - width;
    this.placed.push({ fragment, x: at, y: y + line.baseline - over });
  }

  private boxOf(style: ComputedStyle, width: LU, height: LU, children: Fragment[], offsets: LU[]): BoxFragment {
    const { box, border, rare } = initialStyle();
    const background = children.length > 0 ? initialStyle().background : style.background;
    const plain = style.with(style.id, { box, border, background, rare });
    const flags = FragmentFlag.PageBox;
    const mode = WritingMode.HORIZONTAL_LTR;
    return new BoxFragment(
      this.root,
      plain,
      mode,
      width,
      height,
      ZERO_SIDES,
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
