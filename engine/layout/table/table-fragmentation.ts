/**
 * Table fragmentation (css-tables-3 §6, css-break-3 §4). Row groups follow each other like blocks, and
 * `row-fragmentation/` breaks their rows. Header and footer groups that avoid breaks and take at most a quarter of the
 * fragmentainer are repeated.
 */
import { assertInvariant } from '../../invariant.ts';
import { BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { type BlockBreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import {
  appealBefore,
  type BreakPlace,
  forcedBetween,
  outcomeOf,
  withBestBreak,
} from '../fragmentation/break-chooser.ts';
import { breakBetween } from '../fragmentation/break-values.ts';
import { cloneReserve, endFragment, hasInFlowToken, MORE_CONTENT } from '../fragmentation/end-fragment.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { RowFlow } from '../row-fragmentation/row-flow.ts';
import { type PlacedItem, RowsState } from '../row-fragmentation/row.ts';
import type { SectionRows } from './section-rows.ts';
import { framed } from './table-cell.ts';
import { childToken, type SectionEmitter, TableEmitter } from './table-emitter.ts';
import type { TableGeometry } from './table-geometry.ts';
import { footerSize, isRepeatable, remarkOnTallSection, sectionSize } from './table-places.ts';
import { SectionTokenData, TableTokenData } from './table-token.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { RowCell } from './placed-row.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Whether the table must be processed row by row, because it doesn't simply fit into this fragmentainer. */
export function mustFragment(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  resumed: TableTokenData | null,
  early: EarlyBreak | null,
): boolean {
  const { box } = builder;
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return false;
  if (resumed !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  return geometry.reachesPast(fragmentainer.remaining);
}

/**
 * Returns the table's next fragment, or null if it must be laid out again for a better break. `rowsOf` returns the rows
 * of a section, the same at every attempt.
 */
export function fragmentTable(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  rowsOf: (section: number) => SectionRows,
  resumed: TableTokenData | null,
): LayoutResult | null {
  const { fragmentainer } = builder.space;
  assertInvariant(fragmentainer !== null, 'tables are only fragmented in a fragmentainer');
  return new TableFragmenter(builder, geometry, rowsOf, fragmentainer, resumed).run();
}

class TableFragmenter {
  private readonly builder: FragmentBuilder;
  private readonly geometry: TableGeometry;
  private readonly resumed: TableTokenData | null;
  private readonly emitter: TableEmitter;
  private readonly rowsOf: (section: number) => SectionRows;
  private readonly header: number;
  private readonly footer: number;
  private readonly whole: FragmentainerSpace;
  /** The fragmentainer between repeated headers and footers, from the grid box fragment's block start. */
  private fragmentainer: FragmentainerSpace;
  /** Whether a section is in this fragment. */
  private hasContent = false;
  private nextSection: number;

  constructor(
    builder: FragmentBuilder,
    geometry: TableGeometry,
    rowsOf: (section: number) => SectionRows,
    fragmentainer: FragmentainerSpace,
    resumed: TableTokenData | null,
  ) {
    this.rowsOf = rowsOf;
    this.builder = builder;
    this.geometry = geometry;
    this.whole = fragmentainer;
    this.resumed = resumed;
    this.nextSection = resumed?.nextSection ?? 0;
    this.emitter = new TableEmitter(builder.context, geometry, builder, resumed);
    const { sections } = geometry.grid;
    this.header = sections.findIndex((section) => isRepeatable(geometry, section, 'header', fragmentainer));
    this.footer = sections.findIndex((section) => isRepeatable(geometry, section, 'footer', fragmentainer));
    if (resumed !== null)
      for (const section of sections)
        remarkOnTallSection(geometry, section, fragmentainer, builder.context.diagnostics);
    // css-break-3 §5.4: cloned edges below every part except the last, which has its own.
    this.fragmentainer = fragmentainer.shortenedBy(cloneReserve(builder));
    if (this.header >= 0)
      this.fragmentainer = this.fragmentainer.afterRepeated(
        this.edgeAbove + sectionSize(geometry, sections[this.header]!, true) + geometry.blockSpacing,
      );
  }

  /**
   * The part of collapsed borders above a repeated header. Half of these borders is outside the rows. As in Chromium, a
   * repeated header keeps that half even though the break has cut off the table's edges.
   */
  private get edgeAbove(): LU {
    const { edges, structure } = this.geometry;
    return structure.borders === null || this.builder.clonesEdges ? 0 : edges.blockStart;
  }

  /** The part of collapsed borders below a repeated footer. */
  private get edgeBelow(): LU {
    const { edges, structure } = this.geometry;
    return structure.borders === null || this.builder.clonesEdges ? 0 : edges.blockEnd;
  }

  run(): LayoutResult | null {
    const { geometry, emitter, resumed, builder } = this;
    const { sections } = geometry.grid;
    const first = this.nextSection;
    if (resumed !== null && this.header >= 0 && first > this.header && first < sections.length) {
      emitter.offset += this.edgeAbove;
      emitter.addWholeSection(this.header, true);
    }
    const hasFooter = this.footer >= 0 && first < this.footer;
    if (hasFooter)
      this.fragmentainer = this.fragmentainer.shortenedBy(
        footerSize(geometry, sections[this.footer]!) + geometry.blockSpacing + this.edgeBelow,
      );
    const end = hasFooter ? this.footer : sections.length;
    for (let s = 0; s < end; s++) {
      const token = childToken(builder.token, sections[s]!.box);
      // Finished sections only have overflow left.
      if (s < first && token === null) continue;
      const step = this.addSection(s, token);
      if (step === 'again') return null;
      if (step === 'stop') break;
    }
    const goesOn = this.nextSection < end;
    if (hasFooter) emitter.addWholeSection(this.footer, goesOn);
    if (!goesOn) this.nextSection = sections.length;
    return this.finish(goesOn);
  }

  private addSection(s: number, token: BlockBreakToken | null): 'continue' | 'stop' | 'again' {
    const { builder, emitter, geometry } = this;
    const { sections } = geometry.grid;
    const { box, rowCount } = sections[s]!;
    const isFinished = s < this.nextSection;
    if (rowCount === 0) {
      if (!isFinished) this.nextSection = s + 1;
      return 'continue';
    }
    const start = emitter.nextOffset;
    const place: BreakPlace = {
      box,
      fragmentainer: this.fragmentainer.advancedBy(start, this.hasContent || this.fragmentainer.hasPrecedingContent),
      between: breakBetween(sections[s - 1]?.box ?? null, box),
      // A header that is repeated isn't left alone.
      isBetweenSiblings: this.hasContent && !(s - 1 === this.header && this.resumed === null),
      makesProgress: this.hasContent || this.fragmentainer.hasPrecedingContent,
    };
    const begun = token === null || token.isBreakBefore ? null : token;
    if (this.hasContent && begun === null) {
      const value = forcedBetween(place.between, place.fragmentainer, sections[s - 1]!.box, box);
      if (value !== 'auto') return this.breakBefore(s, BreakAppeal.Perfect, true, value);
      if (builder.breaks.isTarget(box)) return this.breakBefore(s, appealBefore(place), false);
    }
    const { section, result } = this.layoutSection(s, begun, place.fragmentainer);
    if (!isFinished) {
      const here = begun === null ? place : { ...place, makesProgress: false };
      let outcome = outcomeOf(box, result, builder.mode, place.fragmentainer);
      // Sections avoid breaks by default. In columns, they always do, as in other engines.
      const violates =
        place.fragmentainer.kind === 'page' &&
        outcome.state === 'broken' &&
        outcome.appeal === BreakAppeal.ViolatesAvoid &&
        outcome.appeal < result.appeal;
      const avoided = violates ? { appeal: result.appeal, unbrokenSize: () => this.unbrokenSize(s) } : null;
      // A group that is too tall for any page is broken like one that doesn't avoid breaks.
      if (violates && this.unbrokenSize(s) > place.fragmentainer.pageCapacity)
        outcome = { ...outcome, appeal: result.appeal };
      const answer = builder.breaks.offer(here, outcome, avoided);
      if (answer === 'go-back') return 'again';
      if (answer === 'break-before') return this.breakBefore(s, appealBefore(here), false);
    }
    const goesOn = result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
    if (section.part.childCount > 0) emitter.add(section, result);
    else if (result.breakToken !== null) builder.addChildToken(result.breakToken);
    if (isFinished) return 'continue';
    this.hasContent ||= section.placed.length > 0;
    if (goesOn) return 'stop';
    this.nextSection = s + 1;
    return 'continue';
  }

  private breakBefore(s: number, appeal: BreakAppeal, isForced: boolean, value?: BreakPlace['between']): 'stop' {
    this.builder.endBefore(this.geometry.grid.sections[s]!.box, appeal, isForced, value);
    return 'stop';
  }

  /** Measures a section without breaks. Stops measuring rows once no page can hold it. */
  private unbrokenSize(s: number): LU {
    const { geometry, fragmentainer } = this;
    const { firstRow, rowCount } = geometry.grid.sections[s]!;
    let size = -geometry.blockSpacing;
    for (let r = firstRow; r < firstRow + rowCount && size <= fragmentainer.pageCapacity; r++)
      if (geometry.isShown(r, false)) size += geometry.row(r).blockSize + geometry.blockSpacing;
    return size;
  }

  /** Lays out the next fragment of a section. */
  private layoutSection(
    s: number,
    token: BlockBreakToken | null,
    fragmentainer: FragmentainerSpace,
  ): { section: SectionEmitter; result: LayoutResult } {
    const { builder, geometry, emitter } = this;
    const { context, mode } = builder;
    const { box } = geometry.grid.sections[s]!;
    const known = token?.data instanceof SectionTokenData ? token.data : null;
    const rows = known?.rows ?? this.rowsOf(s);
    const place = {
      container: box,
      context,
      mode,
      isColumn: false,
      fragmentainer,
      isFirst: known === null,
      start: 0,
      endEdge: 0,
      base: known === null ? 0 : known.consumed,
      spacing: geometry.blockSpacing,
      gained: 0,
    };
    const from = known?.state ?? RowsState.START;
    const flow = withBestBreak(builder.breaks.targetInside(box), (breaks) => {
      const attempt = new RowFlow(place, rows, from, breaks);
      return attempt.fill() ? attempt : null;
    });
    const section = emitter.section(s, token, false, flow.extents.length > 0 ? flow.spacingAbove : 0, flow.breaks);
    const fromTable = emitter.nextOffset;
    this.emitRows(section, rows, flow, from, fragmentainer.remaining);
    for (const one of flow.tokens) section.part.addChildToken(one);
    if (flow.placed.some(({ result }) => result.breakToken?.isForced === true)) flow.breaks.isForced = true;
    const rowsEnd = section.start - fromTable + section.blockSize;
    const consumed = place.base + Math.max(fragmentainer.remaining, rowsEnd);
    return { section, result: section.finish(new SectionTokenData(rows, flow.state, consumed)) };
  }

  /** Adds the rows of a flow. Cells of earlier rows that span into them are next to the first one. */
  private emitRows(section: SectionEmitter, rows: SectionRows, flow: RowFlow, from: RowsState, room: LU): void {
    const { mode } = this.builder;
    const { extents, placed, state } = flow;
    const byRow = new Map<number, PlacedItem[]>();
    const spanning: PlacedItem[] = [];
    for (const item of placed) {
      if (item.row < from.next && item.item.lastRow >= from.next && extents.length > 0) spanning.push(item);
      else if (byRow.has(item.row)) byRow.get(item.row)!.push(item);
      else byRow.set(item.row, [item]);
    }
    const last = extents.at(-1);
    const above = last === undefined ? 0 : flow.spacingAbove;
    const isCut = (r: number): boolean => state.status === 'begun' && state.next === r;
    const cutsLast = last !== undefined && isCut(last.row);
    const cell = ({ item, result, offset }: PlacedItem, rowStart: LU): RowCell => ({
      column: item.column ?? 0,
      result:
        !cutsLast && last !== undefined && item.lastRow > last.row
          ? this.endWithRow(result, last.end - offset)
          : result,
      inlineOffset: item.inlineOffset,
      blockOffset: offset - above - rowStart,
    });
    for (const [row, items] of byRow)
      if (row < from.next)
        section.addRow(
          rows.indexOf(row),
          0,
          0,
          items.map((item) => cell(item, 0)),
          false,
          true,
        );
    for (const { row, start, end } of extents) {
      const items = byRow.get(row) ?? [];
      if (row === extents[0]!.row) items.push(...spanning);
      let size = end - start;
      if (isCut(row)) {
        size = Math.min(end, room) - start;
        for (const { result, offset } of items) size = Math.max(size, offset + result.fragment.blockSize(mode) - start);
      }
      const cells = items.map((item) => cell(item, start - above));
      section.addRow(rows.indexOf(row), start - above, size, cells, isCut(row));
    }
  }

  /**
   * Returns the fragment of a spanning cell whose later rows are in the next fragmentainer. If its contents have ended,
   * it ends with the last row here, `size` below its start.
   */
  private endWithRow(result: LayoutResult, size: LU): LayoutResult {
    const { breakToken } = result;
    if (breakToken === null || !breakToken.has(BreakTokenFlag.SeenAllChildren)) return result;
    if (hasInFlowToken(breakToken.children)) return result;
    const { mode } = this.builder;
    return framed(
      result,
      mode,
      Math.max(size, Math.min(result.intrinsicBlockSize, result.fragment.blockSize(mode))),
      0,
      0,
    );
  }

  private finish(goesOn: boolean): LayoutResult {
    const { builder, geometry, emitter } = this;
    const { edges } = geometry;
    const rowsEnd = emitter.offset;
    // Spacing after the last row is truncated at the fragmentainer's end, like a margin.
    const roomAfterRows = Math.max(rowsEnd, this.whole.remaining - edges.blockEnd);
    const contents = goesOn ? rowsEnd : Math.min(emitter.nextOffset, roomAfterRows) + edges.blockEnd;
    const end = endFragment(builder, {
      fragmentainer: this.whole,
      contents,
      goesOn,
      endEdge: edges.blockEnd,
      usedBlockSize: goesOn ? MORE_CONTENT : this.usedBlockSize(contents),
    });
    return emitter.finish(end, new TableTokenData(geometry, this.nextSection, emitter.copied));
  }

  /**
   * Returns the used block size of the table once all its rows are placed. If an earlier fragment placed them all, the
   * size is unchanged.
   */
  private usedBlockSize(contents: LU): LU {
    const { builder, geometry, resumed } = this;
    const { token } = builder;
    if (resumed !== null && resumed.nextSection === geometry.grid.sections.length && token !== null)
      return Math.max(token.usedBlockSize, builder.space.fixedBlock);
    return Math.max(builder.consumedBlockSize + contents, geometry.wantedBlockSize);
  }
}
