/**
 * Flex items collapsed by `visibility`. They take no space in their line, but keep its cross size as if they were
 * visible (css-flexbox-1 §4.4).
 */
import type { LU } from '../../units.ts';
import { FlexLine } from './flex-lines.ts';

/** The strut that a collapsed item leaves behind. */
export interface Strut {
  /** Number of visible items before it. */
  readonly after: number;
  /** Cross size of the line it was in, in LU. */
  readonly size: LU;
}

/** Returns the struts of lines in which the collapsed items still have their sizes (§9.4 step 10). */
export function strutsOf(lines: readonly FlexLine[]): Strut[] {
  const struts: Strut[] = [];
  let shown = 0;
  for (const { items, crossSize } of lines)
    for (const { isCollapsed } of items)
      if (isCollapsed) struts.push({ after: shown, size: crossSize });
      else shown++;
  return struts;
}

/**
 * Enlarges the lines of the remaining items to the struts in them. Struts have no main size and so stay on the line of
 * the preceding item.
 */
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
