/** The anchor names of a document's boxes and their scopes (css-anchor-position-1 §2). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type Box, BoxKind } from './box.ts';

/** The anchors of a document that has any. */
export class AnchorNames {
  private readonly names = new Set<string>();
  private hasScopes = false;

  /** Adds the names of a box while the tree is finished. */
  add({ rare }: ComputedStyle): void {
    for (const name of rare.anchorName) this.names.add(name);
    this.hasScopes ||= rare.anchorScope.length > 0;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Returns whether a name of the anchor is in scope for the box to be placed (§2.2). */
  isInScope(name: string, anchor: Box, query: Box): boolean {
    return !this.hasScopes || scopeOf(name, anchor) === scopeOf(name, query);
  }
}

/** Returns the nearest box, including the box itself, that scopes the name to its subtree; null is the document. */
function scopeOf(name: string, box: Box): Box | null {
  for (let around: Box | null = box; around !== null; around = around.parent) {
    const { anchorScope } = around.style.rare;
    if (anchorScope === 'all' || anchorScope.includes(name)) return around;
  }
  return null;
}

/** Returns whether the first box is inside the other, or the same box. */
export function isWithin(box: Box, around: Box): boolean {
  for (let at: Box | null = box; at !== null; at = at.parent) if (at === around) return true;
  return false;
}

/**
 * Returns whether a box can be an anchor (§2.1): boxes of elements and element-like pseudo-elements. A table's grid box
 * shares its wrapper's style and doesn't count.
 */
export function mayBeAnchor({ kind, pseudo }: Box): boolean {
  return kind !== BoxKind.Table && (pseudo === null || pseudo === 'before' || pseudo === 'after');
}
