/** The units of css-values-4 §6 and §7, with conversion to px, degrees, seconds, hertz or dppx. */
import { type ComputeContext } from './compute-context.ts';
import { Length } from '../length.ts';
import { ABSOLUTE_LENGTHS } from '../../units.ts';

/** What a dimension measures. Also the index of its exponent in a math type. */
export const Dimension = { Length: 0, Angle: 1, Time: 2, Frequency: 3, Resolution: 4, Flex: 5 } as const;
export type Dimension = (typeof Dimension)[keyof typeof Dimension];

/** Units with a fixed size, in their dimension's canonical unit. */
const ABSOLUTE = new Map<string, { readonly dimension: Dimension; readonly factor: number }>();
for (const [dimension, units] of [
  [Dimension.Length, ABSOLUTE_LENGTHS],
  [Dimension.Angle, { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }],
  [Dimension.Time, { s: 1, ms: 0.001 }],
  [Dimension.Frequency, { hz: 1, khz: 1000 }],
  [Dimension.Resolution, { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }],
  [Dimension.Flex, { fr: 1 }],
] as const) {
  for (const [unit, factor] of Object.entries(units)) ABSOLUTE.set(unit, { dimension, factor });
}

const FONT_UNITS = ['em', 'ex', 'ch', 'cap', 'ic', 'lh', 'rem', 'rex', 'rch', 'rcap', 'ric', 'rlh'];
const AXES = ['w', 'h', 'i', 'b', 'min', 'max'];

/** Units that need a ComputeContext. */
const RELATIVE = new Set<string>(FONT_UNITS);
for (const axis of AXES) {
  for (const size of ['v', 'sv', 'lv', 'dv', 'cq']) RELATIVE.add(size + axis);
}

type UnitKind = { readonly dimension: Dimension; readonly factor: number } | 'relative' | null;

/**
 * Returns an absolute unit's dimension and factor, 'relative' for a length that needs a context, or null for an unknown
 * unit.
 */
export function unitKind(unit: string): UnitKind {
  return ABSOLUTE.get(unit) ?? (RELATIVE.has(unit) ? 'relative' : null);
}

/** Returns the line height in CSS px, for `normal` from the font's metrics. */
function lineHeightPx(context: ComputeContext, font: ComputeContext['font']): number {
  const lineHeight = font.lineHeight;
  if (typeof lineHeight === 'number') return lineHeight * font.fontSize;
  if (lineHeight !== Length.NORMAL) return lineHeight.px;
  const metrics = context.metrics(font);
  return metrics.ascent + metrics.descent + metrics.lineGap;
}

/** Returns one font-relative unit in px (css-values-4 §6.1.1). */
function fontUnitPx(unit: string, font: ComputeContext['font'], context: ComputeContext): number {
  switch (unit) {
    case 'em':
      return font.fontSize;
    case 'lh':
      return lineHeightPx(context, font);
    case 'ex':
      return context.metrics(font).xHeight || font.fontSize / 2;
    case 'cap': {
      const metrics = context.metrics(font);
      return metrics.capHeight || metrics.ascent;
    }
    case 'ic':
      return context.metrics(font).icAdvance;
    default: {
      const text = context.text;
      const upright = text.writingMode.startsWith('vertical') && text.textOrientation === 'upright';
      return upright ? context.metrics(font).zeroHeight : context.metrics(font).zeroAdvance;
    }
  }
}

/** Returns one per cent of a viewport axis in px (css-values-4 §6.1.2). */
function viewportUnitPx(axis: string, context: ComputeContext): number {
  const { width, height } = context.viewport;
  return axisUnitPx(axis, width, height, context);
}

/** Returns one per cent of a container axis in px (css-conditional-5 §6.5). */
function containerUnitPx(axis: string, context: ComputeContext): number {
  if (context.container === null) return viewportUnitPx(axis, context);
  const { width, height } = context.container();
  return axisUnitPx(axis, width, height, context);
}

function axisUnitPx(axis: string, width: number, height: number, context: ComputeContext): number {
  const horizontal = context.text.writingMode === 'horizontal-tb';
  switch (axis) {
    case 'w':
      return width / 100;
    case 'h':
      return height / 100;
    case 'i':
      return (horizontal ? width : height) / 100;
    case 'b':
      return (horizontal ? height : width) / 100;
    case 'min':
      return Math.min(width, height) / 100;
    default:
      return Math.max(width, height) / 100;
  }
}

/** Returns one relative unit in CSS px. */
export function relativeUnitPx(unit: string, context: ComputeContext): number {
  const first = unit.charCodeAt(0);
  if (unit === 'em') return context.unitFont.fontSize;
  if (unit === 'rem') return context.rootFont.fontSize;
  if (unit === 'lh') return lineHeightPx(context, context.lineHeightFont);
  if (first === 118) return viewportUnitPx(unit.slice(1), context);
  if (first === 99 && unit.charCodeAt(1) === 113) return containerUnitPx(unit.slice(2), context);
  if (unit.charCodeAt(1) === 118) return viewportUnitPx(unit.slice(2), context);
  if (first === 114) return fontUnitPx(unit.slice(1), context.rootFont, context);
  return fontUnitPx(unit, context.unitFont, context);
}
