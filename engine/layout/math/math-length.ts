/**
 * Lengths in MathML attributes: CSS lengths and percentages (MathML Core §2.1.6), except units relative to the root
 * element.
 */
import type { Box } from '../../boxes/box.ts';
import { absoluteUnitPx, LU_PER_PX, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';

const MAX_LENGTH = 64;

/** Returns an attribute's length, or null if missing or invalid. `basis` is the percentage basis. */
export function mathLength(context: LayoutContext, box: Box, attribute: string | null, basis: LU): LU | null {
  if (attribute === null || attribute.length > MAX_LENGTH) return null;
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)/.exec(attribute.trim());
  if (match === null) return null;
  const number = Number(match[0]);
  const unit = attribute.trim().slice(match[0].length).toLowerCase();
  if (unit === '%') return Math.round((number * basis) / 100);
  if (unit === '') return number === 0 ? 0 : null;
  const px = unitPx(context, box, unit);
  return px === null ? null : Math.round(number * px * LU_PER_PX);
}

function unitPx(context: LayoutContext, box: Box, unit: string): number | null {
  const { fontSize, lineHeight } = box.style.font;
  const metrics = context.text.metrics(box.style);
  switch (unit) {
    case 'em':
      return fontSize;
    case 'ex':
      return metrics.xHeight || fontSize / 2;
    case 'ch':
      return metrics.zeroAdvance || fontSize / 2;
    case 'cap':
      return metrics.capHeight || metrics.ascent;
    case 'ic':
      return metrics.icAdvance || fontSize;
    case 'lh':
      if (typeof lineHeight === 'number') return lineHeight * fontSize;
      return lineHeight.isLength ? lineHeight.px : metrics.ascent + metrics.descent + metrics.lineGap;
    case 'vw':
      return context.initialWidth / LU_PER_PX / 100;
    case 'vh':
      return context.initialHeight / LU_PER_PX / 100;
    default:
      return absoluteUnitPx(unit);
  }
}
