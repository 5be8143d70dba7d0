/** Freezes the inputs and results of layout, so that any write to them throws. */
import { Box } from '../../engine/boxes/box.ts';
import { Budget, DEFAULT_LIMITS } from '../../engine/budget.ts';
import { ComputedStyle } from '../../engine/css/computed-style.ts';
import { Diagnostics } from '../../engine/diagnostics.ts';
import type { LayoutContext, TextServices } from '../../engine/layout/contract/contract.ts';
import { createLayoutContext } from '../../engine/layout/layout-node.ts';

type Layout = LayoutContext['layout'];

/** Runs `work` with every argument and result of `LayoutContext.layout` deeply frozen. */
export async function withFrozenLayout<T>(work: () => Promise<T>): Promise<T> {
  const prototype = contextPrototype();
  const { layout } = prototype;
  prototype.layout = function (this: LayoutContext, box, space, token, early) {
    freezeBox(box);
    deepFreeze(space);
    deepFreeze(token);
    deepFreeze(early);
    const result = layout.call(this, box, space, token, early);
    deepFreeze(result);
    return result;
  };
  try {
    return await work();
  } finally {
    prototype.layout = layout;
  }
}

/** Returns the prototype of all layout contexts, whose class only its creator can access. */
function contextPrototype(): { layout: Layout } {
  const context = createLayoutContext({
    budget: new Budget(DEFAULT_LIMITS),
    diagnostics: new Diagnostics(),
    text: {} as TextServices,
    initialWidth: 0,
    initialHeight: 0,
    quirks: false,
    lineHeightQuirk: false,
  });
  return Object.getPrototypeOf(context) as { layout: Layout };
}

/** Freezes a box with its descendants, except for the state that layout keeps on them. */
function freezeBox(box: Box): void {
  if (Object.getOwnPropertyDescriptor(box, 'kind')!.writable === false) return;
  for (const field of Object.keys(box)) if (field !== 'cache') Object.defineProperty(box, field, { writable: false });
  Object.freeze(box.children);
  Object.freeze(box.data);
  box.children.forEach(freezeBox);
  for (const item of box.inline?.items ?? []) freezeBox(item.box);
}

/**
 * Freezes a value deeply, except for boxes, styles and shaped text, which belong to other stages. A frozen object
 * counts as frozen in depth.
 */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  if (value instanceof Box || value instanceof ComputedStyle || ArrayBuffer.isView(value)) return;
  if (value instanceof Map || value instanceof Set) return;
  if ('glyphIds' in value) return;
  // The getter caches its key, so it must run before freezing.
  if ('key' in value) void value.key;
  Object.freeze(value);
  for (const [name, inner] of Object.entries(value)) {
    // Exclusion spaces share one growing array, of which each sees its original length.
    if (name === 'entries' && 'lastFloatBlockStart' in value) for (const entry of inner as unknown[]) deepFreeze(entry);
    else deepFreeze(inner);
  }
}
