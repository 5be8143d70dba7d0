/** The pages beside the text. Elements stay when pages are drawn anew, and with them the place that was scrolled to and the zoom. */
import type { LaidOutBox, LaidOutPage } from 'pagewright/browser';

/** What has a place in the document itself: style attributes have the document's lines. */
export const isInDocument = (source: string | null): boolean =>
  source === null || source === 'document' || source === 'style attribute';

/** A place in the text. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

export interface PageViewParts {
  readonly container: HTMLElement;
  /** Pixels of a page are wanted, at so many for a CSS px. */
  readonly paint: (page: number, scale: number) => void;
  /** Somebody has clicked on what this text makes. */
  readonly go: (place: SourcePlace) => void;
}

/** Canvases are no larger than this, px on a side. */
const MOST_PIXELS = 4096;
const PADDING = 32;

interface Sheet {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly mark: HTMLElement;
  laidOut: LaidOutPage;
  isVisible: boolean;
  /** It shows the newest pages at the scale that is asked for. */
  isFresh: boolean;
}

export class PageView {
  private readonly parts: PageViewParts;
  private readonly sheets: Sheet[] = [];
  private readonly observer: IntersectionObserver;
  /** CSS px of the screen for a px of the page; 0: as wide as there is room. */
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

  /** Pixels that were asked for. */
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

  /** Marks what the text at a place makes. */
  mark({ line, column }: SourcePlace): void {
    const at = order(line, column);
    let best: { readonly sheet: Sheet; readonly box: LaidOutBox; readonly order: number } | null = null;
    for (const sheet of this.sheets) {
      sheet.mark.hidden = true;
      for (const box of sheet.laidOut.boxes) {
        const begins = order(box.line, box.column);
        // The element that begins last before the place; of its boxes the first.
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

/** Places in the order of the text; null: none. */
const order = (line: number | null, column: number | null): number =>
  line === null || column === null ? -1 : line * 100_000 + column;

/** The page for those who don't see it. */
function wordsOf({ boxes }: LaidOutPage): string {
  return boxes
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .join(' ')
    .slice(0, 2000);
}
