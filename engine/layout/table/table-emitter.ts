/**
 * Creates the fragments of a table's rows and row groups and adds them to the grid box's builder, from top to bottom.
 * Whole tables and fragmented tables only differ in their row cells.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { Edges } from '../sizing/box-edges.ts';
import type { BlockBreakToken, TokenData } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentFlag } from '../contract/fragment.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { BreakChooser } from '../fragmentation/break-chooser.ts';
import { type FragmentEnd, partFragment } from '../fragmentation/end-fragment.ts';
import { areasIn, type CellArea, columnsWithBackground, hasBackground } from './background-areas.ts';
import { tableDecorations } from './table-decorations.ts';
import { finishCell } from './table-cell.ts';
import { specifiedBlockSize, type TableGeometry } from './table-geometry.ts';
import type { TableTokenData } from './table-token.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
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

/** State that a table shares with its sections. */
interface TableParts {
  readonly context: LayoutContext;
  readonly geometry: TableGeometry;
  readonly fragmentainer: FragmentainerSpace | null;
  /** The space of rows and sections, whose size their contents give. */
  readonly space: ConstraintSpace;
  readonly hasColumnBackground: boolean;
}

/** Returns a builder for the fragment of a row or row group at `offset`. These have no border, padding or margin. */
function partBuilder(
  { context, geometry, fragmentainer, space }: TableParts,
  box: Box,
  token: BlockBreakToken | null,
  offset: LU,
  breaks?: BreakChooser,
): FragmentBuilder {
  // Only positioned boxes depend on the fragmentainer's end in a part.
  const splits = fragmentainer !== null && box.has(BoxFlag.AbsoluteContainer) && box.has(BoxFlag.HasOutOfFlow);
  const own = splits ? space.withFragmentainer(fragmentainer.advancedBy(offset, true)) : space;
  const part = new FragmentBuilder(context, box, own, token, Edges.ZERO, breaks);
  part.inlineSize = geometry.rowInlineSize;
  return part;
}

function finishPart(
  { geometry }: TableParts,
  part: FragmentBuilder,
  { start, blockSize, cells, isRepeated, isCut }: TablePart,
  data: TokenData | null = null,
): LayoutResult {
  const { rowInlineStart, structure } = geometry;
  const frame = { mode: structure.mode, inlineSize: part.inlineSize, blockSize };
  const areas = hasBackground(part.box) ? areasIn(cells, frame, rowInlineStart, start) : null;
  return part.finish({
    end: partFragment(part, blockSize, isCut),
    percentageBlock: specifiedBlockSize(part.box, structure.mode),
    flags: isRepeated ? FragmentFlag.Repeated : 0,
    extra: areas === null ? null : { backgroundAreas: areas },
    data,
  });
}

/** Adds positioned children of a row or section. Their static position is its start corner. */
function takeOutOfFlow(part: FragmentBuilder, inFlow: BoxKind): void {
  if (part.token !== null) return;
  for (const child of part.box.children) if (child.kind !== inFlow && child.isOutOfFlow) part.addOutOfFlow(child, 0, 0);
}

/** The fragment of a row group. Offsets of rows are from its block start. */
export class SectionEmitter {
  readonly part: FragmentBuilder;
  readonly start: LU;
  /** Block extent of the rows so far. */
  blockSize: LU = 0;
  readonly placed: PlacedTableRow[] = [];
  /** Areas of its cells, if they show a background of the section or of columns. */
  readonly areas: CellArea[] = [];
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  private readonly table: TableParts;
  private readonly isRepeated: boolean;
  private readonly callsNotes: (r: number) => boolean;
  private readonly showsBackground: boolean;

  constructor(
    table: TableParts,
    section: Box,
    token: BlockBreakToken | null,
    start: LU,
    isRepeated: boolean,
    callsNotes: (r: number) => boolean,
    breaks?: BreakChooser,
  ) {
    this.table = table;
    this.part = partBuilder(table, section, token, start, breaks);
    this.start = start;
    this.isRepeated = isRepeated;
    this.callsNotes = callsNotes;
    this.showsBackground = table.hasColumnBackground || hasBackground(section);
  }

  /**
   * Places the next fragment of row `r`. `isCut` means that the row continues in the next fragmentainer. Continued
   * overflow of a finished row takes no space.
   */
  addRow(r: number, offset: LU, blockSize: LU, cells: readonly RowCell[], isCut: boolean, isOverflow = false): void {
    const { geometry } = this.table;
    const { box } = geometry.grid.rows[r]!;
    const token = childToken(this.part.token, box);
    const start = this.start + offset;
    const part = partBuilder(this.table, box, token, start);
    this.addCells(part, cells, this.callsNotes(r));
    takeOutOfFlow(part, BoxKind.TableCell);
    const areas = isOverflow ? [] : this.noteAreas(box, cells, start);
    const place = { start, blockSize, cells: areas, isRepeated: this.isRepeated, isCut };
    this.part.addResult(finishPart(this.table, part, place), 0, offset);
    if (isOverflow) return;
    const isStart = part.token === null;
    if (!this.isRepeated && isStart) {
      this.lastBaseline = start + geometry.rowBaseline(r);
      this.firstBaseline ??= this.lastBaseline;
    }
    this.placed.push({ row: r, blockOffset: start, blockSize, startCut: !isStart, endCut: isCut });
    this.blockSize = offset + blockSize;
  }

  /** Records the areas of cells of the next row, if something is painted in them. */
  private noteAreas(row: Box, cells: readonly RowCell[], start: LU): readonly CellArea[] {
    if (!this.showsBackground && !hasBackground(row)) return [];
    const { mode } = this.table.geometry.structure;
    const areas = cells.map(({ column, result: { fragment }, inlineOffset, blockOffset }) => ({
      column,
      inline: inlineOffset,
      block: start + blockOffset,
      inlineSize: fragment.inlineSize(mode),
      blockSize: fragment.blockSize(mode),
    }));
    if (this.showsBackground) this.areas.push(...areas);
    return areas;
  }

  private addCells(part: FragmentBuilder, cells: readonly RowCell[], callsNotes: boolean): void {
    for (const { result, inlineOffset, blockOffset } of cells) {
      const shown = callsNotes || result.footnotes.length === 0 ? result : { ...result, footnotes: [] };
      part.addResult(shown, inlineOffset - this.table.geometry.rowInlineStart, blockOffset);
    }
  }

  finish(data: TokenData | null): LayoutResult {
    const { part, start, blockSize, areas, isRepeated } = this;
    takeOutOfFlow(part, BoxKind.TableRow);
    const result = finishPart(this.table, part, { start, blockSize, cells: areas, isRepeated, isCut: false }, data);
    // A repeated section shows positioned boxes only if their containing block is inside it. The original places the
    // others, once.
    return isRepeated && result.outOfFlow.length > 0 ? { ...result, outOfFlow: [] } : result;
  }
}

export class TableEmitter {
  private readonly table: TableParts;
  private readonly builder: FragmentBuilder;
  /** Position of the next section without spacing, from the grid box fragment's border-box block start. */
  offset: LU;
  private readonly placed: PlacedTableRow[] = [];
  /** Baseline of the first (last) row in this fragment. */
  private firstBaseline: LU | null = null;
  private lastBaseline: LU | null = null;
  /** Whether spacing goes above the next row. Only the first one after a break has none. */
  private owesSpacing: boolean;
  /** Areas of all cells if columns have backgrounds. */
  private readonly cellAreas: CellArea[] = [];
  private readonly resumed: TableTokenData | null;
  /** The sections with copies in this fragment and earlier ones. */
  readonly copied: Set<number>;

  constructor(
    context: LayoutContext,
    geometry: TableGeometry,
    builder: FragmentBuilder,
    resumed: TableTokenData | null = null,
  ) {
    const { space } = builder;
    const inner = ConstraintSpace.draft(geometry.structure.mode);
    inner.availableInline = inner.percentageInline = inner.fixedInline = geometry.rowInlineSize;
    inner.flags = SpaceFlag.NewFormattingContext | (space.flags & SpaceFlag.Measure);
    const hasColumnBackground = columnsWithBackground(geometry).length > 0;
    this.table = { context, geometry, fragmentainer: space.fragmentainer, space: inner, hasColumnBackground };
    this.builder = builder;
    this.resumed = resumed;
    this.copied = new Set(resumed?.copied);
    this.offset = builder.blockStartEdge;
    this.owesSpacing = resumed === null;
  }

  /** Returns where the next row would start. */
  get nextOffset(): LU {
    return this.offset + (this.owesSpacing ? this.table.geometry.blockSpacing : 0);
  }

  /** Returns an emitter for the section's fragment `above` the next offset, to be added if it stays here. */
  section(
    index: number,
    token: BlockBreakToken | null,
    isRepeated: boolean,
    above: LU = 0,
    breaks?: BreakChooser,
  ): SectionEmitter {
    const { box } = this.table.geometry.grid.sections[index]!;
    const callsNotes = (r: number): boolean => this.callsNotes(index, r, isRepeated);
    return new SectionEmitter(this.table, box, token, this.nextOffset + above, isRepeated, callsNotes, breaks);
  }

  add(section: SectionEmitter, result: LayoutResult): void {
    this.builder.addResult(result, this.table.geometry.rowInlineStart, section.start);
    this.offset = section.start + section.blockSize;
    this.owesSpacing = section.placed.length > 0;
    this.placed.push(...section.placed);
    if (this.table.hasColumnBackground) this.cellAreas.push(...section.areas);
    this.firstBaseline ??= section.firstBaseline;
    this.lastBaseline = section.lastBaseline ?? this.lastBaseline;
  }

  /** Returns whether this is the first time that a row is shown, and so calls its notes. */
  private callsNotes(section: number, r: number, isRepeated: boolean): boolean {
    const { resumed } = this;
    const { geometry } = this.table;
    const isCopied = resumed !== null && resumed.copied.has(section);
    if (!isRepeated) return !isCopied || !geometry.isShown(r, true);
    const followsOriginal = resumed !== null && section < resumed.nextSection;
    return !isCopied && (!followsOriginal || !geometry.isShown(r, false));
  }

  /** Returns the cells of a whole row in their final size. */
  private wholeRowCells(r: number, isRepeated: boolean): RowCell[] {
    const { geometry, context } = this.table;
    const measure = this.builder.space.flags & SpaceFlag.Measure;
    return geometry.grid.rows[r]!.cells.map((cell, i) => {
      const blockSize = geometry.rowsBlockSize(r, r + cell.rowSpan, isRepeated);
      const result = finishCell(context, geometry, cell, geometry.resultsOf(r)[i]!, blockSize, measure);
      return { column: cell.column, result, inlineOffset: geometry.cellInline(cell).start, blockOffset: 0 };
    });
  }

  /** Adds all rows of a section, unbroken. */
  addWholeSection(index: number, isRepeated: boolean): void {
    const { geometry, context } = this.table;
    const { firstRow, rowCount } = geometry.grid.sections[index]!;
    const section = this.section(index, null, isRepeated);
    if (isRepeated) this.copied.add(index);
    for (let r = firstRow; r < firstRow + rowCount; r++) {
      context.budget.tick();
      if (!geometry.isShown(r, isRepeated)) continue;
      const offset = section.placed.length === 0 ? 0 : section.blockSize + geometry.blockSpacing;
      section.addRow(r, offset, geometry.row(r).blockSize, this.wholeRowCells(r, isRepeated), false);
    }
    this.add(section, section.finish(null));
  }

  /** Finishes the grid box with its own decorations, size and baselines. */
  finish(end: FragmentEnd, data: TableTokenData | null): LayoutResult {
    const { builder } = this;
    const { geometry } = this.table;
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
}

/** Returns the token of a child, or null. */
export function childToken(token: BlockBreakToken | null, box: Box): BlockBreakToken | null {
  if (token === null) return null;
  for (const child of token.children) if (child.type === 'block' && child.box === box) return child;
  return null;
}
