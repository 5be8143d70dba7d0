/**
 * MathML layout (MathML Core §3). Every element except tokens and table parts is laid out by the algorithm of its name,
 * into a content box with a baseline. Borders, padding, `width` and `height` apply around it. Spaces and adjusted boxes
 * (§3.2.5, §3.3.6) are in this file.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { inFlow, mathTag } from '../../boxes/math-operators.ts';
import type { BreakToken } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { PhysicalRect } from '../contract/fragment.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { EMPTY_CONTENT, type MathContent, type MathState, type Stretch } from './math-content.ts';
import { enclosedContent } from './math-enclosure.ts';
import { MathFont } from './math-font.ts';
import { fractionContent, type ScriptPair, scriptsContent } from './math-scripts.ts';
import { mathLength } from './math-length.ts';
import { formulaWidths, isFormula, linedContent } from './math-lines.ts';
import { operatorContent } from './math-operator.ts';
import { radicalContent } from './math-radical.ts';
import { rowContent } from './math-row.ts';
import { type Limits, hasMovedLimits, underOverContent } from './math-under-over.ts';
import { edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import { usedBlockSize, usedInlineSize } from '../sizing/box-model.ts';
import type { LU } from '../../units.ts';

export function layoutMath(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
): LayoutResult {
  return layoutStretched(context, box, space, token, null);
}

function layoutStretched(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  stretch: Stretch | null,
): LayoutResult {
  context.budget.tick();
  const builder = new FragmentBuilder(context, box, space, token);
  const state = stateOf(context, box, space);
  const whole = contentOf(state, stretch);
  const { edges } = builder;
  const size = whole.inline + edges.inline;
  // The cache only knows the unstretched size of an operator.
  builder.inlineSize =
    stretch !== null && box.style.box.width.isAuto ? size : usedInlineSize(context, box, space, edges);
  const content = isFormula(box) ? linedContent(state, whole, builder.contentInlineSize) : whole;
  const blockSize = usedBlockSize(
    box,
    space,
    edges,
    content.ascent + content.descent + edges.block,
    builder.inlineSize,
  );
  const start = edges.inlineStart + alignment(box, builder.contentInlineSize - content.inline);
  const baseline = edges.blockStart + content.ascent;
  for (const { what, inline, block } of content.placed) {
    if ('fragment' in what) builder.addResult(what, start + inline, baseline + block);
    else builder.addChild(what, start + inline, baseline + block);
  }
  for (const child of box.children) if (child.isOutOfFlow) builder.addOutOfFlow(child, start, edges.blockStart);
  builder.firstBaseline = builder.lastBaseline = baseline;
  const rules = content.rules.map((rule): PhysicalRect => ({
    ...rule,
    y: baseline + rule.y,
    x: mirrored(builder, start + rule.x, rule.width),
  }));
  const shapes = content.shapes?.map((shape) => ({
    ...shape,
    points: shape.points.map((at, i) => (i % 2 === 0 ? mirrored(builder, start + at, 0) : baseline + at)),
  }));
  const isPlain = rules.length === 0 && shapes === undefined && content.italicCorrection === 0;
  const extra = isPlain
    ? null
    : { mathRules: rules, mathItalicCorrection: content.italicCorrection, ...(shapes && { mathShapes: shapes }) };
  return builder.finish({ end: wholeFragment(blockSize), extra });
}

/** Converts an inline offset to a left offset. Right-to-left math starts at the right. */
function mirrored({ mode, inlineSize }: FragmentBuilder, start: LU, width: LU): LU {
  return mode.inlineReversed ? inlineSize - start - width : start;
}

/** Elements that center their stacked content in a wider box. */
const CENTRED: ReadonlySet<string> = new Set(['mfrac', 'munder', 'mover', 'munderover']);

/**
 * Returns the content's start offset in a wider content box. Block-level math and table cells align their content like
 * text.
 */
function alignment(box: Box, free: LU): LU {
  if (free <= 0) return 0;
  const tag = mathTag(box);
  if (CENTRED.has(tag)) return free >> 1;
  if (tag !== 'math' && !box.has(BoxFlag.Anonymous)) return 0;
  const { textAlign } = box.style.text;
  const centred = textAlign === 'center' || textAlign === '-webkit-center';
  return centred ? free >> 1 : 0;
}

function stateOf(context: LayoutContext, box: Box, space: ConstraintSpace): MathState {
  return {
    context,
    box,
    space,
    mode: space.writingMode,
    font: MathFont.of(context, box.style),
    layoutStretched: (child, room, stretch) =>
      child.kind === BoxKind.Math
        ? layoutStretched(context, child, room, null, stretch)
        : context.layout(child, room, null),
  };
}

/**
 * Returns the content by the element's algorithm. With the wrong number of children, the element is laid out as a row
 * (MathML Core §3.1.1).
 */
function contentOf(state: MathState, stretch: Stretch | null): MathContent {
  const { box } = state;
  const children = inFlow(box);
  switch (mathTag(box)) {
    case 'mo':
      return operatorContent(state, stretch);
    case 'mspace':
      return spaceContent(state);
    case 'mpadded':
      return paddedContent(state);
    case 'mprescripts':
    case 'none':
      return EMPTY_CONTENT;
    case 'mfrac':
      return children.length === 2 ? fractionContent(state, stretch) : rowContent(state, stretch);
    case 'msqrt':
      return radicalContent(state);
    case 'menclose':
      return enclosedContent(state);
    case 'mroot':
      return children.length === 2 ? radicalContent(state) : rowContent(state, stretch);
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'mmultiscripts':
    case 'munder':
    case 'mover':
    case 'munderover':
      return scriptedContent(state, children, stretch);
    default:
      reportUnknown(state);
      return rowContent(state, stretch);
  }
}

/**
 * Elements of MathML 3 that MathML Core omits and that render more than a row of their contents. Most are rewritten
 * before layout (`edits/math-elements.ts`), but not in the documents of frames.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['mfenced', 'mglyph', 'mlabeledtr', 'mlongdiv', 'mstack']);

function reportUnknown({ box, context }: MathState): void {
  const tag = mathTag(box);
  if (!LEFT_OUT.has(tag)) return;
  const message = `<${tag}> is not in MathML Core. Its children were laid out in a row.`;
  context.diagnostics.warnAbout('mathml/unsupported-element', message, box.element);
}

function scriptedContent(state: MathState, children: readonly Box[], stretch: Stretch | null): MathContent {
  const [base, first, second] = children;
  const count = children.length;
  switch (mathTag(state.box)) {
    case 'msub':
      return count === 2
        ? scriptsContent(state, base!, [{ sub: first!, sup: null }], [], stretch)
        : rowContent(state, stretch);
    case 'msup':
      return count === 2
        ? scriptsContent(state, base!, [{ sub: null, sup: first! }], [], stretch)
        : rowContent(state, stretch);
    case 'msubsup':
      return count === 3
        ? scriptsContent(state, base!, [{ sub: first!, sup: second! }], [], stretch)
        : rowContent(state, stretch);
    case 'munder':
      return count === 2
        ? limitsContent(state, { base: base!, under: first!, over: null }, stretch)
        : rowContent(state, stretch);
    case 'mover':
      return count === 2
        ? limitsContent(state, { base: base!, under: null, over: first! }, stretch)
        : rowContent(state, stretch);
    case 'munderover':
      return count === 3
        ? limitsContent(state, { base: base!, under: first!, over: second! }, stretch)
        : rowContent(state, stretch);
    default: {
      const pairs = multiscripts(children);
      return pairs === null
        ? rowContent(state, stretch)
        : scriptsContent(state, base!, pairs.behind, pairs.before, stretch);
    }
  }
}

function limitsContent(state: MathState, limits: Limits, stretch: Stretch | null): MathContent {
  const { base, under, over } = limits;
  if (hasMovedLimits(state, base)) return scriptsContent(state, base, [{ sub: under, sup: over }], [], stretch);
  return underOverContent(state, limits, stretch);
}

/** Returns the script pairs of an `mmultiscripts` after and before its base, or null if scripts are unpaired. */
function multiscripts(children: readonly Box[]): { behind: ScriptPair[]; before: ScriptPair[] } | null {
  const divider = children.findIndex((child, i) => i > 0 && mathTag(child) === 'mprescripts');
  const behind = pairsOf(children.slice(1, divider < 0 ? undefined : divider));
  const before = pairsOf(divider < 0 ? [] : children.slice(divider + 1));
  if (children.length === 0 || behind === null || before === null) return null;
  return { behind, before };
}

function pairsOf(scripts: readonly Box[]): ScriptPair[] | null {
  if (scripts.length % 2 !== 0) return null;
  return Array.from({ length: scripts.length / 2 }, (_, i) => ({ sub: scripts[2 * i]!, sup: scripts[2 * i + 1]! }));
}

/** Returns the intrinsic sizes. Only whole formulas wrap, so both are equal for their parts. */
export function intrinsicMath(context: LayoutContext, box: Box): IntrinsicSizes {
  const mode = writingModeOf(box.style);
  const space = new SpaceBuilder(context, mode, box).flag(SpaceFlag.ShrinkToFit | SpaceFlag.Measure).build();
  const state = stateOf(context, box, space);
  const edges = edgesAgainst(box.style, mode, 0).inline;
  const whole = contentOf(state, null).inline;
  const { min, max } = isFormula(box) ? formulaWidths(state, whole) : { min: whole, max: whole };
  return { minContent: min + edges, maxContent: max + edges };
}

function attribute({ context, box }: MathState, name: string): LU | null {
  return mathLength(context, box, box.element?.attribute(name) ?? null, 0);
}

/** Returns the content of an `mspace`, sized by its attributes. */
function spaceContent(state: MathState): MathContent {
  const ascent = attribute(state, 'height') ?? 0;
  const descent = Math.max(-ascent, attribute(state, 'depth') ?? 0);
  return { ...EMPTY_CONTENT, inline: Math.max(0, attribute(state, 'width') ?? 0), ascent, descent };
}

/** Returns the content of an `mpadded`: a row in a box whose size and position the attributes change. */
function paddedContent(state: MathState): MathContent {
  const row = rowContent(state, null);
  const shift = attribute(state, 'lspace') ?? 0;
  const raise = attribute(state, 'voffset') ?? 0;
  const ascent = Math.max(0, attribute(state, 'height') ?? row.ascent);
  return {
    ...row,
    inline: Math.max(0, attribute(state, 'width') ?? row.inline),
    ascent,
    descent: Math.max(-ascent, attribute(state, 'depth') ?? row.descent),
    placed: row.placed.map((one) => ({ ...one, inline: one.inline + Math.max(0, shift), block: one.block - raise })),
    italicCorrection: 0,
  };
}
