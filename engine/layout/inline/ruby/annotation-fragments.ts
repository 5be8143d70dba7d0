/** Creates the fragments of ruby annotations, each as long as its column on the line. */
import { BoxFlag } from '../../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../../units.ts';
import { usedMargins } from '../../sizing/box-edges.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import type { BoxFragment, LineFragment } from '../../contract/fragment.ts';
import type { WritingMode } from '../../contract/geometry.ts';
import { SpaceBuilder } from '../../contract/space-builder.ts';
import { AtomicInline } from '../atomic-inline.ts';
import type { LineAxes } from '../line-axes.ts';
import type { Extent } from './em-box.ts';
import type { AnnotationPlace, RubyAnnotation } from './ruby-columns.ts';

/** Lays out annotations of one line's columns. */
export class AnnotationFragments {
  private readonly context: LayoutContext;
  private readonly axes: LineAxes;
  private readonly mode: WritingMode;
  private readonly central: boolean;

  /** `central` tells whether the line uses central baselines. */
  constructor(context: LayoutContext, axes: LineAxes, mode: WritingMode, central: boolean) {
    this.context = context;
    this.axes = axes;
    this.mode = mode;
    this.central = central;
  }

  /** Returns the part of an annotation between two places, with the inline size `size`. */
  make(annotation: RubyAnnotation, from: AnnotationPlace, to: AnnotationPlace, size: LU): AtomicInline {
    const { context, mode } = this;
    const { box } = annotation;
    const margins = usedMargins(box.style, mode, size);
    const range = annotation.isWhole(from, to)
      ? null
      : { startItem: from.item, startOffset: from.offset, endItem: to.item, endOffset: to.offset };
    const space = new SpaceBuilder(context, mode, box)
      .available(size)
      .percentages(size, INDEFINITE)
      .fixedInline(Math.max(0, size - margins.inlineStart - margins.inlineEnd))
      .inlineRange(range)
      .build();
    return new AtomicInline(box, context.layout(box, space, null), this.axes, mode, size, this.central);
  }

  /** Returns the margins, borders and padding of an annotation over and under its line. */
  edges({ marginOver, marginUnder, result: { fragment } }: AtomicInline): { readonly over: LU; readonly under: LU } {
    const { axes } = this;
    const { border, padding } = fragment;
    return {
      over: marginOver + axes.over(border) + axes.over(padding),
      under: marginUnder + axes.under(border) + axes.under(padding),
    };
  }

  /** Adds the atomic inlines and nested annotations of an annotation's line to an extent. */
  uniteAtomics(annotation: AtomicInline, into: Extent): void {
    const { fragment } = annotation.result;
    const baseline = annotation.over - annotation.marginOver;
    for (const { child, down } of this.parts(fragment, 0)) {
      const across = this.mode.blockOf(child.width, child.height);
      into.unite(baseline - down, down + across - baseline, 0);
    }
  }

  /**
   * Yields the atomic inlines in a fragment's lines, with their distance below the line-over edge of the outermost
   * fragment.
   */
  private *parts(parent: BoxFragment | LineFragment, above: LU): Generator<{ child: BoxFragment; down: LU }> {
    const { vertical, sidewaysLr } = this.axes;
    for (const [i, child] of parent.children.entries()) {
      if (child.type === 'text') continue;
      const [x, y] = [parent.offsets[2 * i], parent.offsets[2 * i + 1]];
      const down = above + (!vertical ? y! : sidewaysLr ? x! : parent.width - x! - child.width);
      if (child.type === 'box' && child.box.has(BoxFlag.AtomicInline)) yield { child, down };
      else yield* this.parts(child, down);
    }
  }
}
