/** What stands in a fragment of a multi-column container: rows of columns with spanners between them. */
import type { LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { ColumnRow } from './column-row.ts';
import { fillWithPositioned } from './column-fragmentainers.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { ColumnFlow } from './column-flow.ts';

/** Offsets are those of the border box. */
export type Part =
  | { readonly type: 'row'; readonly row: ColumnRow; readonly block: LU }
  | { readonly type: 'spanner'; readonly result: LayoutResult; readonly inline: LU; readonly block: LU };

/** Puts the parts into the fragment, in their order, with the positioned boxes that come into columns. */
export function addParts(builder: FragmentBuilder, flow: ColumnFlow, parts: readonly Part[]): void {
  const rows = parts.flatMap((part) => (part.type === 'row' ? [part.row] : []));
  const filled = fillWithPositioned(flow, rows);
  let next = 0;
  for (const part of parts) {
    if (part.type === 'spanner') {
      builder.addResult(part.result, part.inline, part.block);
      continue;
    }
    filled[next++]!.forEach(({ fragment, outOfFlow, footnotes }, i) => {
      builder.addChild(fragment, builder.edges.inlineStart + flow.geometry.offset(i), part.block);
      builder.takeCandidates(outOfFlow);
      builder.addFootnotes(footnotes);
    });
  }
}
