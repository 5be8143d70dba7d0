import { RenderError } from './errors.ts';

export interface Limits {
  /** Milliseconds for the whole render. */
  readonly deadlineMs: number;
  readonly maxPages: number;
  readonly maxBoxes: number;
  /** Open elements; deeper ones are flattened into the deepest that is allowed, as browsers do. */
  readonly maxDepth: number;
  /** Decoded image pixels over the whole document. */
  readonly maxPixels: number;
  /**
   * Bytes held at one time beside the trees, in what a document unpacks: images and fonts while they are decoded and where they stay so, the memory
   * of WebAssembly decoders.
   */
  readonly maxBytes: number;
  /** Bytes of the PDF. */
  readonly maxPdfBytes: number;
  /** Text produced by substituting var(), counters and the like, in UTF-16 units. */
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

/** What tells a render to stop: an AbortSignal; or, for a render in another thread, whatever reads memory that the two share. */
export interface AbortFlag {
  readonly aborted: boolean;
}

/** Columns in one row of a multi-column container. */
const MAX_COLUMNS = 20_000;

/** Beginnings and ends of inline boxes, and texts, in one line: where nothing breaks it, it holds the whole paragraph. */
const MAX_LINE_ITEMS = 200_000;

/** Names of one axis of a grid, each counted for every line that has it. */
const MAX_LINE_NAMES = 200_000;

/** The same over all axes that are kept. */
const MAX_KEPT_LINE_NAMES = 2_000_000;

/** Inline boxes deep in others that lines go on with: depth times lines, which a small document can have many of. */
const MAX_CONTINUED_BOXES = 400_000;

/** Selectors of style sheets, as they are parsed: a letter and a comma make one. */
const MAX_SELECTORS = 500_000;

/**
 * Bytes of the stack that boxes in each other may take, as `stackFor` in engine/boxes/nesting.ts reckons them: what runtimes give a program at least
 * (984 KB in Node and its workers), but for what its caller and the leaves of the tree need.
 */
const MAX_STACK = 850_000;

/** Milliseconds between two pauses, in which a signal can be given. */
const PAUSE_EVERY_MS = 50;

/** Objects of the PDF come many in a piece. */
const PDF_BYTES_PER_TICK = 64;

/** How many ticks pass between two looks at the clock. */
const TICKS_PER_LOOK = 512;

/**
 * What one render may still spend. Every loop that grows with the input asks it; a limit that is reached
 * ends the render with one typed error.
 */
export class Budget {
  readonly limits: Limits;
  private deadline: number;
  private readonly signal: AbortFlag | null;
  private ticks = 0;
  private nextLook = TICKS_PER_LOOK;
  /** How much is being waited for now, and from when on that hasn't been counted. */
  private waiting = 0;
  private waitingSince = 0;
  private lastPause = performance.now();
  private boxes = 0;
  private continuedBoxes = 0;
  private lineNames = 0;
  private selectors = 0;
  private stack = 0;
  private pixels = 0;
  private bytes = 0;
  /** The most bytes held at one time. */
  peakBytes = 0;
  private pdfBytes = 0;
  private substitution = 0;

  constructor(limits: Limits, signal: AbortFlag | null = null) {
    this.limits = limits;
    this.signal = signal;
    this.deadline = performance.now() + limits.deadlineMs;
  }

  /** One unit of work (a node, a line, a rule tried): cheap enough for inner loops. */
  tick(): void {
    if (++this.ticks >= this.nextLook) this.look();
  }

  /** Several units of work at once. */
  tickBy(count: number): void {
    this.ticks += Math.ceil(count);
    if (this.ticks >= this.nextLook) this.look();
  }

  /** Units of work done so far: what a render costs, the same on every machine. */
  get work(): number {
    return this.ticks;
  }

  /** Looks at the clock and the abort signal now. */
  look(): void {
    this.nextLook = this.ticks + TICKS_PER_LOOK;
    if (this.signal?.aborted) throw new RenderError('aborted', 'The render was aborted by its caller.');
    if (performance.now() > this.deadline) throw this.timeout();
  }

  /** Something that can't be stopped is about to take so many milliseconds. @throws RenderError if it would end after the deadline. */
  foresee(milliseconds: number): void {
    this.look();
    if (performance.now() + milliseconds > this.deadline) throw this.timeout();
  }

  private timeout(): RenderError {
    return new RenderError('render_timeout', `Rendering took longer than ${this.limits.deadlineMs} ms.`);
  }

  /** Waits for somebody else: that time isn't the render's, but an AbortSignal ends it, as what is waited for may never come. */
  async waitFor(other: Promise<void>): Promise<void> {
    if (this.waiting++ === 0) this.waitingSince = performance.now();
    try {
      await this.orAborted(other);
    } finally {
      // What is waited for side by side counts once.
      const now = performance.now();
      this.deadline += now - this.waitingSince;
      this.waitingSince = now;
      this.waiting--;
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

  /** Lets the caller's other work go on now and then where an AbortSignal may come of it; null: no need now. */
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
      throw new RenderError('page_limit_exceeded', `The document has more than ${this.limits.maxPages} pages.`);
    }
  }

  /** `columnCount`: columns side by side in one row; only contents that a small height cuts up make so many. */
  spendColumn(columnCount: number): void {
    this.check(columnCount, MAX_COLUMNS, 'columns in a row');
  }

  spendBoxes(count: number): void {
    this.tick();
    this.boxes += count;
    this.check(this.boxes, this.limits.maxBoxes, 'boxes');
  }

  /** Into a box that takes so many bytes of the stack, until `leave`. @throws RenderError where the stack might end inside of it. */
  enter(bytes: number): void {
    this.stack += bytes;
    if (this.stack > MAX_STACK) throw new RenderError('document_too_complex', 'The document is nested too deeply.');
  }

  /** Out of a box that was entered. */
  leave(bytes: number): void {
    this.stack -= bytes;
  }

  /** `itemCount`: what a line has so far. */
  spendLineItem(itemCount: number): void {
    this.tick();
    this.check(itemCount, MAX_LINE_ITEMS, 'inline boxes and texts in a line');
  }

  /** `count`: what the lines of a grid's axis have so far. */
  spendLineName(count: number): void {
    this.tick();
    this.check(count, MAX_LINE_NAMES, 'names of lines along an axis of a grid');
  }

  /** Names that a grid's axis has for as long as the document is laid out. */
  keepLineNames(count: number): void {
    this.lineNames += count;
    this.check(this.lineNames, MAX_KEPT_LINE_NAMES, 'names of lines of grids');
  }

  /** One of a list that is parsed. */
  spendSelector(): void {
    this.tick();
    this.check(++this.selectors, MAX_SELECTORS, 'selectors');
  }

  /** An inline box in many others that a line goes on with. */
  spendContinuedBox(): void {
    this.tick();
    this.check(++this.continuedBoxes, MAX_CONTINUED_BOXES, 'inline boxes deep in each other, over all lines');
  }

  spendPixels(count: number): void {
    this.pixels += count;
    this.check(this.pixels, this.limits.maxPixels, 'image pixels');
  }

  /** Memory taken for what a document unpacks, told before it is taken. */
  spendBytes(count: number): void {
    this.bytes += count;
    this.peakBytes = Math.max(this.peakBytes, this.bytes);
    this.check(this.bytes, this.limits.maxBytes, 'bytes for its images and fonts');
  }

  /** What `make` gives, with so much memory taken until it has. */
  holding<T>(count: number, make: () => T): T {
    this.spendBytes(count);
    try {
      return make();
    } finally {
      this.bytes -= count;
    }
  }

  /** Bytes that go into the PDF. */
  spendPdfBytes(count: number): void {
    this.tickBy(1 + count / PDF_BYTES_PER_TICK);
    this.pdfBytes += count;
    this.check(this.pdfBytes, this.limits.maxPdfBytes, 'bytes of PDF');
  }

  spendSubstitution(length: number): void {
    this.tick();
    this.substitution += length;
    this.check(this.substitution, this.limits.maxSubstitution, 'characters of substituted values');
  }

  private check(spent: number, limit: number, what: string): void {
    if (spent > limit) throw new RenderError('document_too_complex', `The document needs more than ${limit} ${what}.`);
  }
}
