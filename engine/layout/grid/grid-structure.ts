/** A grid container with its items placed and its tracks made, ready to be sized. */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import type { WritingMode } from '../geometry.ts';
import { GridAxis } from './grid-axis.ts';
import { GridItem } from './grid-item.ts';
import { resolveExplicitAxis } from './grid-lines.ts';
import { type GridPlacement, placeItems } from './grid-placement.ts';

/** Content-box limits for automatic repetition where the size isn't definite; INDEFINITE without. */
export interface RepeatLimits {
  readonly inlineMax: LU;
  readonly blockMin: LU;
  readonly blockMax: LU;
}

export interface GridStructure {
  readonly columns: GridAxis;
  readonly rows: GridAxis;
  readonly items: readonly GridItem[];
  readonly placement: GridPlacement;
}

/** In-flow children in order-modified document order. */
function orderedItems(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some((child) => child.style.box.order !== 0))
    children.sort((a, b) => a.style.box.order - b.style.box.order);
  return children;
}

/** `contentInline`, `contentBlock`: content-box sizes of the container, or INDEFINITE. */
export function buildStructure(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  contentInline: LU,
  contentBlock: LU,
  limits: RepeatLimits,
): GridStructure {
  const { rare } = box.style;
  if (rare.gridTemplateColumns?.subgrid === true || rare.gridTemplateRows?.subgrid === true) {
    context.diagnostics.warn(
      'layout/subgrid',
      'subgrid is not supported; the grid has implicit tracks of its own instead',
      box.element?.position ?? null,
    );
  }
  const columnGap = gapOf(box, true, contentInline);
  const rowGap = gapOf(box, false, contentBlock);
  const columnRoom = contentInline !== INDEFINITE ? contentInline : limits.inlineMax;
  const rowRoom =
    contentBlock !== INDEFINITE ? contentBlock : limits.blockMax !== INDEFINITE ? limits.blockMax : limits.blockMin;
  const rowsAtLeast = contentBlock === INDEFINITE && limits.blockMax === INDEFINITE && limits.blockMin !== INDEFINITE;
  const explicitColumns = resolveExplicitAxis(rare.gridTemplateColumns, rare.gridTemplateAreas, true, {
    available: columnRoom,
    atLeast: false,
    gap: columnGap,
  });
  const explicitRows = resolveExplicitAxis(rare.gridTemplateRows, rare.gridTemplateAreas, false, {
    available: rowRoom,
    atLeast: rowsAtLeast,
    gap: rowGap,
  });
  const placement = placeItems(orderedItems(box), explicitColumns, explicitRows, rare.gridAutoFlow, context.budget);
  const items = placement.items.map((item) => new GridItem(context, item.box, box, mode, item.columns, item.rows));
  const columns = new GridAxis(
    explicitColumns,
    rare.gridAutoColumns,
    placement.columnsBefore,
    placement.columnCount,
    columnGap,
    contentInline,
  );
  const rows = new GridAxis(
    explicitRows,
    rare.gridAutoRows,
    placement.rowsBefore,
    placement.rowCount,
    rowGap,
    contentBlock,
  );
  columns.collapseEmpty(items.map((item) => item.columns));
  rows.collapseEmpty(items.map((item) => item.rows));
  return { columns, rows, items, placement };
}

function gapOf(box: Box, inline: boolean, basis: LU): LU {
  const gap = inline ? box.style.box.columnGap : box.style.box.rowGap;
  return gap.isLength ? Math.max(0, gap.resolve(Math.max(0, basis))) : 0;
}
