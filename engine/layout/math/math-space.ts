/** Spaces and adjusted boxes (MathML Core §3.2.5, §3.3.6). */
import type { LU } from '../../units.ts';
import { EMPTY_CONTENT, type MathContent, type MathState } from './math-content.ts';
import { mathLength } from './math-length.ts';
import { rowContent } from './math-row.ts';

function attribute({ context, box }: MathState, name: string): LU | null {
  return mathLength(context, box, box.element?.attribute(name) ?? null, 0);
}

/** Returns the content of an `mspace`, sized by its attributes. */
export function spaceContent(state: MathState): MathContent {
  const ascent = attribute(state, 'height') ?? 0;
  const descent = Math.max(-ascent, attribute(state, 'depth') ?? 0);
  return { ...EMPTY_CONTENT, inline: Math.max(0, attribute(state, 'width') ?? 0), ascent, descent };
}

/** Returns the content of an `mpadded`: a row in a box whose size and position the attributes change. */
export function paddedContent(state: MathState): MathContent {
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
