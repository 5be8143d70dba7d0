/** The inputs and state of building the box tree. */
import { violated } from '../invariant.ts';
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
import {
  type CounterChanges,
  Counters,
  counterChangesOf,
  FOOTNOTE,
  initialReversedValue,
  ownsListItems,
} from './counters.ts';
import { NamedFlows } from './named-flows.ts';
import type { OpenContents } from './open-contents.ts';
import type { NoteNumber } from './footnote-numbers.ts';
import { PageLists } from './page-lists.ts';
import type { PageEdge, PageMark, PageReferences } from './page-references.ts';
import { QuoteDepth } from './quotes.ts';
import { isQuiet } from './style-facts.ts';
import { amountsOf } from './sums.ts';

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
  /** The counters at every possible target of a cross reference; null if not collected in this pass. */
  readonly countersById: Map<string, ReadonlyMap<string, readonly number[]>> | null;
  /** Keeps content that refers to pages; null if it is evaluated only once. */
  open: OpenContents | null = null;
  /** Links whose pages are listed together. */
  readonly pageLists = new PageLists((link) => this.listTarget(link));
  /** Ids that the outline links to, in addition to its own elements. */
  readonly outlineTargets = new Set<string>();
  /** Whether a cross reference was found. */
  meetsTargets = false;
  /** Whether an earlier pass found cross references, so that any element may be a target. */
  namesAll = false;
  /** The document in which cross references find their targets. */
  targets: Document;
  /** Whether to record the latest outline entries as named strings. */
  namesSections = false;
  /** The element that changed each counter last. */
  private readonly changedBy = new Map<string, Element>();
  /** Counters that repeated content shows. */
  readonly repeatedCounters = new Set<string>();
  /** Counters that an earlier pass found, whose changes the pages must know. */
  markedCounters: ReadonlySet<string> = new Set();
  /** The number of column containers around the box under construction that break together. */
  columnsAround = 0;
  /** The named flows and their regions. */
  flows = new NamedFlows();
  /** Page marks waiting for the next box. */
  marks: PageMark[] = [];
  /** The document-wide numbers of footnotes, before and after counting each. null unless pages renumber them. */
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
    this.targets = document;
    this.styler = styler;
    this.images = images;
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.counterStyles = counterStyles;
    this.pages = pages;
    this.countersById = countersById;
    this.notes = styler.pageCounters.ofPages.has(FOOTNOTE) ? new Map() : null;
  }

  /** Returns a function that builds an element's box later, with the current counters. Set by build.ts. */
  resumeLater: () => (element: Element, pages: PageReferences) => Box = () => violated('build.ts sets resumeLater');

  /** Returns the target id of a link whose page is listed together with its neighbors'; null for other links. */
  private listTarget(link: Element): string | null {
    const isInList = (element: Element | null): boolean =>
      element !== null && this.styler.styleOf(element).text.pagewrightPageRange !== null;
    if (!isInList(link) || !isInList(link.parent)) return null;
    const href = link.attribute('href');
    const id = href === null ? null : fragmentOf(href);
    return id === null || targetNamed(this.document, id) === null ? null : id;
  }

  /** Returns whether there are links within the document, or cross references. */
  get hasTargets(): boolean {
    return this.namesAll || linkedNames(this.document).size > 0;
  }

  /** Returns whether a link or cross reference may refer to an element. */
  isTarget(element: Element): boolean {
    const name = targetName(element);
    return name !== null && (this.namesAll || linkedNames(this.document).has(name));
  }

  private readonly derived = new Map<ComputedStyle, ComputedStyle>();

  /**
   * Returns a derived style, computed once per style. Only for one kind of derivation, which depends on nothing but the
   * style.
   */
  onceFor(style: ComputedStyle, derive: () => ComputedStyle): ComputedStyle {
    let derived = this.derived.get(style);
    if (derived === undefined) this.derived.set(style, (derived = derive()));
    return derived;
  }

  /** Applies the counter properties of an element or one of its pseudo-elements. */
  applyCounters(element: Element, style: ComputedStyle, pseudo: string | null): void {
    this.counters.endEmpty();
    // PERF: few elements change counters.
    if (isQuiet(style) && (pseudo !== null || !ownsListItems(element))) return;
    const changes = this.withAmounts(counterChangesOf(pseudo === null ? element : null, style), element, style);
    if (changes !== null) this.applyChanges(changes, element, pseudo);
  }

  /** PERF: apart from `applyCounters`, which then needs no closure's context for elements without changes. */
  private applyChanges(changes: CounterChanges, element: Element, pseudo: string | null): void {
    const own = this.withoutPages(changes);
    const shown = this.shownInMargins(own);
    const before = shown.map((name) => (this.counters.has(name) ? this.counters.values(name) : []));
    for (const kind of [own.reset, own.increment, own.set])
      for (const { name } of kind) this.changedBy.set(name, element);
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

  private withAmounts(changes: CounterChanges | null, element: Element, style: ComputedStyle): CounterChanges | null {
    if (style.rare.pagewrightSum.length === 0) return changes;
    const { reset, increment, set } = changes ?? NO_COUNTER_CHANGES;
    return { reset, increment: [...increment, ...amountsOf(this, element, style)], set };
  }

  /**
   * Removes changes of page counters. Those of `page` are left to the pages, those of `pages` have no effect
   * (css-page-3 §7.1).
   */
  private withoutPages(changes: CounterChanges): CounterChanges {
    const { reset, increment, set } = changes;
    if (!reset.some(isOfPages) && !increment.some(isOfPages) && !set.some(isOfPages)) return changes;
    const ofPage = ({ name }: CounterChange): boolean => name === 'page';
    const page = { reset: reset.filter(ofPage), increment: increment.filter(ofPage), set: set.filter(ofPage) };
    this.marks.push({ type: 'page-counter', changes: page });
    const own = (change: CounterChange): boolean => !isOfPages(change);
    return { reset: reset.filter(own), increment: increment.filter(own), set: set.filter(own) };
  }

  /** Returns the names of changed counters that margin boxes or repeated content show. */
  private shownInMargins({ reset, increment, set }: CounterChanges): readonly string[] {
    const { inMargins } = this.styler.pageCounters;
    const { markedCounters } = this;
    if (inMargins.size === 0 && markedCounters.size === 0) return NO_NAMES;
    const names = new Set([...reset, ...increment, ...set].map(({ name }) => name));
    return [...names].filter((name) => inMargins.has(name) || markedCounters.has(name));
  }

  /**
   * Returns whether an element that pages repeat shows a counter's value at the start or at the end of each page. Such
   * elements are in table headers and footers, or in fixed boxes. Returns null for other elements, and if the counter
   * changes within the repeated content.
   */
  repeatedEdge(element: Element, name: string): PageEdge | null {
    const changedBy = this.changedBy.get(name) ?? null;
    let edge: PageEdge | null = null;
    for (let e: Element | null = element; e !== null; e = e.parent) {
      edge = repeatedEdgeOf(this.styler.styleOf(e));
      if (edge === null) continue;
      if (changedBy !== null && isWithin(changedBy, e)) return null;
      this.repeatedCounters.add(name);
      return edge;
    }
    return null;
  }

  /** Returns whether every page repeats the element's content. */
  isRepeated(element: Element): boolean {
    for (let e: Element | null = element; e !== null; e = e.parent) {
      this.budget.tick();
      if (repeatedEdgeOf(this.styler.styleOf(e)) !== null) return true;
    }
    return false;
  }

  private changesOf(element: Element): CounterChanges | null {
    this.budget.tick();
    const style = this.styler.styleOf(element);
    if (style.box.display.outside === 'none') return null;
    return counterChangesOf(element, style) ?? NO_COUNTER_CHANGES;
  }
}

/** A fixed box that is placed by its bottom edge is at the end of the page. */
function repeatedEdgeOf({ box }: ComputedStyle): PageEdge | null {
  if (box.position === 'fixed') return box.top.isAuto && !box.bottom.isAuto ? 'end' : 'start';
  const { inside } = box.display;
  if (inside === 'table-header-group') return 'start';
  return inside === 'table-footer-group' ? 'end' : null;
}

function isWithin(element: Element, around: Element): boolean {
  for (let e: Element | null = element; e !== null; e = e.parent) if (e === around) return true;
  return false;
}

const NO_NAMES: readonly string[] = [];

const isOfPages = ({ name }: CounterChange): boolean => name === 'page' || name === 'pages';

const NO_COUNTER_CHANGES: CounterChanges = { reset: [], increment: [], set: [] };
