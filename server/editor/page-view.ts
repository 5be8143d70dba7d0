/** The pages next to the source. Redrawing reuses their elements, which keeps the scroll position and the zoom. */
import type { EdgeWidths, ExplainedBox, LaidOutBox, LaidOutLine, LaidOutPage } from 'pagewright/browser';
import { edge, fitWidths, inset, isInside, place, pxOf, type Rectangle, ring } from './areas.ts';
import { button } from './dom.ts';
import type { PictureUse } from './messages.ts';

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
  /** Called with the number of the first visible page when it changes. */
  readonly turned: (page: number, of: number) => void;
  /** Called with a clicked box that has a source position. */
  readonly chosen: (box: LaidOutBox, place: SourcePlace) => void;
}

/** Maximum side of a canvas, in pixels. */
const MOST_PIXELS = 4096;
const PADDING = 32;
/** Width of a thumbnail in CSS px. */
const THUMBNAIL_PX = 84;
/** Thumbnails are drawn after the pages, and not between fast keystrokes. */
const THUMBNAILS_AFTER_MS = 120;

/**
 * How pages fit into the view: by width, as a whole, two next to each other, or as in a book, whose first page is on the
 * right. A number is screen px per page px.
 */
export type Fit = 'width' | 'page' | 'pair' | 'facing' | number;

const isInPairs = (fit: Fit): boolean => fit === 'pair' || fit === 'facing';

interface Sheet {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly mark: HTMLElement;
  /** The text of the page, invisible, so that it can be selected and copied. */
  readonly text: HTMLElement;
  /** The edges of the inspected element. */
  readonly edges: HTMLElement;
  readonly thumbnail: HTMLElement;
  readonly small: HTMLCanvasElement;
  laidOut: LaidOutPage;
  /** The area of the mark, in px of the page. */
  marked: Rectangle | null;
  isVisible: boolean;
  /** Whether the canvas shows the newest version at the current scale. */
  isFresh: boolean;
  /** Whether the text belongs to the page as laid out. */
  hasText: boolean;
}

export class PageView {
  private readonly parts: PageViewParts;
  private readonly sheets: Sheet[] = [];
  private readonly observer: IntersectionObserver;
  private fit: Fit = 'width';
  private thumbnailsTimer: ReturnType<typeof setTimeout> | undefined;
  /** The picture of the first document, until its page is drawn. */
  private firstPicture: Element | null;
  /** The first visible page, from 0. */
  private at = 0;

  constructor(parts: PageViewParts) {
    this.parts = parts;
    this.firstPicture = parts.container.querySelector('img');
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
      sheet.isFresh = sheet.hasText = false;
      sheet.mark.hidden = true;
      sheet.element.setAttribute('aria-label', `Page ${i + 1} of ${pages.length}: ${wordsOf(page)}`);
      sheet.small.style.aspectRatio = `${page.width} / ${page.height}`;
    });
    this.outline(null);
    this.resize();
    clearTimeout(this.thumbnailsTimer);
    this.thumbnailsTimer = setTimeout(() => this.paintThumbnails(), THUMBNAILS_AFTER_MS);
  }

  /** Shows the pages of the first document, whose first picture is in the view already. */
  showPrepared(pages: readonly LaidOutPage[]): void {
    this.show(pages);
    setTimeout(() => this.sheets[0] && this.writeText(this.sheets[0]));
  }

  private paintThumbnails(): void {
    this.sheets.forEach(({ laidOut }, i) =>
      this.parts.paint(i, (THUMBNAIL_PX * devicePixelRatio) / laidOut.width, 'thumbnail'),
    );
  }

  /** Removes the picture of the first document, which is shown until its page is drawn. */
  forgetFirstPicture(): void {
    this.firstPicture?.remove();
    this.firstPicture = null;
  }

  /** Draws the requested pixels. */
  draw(page: number, image: ImageData, use: PictureUse): void {
    const sheet = this.sheets[page];
    const canvas = use === 'page' ? sheet?.canvas : sheet?.small;
    if (!canvas) return;
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    if (use !== 'page') return;
    if (page === 0) this.forgetFirstPicture();
    // The text is invisible, so the picture doesn't wait for it.
    setTimeout(() => sheet && this.writeText(sheet));
  }

  setFit(fit: Fit): void {
    this.fit = fit;
    this.parts.container.classList.toggle('pairs', isInPairs(fit));
    this.parts.container.classList.toggle('facing', fit === 'facing');
    for (const sheet of this.sheets) sheet.isFresh = false;
    this.resize();
  }

  /** Scrolls to the start or end of a page, counted from 1. */
  turnTo(page: number, block: 'start' | 'end' = 'start'): void {
    this.sheets[Math.min(page, this.sheets.length) - 1]?.element.scrollIntoView({ block });
  }

  /**
   * Highlights the next line that contains a text, ignoring case, from the first visible page on. Returns how many lines
   * contain it.
   */
  find(text: string, step: number): number {
    const wanted = text.toLowerCase();
    const found = this.sheets.flatMap((sheet) =>
      linesOf(sheet.laidOut)
        .filter((line) => line.text.toLowerCase().includes(wanted))
        .map((line) => ({ sheet, line })),
    );
    for (const sheet of this.sheets) sheet.mark.hidden = true;
    const hit = found[((step % found.length) + found.length) % found.length];
    if (hit) this.highlight(hit.sheet, hit.line, true);
    return found.length;
  }

  /**
   * Highlights the first box of the element at a source position, and scrolls to it on request. Returns the element's
   * selector, or null without one.
   */
  mark({ line, column }: SourcePlace, isFollowed: boolean): string | null {
    const at = order(line, column);
    let best: { readonly sheet: Sheet; readonly box: LaidOutBox; readonly order: number } | null = null;
    for (const sheet of this.sheets) {
      sheet.mark.hidden = true;
      for (const box of sheet.laidOut.boxes) {
        const begins = order(box.line, box.column);
        if (begins < 0 || begins > at) continue;
        // The last element that starts at or before the position, and its first box. A `body` without a tag has the
        // position of the element that starts it, and all copies that a template makes of an element have its position.
        if (
          best === null ||
          begins > best.order ||
          (begins === best.order && sheet === best.sheet && box.depth > best.box.depth)
        )
          best = { sheet, box, order: begins };
      }
    }
    if (!best) return null;
    this.highlight(best.sheet, best.box, isFollowed);
    return best.box.selector;
  }

  /** Shows the page areas, and the margin, border, padding, content and grid tracks of boxes; null removes them. */
  outline(boxes: readonly ExplainedBox[] | null): void {
    for (const sheet of this.sheets) {
      const areas = boxes === null ? [] : [edge('area', sheet.laidOut.area, this.scaleOf(sheet))];
      sheet.edges.replaceChildren(...areas);
    }
    for (const box of boxes ?? []) {
      const sheet = this.sheets[box.page - 1];
      if (sheet) sheet.edges.append(...this.areasOf(box, this.scaleOf(sheet)));
    }
  }

  private areasOf({ borderBox, border, padding, margin, tracks }: ExplainedBox, scale: number): HTMLElement[] {
    const margins: EdgeWidths = {
      top: pxOf(margin.top),
      right: pxOf(margin.right),
      bottom: pxOf(margin.bottom),
      left: pxOf(margin.left),
    };
    const paddingBox = inset(borderBox, border, 1);
    const areas = [
      ring('margin', inset(borderBox, margins, -1), margins, scale),
      ring('border', borderBox, border, scale),
      ring('padding', paddingBox, padding, scale),
      edge('content', inset(paddingBox, padding, 1), scale),
    ];
    const lines = [...(tracks?.columns ?? []), ...(tracks?.rows ?? [])].map((area) => edge('track', area, scale));
    return [...areas, ...lines];
  }

  private highlight(sheet: Sheet, area: Rectangle, isFollowed: boolean): void {
    sheet.marked = area;
    place(sheet.mark, area, this.scaleOf(sheet));
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
    const width = isInPairs(fit) ? (clientWidth - PADDING - 16) / 2 : clientWidth - PADDING;
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
      if (sheet.marked) place(sheet.mark, sheet.marked, scale);
      this.refresh(sheet);
    }
    this.noteTurn(true);
  }

  private refresh(sheet: Sheet): void {
    if (!sheet.isVisible || sheet.isFresh) return;
    sheet.isFresh = true;
    const { width, height } = sheet.laidOut;
    const wanted = this.scaleOf(sheet) * devicePixelRatio;
    this.parts.paint(this.sheets.indexOf(sheet), Math.min(wanted, MOST_PIXELS / Math.max(width, height)), 'page');
  }

  /** Lays the lines of a page over its picture. */
  private writeText(sheet: Sheet): void {
    const scale = this.scaleOf(sheet);
    if (!sheet.hasText) {
      sheet.hasText = true;
      const lines = linesOf(sheet.laidOut);
      sheet.text.replaceChildren(
        ...lines.map((line) => {
          const element = document.createElement('span');
          element.textContent = `${line.text}\n`;
          place(element, line, 1);
          element.style.fontSize = `${line.height * 0.8}px`;
          return element;
        }),
      );
      fitWidths([...sheet.text.children] as HTMLElement[], lines);
    }
    sheet.text.style.scale = String(scale);
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
    // Its label has the words, so the text layer isn't read a second time.
    element.setAttribute('role', 'img');
    const canvas = document.createElement('canvas');
    const mark = document.createElement('div');
    mark.className = 'mark';
    mark.hidden = true;
    const text = document.createElement('div');
    text.className = 'text';
    const edges = document.createElement('div');
    element.append(canvas, text, edges, mark);
    if (index === 0 && this.firstPicture) element.prepend(this.firstPicture);
    const small = document.createElement('canvas');
    const thumbnail = button('', () => this.turnTo(index + 1));
    const number = document.createElement('span');
    number.textContent = `${index + 1}`;
    thumbnail.append(small, number);
    thumbnail.setAttribute('aria-label', `Page ${index + 1}`);
    const item = document.createElement('li');
    item.append(thumbnail);
    this.parts.thumbnails.append(item);
    const sheet: Sheet = {
      element,
      canvas,
      text,
      edges,
      mark,
      thumbnail,
      small,
      laidOut,
      marked: null,
      isVisible: false,
      isFresh: false,
      hasText: false,
    };
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
    // The end of a selection isn't a click.
    if (getSelection()?.isCollapsed === false) return;
    const bounds = sheet.element.getBoundingClientRect();
    const scale = this.scaleOf(sheet);
    const x = (event.clientX - bounds.left) / scale;
    const y = (event.clientY - bounds.top) / scale;
    const hit = sheet.laidOut.boxes.findLast((box) => box.line !== null && isInside(box, x, y));
    if (hit && hit.line !== null && hit.column !== null) this.parts.chosen(hit, { line: hit.line, column: hit.column });
  }
}

/** Maps positions to sortable numbers. -1: no position. */
const order = (line: number | null, column: number | null): number =>
  line === null || column === null ? -1 : line * 100_000 + column;

/** Returns the page's text for screen readers. */
function wordsOf(page: LaidOutPage): string {
  return linesOf(page)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 2000);
}

/** Returns the lines of a page, those of its margin boxes last. */
const linesOf = ({ boxes, marginBoxes }: LaidOutPage): LaidOutLine[] =>
  [...boxes, ...marginBoxes].flatMap(({ lines }) => lines);
