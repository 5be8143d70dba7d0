/** What building the box tree reads and keeps while it runs. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { CounterChange } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { linkedNames, targetName, targetNamed } from '../document/link-targets.ts';
import type { Document, Element } from '../document/node.ts';
import { fragmentOf } from '../document/url.ts';
import type { ImageStore } from '../images/image.ts';
import type { Styler } from '../style/styler.ts';
import type { Box } from './box.ts';
import type { CounterStyles } from './counter-styles.ts';
import { containsCounters } from './containment.ts';
import { type CounterChanges, Counters, counterChangesOf, FOOTNOTE, initialReversedValue } from './counters.ts';
import type { OpenContents } from './open-contents.ts';
import type { NoteNumber } from './footnote-numbers.ts';
import { PageLists } from './page-lists.ts';
import type { PageMark, PageReferences } from './page-references.ts';
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
  /** Links whose pages are named together. */
  readonly pageLists = new PageLists((link) => this.listTarget(link));
  /** Ids that the outline leads to, beside those of its own elements. */
  readonly outlineTargets = new Set<string>();
  /** A cross reference was met. */
  meetsTargets = false;
  /** Cross references have been met before, and may lead to any element. */
  namesAll = false;
  /** What elements have set for the pages, and waits for the next box. */
  marks: PageMark[] = [];
  /** The numbers of footnotes in the document as a whole, where pages may give them others: before and after counting. null: they don't. */
  notes: Map<Element, NoteNumber> | null;

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
    this.notes = styler.pageCounters.ofPages.has(FOOTNOTE) ? new Map() : null;
  }

  /** A way to build an element's box later, with the counters as they stand now. build.ts says how. */
  resumeLater: () => (element: Element, pages: PageReferences) => Box = () => {
    throw new Error('assertion failed: build.ts gives resumeLater');
  };

  /** The id that a link leads to which names pages together with those beside it; null: it isn't one. */
  private listTarget(link: Element): string | null {
    const isInList = (element: Element | null): boolean =>
      element !== null && this.styler.styleOf(element).text.pagewrightPageRange !== null;
    if (!isInList(link) || !isInList(link.parent)) return null;
    const href = link.attribute('href');
    const id = href === null ? null : fragmentOf(href);
    return id === null || targetNamed(this.document, id) === null ? null : id;
  }

  /** Are there links within the document, or cross references? */
  get hasTargets(): boolean {
    return this.namesAll || linkedNames(this.document).size > 0;
  }

  /** May a link or a cross reference lead to an element? */
  isTarget(element: Element): boolean {
    const name = targetName(element);
    return name !== null && (this.namesAll || linkedNames(this.document).has(name));
  }

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
    const own = this.withoutPages(changes);
    const shown = this.shownInMargins(own);
    const before = shown.map((name) => (this.counters.has(name) ? this.counters.values(name) : []));
    this.counters.apply(own, (change, reachesSiblings) =>
      initialReversedValue(
        element,
        change.name,
        (inner) => this.changesOf(inner),
        (inner) => containsCounters(this.styler.styleOf(inner)),
        reachesSiblings && pseudo === null,
      ),
    );
    shown.forEach((name, i) =>
      this.marks.push({ type: 'counter', name, before: before[i]!, after: this.counters.values(name) }),
    );
  }

  /** Changes of counters that aren't the pages'; those of `page` are left for them, of `pages` have no effect (css-page-3 §7.1). */
  private withoutPages(changes: CounterChanges): CounterChanges {
    const { reset, increment, set } = changes;
    if (!reset.some(isOfPages) && !increment.some(isOfPages) && !set.some(isOfPages)) return changes;
    const ofPage = ({ name }: CounterChange): boolean => name === 'page';
    const page = { reset: reset.filter(ofPage), increment: increment.filter(ofPage), set: set.filter(ofPage) };
    this.marks.push({ type: 'page-counter', changes: page });
    const own = (change: CounterChange): boolean => !isOfPages(change);
    return { reset: reset.filter(own), increment: increment.filter(own), set: set.filter(own) };
  }

  /** The names of counters that change and that margin boxes show. */
  private shownInMargins({ reset, increment, set }: CounterChanges): readonly string[] {
    const { inMargins } = this.styler.pageCounters;
    if (inMargins.size === 0) return NO_NAMES;
    const names = new Set([...reset, ...increment, ...set].map(({ name }) => name));
    return [...names].filter((name) => inMargins.has(name));
  }

  private changesOf(element: Element): CounterChanges | null {
    this.budget.tick();
    const style = this.styler.styleOf(element);
    if (style.box.display.outside === 'none') return null;
    return counterChangesOf(element, style) ?? NO_COUNTER_CHANGES;
  }
}

const NO_NAMES: readonly string[] = [];

const isOfPages = ({ name }: CounterChange): boolean => name === 'page' || name === 'pages';

const NO_COUNTER_CHANGES: CounterChanges = { reset: [], increment: [], set: [] };
