/** List markers that are shapes, with Chromium's geometry (css-lists-3 doesn't define one). */
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { PathOp } from './display-list.ts';
import { textColor } from './economy.ts';
import type { PaintContext } from './paint-context.ts';
import { ellipsePath } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';

/** Paints a `disc`, `circle`, `square` or disclosure triangle into a marker's fragment. */
export function paintMarkerShape(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, shape: string): void {
  const { canvas } = context;
  const { style } = fragment;
  const color = textColor(context, style.text.webkitTextFillColor, style);
  const left = x / 64;
  const top = y / 64;
  const width = fragment.width / 64;
  const height = fragment.height / 64;
  if (width <= 0 || height <= 0) return;
  if (shape === 'square') {
    canvas.fillRect(left, top, width, height, color);
  } else if (shape === 'disc') {
    canvas.fillPath(ellipsePath(left + width / 2, top + height / 2, width / 2, height / 2), false, color);
  } else if (shape === 'circle') {
    canvas.strokePath(ellipsePath(left + width / 2, top + height / 2, width / 2, height / 2), solidStroke(1), color);
  } else {
    canvas.fillPath(triangle(shape, left, top, width, height, style.text.direction === 'rtl'), false, color);
  }
}

function triangle(shape: string, x: number, y: number, width: number, height: number, rtl: boolean): number[] {
  const points =
    shape === 'disclosure-open'
      ? [x, y, x + width, y, x + width / 2, y + height]
      : rtl
        ? [x + width, y, x + width, y + height, x, y + height / 2]
        : [x, y, x + width, y + height / 2, x, y + height];
  return [
    PathOp.Move,
    points[0]!,
    points[1]!,
    PathOp.Line,
    points[2]!,
    points[3]!,
    PathOp.Line,
    points[4]!,
    points[5]!,
    PathOp.Close,
  ];
}
