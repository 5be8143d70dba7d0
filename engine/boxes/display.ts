/** Maps `display` to box kinds (css-display-3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { display as displayOf } from '../css/values/display.ts';
import { BoxKind } from './box.ts';

export { displayOf };

export const BLOCK_FLOW = displayOf('block', 'flow');
export const INLINE_FLOW = displayOf('inline', 'flow');
export const INLINE_BLOCK = displayOf('inline', 'flow-root');

/** Returns the block-level equivalent (css-display-3 §2.7): inline-block and layout-internal boxes become blocks. */
export function blockified(display: Display): Display {
  if (display.outside === 'block' || display.outside === 'none' || display.outside === 'contents') return display;
  if (display.outside === 'internal') return BLOCK_FLOW;
  if (display.inside === 'flow-root') return displayOf('block', 'flow', display.listItem);
  return displayOf('block', display.inside, display.listItem);
}

/** Returns whether a block container flows its contents in columns (css-multicol-1 §2, css-multicol-2 §2). */
export function isMulticol({ rare }: ComputedStyle): boolean {
  return rare.columnCount !== null || !rare.columnWidth.isAuto || !rare.columnHeight.isAuto;
}

/** Returns whether an element spans columns (css-multicol-2 §6.1). Spanning one column doesn't count. */
export function spansColumns({ rare }: ComputedStyle): boolean {
  return rare.columnSpan !== 'none' && rare.columnSpan !== 1;
}

/** Returns the kind of an element's box from its used display. Replaced elements and controls are handled before. */
export function kindOf(display: Display, style: ComputedStyle): BoxKind {
  switch (display.inside) {
    case 'flow':
      if (display.outside === 'inline') return BoxKind.Inline;
      return isMulticol(style) ? BoxKind.Multicol : BoxKind.Block;
    case 'flow-root':
    case 'table-caption':
      return isMulticol(style) ? BoxKind.Multicol : BoxKind.Block;
    case 'table':
      return BoxKind.TableWrapper;
    case 'flex':
      return BoxKind.Flex;
    case 'grid':
    case 'grid-lanes':
      return BoxKind.Grid;
    case 'ruby':
      return display.outside === 'inline' ? BoxKind.Inline : BoxKind.Block;
    case 'ruby-base':
    case 'ruby-base-container':
      return BoxKind.RubyBase;
    case 'ruby-text':
    case 'ruby-text-container':
      return BoxKind.RubyText;
    case 'table-row-group':
    case 'table-header-group':
    case 'table-footer-group':
      return BoxKind.TableRowGroup;
    case 'table-row':
      return BoxKind.TableRow;
    case 'table-cell':
      return BoxKind.TableCell;
    case 'table-column-group':
      return BoxKind.TableColumnGroup;
    case 'table-column':
      return BoxKind.TableColumn;
    case 'math':
      return BoxKind.Math;
  }
}
