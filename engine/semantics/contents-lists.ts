/**
 * Detects tables of contents: lists in which every item links to a part of the document and shows its page with
 * `target-counter()`.
 */
import type { Box } from '../boxes/box.ts';
import { mayHoldContents } from './nesting.ts';
import type { Role, StructureNode } from './structure.ts';

export class ContentsLists {
  /** Items that show a page number. */
  private readonly items = new Set<StructureNode>();
  private readonly judged = new Map<StructureNode, boolean>();

  /** Examines generated content and its context. */
  see(box: Box, around: StructureNode): void {
    const { content } = box.style.rare;
    if (typeof content === 'string' || !content.items.some((item) => item.type === 'target-counter')) return;
    for (let node: StructureNode | null = around; node !== null; node = node.parent) {
      if (node.role !== 'LI') continue;
      this.items.add(node);
      return;
    }
  }

  /** Turns lists whose items all show their targets' pages into tables of contents (ISO 32000-1 §14.8.4.2, `TOC`). */
  finish(add: (parent: StructureNode, role: Role, rank: number) => StructureNode): void {
    const lists = new Set([...this.items].map((item) => item.parent as StructureNode));
    // Nested lists come after the lists around them.
    for (const list of [...lists].sort((a, b) => a.rank - b.rank)) {
      if (list.parent === null || !mayHoldContents(list.parent) || !this.isContents(list)) continue;
      list.role = 'TOC';
      list.facts = list.facts === null ? null : { ...list.facts, numbering: undefined };
      for (const item of list.children) {
        item.role = 'TOCI';
        for (const body of item.children) if (body.role === 'LBody') refer(body, add);
      }
    }
  }

  /** Returns whether all items of a list, and of lists in it, link to parts of the document and show their pages. */
  private isContents(list: StructureNode): boolean {
    let is = this.judged.get(list);
    if (is === undefined) {
      is =
        list.role === 'L' &&
        list.children.every(
          (item) =>
            this.items.has(item) && hasTarget(item) && nestedLists(item).every((nested) => this.isContents(nested)),
        );
      this.judged.set(list, is);
    }
    return is;
  }
}

/** Adds the lists in a node, apart from those in other lists. */
function nestedLists(node: StructureNode, found: StructureNode[] = []): readonly StructureNode[] {
  for (const child of node.children) {
    if (child.role === 'L') found.push(child);
    else nestedLists(child, found);
  }
  return found;
}

/** Returns whether an item, apart from nested lists, links to a part of the document. */
function hasTarget(node: StructureNode): boolean {
  if (node.facts?.refersTo !== undefined) return true;
  return node.children.some((child) => child.role !== 'L' && child.role !== 'TOC' && hasTarget(child));
}

/** Makes the body of an item a reference, with nested items next to it. */
function refer(body: StructureNode, add: (parent: StructureNode, role: Role, rank: number) => StructureNode): void {
  if (!body.children.some(({ role }) => role === 'L' || role === 'TOC')) {
    body.role = 'Reference';
    return;
  }
  body.role = 'NonStruct';
  const { children } = body;
  body.children = [];
  let reference: StructureNode | null = null;
  for (const child of children) {
    if (child.role === 'L' || child.role === 'TOC') {
      body.append(child);
      reference = null;
    } else {
      reference ??= add(body, 'Reference', child.rank);
      reference.append(child);
      child.parent = reference;
    }
  }
}
