/**
 * Assembles the inline layout output, namely positioned lines with their floats, out-of-flow boxes and footnotes, and
 * adds it to the container's fragment.
 */
import type { Box } from '../../boxes/box.ts';
import { startEdges, staticBlockAlignment } from '../alignment/alignment.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import type { LineFragment } from '../contract/fragment.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { inlineContainerOf, isInlineLevelOutOfFlow, relativeShift } from './inline-containers.ts';
import type { InlineLayoutOutput, InlineOutOfFlow, PlacedFloat } from './inline-contract.ts';
import { OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';
import { type LineMaker, type PlacedLine, blockSizeOf } from './line-maker.ts';
import type { LineBreakChoice } from './page-breaks.ts';
import { LineStacking } from './ruby/line-stacking.ts';
import { endTrim, startTrim } from './text-box-trim.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import { appended } from '../../small-arrays.ts';
import { INDEFINITE, type LU } from '../../units.ts';

const NO_OUT_OF_FLOW: readonly InlineOutOfFlow[] = [];
const NO_BOXES: readonly Box[] = [];

/** Returns the distance of the line's baseline from its block-start edge. */
function baselineFromStart(line: LineFragment): LU {
  const mode = line.writingMode;
  if (!mode.vertical || mode.sidewaysLr || mode.blockReversed) return line.baseline;
  return line.width - line.baseline;
}

/** Assembles the output from the lines and the chosen break. */
export function makeOutput(
  maker: LineMaker,
  placed: readonly PlacedLine[],
  choice: LineBreakChoice,
  floats: readonly PlacedFloat[],
  exclusions: ExclusionSpace,
  dependsOnBlockSize: boolean,
): InlineLayoutOutput {
  let lines: LineFragment[] = [];
  let lineOffsets: LU[] = [];
  let outOfFlow: InlineOutOfFlow[] | null = null;
  let footnotes: Box[] | null = null;
  let blockSize: LU = 0;
  let tallestLine: LU = 0;
  let firstBaseline: LU | null = null;
  let lastBaseline: LU | null = null;
  let isEmpty = true;
  let lineCount = 0;
  let lastFormatted: PlacedLine | null = null;
  const trimStart = choice.count > 0 ? startTrim(maker, placed[0]!) : 0;
  for (let k = 0; k < choice.count; k++) {
    const { line, inlineOffset } = placed[k]!;
    const blockOffset = placed[k]!.blockOffset - trimStart;
    const { fragment } = line;
    const size = blockSizeOf(fragment);
    if (line.footnotes.length > 0 || line.carriers.length > 0) {
      footnotes ??= [];
      footnotes.push(...line.footnotes);
      for (const { result } of line.carriers) footnotes.push(...result.footnotes);
    }
    if (line.outOfFlow.length > 0 || line.carriers.length > 0)
      outOfFlow = collectOutOfFlow(maker, placed[k]!, blockOffset, outOfFlow);
    if (line.hasContent) {
      isEmpty = false;
      lineCount++;
      lastFormatted = placed[k]!;
      blockSize = blockOffset + size;
      if (size > tallestLine) tallestLine = size;
      lastBaseline = blockOffset + baselineFromStart(fragment);
      firstBaseline ??= lastBaseline;
    } else if (fragment.children.length === 0 && fragment.calls.length === 0) continue;
    lines = appended(lines, fragment);
    if (lineOffsets.length === 0) lineOffsets = [inlineOffset, blockOffset];
    else lineOffsets.push(inlineOffset, blockOffset);
  }
  if (maker.input.clampLines !== INDEFINITE) outOfFlow = addClampedOutOfFlow(maker, blockSize, outOfFlow);
  if (lastFormatted !== null) {
    if (choice.token === null) blockSize += LineStacking.overflowBelow(maker, lastFormatted.line);
    blockSize -= endTrim(maker, lastFormatted, choice.token === null, lineCount);
  }
  return {
    lines,
    lineOffsets,
    blockSize,
    isEmpty,
    floats,
    exclusions,
    outOfFlow: outOfFlow ?? NO_OUT_OF_FLOW,
    footnotes: footnotes ?? NO_BOXES,
    firstBaseline,
    lastBaseline,
    breakToken: choice.token,
    appeal: choice.appeal,
    candidate: choice.candidate,
    shortage: choice.shortage,
    tallestLine,
    lineCount,
    dependsOnBlockSize,
  };
}

/** Collects static positions of a line's absolutely positioned boxes, and the candidates inside its atomic inlines. */
function collectOutOfFlow(
  maker: LineMaker,
  placed: PlacedLine,
  blockOffset: LU,
  found: InlineOutOfFlow[] | null,
): InlineOutOfFlow[] | null {
  const { line, inlineOffset } = placed;
  const { items } = maker.rest;
  const mode = maker.input.writingMode;
  for (const { item, along, isRtl, afterContent } of line.outOfFlow) {
    const { box } = items[item]!;
    found ??= [];
    const inlineLevel = isInlineLevelOutOfFlow(box);
    const aligned = inlineLevel
      ? null
      : staticBlockAlignment(box.style, writingModeOf(box.style), maker.container.style, mode, maker.input.inlineSize);
    const shift = relativeShift(maker, item);
    const container = inlineContainerOf(maker, item, box);
    const inline = aligned?.inlineOffset ?? inlineOffset + (maker.isRtl ? line.length - along : along);
    const block = !inlineLevel && afterContent ? blockOffset + blockSizeOf(line.fragment) : blockOffset;
    // In text of the other direction, the box would begin at the other side of its position.
    const side = inlineLevel && isRtl !== maker.isRtl ? 'end' : 'start';
    found.push({
      candidate: new OutOfFlowCandidate(box, 0, 0, aligned?.edges ?? { ...startEdges(mode), inline: side }, container),
      inlineOffset: inline + shift.inline,
      blockOffset: block + shift.block,
    });
  }
  for (const { item, result, x, y } of line.carriers) {
    const { width, height } = line.fragment;
    const shift = relativeShift(maker, item);
    for (const candidate of result.outOfFlow) {
      const container = inlineContainerOf(maker, item, candidate.box);
      const px = x + candidate.x;
      const py = y + candidate.y;
      const inline = mode.vertical ? (mode.inlineReversed ? height - py : py) : mode.inlineReversed ? width - px : px;
      const block = mode.vertical ? (mode.blockReversed ? width - px : px) : py;
      found ??= [];
      found.push({
        candidate: candidate.within(container).shifted(-candidate.x, -candidate.y),
        inlineOffset: inlineOffset + inline + shift.inline,
        blockOffset: blockOffset + block + shift.block,
      });
    }
  }
  return found;
}

/**
 * Adds absolutely positioned boxes after the clamp point. They are kept, with their static position at the end of the
 * clamped content.
 */
function addClampedOutOfFlow(
  maker: LineMaker,
  blockOffset: LU,
  found: InlineOutOfFlow[] | null,
): InlineOutOfFlow[] | null {
  const { items } = maker.rest;
  const edges = startEdges(maker.input.writingMode);
  const known = new Set((found ?? []).map(({ candidate }) => candidate.box));
  for (let i = 0; i < items.length; i++) {
    const { kind, box } = items[i]!;
    if (kind !== InlineItemKind.OutOfFlow || known.has(box)) continue;
    found ??= [];
    found.push({
      candidate: new OutOfFlowCandidate(box, 0, 0, edges, inlineContainerOf(maker, i, box)),
      inlineOffset: 0,
      blockOffset,
    });
  }
  return found;
}

/** Adds the output. `inlineStart` and `blockStart` give the content box's start corner within the border box. */
export function addLines(builder: FragmentBuilder, output: InlineLayoutOutput, inlineStart: LU, blockStart: LU): void {
  for (let i = 0; i < output.lines.length; i++) {
    builder.addChild(
      output.lines[i]!,
      inlineStart + output.lineOffsets[i * 2]!,
      blockStart + output.lineOffsets[i * 2 + 1]!,
    );
  }
  for (const { candidate, inlineOffset, blockOffset } of output.outOfFlow)
    builder.addCandidate(candidate, inlineStart + inlineOffset, blockStart + blockOffset);
  builder.addFootnotes(output.footnotes);
  if (output.firstBaseline !== null) builder.firstBaseline = blockStart + output.firstBaseline;
  if (output.lastBaseline !== null) builder.lastBaseline = blockStart + output.lastBaseline;
  builder.noteExtent(blockStart + output.blockSize);
  builder.tallestUnbreakable = Math.max(builder.tallestUnbreakable, output.tallestLine);
}
