/** Flex items that are collapsed by `visibility`: they take no room in their line but hold it open as far as it would have been with them (css-flexbox-1 §4.4). */
import type { LU } from '../../units.ts';
import { FlexLine } from './flex-lines.ts';

/** What a collapsed item leaves. */
export interface Strut {
  /** How many items that aren't collapsed come before it. */
  readonly after: number;
  /** Cross size of the line that it was in. LU */
  readonly size: LU;
}

/** §9.4 step 10: the struts of lines in which the collapsed items still have their sizes. */
export function strutsOf(lines: readonly FlexLine[]): Strut[] {
  const struts: Strut[] = [];
  let shown = 0;
  for (const { items, crossSize } of lines)
    for (const { isCollapsed } of items)
      if (isCollapsed) struts.push({ after: shown, size: crossSize });
      else shown++;
  return struts;
}

/** Makes lines of the other items as large as the struts in them, which have no main size and so stay on the line of the item before. */
export function holdStruts(lines: FlexLine[], struts: readonly Strut[]): void {
  if (struts.length > 0 && lines.length === 0) lines.push(new FlexLine([]));
  let index = 0;
  let passed = 0;
  for (const { after, size } of struts) {
    let line = lines[index];
    while (line !== undefined && passed + line.items.length < after) {
      passed += line.items.length;
      line = lines[++index];
    }
    if (line !== undefined) line.crossSize = Math.max(line.crossSize, size);
  }
}
