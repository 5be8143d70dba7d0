/** The pages next to the source. Redrawing reuses their elements, which keeps the scroll position and the zoom. */
import type { LaidOutBox, LaidOutPage } from 'pagewright/browser';

/** Returns whether a position is in the document itself. Style attributes use the document's lines. */
export const isInDocument = (source: string | null): boolean =>
  source === null || source === 'document' || source === 'style attribute';

/** A position in the source. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

export interface PageViewParts {
  readonly container: HTMLElement;
  /** Requests the pixels of a page. `scale`: device pixels per CSS px. */
  readonly paint: (page: number, scale: number) => void;
  /** Called with the source position of a clicked box. */
  readonly go: (place: SourcePlace) => void;
}

/** Maximum side of a canvas, in pixels. */
const MOST_PIXELS = 4096;
const PADDING = 32;

interface Sheet {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly mark: HTMLElement;
  laidOut: LaidOutPage;
  isVisible: boolean;
  /** Whether the canvas shows the newest version at the current scale. */
  isFresh: boolean;
}

export class PageView {
  private readonly parts: PageViewParts;
  private readonly sheets: Sheet[] = [];
  private readonly observer: IntersectionObserver;
  /** Screen px per page px. 0: fits the width. */
  private zoom = 0;

  constructor(parts: PageViewParts) {
    this.parts = parts;
    this.observer = new IntersectionObserver((entries) => this.seen(entries), {
      root: parts.container,
      rootMargin: '50%',
    });
    new ResizeObserver(() => this.resize()).observe(parts.container);
  }

  show(pages: readonly LaidOutPage[]): void {
    while (this.sheets.length > pages.length) this.remove();
    pages.forEach((page, i) => {
      const sheet = this.sheets[i] ?? this.add(page, i);
      sheet.laidOut = page;
      sheet.isFresh = false;
      sheet.mark.hidden = true;
      sheet.element.setAttribute('aria-label', `Page ${i + 1} of ${pages.length}: ${wordsOf(page)}`);
    });
    this.resize();
  }

  /** Draws the requested pixels. */
  draw(page: number, image: ImageData): void {
    const canvas = this.sheets[page]?.canvas;
    if (!canvas) return;
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  }

  setZoom(zoom: number): void {
    this.zoom = zoom;
    for (const sheet of this.sheets) sheet.isFresh = false;
    this.resize();
  }

  /** Highlights the boxes of the element at a source position. */
  mark({ line, column }: SourcePlace): void {
    const at = order(line, column);
    let best: { readonly sheet: Sheet; readonly box: LaidOutBox; readonly order: number } | null = null;
    for (const sheet of this.sheets) {
      sheet.mark.hidden = true;
      for (const box of sheet.laidOut.boxes) {
        const begins = order(box.line, box.column);
        // The last element that starts at or before the position, and its first box.
        if (begins >= 0 && begins <= at && (best === null || begins > best.order)) best = { sheet, box, order: begins };
      }
    }
    if (!best) return;
    const { sheet, box } = best;
    const scale = this.scaleOf(sheet);
    Object.assign(sheet.mark.style, {
      left: `${box.x * scale}px`,
      top: `${box.y * scale}px`,
      width: `${box.width * scale}px`,
      height: `${box.height * scale}px`,
    });
    sheet.mark.hidden = false;
  }

  private scaleOf({ laidOut }: Sheet): number {
    if (this.zoom > 0) return this.zoom;
    return Math.max(0.1, (this.parts.container.clientWidth - PADDING) / laidOut.width);
  }

  private resize(): void {
    for (const sheet of this.sheets) {
      const scale = this.scaleOf(sheet);
      const width = `${sheet.laidOut.width * scale}px`;
      if (sheet.element.style.width !== width) sheet.isFresh = false;
      sheet.element.style.width = width;
      sheet.element.style.height = `${sheet.laidOut.height * scale}px`;
      this.refresh(sheet);
    }
  }

  private refresh(sheet: Sheet): void {
    if (!sheet.isVisible || sheet.isFresh) return;
    sheet.isFresh = true;
    const { width, height } = sheet.laidOut;
    const wanted = this.scaleOf(sheet) * devicePixelRatio;
    this.parts.paint(this.sheets.indexOf(sheet), Math.min(wanted, MOST_PIXELS / Math.max(width, height)));
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const sheet = this.sheets.find(({ element }) => element === target);
      if (!sheet) continue;
      sheet.isVisible = isIntersecting;
      this.refresh(sheet);
    }
  }

  private add(laidOut: LaidOutPage, index: number): Sheet {
    const element = document.createElement('div');
    element.className = 'page';
    element.setAttribute('role', 'img');
    const canvas = document.createElement('canvas');
    const mark = document.createElement('div');
    mark.className = 'mark';
    mark.hidden = true;
    element.append(canvas, mark);
    const sheet: Sheet = { element, canvas, mark, laidOut, isVisible: false, isFresh: false };
    element.addEventListener('click', (event) => this.clicked(sheet, event));
    this.sheets[index] = sheet;
    this.parts.container.append(element);
    this.observer.observe(element);
    return sheet;
  }

  private remove(): void {
    const sheet = this.sheets.pop();
    if (!sheet) return;
    this.observer.unobserve(sheet.element);
    sheet.element.remove();
  }

  private clicked(sheet: Sheet, event: MouseEvent): void {
    const bounds = sheet.element.getBoundingClientRect();
    const scale = this.scaleOf(sheet);
    const x = (event.clientX - bounds.left) / scale;
    const y = (event.clientY - bounds.top) / scale;
    const hit = sheet.laidOut.boxes.findLast((box) => box.line !== null && isInside(box, x, y));
    if (hit && hit.line !== null && hit.column !== null) this.parts.go({ line: hit.line, column: hit.column });
  }
}

const isInside = ({ x, y, width, height }: LaidOutBox, px: number, py: number): boolean =>
  px >= x && py >= y && px <= x + width && py <= y + height;

/** Maps positions to sortable numbers. -1: no position. */
const order = (line: number | null, column: number | null): number =>
  line === null || column === null ? -1 : line * 100_000 + column;

/** Returns the page's text for screen readers. */
function wordsOf({ boxes }: LaidOutPage): string {
  return boxes
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .join(' ')
    .slice(0, 2000);
}
