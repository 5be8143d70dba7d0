/** Form controls as Chromium prints them: their frames and marks; their text is laid out as ordinary content. */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { type Bounds, PathOp } from './canvas.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { ellipsePath, inset, pathOf, type RoundedRect } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';

const FRAME = new Color(118 / 255, 118 / 255, 118 / 255, 1);
const ACCENT = new Color(0, 117 / 255, 1, 1);
const TRACK = new Color(239 / 255, 239 / 255, 239 / 255, 1);
const METER = new Color(16 / 255, 124 / 255, 16 / 255, 1);

/**
 * Does a text field or button look as the platform draws it? It does as long as no rule has given it a border of its own: the default
 * style sheet's is 2px of this colour, carved.
 */
export function hasNativeFrame(box: Box, style: ComputedStyle): boolean {
  const { element } = box;
  if (element === null || box.pseudo !== null || style.rare.appearance === 'none') return false;
  if (element.tag !== 'input' && element.tag !== 'button') return false;
  const b = style.border;
  if (b.borderTopStyle !== 'inset' && b.borderTopStyle !== 'outset') return false;
  const styles =
    b.borderTopStyle === b.borderRightStyle &&
    b.borderTopStyle === b.borderBottomStyle &&
    b.borderTopStyle === b.borderLeftStyle;
  const c = b.borderTopColor;
  return (
    styles &&
    b.borderTopWidth === 2 &&
    c.r === c.g &&
    Math.abs(c.r - FRAME.r) < 1e-3 &&
    b.borderTopLeftRadius.x.px === 0
  );
}

/** The frame of a text field or button. */
export function paintNativeFrame(context: PaintContext, border: RoundedRect, style: ComputedStyle): void {
  const radius = style.border.borderTopStyle === 'outset' ? 3 : 2;
  const frame = pathOf(
    inset({ ...border, radii: [radius, radius, radius, radius, radius, radius, radius, radius] }, 0.5, 0.5, 0.5, 0.5),
  );
  context.canvas.fillPath(frame, false, usedColor(style.background.backgroundColor, style));
  context.canvas.strokePath(frame, solidStroke(1), usedColor(style.border.borderTopColor, style));
}

/** Paints the control of a replaced box into its content box. */
export function paintControl(context: PaintContext, fragment: BoxFragment, content: RoundedRect): void {
  const { element, style } = fragment.box;
  if (!element || style.rare.appearance === 'none') return;
  const accent = style.text.accentColor ?? ACCENT;
  const type = element.tag === 'input' ? (element.attribute('type') ?? 'text').toLowerCase() : element.tag;
  const checked = context.shownChecked ?? element.attribute('checked') !== null;
  if (type === 'checkbox') paintCheckbox(context, content, checked, accent);
  else if (type === 'radio') paintRadio(context, content, checked, accent);
  else if (type === 'range')
    paintRange(
      context,
      content,
      element.attribute('value'),
      element.attribute('min'),
      element.attribute('max'),
      accent,
    );
  else if (type === 'progress')
    paintBar(context, content, share(element.attribute('value'), 0, element.attribute('max'), 1), accent);
  else if (type === 'meter')
    paintBar(
      context,
      content,
      share(element.attribute('value'), Number(element.attribute('min') ?? 0), element.attribute('max'), 1),
      METER,
    );
  else if (type === 'color') paintColorWell(context, content, element.attribute('value'));
}

function share(value: string | null, min: number, max: string | null, defaultMax: number): number {
  const high = max === null || Number.isNaN(Number(max)) ? defaultMax : Number(max);
  const number = value === null ? min : Number(value);
  return high > min && Number.isFinite(number) ? Math.min(1, Math.max(0, (number - min) / (high - min))) : 0;
}

function paintCheckbox(context: PaintContext, r: RoundedRect, checked: boolean, accent: Color): void {
  const { canvas } = context;
  const frame = inset({ ...r, radii: [2, 2, 2, 2, 2, 2, 2, 2] }, 0.5, 0.5, 0.5, 0.5);
  if (!checked) {
    canvas.fillPath(pathOf(frame), false, Color.WHITE);
    canvas.strokePath(pathOf(frame), solidStroke(1), FRAME);
    return;
  }
  canvas.fillPath(pathOf({ ...r, radii: [2, 2, 2, 2, 2, 2, 2, 2] }), false, accent);
  paintTick(context, r, Color.WHITE);
}

export function paintTick({ canvas }: PaintContext, r: Bounds, color: Color): void {
  const s = Math.min(r.width, r.height) / 13;
  const tick = [
    PathOp.Move,
    r.x + 2.6 * s,
    r.y + 6.6 * s,
    PathOp.Line,
    r.x + 5.2 * s,
    r.y + 9.4 * s,
    PathOp.Line,
    r.x + 10.4 * s,
    r.y + 3.6 * s,
  ];
  canvas.strokePath(tick, { ...solidStroke(1.9 * s) }, color);
}

function paintRadio(context: PaintContext, r: RoundedRect, checked: boolean, accent: Color): void {
  const { canvas } = context;
  const cx = r.x + r.width / 2;
  const cy = r.y + r.height / 2;
  const radius = Math.min(r.width, r.height) / 2;
  const circle = ellipsePath(cx, cy, radius - 0.5, radius - 0.5);
  canvas.fillPath(circle, false, Color.WHITE);
  canvas.strokePath(circle, solidStroke(1), checked ? accent : FRAME);
  if (checked) canvas.fillPath(ellipsePath(cx, cy, radius * 0.6, radius * 0.6), false, accent);
}

function pill(x: number, y: number, width: number, height: number): RoundedRect {
  const r = Math.min(width, height) / 2;
  return { x, y, width, height, radii: [r, r, r, r, r, r, r, r] };
}

function paintRange(
  context: PaintContext,
  r: RoundedRect,
  value: string | null,
  min: string | null,
  max: string | null,
  accent: Color,
): void {
  const { canvas } = context;
  const low = Number(min ?? 0) || 0;
  const high = max === null ? 100 : Number(max) || 0;
  const at = value === null ? 0.5 : share(value, low, String(high), high);
  const cy = r.y + r.height / 2;
  const knob = Math.min(r.height, 16) / 2;
  const cx = r.x + knob + (r.width - 2 * knob) * at;
  const track = inset(pill(r.x, cy - 4, r.width, 8), 0.5, 0.5, 0.5, 0.5);
  canvas.fillPath(pathOf(track), false, TRACK);
  canvas.strokePath(pathOf(track), solidStroke(1), FRAME);
  canvas.fillPath(pathOf(pill(r.x, cy - 4, cx - r.x, 8)), false, accent);
  canvas.fillPath(ellipsePath(cx, cy, knob, knob), false, accent);
}

function paintBar(context: PaintContext, r: RoundedRect, at: number, color: Color): void {
  const { canvas } = context;
  const bar = pill(r.x, r.y + r.height / 2 - 4, r.width, 8);
  canvas.fillPath(pathOf(bar), false, TRACK);
  if (at > 0) {
    canvas.save();
    canvas.clipPath(pathOf(bar), false);
    canvas.fillRect(bar.x, bar.y, bar.width * at, bar.height, color);
    canvas.restore();
  }
  canvas.strokePath(pathOf(inset(bar, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), FRAME);
}

function paintColorWell(context: PaintContext, r: RoundedRect, value: string | null): void {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value ?? '');
  const channel = (i: number): number => (match ? parseInt(match[i], 16) / 255 : 0);
  const well = inset(r, 4, 4, 4, 4);
  context.canvas.fillRect(well.x, well.y, well.width, well.height, new Color(channel(1), channel(2), channel(3), 1));
  context.canvas.strokePath(pathOf(inset({ ...well, radii: null }, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), FRAME);
}
