import { type Box, BoxKind } from '../boxes/box.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { prepareFlex } from './flex/solve-flex-lines.ts';

/**
 * Loads modules and data that only some documents need. Must run before layout, which is synchronous.
 * `hasForeignContent` announces boxes created later.
 */
export async function prepareLayout(root: Box, hasForeignContent = false): Promise<void> {
  if (hasForeignContent || hasFlex(root)) await prepareFlex();
}

function hasFlex(root: Box): boolean {
  const stack: Box[] = [root];
  for (let box = stack.pop(); box; box = stack.pop()) {
    if (box.kind === BoxKind.Flex) return true;
    for (const child of box.children) stack.push(child);
    if (!box.inline) continue;
    for (const item of box.inline.items) {
      if (
        item.kind === InlineItemKind.Atomic ||
        item.kind === InlineItemKind.Annotation ||
        item.kind === InlineItemKind.Float ||
        item.kind === InlineItemKind.OutOfFlow
      )
        stack.push(item.box);
    }
  }
  return false;
}
