/** Finds pages that show nothing, such as a last page that only has the empty rest of a box. */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { LU } from '../units.ts';
import type { FilledArea } from './filled-area.ts';

/** The rest of a box on a page that shows nothing, and its block size. */
interface EmptyRest {
  readonly box: Box;
  readonly size: LU;
}

/**
 * Returns the innermost box with a size on a page that shows nothing, or null if the page shows something or has no
 * such box. Backgrounds of the root element and the body, which cover the page, don't count.
 */
export function emptyRestOn(area: FilledArea): EmptyRest | null {
  const { root } = area;
  if (root === null || area.fragments().some(showsSomething)) return null;
  const sizeOf = (fragment: BoxFragment): LU => fragment.blockSize(root.fragment.writingMode);
  let rest = root.fragment;
  visitFragments(rest, 0, 0, null, (fragment) => {
    if (fragment.type !== 'box') return false;
    if (sizeOf(fragment) > 0) rest = fragment;
    return null;
  });
  return sizeOf(rest) > 0 ? { box: rest.box, size: sizeOf(rest) } : null;
}

function showsSomething(whole: BoxFragment): boolean {
  let shows = false;
  visitFragments(whole, 0, 0, null, (fragment) => {
    shows ||= isShown(fragment);
    return shows ? false : null;
  });
  return shows;
}

/** The kinds of boxes that show something of their own. */
const SHOWN: ReadonlySet<string> = new Set(['replaced', 'marker', 'leader', 'math']);

function isShown(fragment: Fragment): boolean {
  if (fragment.type === 'line' || fragment.style.text.visibility !== 'visible') return false;
  if (fragment.type === 'text') {
    const { text, start, end } = fragment.run;
    return text.slice(start, end).trim() !== '';
  }
  const { box, extra, border } = fragment;
  if (extra !== null || (box.data !== null && SHOWN.has(box.data.type))) return true;
  if (border.top + border.right + border.bottom + border.left > 0) return true;
  return paintsArea(fragment.style) && !coversPage(box);
}

/** Whether a box paints its area or around it. */
const paintsArea = ({ background, border }: ComputedStyle): boolean =>
  background.backgroundColor.a > 0 ||
  background.backgroundLayers.some(({ image }) => image !== null) ||
  background.boxShadow.length > 0 ||
  border.borderImageSource !== null ||
  (border.outlineWidth > 0 && border.outlineStyle !== 'none');

const coversPage = ({ data, parent }: Box): boolean => parent === null || data?.type === 'body';
