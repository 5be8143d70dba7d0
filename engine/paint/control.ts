/** Form controls that are drawn as a whole, as Chromium prints them. */
import { gaugeOf, shareOfProgress, shareOfRange } from '../boxes/control-parts.ts';
import { isDisabled } from '../css/selectors/matches-state.ts';
import { Color } from '../css/color.ts';
import type { Element } from '../document/node.ts';
import { COLOR_WELL_PADDING } from '../layout/sizing/box-facts.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { BoxEdges } from './background.ts';
import { PathOp } from './display-list.ts';
import { FRAME, paintDateIcon } from './control-frame.ts';
import type { PaintContext } from './paint-context.ts';
import { ellipsePath, inset, pathOf, type RoundedRect } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';
import type { Rect } from './rects.ts';

const ACCENT = new Color(0, 117 / 255, 1, 1);
const TRACK = new Color(239 / 255, 239 / 255, 239 / 255, 1);
/** Frames of sliders and meters. */
const TRACK_FRAME = new Color(FRAME.r, FRAME.g, FRAME.b, 0.5);
const METER_FRAME = new Color(FRAME.r, FRAME.g, FRAME.b, 0.3);
/** Colors of disabled controls and their marks. */
const DISABLED = new Color(FRAME.r, FRAME.g, FRAME.b, 0.3);
const DISABLED_MARK = new Color(1, 1, 1, 0.6);
const DISABLED_SLIDER = new Color(203 / 255, 203 / 255, 203 / 255, 1);
const COLOR_WELL_FRAME = new Color(119 / 255, 119 / 255, 119 / 255, 1);
/** Colors of a meter's value: optimal, suboptimal, and far from optimal. */
const GOOD = new Color(16 / 255, 124 / 255, 16 / 255, 1);
const FAIR = new Color(1, 185 / 255, 0, 1);
const POOR = new Color(216 / 255, 59 / 255, 1 / 255, 1);
const METER_COLORS = [GOOD, FAIR, POOR] as const;
/** Start and length of the moving part of an indeterminate progress bar. */
const UNKNOWN_START = 0.2625;
const UNKNOWN_LENGTH = 0.2;

/** Paints the control of a replaced box into its content box. A slider fills its border box. */
export function paintControl(context: PaintContext, fragment: BoxFragment, { border, content }: BoxEdges): void {
  const { element, pseudo, style } = fragment.box;
  if (!element) return;
  const type = element.tag === 'input' ? (element.attribute('type') ?? 'text').toLowerCase() : element.tag;
  if (type === 'color') {
    paintColorWell(context, content, element.attribute('value'));
    return;
  }
  const disabled = isDisabled(element);
  const accent = style.text.accentColor ?? ACCENT;
  if (pseudo === '-webkit-calendar-picker-indicator') {
    paintDateIcon(context, type === 'time', content, style);
    return;
  }
  if (pseudo !== null) {
    paintThumb(context, content, disabled ? DISABLED_SLIDER : accent);
    return;
  }
  if (style.rare.appearance === 'none') return;
  const checked = context.scope.shownChecked ?? element.attribute('checked') !== null;
  if (type === 'checkbox') paintCheckbox(context, content, checked, disabled ? DISABLED : accent, disabled);
  else if (type === 'radio') paintRadio(context, content, checked, disabled ? DISABLED : accent, disabled);
  else if (type === 'range')
    paintRange(
      context,
      { ...content, x: border.x, width: border.width },
      element,
      disabled ? DISABLED_SLIDER : accent,
      disabled,
    );
  else if (type === 'progress') paintProgress(context, content, element, accent);
  else if (type === 'meter') paintMeter(context, content, element);
}

function paintCheckbox(
  context: PaintContext,
  r: RoundedRect,
  checked: boolean,
  accent: Color,
  disabled: boolean,
): void {
  const { canvas } = context;
  const square = { ...r, radii: [2, 2, 2, 2, 2, 2, 2, 2] as const };
  if (!checked) {
    const frame = pathOf(inset(square, 0.5, 0.5, 0.5, 0.5));
    canvas.fillPath(frame, false, Color.WHITE);
    canvas.strokePath(frame, solidStroke(1), disabled ? DISABLED : FRAME);
    return;
  }
  canvas.fillPath(pathOf(square), false, accent);
  paintTick(context, r, disabled ? DISABLED_MARK : Color.WHITE);
}

export function paintTick({ canvas }: PaintContext, r: Rect, color: Color): void {
  const s = Math.min(r.width, r.height);
  const tick = [PathOp.Move, 0.2, 0.5, PathOp.Line, 0.4, 0.7, PathOp.Line, 0.8, 0.2];
  for (let i = 0; i < tick.length; i += 3) {
    tick[i + 1] = r.x + tick[i + 1]! * s;
    tick[i + 2] = r.y + tick[i + 2]! * s;
  }
  canvas.strokePath(tick, solidStroke(0.16 * s), color);
}

function paintRadio(context: PaintContext, r: RoundedRect, checked: boolean, accent: Color, disabled: boolean): void {
  const { canvas } = context;
  const cx = r.x + r.width / 2;
  const cy = r.y + r.height / 2;
  const radius = Math.min(r.width, r.height) / 2;
  const circle = ellipsePath(cx, cy, radius - 0.5, radius - 0.5);
  canvas.fillPath(circle, false, Color.WHITE);
  canvas.strokePath(circle, solidStroke(1), checked ? accent : disabled ? DISABLED : FRAME);
  if (checked) canvas.fillPath(ellipsePath(cx, cy, radius * 0.6, radius * 0.6), false, accent);
}

function pill(x: number, y: number, width: number, height: number): RoundedRect {
  const r = Math.min(width, height) / 2;
  return { x, y, width, height, radii: [r, r, r, r, r, r, r, r] };
}

/** Paints the thumb of a slider with `appearance: none`. */
function paintThumb({ canvas }: PaintContext, thumb: RoundedRect, color: Color): void {
  const radius = (Math.min(thumb.width, thumb.height) - 1) / 2;
  canvas.fillPath(ellipsePath(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2, radius, radius), false, color);
}

function paintRange(context: PaintContext, r: RoundedRect, element: Element, accent: Color, disabled: boolean): void {
  const { canvas } = context;
  const at = shareOfRange(element);
  const cy = r.y + r.height / 2;
  const knob = Math.min(r.height - 1, 15) / 2;
  const x = r.x + 1;
  const width = r.width - 2;
  const cx = x + knob + (width - 2 * knob) * at;
  const track = pill(x, cy - 4, width, 8);
  canvas.fillPath(pathOf(track), false, TRACK);
  canvas.fillPath(pathOf(pill(x, cy - 4, cx - x, 8)), false, accent);
  canvas.strokePath(pathOf(inset(track, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), disabled ? DISABLED : TRACK_FRAME);
  canvas.fillPath(ellipsePath(cx, cy, knob, knob), false, accent);
}

function paintProgress({ canvas }: PaintContext, r: RoundedRect, element: Element, accent: Color): void {
  const bar = pill(r.x, r.y + r.height / 2 - 4, r.width, 8);
  canvas.fillPath(pathOf(bar), false, TRACK);
  const at = shareOfProgress(element);
  if (at === null) {
    canvas.fillPath(
      pathOf(pill(bar.x + UNKNOWN_START * bar.width, bar.y, UNKNOWN_LENGTH * bar.width, 8)),
      false,
      accent,
    );
  } else {
    canvas.save();
    canvas.clipPath(pathOf(bar), false);
    if (at > 0) canvas.fillRect(bar.x, bar.y, bar.width * at, bar.height, accent);
    canvas.restore();
  }
  canvas.strokePath(pathOf(inset(bar, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), TRACK_FRAME);
}

function paintMeter({ canvas }: PaintContext, r: RoundedRect, element: Element): void {
  const bar = pill(r.x, r.y + r.height / 2 - 4, r.width, 8);
  canvas.fillPath(pathOf(bar), false, TRACK);
  canvas.strokePath(pathOf(inset(bar, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), METER_FRAME);
  const { share, distance } = gaugeOf(element);
  if (share === 0) return;
  canvas.save();
  canvas.clipPath(pathOf(bar), false);
  canvas.fillRect(bar.x + 1, bar.y + 1, Math.round((bar.width - 2) * share), bar.height - 2, METER_COLORS[distance]);
  canvas.restore();
}

function paintColorWell(context: PaintContext, r: RoundedRect, value: string | null): void {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value ?? '');
  const channel = (i: number): number => (match ? parseInt(match[i]!, 16) / 255 : 0);
  // The padding separates the color from the button's border.
  const well = inset(r, COLOR_WELL_PADDING, 2, COLOR_WELL_PADDING, 2);
  context.canvas.fillRect(well.x, well.y, well.width, well.height, new Color(channel(1), channel(2), channel(3), 1));
  context.canvas.strokePath(
    pathOf(inset({ ...well, radii: null }, 0.5, 0.5, 0.5, 0.5)),
    solidStroke(1),
    COLOR_WELL_FRAME,
  );
}
