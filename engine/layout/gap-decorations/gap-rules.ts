/**
 * Gap decorations (css-gaps-1): rules between the items of flex and grid containers and between columns. A formatting
 * context lists the segments of its gaps (grid-gaps.ts, line-gaps.ts). This file assigns width, style and color,
 * applies the insets, and creates the rules of the fragment.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Color } from '../../css/color.ts';
import type { GapInset, LineStyle, RuleList } from '../../css/computed-values.ts';
import type { RuleBreak, RuleVisibility } from '../../css/computed-style.ts';
import { type LU, luFromPx } from '../../units.ts';
import type { FragmentExtra, GapRule } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';

/** One end of a gap segment, in LU. Positions are logical, from the start corner of the fragment's border box. */
export interface GapEnd {
  /** Position where the gap ends, or of the near edge of a crossing gap. */
  readonly at: LU;
  /** Size of the crossing gap, or 0 at the container's edge. */
  readonly crossing: LU;
  /** Width of the crossing gap's decoration. */
  readonly crossingRule: LU;
  /** Whether other decorations end or pass here, which makes it a junction instead of a cap. */
  readonly isJunction: boolean;
}

/** Returns the end of a complete gap. */
export const gapEdge = (at: LU): GapEnd => ({ at, crossing: 0, crossingRule: 0, isJunction: false });

interface Insets {
  readonly capStart: GapInset;
  readonly capEnd: GapInset;
  readonly junctionStart: GapInset;
  readonly junctionEnd: GapInset;
}

/** The decorations of all gaps in one direction. */
class AxisRules {
  readonly break: RuleBreak;
  readonly visibility: RuleVisibility;
  readonly insets: Insets;
  private readonly widths: RuleList<number>;
  private readonly styles: RuleList<LineStyle>;
  private readonly colors: RuleList<Color>;

  constructor({ rare }: ComputedStyle, isColumn: boolean) {
    this.break = isColumn ? rare.columnRuleBreak : rare.rowRuleBreak;
    this.visibility = isColumn ? rare.columnRuleVisibilityItems : rare.rowRuleVisibilityItems;
    this.widths = isColumn ? rare.columnRuleWidth : rare.rowRuleWidth;
    this.styles = isColumn ? rare.columnRuleStyle : rare.rowRuleStyle;
    this.colors = isColumn ? rare.columnRuleColor : rare.rowRuleColor;
    this.insets = {
      capStart: isColumn ? rare.columnRuleInsetCapStart : rare.rowRuleInsetCapStart,
      capEnd: isColumn ? rare.columnRuleInsetCapEnd : rare.rowRuleInsetCapEnd,
      junctionStart: isColumn ? rare.columnRuleInsetJunctionStart : rare.rowRuleInsetJunctionStart,
      junctionEnd: isColumn ? rare.columnRuleInsetJunctionEnd : rare.rowRuleInsetJunctionEnd,
    };
  }

  /** Returns the decoration of one of `count` gaps, or null. */
  of(gap: number, count: number): Pick<GapRule, 'width' | 'style' | 'color'> | null {
    const style = this.styles.of(gap, count);
    const width = this.widths.of(gap, count);
    return isDrawn(style) && width > 0 ? { width, style, color: this.colors.of(gap, count) } : null;
  }
}

const isDrawn = (style: LineStyle): boolean => style !== 'none' && style !== 'hidden';

/** Whether a container has any visible gap decorations. */
export function hasGapRules({ rare }: ComputedStyle): boolean {
  return [rare.columnRuleStyle, rare.rowRuleStyle].some(
    ({ leading, auto, trailing }) => leading.some(isDrawn) || auto.some(isDrawn) || trailing.some(isDrawn),
  );
}

/** A gap and its number within its direction. Column gaps are between columns, with rules along the block axis. */
interface Gap {
  readonly isColumn: boolean;
  readonly number: number;
  readonly count: number;
  /** Its center on the other axis. */
  readonly middle: LU;
}

interface Piece extends Pick<GapRule, 'width' | 'style' | 'color'> {
  readonly middle: LU;
  readonly start: LU;
  readonly length: LU;
}

/** Collects the segments of one fragment. */
export class GapDecorations {
  readonly columns: AxisRules;
  readonly rows: AxisRules;
  private readonly isColumnOnTop: boolean;
  private readonly columnPieces: Piece[] = [];
  private readonly rowPieces: Piece[] = [];

  constructor(style: ComputedStyle) {
    this.columns = new AxisRules(style, true);
    this.rows = new AxisRules(style, false);
    this.isColumnOnTop = style.rare.ruleOverlap === 'column-over-row';
  }

  axis(isColumn: boolean): AxisRules {
    return isColumn ? this.columns : this.rows;
  }

  /** Returns the width of a gap's decoration in LU. */
  widthOf(isColumn: boolean, number: number, count: number): LU {
    return luFromPx(this.axis(isColumn).of(number, count)?.width ?? 0);
  }

  /** Adds a decoration between two intersections of a gap (§2.3). */
  add({ isColumn, number, count, middle }: Gap, start: GapEnd, end: GapEnd): void {
    const axis = this.axis(isColumn);
    const rule = axis.of(number, count);
    if (rule === null) return;
    const { capStart, capEnd, junctionStart, junctionEnd } = axis.insets;
    const from = start.at + insetAt(start, start.isJunction ? junctionStart : capStart);
    const to = end.at - insetAt(end, end.isJunction ? junctionEnd : capEnd);
    if (to <= from) return;
    (isColumn ? this.columnPieces : this.rowPieces).push({ ...rule, middle, start: from, length: to - from });
  }

  /** Returns the rules in painting order for a fragment with this border box, or null if there are none. */
  extra(mode: WritingMode, inlineSize: LU, blockSize: LU): FragmentExtra | null {
    const width = mode.xOf(inlineSize, blockSize);
    const height = mode.yOf(inlineSize, blockSize);
    const place = (piece: Piece, isColumn: boolean): GapRule => {
      const horizontal = isColumn === mode.vertical;
      const inline = isColumn ? piece.middle : piece.start;
      const block = isColumn ? piece.start : piece.middle;
      return {
        x: mode.physicalX(inline, block, horizontal ? piece.length : 0, width),
        y: mode.physicalY(inline, block, horizontal ? 0 : piece.length, height),
        length: piece.length,
        horizontal,
        width: piece.width,
        style: piece.style,
        color: piece.color,
      };
    };
    const columns = this.columnPieces.map((piece) => place(piece, true));
    const rows = this.rowPieces.map((piece) => place(piece, false));
    if (columns.length + rows.length === 0) return null;
    return { gapRules: this.isColumnOnTop ? [...rows, ...columns] : [...columns, ...rows] };
  }
}

/**
 * Returns how far an end recedes from the crossing's edge. `overlap-join` extends to the far edge of the crossing
 * decoration, or ends with the gap.
 */
function insetAt({ crossing, crossingRule, isJunction }: GapEnd, inset: GapInset): LU {
  if (inset !== 'overlap-join') return inset.resolve(crossing);
  return isJunction ? -((crossing + crossingRule) >> 1) : 0;
}
