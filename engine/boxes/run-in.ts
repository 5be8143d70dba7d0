/**
 * Run-in boxes move into the block after them and begin its inline content. No implementation or test follows the
 * changes of css-display-3 §5 to the model of CSS 2 (§9.2.3 in its drafts up to 2009). Here too, a run-in box that
 * contains blocks, or that no block follows, becomes a block. As in css-display-3, it continues into the first block of
 * the block that took it.
 */
import type { BuildContext } from './build-context.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { blockified, kindOf } from './display.ts';
import { placeFlags } from './element-box.ts';
import { isSpaceText, type LooseBox, type LooseNode } from './loose-box.ts';

/** Moves each run-in box of a block container into the following block, or makes it a block. */
export function placeRunIns(context: BuildContext, container: LooseBox): void {
  const { children } = container;
  const left: LooseNode[] = [];
  for (let i = 0; i < children.length; i++) {
    context.budget.tick();
    const node = children[i]!;
    if (node.type !== 'box' || !node.isRunIn) {
      left.push(node);
      continue;
    }
    const holdsBlocks = node.holdsBlocks || node.holdsRunIns;
    const block = holdsBlocks ? null : blockAfter(context, children, i, container);
    if (block !== null) {
      takeRunIn(block, node);
      continue;
    }
    if (!node.hasRunIn) becomeBlock(node, container);
    left.push(node);
  }
  container.children = left;
}

/**
 * Returns the block after a child, skipping white space and out-of-flow boxes; null if something else follows, or
 * nothing.
 */
function blockAfter(
  context: BuildContext,
  children: readonly LooseNode[],
  index: number,
  container: LooseBox,
): LooseBox | null {
  for (let i = index + 1; i < children.length; i++) {
    context.budget.tick();
    const node = children[i]!;
    if (isSpaceText(node, container) || (node.type === 'box' && node.isOutOfFlowOrFloat)) continue;
    return takesRunIns(node) ? node : null;
  }
  return null;
}

/** Returns whether a node is a block container in the same formatting context. */
function takesRunIns(node: LooseNode): node is LooseBox {
  return (
    node.type === 'box' &&
    node.isBlockLevel &&
    node.kind === BoxKind.Block &&
    !node.has(BoxFlag.NewFormattingContext | BoxFlag.Monolithic)
  );
}

/** Inserts a run-in box after an inside marker and before everything else. */
function takeRunIn(block: LooseBox, runIn: LooseBox): void {
  let after = 0;
  for (; after < block.children.length; after++) {
    const child = block.children[after]!;
    if (child.type !== 'box' || (child.kind !== BoxKind.Marker && child.pseudo !== 'marker')) break;
  }
  block.children.splice(after, 0, runIn);
  runIn.hasRunIn = true;
  block.holdsRunIns = true;
}

function becomeBlock(runIn: LooseBox, container: LooseBox): void {
  if (runIn.kind === BoxKind.Inline || runIn.kind === BoxKind.Block || runIn.kind === BoxKind.Multicol) {
    const display = blockified(runIn.style.box.display);
    runIn.kind = kindOf(display, runIn.style);
    runIn.flags = placeFlags(runIn.kind, display, runIn.style, container);
  } else {
    runIn.flags &= ~BoxFlag.AtomicInline;
  }
}
