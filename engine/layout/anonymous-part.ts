import { makeAnonymousPart } from '../boxes/anonymous-part.ts';
import type { Box } from '../boxes/box.ts';
import { LayoutCache } from './layout-cache.ts';

/** The anonymous box that stands for a part of a box (a column, a fieldset's contents), made when it is first shown. */
export function anonymousPartOf(box: Box): Box {
  const cache = LayoutCache.of(box);
  return (cache.part ??= makeAnonymousPart(box));
}
