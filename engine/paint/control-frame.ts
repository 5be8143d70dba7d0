/**
 * The native appearance of form controls, as Chromium prints it: frames, the arrow of a drop-down list, the icon of a
 * date.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import { PathOp } from './display-list.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { ellipsePath, inset, pathOf, type RoundedRect } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';
import type { Rect } from './rects.ts';

export const FRAME = new Color(118 / 255, 118 / 255, 118 / 255, 1);
/** `ButtonFace`, from 0 to 255. */
const FACE = 239;
/**
 * Line width of a field's frame. Chromium's is 0, the thinnest line of each device: one pixel on screens, and almost
 * invisible in print.
 */
const FIELD_LINE = 0.5;
const FIELD_LINE_SHARE = 0.75;
const FIELD_RADIUS = 2;
const BUTTON_RADIUS = 3;

type Look = 'field' | 'menu' | 'list' | 'button';

/** Returns the frame of the native control. null: it has no frame. */
function lookOf({ element, pseudo, kind }: Box): Look | null {
  if (pseudo === 'file-selector-button') return 'button';
  if (element === null || pseudo !== null || !element.isHtml) return null;
  switch (element.tag) {
    case 'button':
      return 'button';
    case 'textarea':
      return 'field';
    case 'select':
      return kind === BoxKind.Flex ? 'menu' : 'list';
    case 'input':
      return isButtonInput(typeOf(element.attribute('type'))) ? 'button' : 'field';
    default:
      return null;
  }
}

const typeOf = (type: string | null): string => (type ?? 'text').toLowerCase();

function isButtonInput(type: string): boolean {
  return type === 'submit' || type === 'reset' || type === 'button';
}

/**
 * The default style of each control. Controls keep their native frame as long as no rule changes their border or
 * background.
 */
const DEFAULTS: Readonly<Record<Look, { style: readonly string[]; width: number; radius: number; face: number }>> = {
  field: { style: ['inset', 'solid'], width: 2, radius: 0, face: 255 },
  menu: { style: ['solid'], width: 1, radius: 0, face: FACE },
  list: { style: ['solid'], width: 1, radius: 2, face: 255 },
  button: { style: ['outset'], width: 2, radius: 0, face: FACE },
};

/** Returns whether the control keeps its native appearance. */
const isNative = ({ element }: Box, { rare }: ComputedStyle): boolean =>
  rare.appearance !== 'none' && !(rare.appearance === 'base-select' && element?.tag === 'select');

/** Returns whether the control is drawn as a whole. Its background and border are ignored. */
export function isDrawnWhole(box: Box, style: ComputedStyle): boolean {
  const { element, pseudo } = box;
  if (element === null || pseudo !== null || element.tag !== 'input' || !element.isHtml) return false;
  const type = typeOf(element.attribute('type'));
  return (type === 'range' || type === 'checkbox' || type === 'radio') && isNative(box, style);
}

/** Returns the native frame, which replaces the border and background. null: the box has no native frame. */
export function nativeFrame(box: Box, style: ComputedStyle): Look | null {
  if (!isNative(box, style)) return null;
  const look = lookOf(box);
  if (look === null) return null;
  const { border, background } = style;
  const expected = DEFAULTS[look];
  const line = border.borderTopStyle;
  if (line !== border.borderRightStyle || line !== border.borderBottomStyle || line !== border.borderLeftStyle)
    return null;
  if (!expected.style.includes(line)) return null;
  const width = look === 'field' && line === 'solid' ? 1 : expected.width;
  if (border.borderTopWidth !== width || border.borderTopLeftRadius.x.px !== expected.radius) return null;
  const { r, g, b } = border.borderTopColor;
  if (r !== g || g !== b || Math.abs(r - FRAME.r) > 1e-3) return null;
  const { backgroundColor, backgroundLayers } = background;
  if (backgroundLayers.length > 1 || backgroundLayers[0]!.image !== null) return null;
  return isFace(backgroundColor, expected.face) ? look : null;
}

/** Returns whether a color is the default background: opaque, or the paler one of a disabled control. */
function isFace({ r, g, b, a }: Color, face: number): boolean {
  const shade = a === 1 ? face : FACE;
  return r === g && g === b && Math.abs(r * 255 - shade) < 0.5 && (a === 1 || Math.abs(a - 0.3) < 0.01);
}

export function paintNativeFrame(context: PaintContext, look: Look, border: RoundedRect, style: ComputedStyle): void {
  const { canvas } = context;
  const radius = look === 'button' ? BUTTON_RADIUS : FIELD_RADIUS;
  const frame = pathOf(
    inset({ ...border, radii: [radius, radius, radius, radius, radius, radius, radius, radius] }, 0.5, 0.5, 0.5, 0.5),
  );
  const color = usedColor(style.border.borderTopColor, style);
  canvas.fillPath(frame, false, look === 'menu' ? Color.WHITE : usedColor(style.background.backgroundColor, style));
  if (look === 'field' || look === 'menu')
    canvas.strokePath(frame, solidStroke(FIELD_LINE), new Color(color.r, color.g, color.b, color.a * FIELD_LINE_SHARE));
  else canvas.strokePath(frame, solidStroke(1), color);
}

/** Returns whether a drop-down list shows its arrow, which doesn't depend on its frame. */
export function hasMenuArrow(box: Box, style: ComputedStyle): boolean {
  const { element, pseudo, kind } = box;
  if (element === null || pseudo !== null || kind !== BoxKind.Flex) return false;
  return element.isHtml && element.tag === 'select' && isNative(box, style);
}

export function paintMenuArrow({ canvas }: PaintContext, padding: RoundedRect, style: ComputedStyle): void {
  const { direction, writingMode } = style.text;
  const isUpright = writingMode !== 'horizontal-tb';
  const isAtLow = (direction === 'rtl') !== (writingMode === 'sideways-lr');
  // It is at the end of the menu's line.
  const inset = ARROW_INSET + ARROW;
  const along =
    (isUpright ? padding.y : padding.x) + (isAtLow ? inset : (isUpright ? padding.height : padding.width) - inset);
  const x = isUpright ? Math.floor(padding.x + padding.width / 2) : along;
  const y = isUpright ? along : Math.floor(padding.y + padding.height / 2);
  const arrow = [PathOp.Move, x - ARROW, y - 2, PathOp.Line, x, y + 2, PathOp.Line, x + ARROW, y - 2];
  canvas.strokePath(arrow, solidStroke(2), usedColor(style.text.color, style));
}

/** Paints the icon of a date or time field. It fills `box`. */
export function paintDateIcon(context: PaintContext, isTime: boolean, box: Rect, style: ComputedStyle): void {
  const color = usedColor(style.text.color, style);
  const em = Math.min(box.width, box.height);
  const x = box.x + (box.width - em) / 2;
  const y = Math.round(box.y + (box.height - em) / 2);
  const size = Math.round((em * 15) / 16 - 0.25);
  if (isTime) paintClock(context, x, y, em, color);
  else context.canvas.fillPath(calendar(x + (em - size) / 2, y, size), true, color);
}

/** Half the arrow's width, and its distance from the border, in px. */
const ARROW = 4;
const ARROW_INSET = 4;
/** Side of the square on which icons are drawn. */
const ICON_UNITS = 24;

/** Returns the path of a calendar sheet with two rings and a filled header. */
function calendar(x: number, y: number, size: number): number[] {
  const unit = size / ICON_UNITS;
  const rect = (left: number, top: number, width: number, height: number, radius = 0): number[] => {
    const r = radius * unit;
    const radii: RoundedRect['radii'] = r === 0 ? null : [r, r, r, r, r, r, r, r];
    return pathOf({ x: x + left * unit, y: y + top * unit, width: width * unit, height: height * unit, radii });
  };
  return [...rect(2, 3, 20, 20, 2), ...rect(4, 8, 16, 13), ...rect(5, 1, 2, 2), ...rect(17, 1, 2, 2)];
}

function paintClock({ canvas }: PaintContext, x: number, y: number, size: number, color: Color): void {
  const unit = size / ICON_UNITS;
  const [cx, cy] = [x + size / 2, y + size / 2];
  canvas.strokePath(ellipsePath(cx, cy, 9 * unit, 9 * unit), solidStroke(2 * unit), color);
  const hands = [
    PathOp.Move,
    cx - 0.25 * unit,
    cy - 5 * unit,
    PathOp.Line,
    cx - 0.25 * unit,
    cy + 0.6 * unit,
    PathOp.Line,
    cx + 4.6 * unit,
    cy + 3.5 * unit,
  ];
  canvas.strokePath(hands, solidStroke(1.5 * unit), color);
}
