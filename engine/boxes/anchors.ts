/** What a document's boxes are called as anchors, and which of them may be seen from where (css-anchor-position-1 §2). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type Box, BoxKind } from './box.ts';

/** The anchors of a document that has any. */
export class DocumentAnchors {
  private readonly names = new Set<string>();
  private hasScopes = false;

  /** Of a box while the tree is finished. */
  add({ rare }: ComputedStyle): void {
    for (const name of rare.anchorName) this.names.add(name);
    this.hasScopes ||= rare.anchorScope.length > 0;
  }

  /** Some box has the name. */
  has(name: string): boolean {
    return this.names.has(name);
  }

  /** §2.2: is a name of one box in scope for the other, which is to be placed? */
  isInScope(name: string, anchor: Box, query: Box): boolean {
    return !this.hasScopes || scopeOf(name, anchor) === scopeOf(name, query);
  }
}

/** The nearest box that keeps the name for its own subtree, from the box itself on; null: the document. */
function scopeOf(name: string, box: Box): Box | null {
  for (let around: Box | null = box; around !== null; around = around.parent) {
    const { anchorScope } = around.style.rare;
    if (anchorScope === 'all' || anchorScope.includes(name)) return around;
  }
  return null;
}

/** Is the first box inside of the other, or that one itself? */
export function isWithin(box: Box, around: Box): boolean {
  for (let at: Box | null = box; at !== null; at = at.parent) if (at === around) return true;
  return false;
}

/** §2.1: boxes that elements have, and the pseudo-elements like them; a table's grid box has the style of its wrapper. */
export function mayBeAnchor({ kind, pseudo }: Box): boolean {
  return kind !== BoxKind.Table && (pseudo === null || pseudo === 'before' || pseudo === 'after');
}
