/**
 * Aligns a font baseline with the text's baseline (css-inline-3 §5, adapted to SVG), and shifts inline boxes. User
 * units.
 */
import { type Box, BoxKind } from '../../../boxes/box.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import { Length } from '../../../css/length.ts';
import type { FontFace } from '../../../fonts/font-face.ts';
import type { PaintContext } from '../../paint-context.ts';

/** A font's metrics at a size, unrounded. */
interface FontLines {
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  readonly underlineThickness: number;
}

export function fontLines(context: PaintContext, style: ComputedStyle): FontLines {
  const { fontLines: known, services } = context.state;
  let lines = known.get(style.font) as FontLines | undefined;
  if (lines === undefined) {
    lines = linesOf(services.text.primaryFace(style.font), style.font.fontSize);
    known.set(style.font, lines);
  }
  return lines;
}

function linesOf({ metrics }: FontFace, fontSize: number): FontLines {
  const unit = fontSize / metrics.unitsPerEm;
  return {
    ascent: metrics.ascent * unit,
    descent: metrics.descent * unit,
    xHeight: metrics.xHeight * unit,
    underlineThickness: metrics.underlineThickness * unit,
  };
}

/** Height of the hanging baseline as a share of the ascent, for fonts that don't specify it. */
const HANGING = 0.8;

/** Returns the distance of the alphabetic baseline of a box's text below the line's own baseline. */
export function baselineShift(context: PaintContext, box: Box): number {
  let shift = 0;
  let b: Box = box;
  for (; b.kind === BoxKind.Inline && b.parent; b = b.parent) shift += boxShift(context, b);
  const { style } = box;
  const aligned = box.kind === BoxKind.Inline ? style.box.alignmentBaseline : 'baseline';
  const name = aligned === 'baseline' || aligned === 'auto' ? style.text.dominantBaseline : aligned;
  const lines = fontLines(context, style);
  // Vertical text is aligned on the central baseline.
  const isCentral = style.text.writingMode !== 'horizontal-tb' && name !== 'auto' && name !== 'baseline';
  return shift + baselineDepth(name, lines) - (isCentral ? baselineDepth('central', lines) : 0);
}

/**
 * Returns the shift by `baseline-shift`, which `vertical-align` sets for inline boxes. As in browsers, `sub` and
 * `super` shift by half the height of the box's own font.
 */
function boxShift(context: PaintContext, { style }: Box): number {
  const { verticalAlign } = style.box;
  const { fontSize } = style.font;
  if (verticalAlign instanceof Length) return -verticalAlign.resolvePx(fontSize);
  const { ascent, descent } = fontLines(context, style);
  if (verticalAlign === 'sub') return (ascent + descent) / 2;
  return verticalAlign === 'super' ? -(ascent + descent) / 2 : 0;
}

/**
 * Returns the distance of the alphabetic baseline below the aligned one. It is positive for `hanging`, because that
 * text hangs below the line.
 */
function baselineDepth(name: string, { ascent, descent, xHeight }: FontLines): number {
  switch (name) {
    case 'middle':
      return xHeight / 2;
    case 'central':
      return (ascent - descent) / 2;
    case 'mathematical':
      return ascent / 2;
    case 'hanging':
      return ascent * HANGING;
    case 'text-top':
    case 'text-before-edge':
    case 'before-edge':
      return ascent;
    case 'text-bottom':
    case 'text-after-edge':
    case 'after-edge':
    case 'ideographic':
      return -descent;
    default:
      return 0;
  }
}
