/** Detects tables of contents: lists in which every item shows the page of its target with `target-counter()`. */
import type { Box } from '../boxes/box.ts';
import type { Role, StructureNode } from './structure.ts';

export class ContentsLists {
  /** Items that show a page number. */
  private readonly items = new Set<StructureNode>();

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

  /** Turns lists whose items all show page numbers into tables of contents (ISO 32000-1 §14.8.4.2, `TOC`). */
  finish(add: (parent: StructureNode, role: Role, rank: number) => StructureNode): void {
    const lists = new Set([...this.items].map((item) => item.parent as StructureNode));
    for (const list of lists) {
      if (list.role !== 'L' || !list.children.every((item) => this.items.has(item))) continue;
      list.role = 'TOC';
      list.facts = list.facts === null ? null : { ...list.facts, numbering: undefined };
      for (const item of list.children) {
        item.role = 'TOCI';
        for (const body of item.children) if (body.role === 'LBody') refer(body, add);
      }
    }
  }
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
