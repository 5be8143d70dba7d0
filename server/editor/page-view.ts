/** The pages next to the source. Redrawing reuses their elements, which keeps the scroll position and the zoom. */
import type { LaidOutBox, LaidOutPage } from 'pagewright/browser';
import { button } from './dom.ts';
import type { PictureUse } from './messages.ts';

/** Returns whether a position is in the document itself. Style attributes use the document's lines. */
export const isInDocument = (source: string | null): boolean =>
  source === null || source === 'document' || source === 'style attribute';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A position in the source. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

export interface PageViewParts {
  readonly container: HTMLElement;
  /** The list of thumbnails. */
  readonly thumbnails: HTMLElement;
  /** Requests the pixels of a page. `scale`: device pixels per CSS px. */
  readonly paint: (page: number, scale: number, use: PictureUse) => void;
  /** Called when another page is the first that is visible, with its number. */
  readonly turned: (page: number, of: number) => void;
  /** Called with the source position of a clicked box. */
  readonly go: (place: SourcePlace) => void;
}

/** Maximum side of a canvas, in pixels. */
const MOST_PIXELS = 4096;
const PADDING = 32;
/** Width of a thumbnail in CSS px. */
const THUMBNAIL_PX = 84;

/** How pages fit into the view: by width, as a whole, or in spreads of two. A number is screen px per page px. */
export type Fit = 'width' | 'page' | 'spread' | number;

interface Sheet {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly mark: HTMLElement;
  readonly thumbnail: HTMLElement;
  readonly small: HTMLCanvasElement;
  laidOut: LaidOutPage;
  isVisible: boolean;
  /** Whether the canvas shows the newest version at the current scale. */
  isFresh: boolean;
}

export class PageView {
  private readonly parts: PageViewParts;
  private readonly sheets: Sheet[] = [];
  private readonly observer: IntersectionObserver;
  private fit: Fit = 'width';
  /** The first visible page, from 0. */
  private at = 0;

  constructor(parts: PageViewParts) {
    this.parts = parts;
    this.observer = new IntersectionObserver((entries) => this.seen(entries), {
      root: parts.container,
      rootMargin: '50%',
    });
    new ResizeObserver(() => this.resize()).observe(parts.container);
    parts.container.addEventListener('scroll', () => this.noteTurn(), { passive: true });
  }

  show(pages: readonly LaidOutPage[]): void {
    while (this.sheets.length > pages.length) this.remove();
    pages.forEach((page, i) => {
      const sheet = this.sheets[i] ?? this.add(page, i);
      sheet.laidOut = page;
      sheet.isFresh = false;
      sheet.mark.hidden = true;
      sheet.element.setAttribute('aria-label', `Page ${i + 1} of ${pages.length}: ${wordsOf(page)}`);
      sheet.small.style.aspectRatio = `${page.width} / ${page.height}`;
      this.parts.paint(i, (THUMBNAIL_PX * devicePixelRatio) / page.width, 'thumbnail');
    });
    this.resize();
    this.noteTurn(true);
  }

  /** Draws the requested pixels. */
  draw(page: number, image: ImageData, use: PictureUse): void {
    const sheet = this.sheets[page];
    const canvas = use === 'page' ? sheet?.canvas : sheet?.small;
    if (!canvas) return;
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  }

  setFit(fit: Fit): void {
    this.fit = fit;
    this.parts.container.classList.toggle('spreads', fit === 'spread');
    for (const sheet of this.sheets) sheet.isFresh = false;
    this.resize();
  }

  /** Scrolls to a page, counted from 1. */
  turnTo(page: number): void {
    this.sheets[Math.min(page, this.sheets.length) - 1]?.element.scrollIntoView({ block: 'start' });
  }

  /**
   * Highlights the next line that contains a text, ignoring case, from the first visible page on. Returns how many lines
   * contain it.
   */
  find(text: string, step: number): number {
    const wanted = text.toLowerCase();
    const found = this.sheets.flatMap((sheet) =>
      sheet.laidOut.boxes.flatMap(({ lines }) =>
        lines.filter((line) => line.text.toLowerCase().includes(wanted)).map((line) => ({ sheet, line })),
      ),
    );
    for (const sheet of this.sheets) sheet.mark.hidden = true;
    const hit = found[((step % found.length) + found.length) % found.length];
    if (hit) this.highlight(hit.sheet, hit.line, true);
    return found.length;
  }

  /** Highlights the first box of the element at a source position, and scrolls to it on request. */
  mark({ line, column }: SourcePlace, isFollowed: boolean): void {
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
    this.highlight(best.sheet, best.box, isFollowed);
  }

  private highlight(sheet: Sheet, area: Rectangle, isFollowed: boolean): void {
    const scale = this.scaleOf(sheet);
    Object.assign(sheet.mark.style, {
      left: `${area.x * scale}px`,
      top: `${area.y * scale}px`,
      width: `${area.width * scale}px`,
      height: `${area.height * scale}px`,
    });
    sheet.mark.hidden = false;
    if (isFollowed) sheet.mark.scrollIntoView({ block: 'nearest' });
  }

  private noteTurn(isNew = false): void {
    const { top } = this.parts.container.getBoundingClientRect();
    const at = this.sheets.findIndex(({ element }) => element.getBoundingClientRect().bottom > top + PADDING);
    if (at < 0 || (at === this.at && !isNew)) return;
    this.at = at;
    this.sheets.forEach(({ thumbnail }, i) =>
      i === at ? thumbnail.setAttribute('aria-current', 'page') : thumbnail.removeAttribute('aria-current'),
    );
    this.parts.turned(at + 1, this.sheets.length);
  }

  private scaleOf({ laidOut }: Sheet): number {
    const { fit } = this;
    if (typeof fit === 'number') return fit;
    const { clientWidth, clientHeight } = this.parts.container;
    const width = fit === 'spread' ? (clientWidth - PADDING - 16) / 2 : clientWidth - PADDING;
    const byWidth = width / laidOut.width;
    return Math.max(0.1, fit === 'page' ? Math.min(byWidth, (clientHeight - PADDING) / laidOut.height) : byWidth);
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
    this.parts.paint(this.sheets.indexOf(sheet), Math.min(wanted, MOST_PIXELS / Math.max(width, height)), 'page');
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
    const small = document.createElement('canvas');
    const thumbnail = button('', () => this.turnTo(index + 1));
    const number = document.createElement('span');
    number.textContent = `${index + 1}`;
    thumbnail.append(small, number);
    thumbnail.setAttribute('aria-label', `Page ${index + 1}`);
    const item = document.createElement('li');
    item.append(thumbnail);
    this.parts.thumbnails.append(item);
    const sheet: Sheet = { element, canvas, mark, thumbnail, small, laidOut, isVisible: false, isFresh: false };
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
    sheet.thumbnail.parentElement?.remove();
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
