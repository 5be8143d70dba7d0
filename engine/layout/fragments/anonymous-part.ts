import { makeAnonymousPart } from '../../boxes/anonymous-part.ts';
import type { Box } from '../../boxes/box.ts';
import { LayoutCache } from '../cache/layout-cache.ts';

/** Returns the anonymous box for a part of a box (a column, a fieldset's contents), created on first use. */
export function anonymousPartOf(box: Box): Box {
  const cache = LayoutCache.of(box);
  return (cache.part ??= makeAnonymousPart(box));
}
