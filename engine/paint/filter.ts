/** The filter functions that a PDF can show: opacity. The others are reported (filter-effects-1). */
import type { FilterFunction } from '../css/computed-values.ts';
import type { PaintContext } from './paint-context.ts';

export function groupOpacity(filters: readonly FilterFunction[]): number {
  let opacity = 1;
  for (const filter of filters) if (filter.type === 'opacity') opacity *= Math.min(1, Math.max(0, filter.amount));
  return opacity;
}

export function reportFilters(context: PaintContext, filters: readonly FilterFunction[]): void {
  for (const filter of filters) {
    if (filter.type !== 'opacity')
      context.diagnostics.warn(
        'paint/filter',
        `filter: ${filter.type}() isn't supported; the element is painted without it.`,
      );
  }
}
