import { RenderError } from './errors.ts';

export interface Limits {
  /** Milliseconds for the whole render. */
  readonly deadlineMs: number;
  readonly maxPages: number;
  readonly maxBoxes: number;
  /** Maximum number of open elements. Deeper ones are flattened into the deepest allowed level, as in browsers. */
  readonly maxDepth: number;
  /** Decoded image pixels in the whole document. */
  readonly maxPixels: number;
  /**
   * Bytes held at one time for unpacked content, apart from the trees: images and fonts during and after decoding,
   * loaded style sheets, and the memory of WebAssembly decoders.
   */
  readonly maxBytes: number;
  /** Bytes of the PDF. */
  readonly maxPdfBytes: number;
  /** Text produced by substituting var(), counters and the like, in UTF-16 code units. */
  readonly maxSubstitution: number;
}

export const DEFAULT_LIMITS: Limits = {
  deadlineMs: 30_000,
  maxPages: 5_000,
  maxBoxes: 2_000_000,
  maxDepth: 512,
  maxPixels: 100_000_000,
  maxBytes: 384_000_000,
  maxPdfBytes: 512_000_000,
  maxSubstitution: 4_000_000,
};

/** Tells a render to stop: an AbortSignal, or for a render in another thread an object that reads shared memory. */
export interface AbortFlag {
  readonly aborted: boolean;
}

/** Columns in one row of a multi-column container. */
const MAX_COLUMNS = 20_000;

/** Starts and ends of inline boxes, and texts, in one line. An unbroken line contains the whole paragraph. */
const MAX_LINE_ITEMS = 200_000;

/** Names on one axis of a grid, counted for every line that has them. */
const MAX_LINE_NAMES = 200_000;

/** Names on all axes that are kept. */
const MAX_KEPT_LINE_NAMES = 2_000_000;

/**
 * Nested inline boxes that continue on further lines, or after blocks that split them: depth times lines, which even a
 * small document can make large.
 */
const MAX_CONTINUED_BOXES = 400_000;

/** Elements that the text doesn't contain, in all documents of a render. */
const MAX_REPEATED_ELEMENTS = 100_000;

/**
 * Elements that Pagewright adds to documents, such as entries of contents, indexes and endnotes. The limit is this
 * number, plus more for each element that the documents contain. Several lists can repeat all entries.
 */
const MAX_ADDED_ELEMENTS = 50_000;
const MAX_ADDED_PER_ELEMENT = 8;

/** Areas of image maps, counted once for each image that uses the map. */
const MAX_MAP_AREAS = 100_000;

/** Values of data lists, counted once for each field that suggests them. */
const MAX_SUGGESTIONS = 100_000;

/** Selectors of style sheets, counted during parsing: a letter and a comma suffice for one. */
const MAX_SELECTORS = 500_000;

/**
 * Stack bytes for nested boxes, as estimated by `stackFor` in engine/boxes/nesting.ts. Runtimes provide at least 984 KB
 * (Node and its workers); the rest is for the caller and the leaves of the tree.
 */
const MAX_STACK = 850_000;

/** Milliseconds between pauses in which a signal can arrive. */
const PAUSE_EVERY_MS = 50;

/** PDF objects are written in large batches. */
const PDF_BYTES_PER_TICK = 64;

/** Number of ticks between two checks of the clock. */
const TICKS_PER_LOOK = 512;

/**
 * The remaining limits of a render. Every loop that grows with the input ticks it. Reaching a limit ends the render
 * with a typed error.
 */
export class Budget {
  readonly limits: Limits;
  private deadline: number;
  private readonly signal: AbortFlag | null;
  private ticks = 0;
  private nextLook = TICKS_PER_LOOK;
  /** The number of waits in progress, and the time up to which waiting has been accounted for. */
  private waiting = 0;
  private waitingSince = 0;
  private lastPause = performance.now();
  private boxes = 0;
  private continuedBoxes = 0;
  private repeatedElements = 0;
  private addedElements = 0;
  private maxAddedElements = MAX_ADDED_ELEMENTS;
  private mapAreas = 0;
  private suggestions = 0;
  private lineNames = 0;
  private selectors = 0;
  private stack = 0;
  private pixels = 0;
  private bytes = 0;
  /** The largest number of bytes held at one time. */
  peakBytes = 0;
  private pdfBytes = 0;
  private substitution = 0;

  constructor(limits: Limits, signal: AbortFlag | null = null) {
    this.limits = limits;
    this.signal = signal;
    this.deadline = performance.now() + limits.deadlineMs;
  }

  /** Counts one unit of work (a node, a line, a rule tried). Cheap enough for inner loops. */
  tick(): void {
    if (++this.ticks >= this.nextLook) this.look();
  }

  /** Counts several units of work at once. */
  tickBy(count: number): void {
    this.ticks += Math.ceil(count);
    if (this.ticks >= this.nextLook) this.look();
  }

  /** The units of work done so far: a measure of cost that is the same on every machine. */
  get work(): number {
    return this.ticks;
  }

  /** Checks the clock and the abort signal now. */
  look(): void {
    this.nextLook = this.ticks + TICKS_PER_LOOK;
    if (this.signal?.aborted) throw new RenderError('aborted', 'The render was aborted by the caller.');
    if (performance.now() > this.deadline) throw this.timeout();
  }

  /**
   * Announces an uninterruptible operation of this many milliseconds.
   * @throws RenderError if it would end after the deadline.
   */
  foresee(milliseconds: number): void {
    this.look();
    if (performance.now() + milliseconds > this.deadline) throw this.timeout();
  }

  private timeout(): RenderError {
    return new RenderError(
      'render_timeout',
      `Rendering took longer than ${this.limits.deadlineMs} ms (limits.deadlineMs).`,
    );
  }

  /**
   * Waits for a promise without counting the time. An AbortSignal ends the wait, because the promise may never settle.
   */
  async waitFor(other: Promise<void>): Promise<void> {
    if (this.waiting++ === 0) this.waitingSince = performance.now();
    try {
      await this.orAborted(other);
    } finally {
      // Overlapping waits count once.
      const now = performance.now();
      this.deadline += now - this.waitingSince;
      this.waitingSince = now;
      this.waiting--;
    }
    this.look();
  }

  /**
   * Waits for something that the document needs, such as a file. The time counts: a file that never arrives ends
   * the render at its deadline.
   * @throws RenderError
   */
  async waitWithin(other: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, this.deadline - performance.now()) + 1);
    });
    try {
      await this.orAborted(Promise.race([other, late]));
    } finally {
      clearTimeout(timer);
    }
    this.look();
  }

  private orAborted(other: Promise<void>): Promise<void> {
    if (this.signal === null || !('addEventListener' in this.signal)) return other;
    const signal = this.signal as AbortSignal;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      void other.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  /** Pauses from time to time so that the caller can run and an AbortSignal can arrive; null when no pause is due. */
  pause(): Promise<void> | null {
    if (this.signal === null || !('addEventListener' in this.signal)) return null;
    if (performance.now() - this.lastPause < PAUSE_EVERY_MS) return null;
    return this.waitFor(new Promise((resolve) => setTimeout(resolve))).then(() => {
      this.lastPause = performance.now();
    });
  }

  spendPage(pageCount: number): void {
    this.look();
    if (pageCount > this.limits.maxPages) {
      throw new RenderError(
        'page_limit_exceeded',
        `The document has more than ${this.limits.maxPages} pages (limits.maxPages).`,
      );
    }
  }

  /** `columnCount`: columns in one row. Only contents broken up by a small height reach the limit. */
  spendColumn(columnCount: number): void {
    this.check(columnCount, MAX_COLUMNS, 'columns per row');
  }

  /**
   * Counts an element beyond those that the text of a document can contain. Formatting elements that aren't closed are
   * repeated in every later block (HTML §13.2.4.3), so their number grows with its square.
   */
  spendRepeatedElement(): void {
    this.check(++this.repeatedElements, MAX_REPEATED_ELEMENTS, 'elements repeated by misnested formatting');
  }

  /** Allows generated lists for a document of this many elements. */
  allowAddedElements(elements: number): void {
    this.maxAddedElements += MAX_ADDED_PER_ELEMENT * elements;
  }

  /** Counts an element that isn't in the text of the document, such as an entry of its table of contents. */
  spendAddedElement(): void {
    this.tick();
    this.check(++this.addedElements, this.maxAddedElements, 'elements in generated lists');
  }

  /** Counts the areas of an image's map. Every image can use every map. */
  spendMapAreas(count: number): void {
    this.mapAreas += count;
    this.check(this.mapAreas, MAX_MAP_AREAS, 'areas of image maps over all images');
  }

  /** Counts the values that a field suggests. Every field can use every data list. */
  spendSuggestions(count: number): void {
    this.suggestions += count;
    this.check(this.suggestions, MAX_SUGGESTIONS, 'suggested values over all fields');
  }

  spendBox(): void {
    this.tick();
    this.check(++this.boxes, this.limits.maxBoxes, 'boxes');
  }

  /**
   * Enters a box that takes this many stack bytes, until `leave`.
   * @throws RenderError if the stack might overflow inside it.
   */
  enter(bytes: number): void {
    this.stack += bytes;
    if (this.stack > MAX_STACK) throw new RenderError('document_too_complex', 'The document is nested too deeply.');
  }

  /** Leaves a box that was entered. */
  leave(bytes: number): void {
    this.stack -= bytes;
  }

  /** `itemCount`: the line's items so far. */
  spendLineItem(itemCount: number): void {
    this.tick();
    this.check(itemCount, MAX_LINE_ITEMS, 'inline boxes and texts per line');
  }

  /** `count`: the names on a grid's axis so far. */
  spendLineName(count: number): void {
    this.tick();
    this.check(count, MAX_LINE_NAMES, 'grid line names per axis');
  }

  /** Counts names on a grid's axis that are kept throughout layout. */
  keepLineNames(count: number): void {
    this.lineNames += count;
    this.check(this.lineNames, MAX_KEPT_LINE_NAMES, 'grid line names');
  }

  /** Counts a selector during parsing. */
  spendSelector(): void {
    this.tick();
    this.check(++this.selectors, MAX_SELECTORS, 'selectors');
  }

  /** Counts a nested inline box that continues on another line, or after a block that splits it. */
  spendContinuedBox(): void {
    this.tick();
    this.check(++this.continuedBoxes, MAX_CONTINUED_BOXES, 'nested inline boxes over all lines');
  }

  spendPixels(count: number): void {
    this.pixels += count;
    this.check(this.pixels, this.limits.maxPixels, 'image pixels');
  }

  /** Counts memory for unpacked content, before it is allocated. */
  spendBytes(count: number): void {
    this.bytes += count;
    this.peakBytes = Math.max(this.peakBytes, this.bytes);
    this.check(this.bytes, this.limits.maxBytes, 'bytes for images, fonts and style sheets');
  }

  /** Runs `make` with memory accounted for until it returns. */
  holding<T>(count: number, make: () => T): T {
    this.spendBytes(count);
    try {
      return make();
    } finally {
      this.bytes -= count;
    }
  }

  /** Counts bytes written to the PDF. */
  spendPdfBytes(count: number): void {
    this.tickBy(1 + count / PDF_BYTES_PER_TICK);
    this.pdfBytes += count;
    this.check(this.pdfBytes, this.limits.maxPdfBytes, 'bytes of PDF');
  }

  spendSubstitution(length: number): void {
    this.tick();
    this.substitution += length;
    this.check(this.substitution, this.limits.maxSubstitution, 'characters of substituted values, such as var()');
  }

  private check(spent: number, limit: number, what: string): void {
    if (spent > limit) throw new RenderError('document_too_complex', `The document needs more than ${limit} ${what}.`);
  }
}
