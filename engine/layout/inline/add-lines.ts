/**
 * Adds the lines of an inline formatting context, with their floats, positioned boxes and footnotes, to the container's
 * fragment.
 */
import type { LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { InlineLayoutOutput } from './inline-contract.ts';

/** Adds the output. `inlineStart` and `blockStart` give the content box's start corner within the border box. */
export function addLines(builder: FragmentBuilder, output: InlineLayoutOutput, inlineStart: LU, blockStart: LU): void {
  for (let i = 0; i < output.lines.length; i++) {
    builder.addChild(
      output.lines[i]!,
      inlineStart + output.lineOffsets[i * 2]!,
      blockStart + output.lineOffsets[i * 2 + 1]!,
    );
  }
  for (const candidate of output.outOfFlow) {
    builder.addOutOfFlow(
      candidate.box,
      inlineStart + candidate.inlineOffset,
      blockStart + candidate.blockOffset,
      candidate.staticInlineEdge,
      candidate.staticBlockEdge,
      candidate.inlineContainer,
      candidate.staticMode,
      candidate.safeRoom,
    );
  }
  builder.addFootnotes(output.footnotes);
  if (output.firstBaseline !== null) builder.firstBaseline = blockStart + output.firstBaseline;
  if (output.lastBaseline !== null) builder.lastBaseline = blockStart + output.lastBaseline;
  builder.noteExtent(blockStart + output.blockSize);
  builder.tallestUnbreakable = Math.max(builder.tallestUnbreakable, output.tallestLine);
}
