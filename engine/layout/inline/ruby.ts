/**
 * Ruby (css-ruby-1 §2, §3): a ruby container as an atomic inline, its bases side by side with their annotations over or under them.
 *
 * DEVIATION: a container isn't broken between its bases, annotations neither overhang nor share columns, and contents aren't justified: where
 * `ruby-align` asks for that they are centred, as they are without justification opportunities (§4.2).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import { writingModeOf } from '../box-model.ts';
import { outerIntrinsicContribution } from '../intrinsic-contribution.ts';
import type { BreakToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import type { EarlyBreak, IntrinsicSizes, LayoutContext, LayoutResult } from '../contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import type { WritingMode } from '../geometry.ts';

/** A base with its annotation (css-ruby-1 §2.3); either may be missing. */
interface RubyColumn {
  base: Box | null;
  text: Box | null;
}

/** Pairs bases with annotations: each run of annotations belongs to the run of bases before it, one to one. */
function rubyColumns(box: Box): RubyColumn[] {
  const columns: RubyColumn[] = [];
  let unpaired = 0;
  for (const child of box.children) {
    if (child.isOutOfFlow || child.isFloat) continue;
    if (child.kind !== BoxKind.RubyText) {
      if (columns.length > 0 && columns[columns.length - 1].text !== null) unpaired = columns.length;
      columns.push({ base: child, text: null });
      continue;
    }
    if (unpaired < columns.length) columns[unpaired++].text = child;
    else {
      columns.push({ base: null, text: child });
      unpaired = columns.length;
    }
  }
  return columns;
}

export function layoutRuby(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  _early: EarlyBreak | null = null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  const mode = space.writingMode;
  const isUnder = box.style.text.rubyPosition.includes('under');
  const rows = rubyColumns(box).map(({ base, text }) => ({
    base: base === null ? null : layoutPart(context, mode, base, space),
    text: text === null ? null : layoutPart(context, mode, text, space),
  }));
  let baseline: LU = 0;
  let below: LU = 0;
  let over: LU = 0;
  let under: LU = 0;
  for (const { base, text } of rows) {
    if (base !== null) {
      const size = base.fragment.blockSize(mode);
      const own = base.fragment.firstBaseline ?? size;
      baseline = Math.max(baseline, own);
      below = Math.max(below, size - own);
    }
    if (text !== null) {
      if (isUnder) under = Math.max(under, text.fragment.blockSize(mode));
      else over = Math.max(over, text.fragment.blockSize(mode));
    }
  }
  // Annotations touch the bases' content area, whatever the leading.
  const metrics = context.text.metrics(box.style);
  const top = over > 0 ? Math.min(0, baseline - metrics.ascent * LU_PER_PX - over) : 0;
  const bottom =
    under > 0 ? Math.max(baseline + below, baseline + metrics.descent * LU_PER_PX + under) : baseline + below;
  let inline: LU = 0;
  for (const { base, text } of rows) {
    const baseSize = base === null ? 0 : base.fragment.inlineSize(mode);
    const textSize = text === null ? 0 : text.fragment.inlineSize(mode);
    const column = Math.max(baseSize, textSize);
    if (base !== null) {
      const own = base.fragment.firstBaseline ?? base.fragment.blockSize(mode);
      builder.addResult(base, inline + alignedOffset(base.fragment.box, column - baseSize), baseline - own - top);
    }
    if (text !== null) {
      const block = isUnder
        ? baseline + metrics.descent * LU_PER_PX - top
        : baseline - metrics.ascent * LU_PER_PX - over - top;
      builder.addResult(text, inline + alignedOffset(text.fragment.box, column - textSize), block);
    }
    inline += column;
  }
  builder.inlineSize = inline;
  builder.firstBaseline = builder.lastBaseline = baseline - top;
  return builder.finish({ end: wholeFragment(bottom - top) });
}

/** css-ruby-1 §4.2: where a base or annotation stands in a column that has `free` room left beside it. */
function alignedOffset(part: Box, free: LU): LU {
  return part.style.text.rubyAlign === 'start' ? 0 : free >> 1;
}

function layoutPart(context: LayoutContext, mode: WritingMode, box: Box, space: ConstraintSpace): LayoutResult {
  const flags = space.has(SpaceFlag.Measure) ? SpaceFlag.ShrinkToFit | SpaceFlag.Measure : SpaceFlag.ShrinkToFit;
  const part = new SpaceBuilder(context, mode, box).flag(flags).build();
  return context.layout(box, part, null);
}

export function intrinsicRuby(context: LayoutContext, box: Box): IntrinsicSizes {
  const mode = writingModeOf(box.style);
  let sum: LU = 0;
  for (const { base, text } of rubyColumns(box)) {
    const baseSize = base === null ? 0 : outerIntrinsicContribution(context, base, mode).maxContent;
    const textSize = text === null ? 0 : outerIntrinsicContribution(context, text, mode).maxContent;
    sum += Math.max(baseSize, textSize);
  }
  return { minContent: sum, maxContent: sum };
}
