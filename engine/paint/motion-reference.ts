/** The shape that a motion path is (motion-1 §3.1.2). */
import type { Path } from './canvas.ts';
import type { PaintContext } from './paint-context.ts';
import { noteMissingElement } from './svg/missing-element.ts';

/** The shape that `offset-path: url(#id)` names, as it was found; that there is none is a diagnostic. */
export function orMissing(context: PaintContext, url: string, shape: Path | null): Path | null {
  if (shape === null)
    noteMissingElement(context, url, { wanted: 'shape', becomes: 'its coordinates are used instead' });
  return shape;
}
