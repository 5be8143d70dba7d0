/** Block containers with inline content: lines, their floats, and breaks between lines. */
import { INDEFINITE } from '../../units.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import { BreakTokenFlag, InlineBreakToken } from '../contract/break-token.ts';
import { addLines } from '../inline/inline-output.ts';
import { isEmptyInlineContent, layoutInlineContent } from '../inline/inline-layout.ts';
import type { InlineLayoutOutput } from '../inline/inline-contract.ts';
import { strutOf } from '../inline/font-box.ts';
import type { BlockFlow, Step } from './block-flow.ts';
import { addSlice, cutLastLine, LineSlice } from './line-slices.ts';
import { commitFloat, LineFloats, placeFloat } from './floats.ts';
import { pushOfFirstLine } from './outside-marker.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

export function layoutInlineChildren(flow: BlockFlow): Step {
  const { builder, box, context } = flow;
  const early = builder.breaks.target;
  const content = box.inline;
  // css-overflow-4 §5.1: no in-flow content follows the clamp point.
  if (content === null || flow.isClamped) return 'continue';
  let lineToken: InlineBreakToken | null = null;
  if (builder.token !== null) {
    for (const token of builder.token.children) {
      if (token.type === 'inline') lineToken = token;
      else if (token.box.isFloat) commitFloat(flow, placeFloat(flow, token.box, flow.bfcNext, flow.exclusions, token));
    }
    // All lines are done. Only parallel flows or the box's own size continue.
    if (lineToken === null && builder.token.has(BreakTokenFlag.SeenAllChildren | BreakTokenFlag.AtBlockEnd)) {
      flow.seenAllChildren = true;
      return 'continue';
    }
  }
  if (lineToken !== null && lineToken.slice instanceof LineSlice) {
    const rest = addSlice(flow, lineToken, lineToken.slice);
    if (rest !== null) {
      builder.addChildToken(rest);
      return 'continue';
    }
    if (lineToken.slice.isLast) {
      flow.seenAllChildren = true;
      return 'continue';
    }
    lineToken = lineToken.after(null);
  }
  const spaceAbove = Math.max(0, flow.strut.sum);
  const isEmpty = isEmptyInlineContent(box);
  if (!isEmpty && !flow.resolveBfc(flow.space.bfcBlockOffset + flow.strut.sum)) return 'abort';
  // A line ends all margin collapsing.
  const blockStart = flow.isResolved ? flow.position + flow.strut.sum : 0;
  const bfcStart = flow.bfcNext;
  const floats = new LineFloats(flow, bfcStart);
  const mostPush = lineToken === null ? pushOfFirstLine(flow, strutOf(context, box.style).over) : 0;
  const fragmentainer = flow.fragmentainerAt(bfcStart + mostPush);
  const output = layoutInlineContent(context, box, {
    content,
    inlineSize: flow.contentInlineSize,
    percentageBlock: flow.percentageBlock,
    writingMode: flow.mode,
    bfcInlineOffset: flow.bfcContentStart,
    bfcBlockOffset: bfcStart,
    exclusions: flow.exclusions,
    floats,
    fragmentainer,
    token: lineToken,
    breakBeforeLine: early !== null && early.box === box ? early.line : -1,
    clampLines: flow.clampLines,
    spaceAbove,
    characterAxis: flow.space.characterAxis,
    measure: flow.space.has(SpaceFlag.Measure),
  });
  for (const placed of output.floats) commitFloat(flow, floats.inContext(placed));
  flow.exclusions = output.exclusions;
  const linesStart = blockStart + (mostPush === 0 ? 0 : pushOfFirstLine(flow, output.firstBaseline));
  flow.addLines(output.lineCount);
  if (!output.isEmpty) {
    flow.position = linesStart + output.blockSize;
    flow.strut = MarginStrut.EMPTY;
    flow.hasContent ||= output.lines.length > 0;
  }
  const own = fragmentainer?.requiresContent === true ? flow.ownFragmentainer : null;
  const cut = cutLastLine(flow, output, linesStart, own !== null && flow.endsIn(own));
  const seen = cut === null ? output : { ...output, lines: [...output.lines.slice(0, -1), cut.seen] };
  addLines(builder, seen, flow.edges.inlineStart, linesStart);
  if (cut === null) addBreak(flow, output);
  else builder.addChildToken(cut.token);
  builder.dependsOnBlockSize ||= output.dependsOnBlockSize;
  return 'continue';
}

function addBreak(flow: BlockFlow, output: InlineLayoutOutput): void {
  const { builder, box } = flow;
  const { breaks } = builder;
  if (output.candidate !== null && output.breakToken === null)
    breaks.best = { box, inside: null, offset: INDEFINITE, ...output.candidate };
  breaks.noteShortage(output.shortage);
  const isBare = output.lines.length === 0 && output.blockSize === 0;
  const nothingFits = isBare && !output.isEmpty && flow.fragmentainer !== null;
  if (output.breakToken === null && !nothingFits) {
    flow.seenAllChildren = true;
    return;
  }
  builder.addChildToken(output.breakToken ?? new InlineBreakToken(box, 0, 0, 0, false));
  breaks.take(output.breakToken === null ? BreakAppeal.LastResort : output.appeal, false);
}
