/** Turns drafts into pages as soon as nothing can change them, sends them, and releases them. */
import type { PageReferences } from '../boxes/page-references.ts';
import { addTo } from '../grouped.ts';
import { assertInvariant } from '../invariant.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import { writingModeOf } from '../layout/sizing/box-edges.ts';
import { FragmentTree } from '../layout/positioned/fragment-tree.ts';
import { ClippedText } from './clipped-text.ts';
import { CoveredText } from './covered-text.ts';
import { placeSentBackBoxes, type SentBackBoxes } from './sent-back-boxes.ts';
import type { FoundCall } from './sent-back-calls.ts';
import { bleedOf, finishPage } from './finish-page.ts';
import { FixedBoxes } from './fixed-boxes.ts';
import type { Prepared } from './known.ts';
import { MovedBoxes, type PutOver } from './moved-boxes.ts';
import { isBehindContents, layoutMarginBoxes, type MarginBox } from './margin-boxes.ts';
import { MarginMarks } from './margin-marks.ts';
import { type PageLabel, type PlacedFragment, pageLabelOf } from './page.ts';
import type { PageAnswers } from './page-answers.ts';
import type { Draft } from './page-flow.ts';
import { placeAroundSheet } from './off-screen.ts';
import {
  remarkOnBlankEnd,
  remarkOnFootnoteAreas,
  remarkOnHeight,
  remarkOnMargins,
  remarkOnOutside,
} from './page-remarks.ts';
import type { PageSink } from './page-sink.ts';
import { RepeatedContent } from './repeated-content.ts';
import type { LU } from '../units.ts';
import { verticallyFilled } from './vertical-fill.ts';
import { WholeBoxes } from './whole-boxes.ts';

export class Outbox {
  readonly fixed: FixedBoxes;
  private readonly marks: MarginMarks;
  private readonly prepared: Prepared;
  private readonly mode: WritingMode;
  private readonly answers: PageAnswers;
  private readonly openSink: (settled: Prepared) => PageSink;
  /** Boxes that are added to pages or removed from them after they have been filled. */
  private readonly changes: FragmentTree;
  /** Boxes from other pages that are painted over the flow, by page index. */
  private readonly over = new Map<number, { fragment: () => BoxFragment; x: LU; y: LU }[]>();
  private readonly putOver: PutOver = (index, fragment, x, y) => addTo(this.over, index, { fragment, x, y });
  private sentBack: SentBackBoxes | null = null;
  /** Null if no box of the document can be moved. */
  private readonly moved: MovedBoxes | null;
  private sink: PageSink | null = null;
  private readonly waiting: Draft[] = [];
  /** The page that was sent last, unless boxes from other pages are on it. */
  private last: Draft | null = null;
  private readonly wholes = new WholeBoxes();
  private readonly clipped: ClippedText;
  private readonly covered: CoveredText;
  /** null: no content in the flow names pages. */
  private readonly repeated: RepeatedContent | null;
  /** Pages that were sent without their margin boxes. Their fragments have been dropped. */
  private readonly incomplete: Draft[] = [];
  /** Whether margin boxes depend on later pages, so that all of them wait. */
  private marginsWait = false;

  constructor(prepared: Prepared, answers: PageAnswers, openSink: (settled: Prepared) => PageSink) {
    this.prepared = prepared;
    this.answers = answers;
    this.openSink = openSink;
    const { layout, tree } = prepared;
    const mode = writingModeOf(tree.root.style);
    this.mode = mode;
    this.repeated = tree.open === null ? null : new RepeatedContent(tree.open, layout);
    this.clipped = new ClippedText(layout.diagnostics, prepared.frames);
    this.covered = new CoveredText(layout.diagnostics);
    this.marks = new MarginMarks(layout, prepared.styler, tree.root, mode);
    this.fixed = new FixedBoxes(layout, mode);
    this.changes = new FragmentTree(layout.budget);
    this.moved = tree.movesBoxes ? new MovedBoxes(mode, this.changes, this.putOver, layout.diagnostics) : null;
  }

  /** The pages that haven't been sent. */
  get drafts(): readonly Draft[] {
    return this.waiting;
  }

  add(draft: Draft): void {
    this.moved?.add(draft, this.waiting);
    this.waiting.push(draft);
    this.wholes.add(draft.filled?.fragments() ?? []);
    this.fixed.add(draft);
  }

  /**
   * Ends the flow. Boxes that start on earlier pages are placed there, and pages are added for what extends past the
   * last. `addPage` creates and adds a page.
   */
  endFlow(addPage: () => Draft): void {
    const { layout, tree } = this.prepared;
    this.sentBack = placeSentBackBoxes(layout, tree.root, this.waiting, this.changes, this.putOver, addPage);
    for (const draft of this.waiting) this.wholes.add(this.sentBackTo(draft).map(({ fragment }) => fragment));
    this.moved?.addPages(addPage);
  }

  /** Returns the boxes from later pages that have been placed on a page. */
  sentBackTo({ index }: Draft): readonly PlacedFragment[] {
    return this.sentBack?.placed.get(index) ?? [];
  }

  /** The calls of boxes that start on earlier pages. */
  get sentBackCalls(): readonly FoundCall[] {
    return this.sentBack?.calls ?? [];
  }

  /**
   * Sends waiting pages. If boxes can be moved back, the last page waits. If a continued box is painted as a whole, all
   * pages wait.
   */
  async send(): Promise<void> {
    if (this.wholes.hasOpen) return;
    await this.sendAllBut(this.moved === null ? 0 : 1);
  }

  private async sendAllBut(kept: number): Promise<void> {
    this.sink ??= this.openSink(this.prepared);
    while (this.waiting.length > kept) {
      const draft = verticallyFilled(this.withChanges(this.waiting[0]!), this.mode);
      const marginBoxes = this.marginBoxesOf(draft);
      if (marginBoxes === null) {
        // Margin boxes below the contents must be painted before them.
        if ([...draft.style.marginBoxes.values()].some(isBehindContents)) return;
        this.incomplete.push({ ...draft, filled: null });
      }
      this.waiting.shift();
      if (draft.geometry.ignoresMargins) remarkOnMargins(this.prepared.layout.diagnostics);
      remarkOnHeight(draft, this.prepared.layout.diagnostics);
      remarkOnFootnoteAreas(draft, this.prepared.layout.diagnostics);
      const pages = this.answers.from(draft.index);
      this.repeated?.tell(this.fixed.boxes, pages);
      const allFixed = this.fixed.on(draft);
      remarkOnOutside(allFixed, draft, this.prepared.layout.diagnostics);
      const offScreen = allFixed.filter((placed) => placeAroundSheet(placed, draft) === 'off screen');
      const fixed = offScreen.length === 0 ? allFixed : allFixed.filter((placed) => !offScreen.includes(placed));
      const over = (this.over.get(draft.index) ?? []).map((placed) => ({ ...placed, fragment: placed.fragment() }));
      const label = this.labelOf(draft, pages);
      const marks = this.marks.next(draft.filled?.root ?? null, draft.side);
      const shown = this.withTexts(draft, pages);
      const { sizes } = this.wholes;
      const finished = finishPage(
        this.prepared.tree.root,
        shown,
        [...over, ...fixed],
        marginBoxes ?? [],
        marks,
        label,
        sizes,
      );
      const page = { ...finished, offScreen };
      if (fixed.length > 0) this.covered.look(draft.index, shown.filled?.root ?? null, fixed);
      this.last = over.length > 0 ? null : draft;
      this.over.delete(draft.index);
      if (this.prepared.tree.mayClip) this.clipped.look(page);
      await this.sink.takePage(page, marginBoxes !== null);
    }
  }

  private labelOf({ style: page, index, numbering }: Draft, pages: PageReferences): PageLabel {
    const { style } = page;
    const items = style.rare.pagewrightPageLabel;
    const text = items === null ? null : this.prepared.pageText(items, style, pages);
    return { ...pageLabelOf(page, this.answers.numberOf(index), numbering.suffix), text };
  }

  private withChanges(draft: Draft): Draft {
    const { filled } = draft;
    const root = filled?.root ?? null;
    if (filled === null || root === null) return draft;
    const fragment = this.changes.changedTo(root.fragment);
    return fragment === root.fragment ? draft : { ...draft, filled: filled.withRoot({ ...root, fragment }) };
  }

  private withTexts(draft: Draft, pages: PageReferences): Draft {
    const { filled } = draft;
    const root = filled?.root ?? null;
    if (this.repeated === null || filled === null || root === null) return draft;
    const changed = this.repeated.withTexts(root, pages);
    return changed === root ? draft : { ...draft, filled: filled.withRoot(changed) };
  }

  /** Sends all waiting pages, then the margin boxes that waited for the last page. */
  async finish(): Promise<void> {
    await this.sendAllBut(0);
    assertInvariant(this.sink !== null, 'an empty document has a page');
    if (this.last !== null) remarkOnBlankEnd(this.last, this.prepared.layout.diagnostics);
    this.marginsWait = false;
    for (const draft of this.incomplete) await this.sink.completePage(draft.index, this.marginBoxesOf(draft) ?? []);
  }

  /** Returns null if the margin boxes depend on later pages. */
  private marginBoxesOf({ style, index, geometry }: Draft): PlacedFragment[] | null {
    if (style.marginBoxes.size === 0) return [];
    if (this.marginsWait) return null;
    this.answers.askedAhead = false;
    const references = this.answers.from(index);
    const boxes = new Map<string, MarginBox>();
    for (const [name, boxStyle] of style.marginBoxes) {
      const box = this.prepared.buildMarginBox(boxStyle, name, references);
      if (box) boxes.set(name, box);
    }
    this.marginsWait = this.answers.askedAhead;
    if (this.marginsWait) return null;
    const placed = layoutMarginBoxes(geometry, boxes);
    this.clipped.lookAtMargins(index, geometry, bleedOf(style), placed);
    return placed;
  }
}
