/** Layout of `mo` (MathML Core §3.2.4.3), as text or as a glyph of the required size. */
import type { LU } from '../../units.ts';
import { tokenExtent } from './ink.ts';
import { layoutPart, type MathContent, type MathState, type Stretch } from './math-content.ts';
import { rowOf } from './math-row.ts';
import { mathLength } from './math-length.ts';
import { operatorOf, textOf } from './operators.ts';
import { type GlyphSize, type StretchyGlyph, stretchyGlyph } from './stretchy-glyph.ts';

export function operatorContent(state: MathState, stretch: Stretch | null): MathContent {
  const { box, context, font } = state;
  const text = textOf(box);
  const operator = operatorOf(context, box);
  const large = operator !== null && operator.largeop && font.isDisplayStyle;
  const wanted = stretch !== null && operator !== null && operator.stretchy ? stretch : null;
  // A token is as high as its ink, whether it stretches or not.
  if (text !== '' && wanted === null && !large) {
    const glyph = stretchyGlyph(context, box, text, null, state.mode);
    if (glyph !== null) return { ...glyphContent(glyph), ...tokenExtent(glyph) };
  }
  if (text !== '' && wanted !== null) {
    const size = wanted.axis === 'block' ? acrossSize(state, text, wanted, operator!.symmetric) : wanted;
    const glyph = stretchyGlyph(context, box, text, size, state.mode);
    if (glyph !== null)
      return wanted.axis === 'block'
        ? centred(glyph, targetOf(state, wanted, operator!.symmetric))
        : glyphContent(glyph);
  }
  if (text !== '' && large) {
    const glyph = stretchyGlyph(context, box, text, 'largeop', state.mode);
    if (glyph !== null) return glyphContent(glyph);
  }
  return rowOf(box.children.map((child) => layoutPart(state, child)));
}

/** Returns the target extents. A symmetric operator covers them symmetrically around the math axis. */
function targetOf(
  { font }: MathState,
  stretch: Extract<Stretch, { axis: 'block' }>,
  symmetric: boolean,
): { ascent: LU; descent: LU } {
  if (!symmetric) return stretch;
  const half = Math.max(stretch.ascent - font.axisHeight, stretch.descent + font.axisHeight);
  return { ascent: half + font.axisHeight, descent: half - font.axisHeight };
}

/** Returns the target size limited by `minsize` and `maxsize`. Percentages refer to the operator's own size. */
function acrossSize(
  state: MathState,
  text: string,
  stretch: Extract<Stretch, { axis: 'block' }>,
  symmetric: boolean,
): GlyphSize {
  const { box, context } = state;
  const target = targetOf(state, stretch, symmetric);
  const own = stretchyGlyph(context, box, text, null, state.mode);
  const ownSize = own === null ? 0 : own.ascent + own.descent;
  const attribute = (name: string): LU | null =>
    mathLength(context, box, box.element?.attribute(name) ?? null, ownSize);
  const least = attribute('minsize') ?? ownSize;
  const most = attribute('maxsize') ?? Infinity;
  return { axis: 'block', size: Math.max(least, Math.min(Math.max(most, least), target.ascent + target.descent)) };
}

/** Centers the glyph on its target extents. */
function centred(glyph: StretchyGlyph, target: { ascent: LU; descent: LU }): MathContent {
  const size = glyph.ascent + glyph.descent;
  const ascent = (target.ascent - target.descent + size) >> 1;
  return {
    ...glyphContent(glyph),
    ascent,
    descent: size - ascent,
    placed: [{ what: glyph.line, inline: 0, block: -ascent }],
  };
}

function glyphContent(glyph: StretchyGlyph): MathContent {
  return {
    inline: glyph.width,
    ascent: glyph.ascent,
    descent: glyph.descent,
    placed: [{ what: glyph.line, inline: 0, block: -glyph.ascent }],
    rules: [],
    italicCorrection: glyph.italicCorrection,
  };
}
