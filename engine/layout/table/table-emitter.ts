/**
 * Creates the fragments of a table's rows and row groups and adds them to the grid box's builder, from top to bottom.
 * Whole tables and fragmented tables only differ in their row cells.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { Edges } from '../box-edges.ts';
import type { BlockBreakToken } from '../break-token.ts';
import type { LayoutContext } from '../contract.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentFlag } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { type FragmentEnd, partFragment } from '../fragmentation/end-fragment.ts';
import { areasIn, type CellArea, columnsWithBackground, hasBackground } from './background-areas.ts';
import { tableDecorations } from './table-decorations.ts';
import { finishCell } from './table-cell.ts';
import { specifiedBlockSize, type TableGeometry } from './table-geometry.ts';
import type { TableTokenData } from './table-token.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { PlacedTableRow, RowCell } from './placed-row.ts';

/** The data of a row or row group once it is complete. */
interface TablePart {
  /** Block start and size in the grid box fragment. */
  readonly start: LU;
  readonly blockSize: LU;
  /** The cells that show its background. */
  readonly cells: readonly CellArea[];
  readonly isRepeated: boolean;
  /** Whether it continues although nothing in it does. */
  readonly isCut: boolean;
}

export class TableEmitter {
  readonly context: LayoutContext;
  readonly geometry: TableGeometry;
  readonly builder: FragmentBuilder;
  /** Position of the next row or section, from the grid box fragment's border-box block start. */
  offset: LU;
  readonly placed: PlacedTableRow[] = [];
  /** Baseline of the first (last) row in this fragment. */
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  private readonly innerSpace: ConstraintSpace;
  private section: FragmentBuilder | null = null;
  private sectionIndex = -1;
  private sectionStart: LU = 0;
  private sectionRows = 0;
  private isRepeated = false;
  private spacingOwed = false;
  /** Areas of all cells if columns have backgrounds, and those of the current section if it has one. */
  private readonly cellAreas: CellArea[] = [];
  private sectionAreas: CellArea[] = [];
  private readonly hasColumnBackground: boolean;
  private readonly resumed: TableTokenData | null;
  /** The sections with copies in this fragment and earlier ones. */
  readonly copied: Set<number>;

  constructor(
    context: LayoutContext,
    geometry: TableGeometry,
    builder: FragmentBuilder,
    resumed: TableTokenData | null = null,
  ) {
    this.context = context;
    this.resumed = resumed;
    this.copied = new Set(resumed?.copied);
    this.geometry = geometry;
    this.builder = builder;
    this.offset = builder.blockStartEdge;
    const { space } = builder;
    const inner = ConstraintSpace.draft(geometry.structure.mode);
    inner.availableInline = inner.percentageInline = inner.fixedInline = geometry.rowInlineSize;
    inner.flags = SpaceFlag.NewFormattingContext | (space.flags & SpaceFlag.Measure);
    this.innerSpace = inner;
    this.hasColumnBackground = columnsWithBackground(geometry).length > 0;
  }

  /** Returns a builder for the fragment of a row or row group at `offset`. These have no border, padding or margin. */
  private partBuilder(box: Box, token: BlockBreakToken | null): FragmentBuilder {
    const { fragmentainer } = this.builder.space;
    // Only positioned boxes depend on the fragmentainer's end in a part.
    const splits = fragmentainer !== null && box.has(BoxFlag.AbsoluteContainer) && box.has(BoxFlag.HasOutOfFlow);
    const space = splits
      ? this.innerSpace.withFragmentainer(fragmentainer.advancedBy(this.offset, true))
      : this.innerSpace;
    const part = new FragmentBuilder(this.context, box, space, token, Edges.ZERO);
    part.inlineSize = this.geometry.rowInlineSize;
    return part;
  }

  private finishPart(part: FragmentBuilder, { start, blockSize, cells, isRepeated, isCut }: TablePart): LayoutResult {
    const { rowInlineStart, structure } = this.geometry;
    const frame = { mode: structure.mode, inlineSize: part.inlineSize, blockSize };
    const areas = hasBackground(part.box) ? areasIn(cells, frame, rowInlineStart, start) : null;
    return part.finish({
      end: partFragment(part, blockSize, isCut),
      percentageBlock: specifiedBlockSize(part.box, structure.mode),
      flags: isRepeated ? FragmentFlag.Repeated : 0,
      extra: areas === null ? null : { backgroundAreas: areas },
    });
  }

  /** Begins a section. Spacing goes above every row, except the first one after a break. */
  beginSection(index: number, token: BlockBreakToken | null, repeated: boolean): void {
    this.endSection();
    this.paySpacing();
    const { box } = this.geometry.grid.sections[index]!;
    this.section = this.partBuilder(box, token);
    this.sectionIndex = index;
    this.sectionStart = this.offset;
    this.sectionRows = 0;
    this.sectionAreas = [];
    this.isRepeated = repeated;
  }

  endSection(): void {
    const { section } = this;
    if (section === null) return;
    this.takeOutOfFlow(section, this.geometry.grid.sections[this.sectionIndex]!.box, BoxKind.TableRow);
    const result = this.finishPart(section, {
      start: this.sectionStart,
      blockSize: this.offset - this.sectionStart,
      cells: this.sectionAreas,
      isRepeated: this.isRepeated,
      isCut: false,
    });
    // A repeated section shows positioned boxes only if their containing block is inside it. The original places the
    // others, once.
    const added = this.isRepeated && result.outOfFlow.length > 0 ? { ...result, outOfFlow: [] } : result;
    this.builder.addResult(added, this.geometry.rowInlineStart, this.sectionStart);
    this.section = null;
  }

  /** Returns the current section, which holds the tokens of its unfinished rows, or null if it is a different one. */
  sectionAt(index: number): FragmentBuilder | null {
    return index === this.sectionIndex ? this.section : null;
  }

  /** Adds the spacing between the last row and the following content. */
  paySpacing(): void {
    if (this.spacingOwed) this.offset += this.geometry.blockSpacing;
    this.spacingOwed = false;
  }

  /** Adds the spacing after a row that has no content in this fragment. */
  addSpacing(): void {
    this.offset += this.geometry.blockSpacing;
  }

  /** Adds the edge above a repeated header. */
  addEdge(size: LU): void {
    this.offset += size;
  }

  /** Marks the spacing above the very first row as due. */
  oweSpacing(): void {
    this.spacingOwed = true;
  }

  /**
   * Places the next fragment of row `r`, whose section has begun. `broken` means that the row continues in the next
   * fragmentainer.
   */
  addRow(
    r: number,
    blockSize: LU,
    cells: readonly RowCell[],
    token: BlockBreakToken | null,
    repeated: boolean,
    broken = false,
  ): void {
    const { geometry, section } = this;
    if (section === null) return;
    const row = geometry.grid.rows[r]!;
    if (!geometry.isShown(r, repeated)) return;
    if (this.sectionRows++ > 0) this.paySpacing();
    else this.spacingOwed = false;
    const part = this.partBuilder(row.box, token);
    this.addCells(part, cells, this.callsNotes(r, repeated));
    this.takeOutOfFlow(part, row.box, BoxKind.TableCell);
    if (!repeated && token === null) {
      const baseline = this.offset + geometry.rowBaseline(r);
      this.firstBaseline ??= baseline;
      this.lastBaseline = baseline;
    }
    this.placed.push({ row: r, blockOffset: this.offset, blockSize, startCut: token !== null, endCut: broken });
    const areas = this.noteAreas(row.box, section.box, cells);
    const place = { start: this.offset, blockSize, cells: areas, isRepeated: repeated, isCut: broken };
    const result = this.finishPart(part, place);
    section.addResult(result, 0, this.offset - this.sectionStart);
    this.offset += blockSize;
    this.spacingOwed = true;
  }

  /** Records the areas of cells of the next row, if something is painted in them. */
  private noteAreas(row: Box, section: Box, cells: readonly RowCell[]): readonly CellArea[] {
    const isSection = hasBackground(section);
    if (!isSection && !this.hasColumnBackground && !hasBackground(row)) return [];
    const { mode } = this.geometry.structure;
    const areas = cells.map(({ cell, finished: { fragment }, inlineOffset, blockOffset }) => ({
      column: cell.column,
      inline: inlineOffset,
      block: this.offset + blockOffset,
      inlineSize: fragment.inlineSize(mode),
      blockSize: fragment.blockSize(mode),
    }));
    if (this.hasColumnBackground) this.cellAreas.push(...areas);
    if (isSection) this.sectionAreas.push(...areas);
    return areas;
  }

  /** Returns whether this is the first time that a row is shown, and so calls its notes. */
  private callsNotes(r: number, repeated: boolean): boolean {
    const { geometry, sectionIndex, resumed } = this;
    const isCopied = resumed !== null && resumed.copied.has(sectionIndex);
    if (!repeated) return !isCopied || !geometry.isShown(r, true);
    const followsOriginal = resumed !== null && r < resumed.nextRow;
    return !isCopied && (!followsOriginal || !geometry.isShown(r, false));
  }

  private addCells(part: FragmentBuilder, cells: readonly RowCell[], callsNotes: boolean): void {
    for (const { finished, inlineOffset, blockOffset, token } of cells) {
      part.addChild(finished.fragment, inlineOffset - this.geometry.rowInlineStart, blockOffset);
      part.takeCandidates(finished.outOfFlow);
      if (callsNotes) part.addFootnotes(finished.footnotes);
      part.noteExtent(blockOffset + finished.blockExtent);
      if (finished.outOfFlowExtent > 0)
        part.outOfFlowExtent = Math.max(part.outOfFlowExtent, blockOffset + finished.outOfFlowExtent);
      if (token !== null) part.addChildToken(token);
    }
  }

  /** Adds the continued overflow of cells of row `r`, which has ended. It takes no space. */
  addOverflow(r: number, cells: readonly RowCell[], token: BlockBreakToken | null): void {
    if (this.section === null) return;
    const part = this.partBuilder(this.geometry.grid.rows[r]!.box, token);
    this.addCells(part, cells, this.callsNotes(r, false));
    const place = { start: this.offset, blockSize: 0, cells: [], isRepeated: false, isCut: false };
    this.section.addResult(this.finishPart(part, place), 0, this.offset - this.sectionStart);
  }

  /** Returns the cells of a whole row in their final size. */
  wholeRowCells(r: number, repeated: boolean): RowCell[] {
    const { geometry, context } = this;
    const measure = this.builder.space.flags & SpaceFlag.Measure;
    return geometry.grid.rows[r]!.cells.map((cell, i) => {
      const blockSize = geometry.rowsBlockSize(r, r + cell.rowSpan, repeated);
      const finished = finishCell(context, geometry, cell, geometry.resultsOf(r)[i]!, blockSize, measure);
      return { cell, finished, inlineOffset: geometry.cellInline(cell).start, blockOffset: 0, token: null };
    });
  }

  /** Adds all rows of a section, unbroken. */
  addWholeSection(index: number, repeated: boolean): void {
    const { firstRow, rowCount } = this.geometry.grid.sections[index]!;
    this.beginSection(index, null, repeated);
    if (repeated) this.copied.add(index);
    for (let r = firstRow; r < firstRow + rowCount; r++) {
      this.context.budget.tick();
      this.addRow(r, this.geometry.row(r).blockSize, this.wholeRowCells(r, repeated), null, repeated);
    }
    this.endSection();
  }

  /** Returns where the next row would start. */
  nextRowOffset(): LU {
    return this.offset + (this.spacingOwed ? this.geometry.blockSpacing : 0);
  }

  /** Finishes the grid box with its own decorations, size and baselines. */
  finish(end: FragmentEnd, data: TableTokenData | null): LayoutResult {
    const { builder, geometry } = this;
    builder.dependsOnBlockSize ||= geometry.dependsOnBlockSize;
    builder.firstBaseline = this.firstBaseline;
    builder.lastBaseline = this.lastBaseline;
    for (const child of builder.token === null ? geometry.structure.table.children : []) {
      if (child.kind !== BoxKind.TableRowGroup && child.isOutOfFlow)
        builder.addOutOfFlow(child, geometry.edges.inlineStart, builder.blockStartEdge);
    }
    return builder.finish({
      end,
      percentageBlock: specifiedBlockSize(builder.box, geometry.structure.mode),
      extra: tableDecorations(geometry, this.placed, this.cellAreas, {
        mode: builder.mode,
        inlineSize: builder.inlineSize,
        blockSize: end.blockSize,
      }),
      data,
    });
  }

  /** Adds positioned children of a row or section. Their static position is its start corner. */
  private takeOutOfFlow(part: FragmentBuilder, box: Box, inFlow: BoxKind): void {
    if (part.token !== null) return;
    for (const child of box.children) if (child.kind !== inFlow && child.isOutOfFlow) part.addOutOfFlow(child, 0, 0);
  }
}
