/** The shape referenced by a motion path (motion-1 §3.1.2). */
import type { Path } from './display-list.ts';
import type { PaintContext } from './paint-context.ts';
import { noteMissingElement } from './svg/missing-element.ts';

/** Returns the shape of `offset-path: url(#id)` unchanged. Reports a missing shape. */
export function orMissing(context: PaintContext, url: string, shape: Path | null): Path | null {
  if (shape === null)
    noteMissingElement(context, url, { wanted: 'shape', becomes: 'its coordinates are used instead' });
  return shape;
}
