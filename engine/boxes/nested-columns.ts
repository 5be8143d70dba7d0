/**
 * Limits how deeply columns nest. Each container lays out the next one at several heights and positions, so the cost of
 * breaking them multiplies with each level.
 */
import { type Box, BoxFlag } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { isColumnContainer } from './spanners.ts';

/** The number of nested containers that break together. */
const MAX_NESTED = 4;

/**
 * Returns the number of column containers around the contents of a box that break together with it. A container nested
 * in too many others becomes monolithic (css-break-3 §4.1), so that it is laid out once.
 */
export function columnsAroundContents(context: BuildContext, box: Box): number {
  const { columnsAround } = context;
  const isContainer = isColumnContainer(box);
  if (isContainer && columnsAround >= MAX_NESTED && !box.has(BoxFlag.Monolithic)) {
    box.flags |= BoxFlag.Monolithic;
    const message = `Columns nested in ${MAX_NESTED} others aren't broken between columns or pages.`;
    if (box.element !== null) context.diagnostics.warnAbout('layout/unsupported', message, box.element);
  }
  const outside = box.has(BoxFlag.Monolithic) ? 0 : columnsAround;
  return isContainer ? outside + 1 : outside;
}
