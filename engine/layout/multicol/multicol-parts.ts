/** The content of a multicol container's fragment: rows of columns with spanners between them. */
import type { LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { ColumnRow } from './column-row.ts';
import { fillWithPositioned } from './column-fragmentainers.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { ColumnFlow } from './column-flow.ts';

/** Offsets refer to the border box. */
export type Part =
  | { readonly type: 'row'; readonly row: ColumnRow; readonly block: LU }
  | { readonly type: 'spanner'; readonly result: LayoutResult; readonly inline: LU; readonly block: LU };

/** Adds the parts to the fragment in order, including positioned boxes placed in columns. */
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
