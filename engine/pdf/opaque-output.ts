/** Writes pages without transparency, for standards that forbid it. */
import type { DisplayList, PageLabel, PageOutput, SheetTrim } from '../paint/display-list.ts';
import { FilterBudget } from '../paint/filters/filter-budget.ts';
import type { FilterServices } from '../paint/mapped-colors.ts';
import { FlattenedPage, type FlatteningHost } from './flattened-page.ts';
import { SolidBlends } from './solid-blends.ts';

/**
 * Returns an output that flattens transparency and passes the pages on. `positionOf` returns the source position of a
 * structure element.
 */
export function opaqueOutput(
  inner: PageOutput,
  services: FilterServices,
  positionOf: FlatteningHost['positionOf'],
): PageOutput {
  const { rasterizer, budget, diagnostics } = services;
  const message = 'Transparency was flattened to a picture, whose inks are converted to RGB.';
  return new OpaqueOutput(inner, {
    pixels: { rasterizer, samples: new FilterBudget(budget), budget, depth: 0 },
    blends: new SolidBlends({ rasterizer, budget, diagnostics }),
    positionOf,
    onLostInks: (at) => diagnostics.warn('pdf/flattened-inks', message, at),
  });
}

class OpaqueOutput implements PageOutput {
  private readonly inner: PageOutput;
  private readonly host: FlatteningHost;
  private page: FlattenedPage | null = null;
  private readonly left = new Map<number, FlattenedPage>();

  constructor(inner: PageOutput, host: FlatteningHost) {
    this.inner = inner;
    this.host = host;
  }

  beginPage(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): void {
    this.page = new FlattenedPage({ x0: 0, y0: 0, x1: width, y1: height }, this.host);
    this.inner.beginPage(width, height, trim, label);
  }

  draw(list: DisplayList): void {
    this.inner.draw(this.page?.flatten(list) ?? list);
  }

  endPage(): void {
    this.page = null;
    this.inner.endPage();
  }

  leavePage(id: number): void {
    if (this.page !== null) this.left.set(id, this.page);
    this.page = null;
    this.inner.leavePage(id);
  }

  returnToPage(id: number): void {
    this.page = this.left.get(id) ?? null;
    this.left.delete(id);
    this.inner.returnToPage(id);
  }
}
