/** What building the box tree reads and keeps while it runs. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import type { ImageStore } from '../images/image.ts';
import type { Styler } from '../style/styler.ts';
import type { Box } from './box.ts';
import type { CounterStyles } from './counter-styles.ts';
import { type CounterChanges, Counters, counterChangesOf, initialReversedValue } from './counters.ts';
import type { OpenContents } from './open-contents.ts';
import type { PageReferences, RunningElement } from './page-references.ts';
import { QuoteDepth } from './quotes.ts';

export class BuildContext {
  readonly document: Document;
  readonly styler: Styler;
  readonly images: ImageStore;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly counterStyles: CounterStyles;
  readonly pages: PageReferences | null;
  counters = new Counters();
  readonly quotes = new QuoteDepth();
  /** The counters of every element that a cross reference may name; null: not collected in this pass. */
  readonly countersById: Map<string, ReadonlyMap<string, readonly number[]>> | null;
  /** Keeps what names pages; null: it is told once only. */
  open: OpenContents | null = null;
  /** A cross reference was met. */
  meetsTargets = false;
  /** Running elements that wait for the next box. */
  waitingRunning: RunningElement[] = [];

  constructor(
    document: Document,
    styler: Styler,
    images: ImageStore,
    budget: Budget,
    diagnostics: Diagnostics,
    counterStyles: CounterStyles,
    pages: PageReferences | null,
    countersById: Map<string, ReadonlyMap<string, readonly number[]>> | null,
  ) {
    this.document = document;
    this.styler = styler;
    this.images = images;
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.counterStyles = counterStyles;
    this.pages = pages;
    this.countersById = countersById;
  }

  /** A way to build an element's box later, with the counters as they stand now. build.ts says how. */
  resumeLater: () => (element: Element, pages: PageReferences) => Box = () => {
    throw new Error('assertion failed: build.ts gives resumeLater');
  };

  private readonly derived = new Map<ComputedStyle, ComputedStyle>();

  /** A style derived from another, made once. For derivations that depend on nothing but the style; one kind of them per style. */
  onceFor(style: ComputedStyle, derive: () => ComputedStyle): ComputedStyle {
    let derived = this.derived.get(style);
    if (derived === undefined) this.derived.set(style, (derived = derive()));
    return derived;
  }

  /** Applies the counter properties of an element or of one of its pseudo-elements. */
  applyCounters(element: Element, style: ComputedStyle, pseudo: string | null): void {
    this.counters.endEmpty();
    const changes = counterChangesOf(pseudo === null ? element : null, style);
    if (changes === null) return;
    this.counters.apply(changes, (change) => initialReversedValue(element, change.name, (e) => this.changesOf(e)));
  }

  private changesOf(element: Element): CounterChanges | null {
    this.budget.tick();
    const style = this.styler.styleOf(element);
    if (style.box.display.outside === 'none') return null;
    return counterChangesOf(element, style) ?? NO_COUNTER_CHANGES;
  }
}

const NO_COUNTER_CHANGES: CounterChanges = { reset: [], increment: [], set: [] };
