/** `text-align` and related properties (css-text-3 §6): the position of a line's content within its available space. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Box } from '../../boxes/box.ts';
import type { CharacterAxis } from '../contract/constraint-space.ts';
import type { LU } from '../../units.ts';
import type { LineFragment } from '../contract/fragment.ts';
import { characterShift } from '../alignment/character-alignment.ts';

type UsedAlign = 'left' | 'right' | 'center' | 'justify';

/**
 * Returns the line's alignment, physical along the line. `lastLine` is also true for lines that end in a forced break.
 */
export function usedAlign(style: ComputedStyle, rtl: boolean, lastLine: boolean): UsedAlign {
  const { textAlign, textAlignLast } = style.text;
  let align: string = textAlign === 'match-parent' ? 'start' : textAlign;
  if (align === 'justify-all') align = 'justify';
  else if (lastLine) {
    if (textAlignLast !== 'auto') align = textAlignLast === 'match-parent' ? 'start' : textAlignLast;
    else if (align === 'justify') align = 'start';
  }
  return physicalAlign(align, rtl);
}

function physicalAlign(align: string, rtl: boolean): UsedAlign {
  switch (align) {
    case 'left':
    case '-webkit-left':
      return 'left';
    case 'right':
    case '-webkit-right':
      return 'right';
    case 'center':
    case '-webkit-center':
      return 'center';
    case 'justify':
      return 'justify';
    case 'end':
      return rtl ? 'left' : 'right';
    default:
      return rtl ? 'right' : 'left';
  }
}

/**
 * Returns the left offset of a line of a cell that aligns at a string. The contents of the column have a common width,
 * which the keyword of its first cell aligns.
 */
export function alignAtAxis(
  line: LineFragment,
  box: Box,
  axis: CharacterAxis,
  rtl: boolean,
  room: { readonly available: LU; readonly indent: LU },
  width: LU,
): LU {
  const { whole, least } = axis;
  const around = whole.before + whole.after <= room.available - room.indent + 1 ? whole : least;
  const together = Math.max(width, around.before + around.after);
  const { left } = placeLine(physicalAlign(axis.keyword, rtl), false, rtl, room, together);
  const shifted = left + characterShift(line, box, around);
  return Math.max(0, Math.min(shifted, room.available - width));
}

/**
 * Aligns a line. `left` is the distance from the line-left edge of the available space to the content. `width` excludes
 * hanging spaces. `rtl` is the direction of the line's paragraph. It differs from the block's only with `unicode-bidi:
 * plaintext`.
 */
export function alignLine(
  style: ComputedStyle,
  rtl: boolean,
  room: { readonly available: LU; readonly indent: LU },
  lastLine: boolean,
  width: LU,
): { left: LU; justify: boolean } {
  return placeLine(usedAlign(style, rtl, lastLine), style.text.textJustify !== 'none', rtl, room, width);
}

function placeLine(
  align: UsedAlign,
  justifies: boolean,
  rtl: boolean,
  room: { readonly available: LU; readonly indent: LU },
  width: LU,
): { left: LU; justify: boolean } {
  const rest = room.available - room.indent - width;
  const indent = rtl ? 0 : room.indent;
  // Overlong lines overflow at the end side of the block.
  switch (align) {
    case 'left':
      return { left: indent + (rtl ? Math.min(rest, 0) : 0), justify: false };
    case 'right':
      return { left: indent + (rtl ? rest : Math.max(rest, 0)), justify: false };
    case 'center':
      if (rest <= 0) return { left: indent + (rtl ? rest : 0), justify: false };
      return { left: indent + (rest >> 1), justify: false };
    case 'justify':
      if (rest > 0 && justifies) return { left: indent, justify: true };
      return { left: indent + (rtl ? rest : 0), justify: false };
  }
}
