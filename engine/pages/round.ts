/** A round of layout: lays out all pages under the current assumptions until one turns out to be wrong. */
import type { PageLimit } from '../css/computed-values.ts';
import type { CounterChanges } from '../boxes/counters.ts';
import { ContainerMeasures } from './container-measures.ts';
import { FitMeasures } from './copy-fit.ts';
import { pagesWithout, watchedIn } from './changed-pages.ts';
import { releaseFinished } from '../layout/cache/layout-cache.ts';
import { SentBackCalls } from './sent-back-calls.ts';
import type { Element } from '../document/node.ts';
import type { ReusablePages } from './reusable-pages.ts';
import {
  type BeyondSheet,
  END_OF_FLOW,
  LEAST_TABLE,
  measureWidth,
  placeOf,
  type TableFitting,
  type TooWide,
} from './fit-to-width.ts';
import { bleedOf } from './finish-page.ts';
import { type Known, type Lesson, nothingKnown, type Prepared, type SettleInput } from './known.ts';
import { lastPagesOf, sameLastPages } from './page-groups.ts';
import { Outbox } from './outbox.ts';
import { PageAnswers } from './page-answers.ts';
import {
  remarkOnFlows,
  remarkOnLimit,
  remarkOnLostCalls,
  remarkOnTable,
  remarkOnUnshown,
  remarkOnWidth,
} from './page-remarks.ts';
import { type Draft, PageFlow } from './page-flow.ts';
import { nextAttempt, tightnessOf } from './page-limit.ts';
import type { PlacedFragment } from './page.ts';
import { NO_NOTES, notesOf, type Watched } from './page-notes.ts';
import { writingModeOf } from '../layout/sizing/box-edges.ts';
import { intrinsicContribution } from '../layout/sizing/intrinsic-contribution.ts';
import { sameOnAllPages, wrapAreasOf } from './wrap-areas.ts';
import { SnapPlaces } from './snapping.ts';

/** A finding about the document that the next round needs. */
interface Fact {
  readonly about: string;
  readonly changes: Partial<Known>;
}

/**
 * The number of pages that determine the scale of a document whose pages are sent during layout. Later pages that are
 * too wide shrink individually.
 */
const PAGES_THAT_DECIDE_SCALE = 50;

/** Sizes are rounded to 1/64 px, so a table is scaled slightly more than in proportion. */
const TABLE_SLACK = 1 / 500;

export class Round {
  private readonly input: SettleInput;
  private readonly prepared: Prepared;
  private readonly known: Known;
  private readonly isLast: boolean;
  private readonly answers: PageAnswers;
  private readonly outbox: Outbox;
  private readonly watched: Watched;
  private readonly calls: SentBackCalls;
  private reusable: ReusablePages | null;
  private count = 0;
  /** The content that requires the smallest scale so far, if that is smaller than the assumed one; else null. */
  private widest: TooWide | null = null;
  /** The tables that are too wide, with the factors at which they fit, relative to the assumed ones. */
  private readonly wideTables = new Map<Element, number>();
  private readonly fitting: TableFitting = {
    factorOf: (table) => this.known.fits.get(table)?.factor ?? 1,
    leastSize: (table) => {
      const { layout, tree } = this.prepared;
      return intrinsicContribution(layout, table, writingModeOf(tree.root.style)).minContent;
    },
  };
  /** The clipped content that extends furthest beyond its sheet; null: none. */
  private cut: BeyondSheet | null = null;
  /** The content of pages that shrink more than the others, and what their sheets still cut off. */
  private readonly shrunkAlone: { readonly own: TooWide; readonly cut: BeyondSheet | null }[] = [];

  /** `earlier` holds pages of the previous round that are still valid. `isLast` means that no further round follows. */
  constructor(input: SettleInput, prepared: Prepared, known: Known, reusable: ReusablePages | null, isLast: boolean) {
    this.input = input;
    this.prepared = prepared;
    this.known = known;
    this.reusable = reusable;
    this.isLast = isLast;
    this.answers = new PageAnswers(input.targetNamed, rootCountersOf(prepared));
    this.outbox = new Outbox(prepared, this.answers, input.openSink);
    this.watched = watchedIn(prepared.tree.open);
    this.calls = SentBackCalls.in(prepared.tree.root, known.calls);
  }

  /** The number of pages laid out. */
  get pages(): number {
    return this.count;
  }

  /** Returns the first wrong assumption, or null if all were right and all pages have been sent. */
  async run(): Promise<Lesson | null> {
    const { input, prepared, known, reusable, calls } = this;
    const { lastPages, scale, wraps } = known;
    const { styler, layout, tree } = prepared;
    const { options, budget } = input;
    const flow = new PageFlow({
      styler,
      layout,
      options,
      budget,
      root: tree.root,
      scale,
      reusable,
      calls,
      lastPages,
      wraps,
    });
    for (const draft of flow.pages()) {
      this.add(draft);
      input.onPage(this.count);
      const pause = budget.pause();
      if (pause !== null) await pause;
      if (this.widest !== null && this.mustShrinkNow()) return this.shrink(this.widest);
      if (this.wideTables.size > 0 && this.mustFitNow()) return this.lessonOf([this.learnTables()!], 'styles');
      if (this.exceedsLimit()) return this.lessonOf([this.learnLimit()!], 'styles');
      if (this.pagesAreFinal()) await this.outbox.send();
    }
    this.reusable = null;
    this.endFlow(flow);
    this.answers.complete();
    const lesson = this.learn();
    if (lesson !== null && !this.isLast) return lesson;
    if (lesson !== null) this.warnOf(lesson);
    if (known.widest !== null) remarkOnWidth(known.widest, this.cut, 'all pages', input.diagnostics);
    for (const { own, cut } of this.shrunkAlone) remarkOnWidth(own, cut, 'one page', input.diagnostics);
    for (const [element, { factor }] of known.fits)
      if (!prepared.styler.fitting.has(element)) remarkOnTable(element, factor, input.diagnostics);
    remarkOnFlows(prepared.layout.regions, input.diagnostics);
    if (this.limit !== null) remarkOnLimit(this.limit, tightnessOf(known.limited), this.count, input.diagnostics);
    await this.outbox.finish();
    remarkOnUnshown(this.answers.unshownElements(known.answers), input.diagnostics);
    return null;
  }

  /** Places boxes that belong on other pages, and records the elements in those that start earlier. */
  private endFlow(flow: PageFlow): void {
    const { outbox, answers, watched } = this;
    outbox.endFlow(() => {
      const draft = flow.pageAfterEnd();
      this.add(draft);
      return draft;
    });
    for (const draft of outbox.drafts) {
      const placed = outbox.sentBackTo(draft);
      if (placed.length === 0) continue;
      const fragments = placed.map(({ fragment }) => fragment);
      answers.addElements(draft.index, notesOf(fragments, watched).elements);
    }
  }

  private add(laidOut: Draft): void {
    this.count++;
    const { filled, geometry, style, groups, numbering } = laidOut;
    const root = filled?.root ?? null;
    const { scale, measuredTo } = this.known;
    const sheet = { geometry, bleed: bleedOf(style) };
    const fitting = this.isLast || this.sendsEarly() ? null : this.fitting;
    const measured = root && measureWidth(root, this.sentBackFrom(laidOut), sheet, scale, measuredTo, fitting);
    for (const [table, factor] of measured?.tables ?? [])
      this.wideTables.set(table, Math.min(factor, this.wideTables.get(table) ?? 1));
    const wanted = measured?.wanted ?? null;
    const cutText = measured?.cutText ?? null;
    // Content may be wider on a wider page. A page whose sheet still cuts off text then shrinks further alone.
    const own = this.scaleIsSettled() ? smallest(wanted, cutText) : wanted === null ? cutText : null;
    const cut = measured?.cutAt(own?.scale ?? scale) ?? null;
    if (own !== null) this.shrunkAlone.push({ own, cut });
    else if (cut !== null && cut.by > (this.cut?.by ?? 0)) this.cut = cut;
    if (own === null && wanted !== null && wanted.scale < (this.widest?.scale ?? scale)) this.widest = wanted;
    this.outbox.add(own === null ? laidOut : { ...laidOut, scale: own.scale });
    // Fragments suffice for painting. Another round would rebuild the boxes.
    if (root !== null && this.isOnePass()) releaseFinished(root.fragment);
    const calls = (filled?.calls ?? []).flatMap(({ element, style: { box } }) =>
      element === null || box.float !== 'footnote' ? [] : [element],
    );
    this.answers.addPage({ style, groups, numbering, notes: filled?.notesFor(this.watched) ?? NO_NOTES, calls });
  }

  /**
   * Returns the unbroken layout of a page's boxes that start on an earlier page, relative to the corner of its area.
   */
  private sentBackFrom({ filled }: Draft): readonly PlacedFragment[] {
    if (filled === null || filled.outOfFlow.length === 0) return [];
    const { layout } = this.prepared;
    return filled.outOfFlow.flatMap((one) =>
      one.type === 'candidate'
        ? []
        : [{ fragment: layout.layout(one.box, one.space, null).fragment, x: one.x, y: one.y }],
    );
  }

  /**
   * Returns whether pages can be sent during layout because nothing undecided can change them. No content may refer to
   * pages. No fixed box may appear on all of them, and no positioned box may start on an earlier one. No sizes of
   * containers or fitted boxes may be needed, and enough pages must confirm the scale. Only margin boxes may have to
   * wait.
   */
  private pagesAreFinal(): boolean {
    return this.isOnePass() && this.count >= PAGES_THAT_DECIDE_SCALE;
  }

  private isOnePass(): boolean {
    return this.dependsOnNothing() && (this.limit === null || this.known.limited?.isFinal === true);
  }

  private dependsOnNothing(): boolean {
    const { tree, styler } = this.prepared;
    return (
      tree.open === null &&
      !tree.reachesOtherPages &&
      !styler.asksForLastPages &&
      styler.containersAsked.size + styler.fitting.size + styler.snapping.size + styler.wrapping.size === 0
    );
  }

  /** The limit on the number of pages; null: none. */
  private get limit(): PageLimit | null {
    return this.prepared.tree.root.style.rare.pagewrightPages;
  }

  /** Returns whether there are too many pages already, so that the next attempt can begin now. */
  private exceedsLimit(): boolean {
    const { limit } = this;
    if (limit === null || this.count <= limit.count || !this.dependsOnNothing()) return false;
    return nextAttempt(limit, this.known.limited, this.count) !== null;
  }

  private scaleIsSettled(): boolean {
    if (this.isLast || this.known.widths === 'measured') return true;
    return this.sendsEarly();
  }

  /** Whether earlier pages have been sent. */
  private sendsEarly(): boolean {
    return this.isOnePass() && this.count > PAGES_THAT_DECIDE_SCALE;
  }

  /** Containers that haven't settled may only seem too wide, so the round must finish first. */
  private mustShrinkNow(): boolean {
    if (this.prepared.styler.containersAsked.size > 0) return false;
    return this.known.widths !== 'to be measured' || this.pagesAreFinal();
  }

  /**
   * Returns whether to begin the next round now that a table is too wide.
   *
   * PERF: in the first round, the first such page is enough. The next round lays out every page again.
   */
  private mustFitNow(): boolean {
    if (this.prepared.styler.containersAsked.size > 0) return false;
    return this.known.fits.size === 0 || this.pagesAreFinal();
  }

  private shrink(widest: TooWide): Lesson {
    const { widths } = this.known;
    const token = this.outbox.drafts.at(-1)?.filled?.token;
    const measuredTo = token ? placeOf(token) : END_OF_FLOW;
    const isMeasured = measuredTo === END_OF_FLOW || widths === 'to be measured';
    const nothing = nothingKnown(this.input.options.scale);
    const known: Known =
      widths === 'guessed'
        ? { ...nothing, widths: 'to be measured' }
        : { ...nothing, scale: widest.scale, widest, measuredTo, widths: isMeasured ? 'measured' : 'guessed' };
    return { about: 'the scale', known, again: this.assumesNothing() ? 'area' : 'styles', reusable: null };
  }

  /** Returns whether styles and boxes follow from the document and its page area only. */
  private assumesNothing(): boolean {
    const { containers, fits, snaps, answers, limited } = this.known;
    return containers === null && answers === null && limited === null && fits.size + snaps.size === 0;
  }

  /**
   * Compares all pages with the assumptions, and returns the differences. Facts that require new styles are returned
   * one at a time, because each changes the layout that determines the others. Calls and last pages accompany any of
   * them.
   */
  private learn(): Lesson | null {
    const containers = this.learnContainers();
    if (containers === null && this.widest !== null) return this.shrink(this.widest);
    const styles = containers ?? this.learnTables() ?? this.learnFits() ?? this.learnSnaps();
    const facts = [styles, this.learnCalls(), this.learnLastPages(), this.learnWraps()].filter((fact) => fact !== null);
    if (styles !== null) return this.lessonOf(facts, 'styles');
    const references = this.learnReferences();
    if (facts.length > 0) return this.lessonOf(facts, references?.again ?? 'pages');
    const limited = references === null ? this.learnLimit() : null;
    return limited === null ? references : this.lessonOf([limited], 'styles');
  }

  private lessonOf(facts: readonly Fact[], again: Lesson['again']): Lesson {
    const known = facts.reduce<Known>((all, { changes }) => ({ ...all, ...changes }), this.known);
    const about = facts.map((fact) => fact.about).join(' and ');
    return { about, known: { ...known, answers: this.answers }, again, reusable: null };
  }

  private learnContainers(): Fact | null {
    const { containersAsked } = this.prepared.styler;
    if (containersAsked.size === 0) return null;
    const { drafts, fixed } = this.outbox;
    const measures = new ContainerMeasures();
    for (const draft of drafts) {
      draft.filled?.fragments().forEach((fragment) => measures.add(fragment));
      for (const { fragment } of this.outbox.sentBackTo(draft)) measures.add(fragment);
    }
    // On later pages, fixed boxes are copies.
    for (const { fragment } of fixed.on(drafts[0]!)) measures.add(fragment);
    if (measures.agreeWith(containersAsked)) return null;
    // Containers that weren't laid out in this round keep their last size.
    const containers = new Map([...(this.known.containers ?? []), ...measures.sizes]);
    return { about: 'container sizes', changes: { containers } };
  }

  /** Other content keeps its size where only tables are too wide. */
  private learnTables(): Fact | null {
    if (this.wideTables.size === 0) return null;
    const fits = new Map(this.known.fits);
    for (const [table, share] of this.wideTables) {
      const factor = Math.max(LEAST_TABLE, (fits.get(table)?.factor ?? 1) * share * (1 - TABLE_SLACK));
      fits.set(table, { factor, before: null });
    }
    return { about: 'what fits', changes: { fits } };
  }

  private learnFits(): Fact | null {
    const { fitting } = this.prepared.styler;
    if (fitting.size === 0) return null;
    const measures = new FitMeasures(fitting);
    for (const { filled } of this.outbox.drafts) filled?.fragments().forEach((fragment) => measures.add(fragment));
    const fits = measures.better(this.known.fits);
    return fits === null ? null : { about: 'what fits', changes: { fits } };
  }

  private learnSnaps(): Fact | null {
    const { snapping } = this.prepared.styler;
    if (snapping.size === 0) return null;
    const { snaps } = this.known;
    const found = new SnapPlaces(snapping, snaps);
    for (const { filled } of this.outbox.drafts) if (filled !== null) found.add(filled);
    if (found.snaps.size === snaps.size) return null;
    return { about: 'snapping floats', changes: { snaps: found.snaps } };
  }

  /** Checks the limit on pages last: the number of pages is final only when nothing else changes. */
  private learnLimit(): Fact | null {
    const { limit } = this;
    const limited = limit && nextAttempt(limit, this.known.limited, this.count);
    return limited === null ? null : { about: 'the number of pages', changes: { limited } };
  }

  private learnCalls(): Fact | null {
    const found = this.outbox.sentBackCalls;
    const calls = this.calls.with(found);
    if (calls === null) return null;
    const lost = found.filter(({ box }) => !this.calls.has(box)).map(({ box }) => box);
    const where = 'a positioned box that starts on an earlier page than its containing block ends';
    if (this.isLast) remarkOnLostCalls(this.input.diagnostics, lost, where);
    return { about: 'calls on earlier pages', changes: { calls } };
  }

  private learnLastPages(): Fact | null {
    if (!this.prepared.styler.asksForLastPages) return null;
    const lastPages = lastPagesOf(this.outbox.drafts);
    if (sameLastPages(lastPages, this.known.lastPages)) return null;
    return { about: 'the last pages', changes: { lastPages } };
  }

  private learnWraps(): Fact | null {
    if (this.prepared.styler.wrapping.size === 0) return null;
    const wraps = wrapAreasOf(this.outbox.drafts, writingModeOf(this.prepared.tree.root.style));
    return sameOnAllPages(wraps, this.known.wraps)
      ? null
      : { about: 'text around positioned boxes', changes: { wraps } };
  }

  private learnReferences(): Lesson | null {
    const change = this.prepared.tree.open?.compare(this.answers.from(null)) ?? null;
    if (change === null) return null;
    const lesson = { about: 'page references', known: { ...this.known, answers: this.answers } } as const;
    if (change.containers === null || this.isLast) return { ...lesson, again: 'boxes', reusable: null };
    change.apply();
    return { ...lesson, again: 'pages', reusable: pagesWithout(change.containers, this.outbox.drafts, this.watched) };
  }

  private warnOf({ about }: Lesson): void {
    this.input.diagnostics.warn(
      'layout/unsettled',
      `Layout did not converge: ${about} still changed in the last round. Values may be off by one.`,
    );
  }
}

const smallest = (a: TooWide | null, b: TooWide | null): TooWide | null =>
  a === null || (b !== null && b.scale < a.scale) ? b : a;

function rootCountersOf({ tree }: Prepared): CounterChanges {
  const { counterReset: reset, counterIncrement: increment, counterSet: set } = tree.root.style.rare;
  return { reset, increment, set };
}
