/**
 * Makes the fragments of a table's rows and row groups and puts them into the grid box's builder, from the top down. The same for a whole
 * table and for the part of one that stands in a fragmentainer; what differs is what a row's cells look like.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { Edges } from '../box-model.ts';
import type { BlockBreakToken, BreakToken } from '../break-token.ts';
import type { LayoutContext, LayoutResult } from '../contract.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentFlag } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { type FragmentEnd, partFragment } from '../fragmentation/end-fragment.ts';
import { tableDecorations } from './table-decorations.ts';
import type { TableTokenData } from './table-fragmentation.ts';
import { finishCell, type FinishedCell } from './table-cell.ts';
import { specifiedBlockSize, type TableGeometry } from './table-geometry.ts';

/** A row's place in a table fragment, for collapsed borders and column backgrounds. */
export interface PlacedRow {
  readonly row: number;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** Not the row's first (last) fragment. */
  readonly startCut: boolean;
  readonly endCut: boolean;
}

/** A cell ready to go into its row's fragment. */
export interface RowCell {
  readonly finished: FinishedCell;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly token: BreakToken | null;
}

export class TableEmitter {
  readonly context: LayoutContext;
  readonly geometry: TableGeometry;
  readonly builder: FragmentBuilder;
  /** Where the next row or section goes, from the grid box fragment's border-box block start. */
  offset: LU;
  readonly placed: PlacedRow[] = [];
  /** Of the first (last) row in this fragment. */
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  private readonly innerSpace: ConstraintSpace;
  private section: FragmentBuilder | null = null;
  private sectionIndex = -1;
  private sectionStart: LU = 0;
  private sectionRows = 0;
  private flags = 0;
  private spacingOwed = false;

  constructor(context: LayoutContext, geometry: TableGeometry, builder: FragmentBuilder) {
    this.context = context;
    this.geometry = geometry;
    this.builder = builder;
    this.offset = builder.blockStartEdge;
    const { space } = builder;
    const inner = ConstraintSpace.draft(geometry.structure.mode);
    inner.availableInline = inner.percentageInline = inner.fixedInline = geometry.rowInlineSize;
    inner.flags = SpaceFlag.NewFormattingContext | (space.flags & SpaceFlag.Measure);
    this.innerSpace = inner;
  }

  /** A builder for a row or row group fragment: these have no border, padding or margin. */
  private partBuilder(box: Box, token: BlockBreakToken | null): FragmentBuilder {
    const part = new FragmentBuilder(this.context, box, this.innerSpace, token, Edges.ZERO);
    part.inlineSize = this.geometry.rowInlineSize;
    return part;
  }

  /** `broken`: the part goes on though nothing in it does. */
  private finishPart(part: FragmentBuilder, blockSize: LU, flags: number, broken: boolean): LayoutResult {
    return part.finish({
      end: partFragment(part, blockSize, broken),
      percentageBlock: specifiedBlockSize(part.box, this.geometry.structure.mode),
      flags,
    });
  }

  /** Spacing goes above every row but, after a break, the first. */
  beginSection(index: number, token: BlockBreakToken | null, repeated: boolean): void {
    this.endSection();
    this.paySpacing();
    const { box } = this.geometry.grid.sections[index];
    this.section = this.partBuilder(box, token);
    this.sectionIndex = index;
    this.sectionStart = this.offset;
    this.sectionRows = 0;
    this.flags = repeated ? FragmentFlag.Repeated : 0;
  }

  endSection(): void {
    const { section } = this;
    if (section === null) return;
    this.takeOutOfFlow(section, this.geometry.grid.sections[this.sectionIndex].box, BoxKind.TableRow);
    const result = this.finishPart(section, this.offset - this.sectionStart, this.flags, false);
    this.builder.addResult(result, this.geometry.rowInlineStart, this.sectionStart);
    this.section = null;
  }

  /** The token under which what is left of the present section goes on. */
  get currentSection(): FragmentBuilder | null {
    return this.section;
  }

  /** Adds the spacing between the last row and what follows. */
  paySpacing(): void {
    if (this.spacingOwed) this.offset += this.geometry.structure.blockSpacing;
    this.spacingOwed = false;
  }

  /** The spacing above the very first row. */
  oweSpacing(): void {
    this.spacingOwed = true;
  }

  /** Places the next fragment of row `r`, whose section has been begun. `broken`: the row goes on in the next fragmentainer. */
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
    const row = geometry.grid.rows[r];
    if (geometry.row(r).collapsed) return;
    if (this.sectionRows++ > 0) this.paySpacing();
    else this.spacingOwed = false;
    const part = this.partBuilder(row.box, token);
    for (const { finished, inlineOffset, blockOffset, token: cellToken } of cells) {
      part.addChild(finished.fragment, inlineOffset - geometry.rowInlineStart, blockOffset);
      part.takeCandidates(finished.outOfFlow);
      part.addFootnotes(finished.footnotes);
      if (cellToken !== null) part.addChildToken(cellToken);
    }
    this.takeOutOfFlow(part, row.box, BoxKind.TableCell);
    if (!repeated && token === null) {
      const baseline = this.offset + geometry.rowBaseline(r);
      this.firstBaseline ??= baseline;
      this.lastBaseline = baseline;
    }
    this.placed.push({ row: r, blockOffset: this.offset, blockSize, startCut: token !== null, endCut: broken });
    const result = this.finishPart(part, blockSize, repeated ? FragmentFlag.Repeated : 0, broken);
    section.addResult(result, 0, this.offset - this.sectionStart);
    this.offset += blockSize;
    this.spacingOwed = true;
  }

  /** The cells of a row that is whole, in their final size. `skip`: those that are laid out otherwise. */
  wholeRowCells(r: number): RowCell[] {
    const { geometry, context } = this;
    const measure = this.builder.space.flags & SpaceFlag.Measure;
    return geometry.grid.rows[r].cells.map((cell, i) => {
      const blockSize = geometry.rowsBlockSize(r, r + cell.rowSpan);
      const finished = finishCell(context, geometry, cell, geometry.resultsOf(r)[i], blockSize, measure);
      return { finished, inlineOffset: geometry.cellInline(cell).start, blockOffset: 0, token: null };
    });
  }

  /** All rows of a section, unbroken. */
  addWholeSection(index: number, repeated: boolean): void {
    const { firstRow, rowCount } = this.geometry.grid.sections[index];
    this.beginSection(index, null, repeated);
    for (let r = firstRow; r < firstRow + rowCount; r++) {
      this.context.budget.tick();
      this.addRow(r, this.geometry.row(r).blockSize, this.wholeRowCells(r), null, repeated);
    }
    this.endSection();
  }

  /** Where the next row would start. */
  nextRowOffset(): LU {
    return this.offset + (this.spacingOwed ? this.geometry.structure.blockSpacing : 0);
  }

  /** What the grid box draws itself, its size and baselines. */
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
      extra: tableDecorations(geometry, this.placed, {
        mode: builder.mode,
        inlineSize: builder.inlineSize,
        blockSize: end.blockSize,
      }),
      data,
    });
  }

  /** Positioned boxes among the children of a row or section: their static position is its start corner. */
  private takeOutOfFlow(part: FragmentBuilder, box: Box, inFlow: BoxKind): void {
    if (part.token !== null) return;
    for (const child of box.children) if (child.kind !== inFlow && child.isOutOfFlow) part.addOutOfFlow(child, 0, 0);
  }
}
