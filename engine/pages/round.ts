/** One round of layout: all pages, with what is known taken for granted, until something turns out otherwise. */
import type { CounterChanges } from '../boxes/counters.ts';
import { ContainerMeasures } from './container-measures.ts';
import { FitMeasures } from './copy-fit.ts';
import { pagesWithout, watchedIn } from './changed-pages.ts';
import { releaseFinished } from '../layout/release-finished.ts';
import { EarlierCalls } from './earlier-calls.ts';
import type { EarlierPages } from './earlier-pages.ts';
import { END_OF_FLOW, placeOf, scaleToFit, type TooWide } from './fit-to-width.ts';
import { bleedOf } from './finish-page.ts';
import { type Known, type Lesson, nothingKnown, type Prepared, type SettleInput } from './known.ts';
import { lastPagesOf, sameLastPages } from './last-pages.ts';
import { Outbox } from './outbox.ts';
import { PageAnswers } from './page-answers.ts';
import { remarkOnLostCalls, remarkOnWidth } from './page-remarks.ts';
import { type Draft, PageFlow } from './page-flow.ts';
import type { PlacedFragment } from './page.ts';
import { NO_NOTES, notesOf, type Watched } from './page-notes.ts';
import { SnapPlaces } from './snapping.ts';

/** So many pages decide the scale of a document whose pages leave while others are laid out; too wide ones after them shrink alone. */
const PAGES_THAT_DECIDE_SCALE = 50;

export class Round {
  private readonly input: SettleInput;
  private readonly prepared: Prepared;
  private readonly known: Known;
  private readonly isLast: boolean;
  private readonly answers: PageAnswers;
  private readonly outbox: Outbox;
  private readonly watched: Watched;
  private readonly calls: EarlierCalls;
  private earlier: EarlierPages | null;
  private count = 0;
  /** What asks for the smallest scale so far, smaller than what is known; null: nothing. */
  private widest: TooWide | null = null;

  /** `earlier`: pages of the round before that hold good. `isLast`: nothing more will be learnt. */
  constructor(input: SettleInput, prepared: Prepared, known: Known, earlier: EarlierPages | null, isLast: boolean) {
    this.input = input;
    this.prepared = prepared;
    this.known = known;
    this.earlier = earlier;
    this.isLast = isLast;
    this.answers = new PageAnswers(input.targetNamed, rootCountersOf(prepared));
    this.outbox = new Outbox(prepared, this.answers, input.openSink);
    this.watched = watchedIn(prepared.tree.open);
    this.calls = EarlierCalls.in(prepared.tree.root, known.calls);
  }

  /** Pages that have been laid out. */
  get pages(): number {
    return this.count;
  }

  /** What was found otherwise; null: everything was as known, and all pages have gone to the sink. */
  async run(): Promise<Lesson | null> {
    const { input, prepared, known, earlier, calls } = this;
    const { lastPages, scale } = known;
    const { styler, layout, tree } = prepared;
    const { options, budget } = input;
    const flow = new PageFlow({ styler, layout, options, budget, root: tree.root, scale, earlier, calls, lastPages });
    for (const draft of flow.pages()) {
      this.add(draft);
      input.onPage(this.count);
      const pause = budget.pause();
      if (pause !== null) await pause;
      if (this.widest !== null && this.mustShrinkNow()) return this.shrink(this.widest);
      if (this.pagesAreFinal()) await this.outbox.send();
    }
    this.earlier = null;
    this.endFlow(flow);
    this.answers.complete();
    const lesson = this.learn();
    if (lesson !== null && !this.isLast) return lesson;
    if (lesson !== null) this.warnOf(lesson);
    if (known.widest !== null) remarkOnWidth(known.widest, input.diagnostics);
    await this.outbox.finish();
    return null;
  }

  /** Boxes go to other pages where they begin, or are moved there; those that begin earlier tell what is in them. */
  private endFlow(flow: PageFlow): void {
    const { outbox, answers, watched } = this;
    outbox.endFlow(() => {
      const draft = flow.pageAfterEnd();
      this.add(draft);
      return draft;
    });
    for (const draft of outbox.drafts) {
      const placed = outbox.earlierOn(draft);
      if (placed.length === 0) continue;
      const fragments = placed.map(({ fragment }) => fragment);
      answers.addElements(draft.index, notesOf(fragments, watched).elements);
    }
  }

  private add(laidOut: Draft): void {
    this.count++;
    const { filled, geometry, style, groups } = laidOut;
    const root = filled?.root ?? null;
    const { scale, measuredTo } = this.known;
    const sheet = { geometry, bleed: bleedOf(style) };
    const wanted = root && scaleToFit(root, this.beginningEarlier(laidOut), sheet, scale, measuredTo);
    const alone = wanted !== null && this.scaleIsSettled();
    if (alone) remarkOnWidth(wanted, this.input.diagnostics);
    else if (wanted !== null && wanted.scale < (this.widest?.scale ?? scale)) this.widest = wanted;
    this.outbox.add(alone ? { ...laidOut, scale: wanted.scale } : laidOut);
    // To be painted, fragments are enough; a round that went again would make new boxes.
    if (root !== null && this.isOnePass()) releaseFinished(root.fragment);
    const calls = (filled?.calls ?? []).flatMap(({ element, style: { box } }) =>
      element === null || box.float !== 'footnote' ? [] : [element],
    );
    this.answers.addPage({ style, groups, notes: filled?.notesFor(this.watched) ?? NO_NOTES, calls });
  }

  /** Boxes of a page that begin on an earlier one, as they would lie unbroken, from the corner of its area. */
  private beginningEarlier({ filled }: Draft): readonly PlacedFragment[] {
    if (filled === null || filled.outOfFlow.length === 0) return [];
    const { layout } = this.prepared;
    return filled.outOfFlow.flatMap(({ box, earlier, staticX: x, staticY: y }) =>
      earlier === null ? [] : [{ fragment: layout.layout(box, earlier, null).fragment, x, y }],
    );
  }

  /**
   * Pages leave while others are laid out only when nothing that is still open can change them: no content of the flow names pages, no fixed box may
   * turn up that stands on all of them, no positioned one that begins on an earlier one, no size of a container or of what is fitted is asked for, and so many pages fit the scale that it stays. Only margin boxes may
   * have to wait.
   */
  private pagesAreFinal(): boolean {
    return this.isOnePass() && this.count >= PAGES_THAT_DECIDE_SCALE;
  }

  private isOnePass(): boolean {
    const { tree, styler } = this.prepared;
    return (
      tree.open === null &&
      !tree.reachesOtherPages &&
      !styler.asksForLastPages &&
      styler.containersAsked.size + styler.fitting.size + styler.snapping.size === 0
    );
  }

  private scaleIsSettled(): boolean {
    if (this.isLast || this.known.widths === 'measured') return true;
    return this.isOnePass() && this.count > PAGES_THAT_DECIDE_SCALE;
  }

  /** Containers that haven't settled may only seem too wide, so there the round goes on to its end. */
  private mustShrinkNow(): boolean {
    if (this.prepared.styler.containersAsked.size > 0) return false;
    return this.known.widths !== 'to be measured' || this.pagesAreFinal();
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
    return { about: 'the scale', known, again: 'styles', earlier: null };
  }

  /** What all pages say against what was known; what reaches furthest comes first. */
  private learn(): Lesson | null {
    return (
      this.learnContainers() ??
      (this.widest === null ? null : this.shrink(this.widest)) ??
      this.learnFits() ??
      this.learnSnaps() ??
      this.learnCalls() ??
      this.learnLastPages() ??
      this.learnReferences()
    );
  }

  private learnContainers(): Lesson | null {
    const { containersAsked } = this.prepared.styler;
    if (containersAsked.size === 0) return null;
    const { drafts, fixed } = this.outbox;
    const measures = new ContainerMeasures();
    for (const draft of drafts) {
      draft.filled?.fragments().forEach((fragment) => measures.add(fragment));
      for (const { fragment } of this.outbox.earlierOn(draft)) measures.add(fragment);
    }
    // On later pages fixed boxes are copies.
    for (const { fragment } of fixed.on(drafts[0]!)) measures.add(fragment);
    if (measures.agreeWith(containersAsked)) return null;
    // What isn't laid out this time keeps its last size.
    const containers = new Map([...(this.known.containers ?? []), ...measures.sizes]);
    const known = { ...this.known, containers, answers: this.answers };
    return { about: 'the sizes of containers', known, again: 'styles', earlier: null };
  }

  private learnFits(): Lesson | null {
    const { fitting } = this.prepared.styler;
    if (fitting.size === 0) return null;
    const measures = new FitMeasures(fitting);
    for (const { filled } of this.outbox.drafts) filled?.fragments().forEach((fragment) => measures.add(fragment));
    const fits = measures.better(this.known.fits);
    if (fits === null) return null;
    return {
      about: 'what fits',
      known: { ...this.known, fits, answers: this.answers },
      again: 'styles',
      earlier: null,
    };
  }

  private learnSnaps(): Lesson | null {
    const { snapping } = this.prepared.styler;
    if (snapping.size === 0) return null;
    const { snaps } = this.known;
    const found = new SnapPlaces(snapping, snaps);
    for (const { filled } of this.outbox.drafts) if (filled !== null) found.add(filled);
    if (found.snaps.size === snaps.size) return null;
    const known = { ...this.known, snaps: found.snaps, answers: this.answers };
    return { about: 'what snaps to edges', known, again: 'styles', earlier: null };
  }

  private learnCalls(): Lesson | null {
    const found = this.outbox.earlierCalls;
    const calls = this.calls.with(found);
    if (calls === null) return null;
    const lost = found.filter(({ box }) => !this.calls.has(box)).map(({ box }) => box);
    const where = 'a positioned box that begins on an earlier page than its containing block ends';
    if (this.isLast) remarkOnLostCalls(this.input.diagnostics, lost, where);
    return {
      about: 'what is called on earlier pages',
      known: { ...this.known, calls, answers: this.answers },
      again: 'pages',
      earlier: null,
    };
  }

  private learnLastPages(): Lesson | null {
    if (!this.prepared.styler.asksForLastPages) return null;
    const lastPages = lastPagesOf(this.outbox.drafts);
    if (sameLastPages(lastPages, this.known.lastPages)) return null;
    const known = { ...this.known, lastPages, answers: this.answers };
    return { about: 'which pages are the last', known, again: 'pages', earlier: null };
  }

  private learnReferences(): Lesson | null {
    const change = this.prepared.tree.open?.compare(this.answers.from(null)) ?? null;
    if (change === null) return null;
    const lesson = { about: 'references to pages', known: { ...this.known, answers: this.answers } } as const;
    if (change.containers === null || this.isLast) return { ...lesson, again: 'boxes', earlier: null };
    change.apply();
    return { ...lesson, again: 'pages', earlier: pagesWithout(change.containers, this.outbox.drafts, this.watched) };
  }

  private warnOf({ about }: Lesson): void {
    this.input.diagnostics.warn(
      'layout/unsettled',
      `Layout still changed ${about} in the last round that it is given; what is shown follows from the round before.`,
    );
  }
}

function rootCountersOf({ tree }: Prepared): CounterChanges {
  const { counterReset: reset, counterIncrement: increment, counterSet: set } = tree.root.style.rare;
  return { reset, increment, set };
}
