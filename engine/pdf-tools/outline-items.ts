/** The outline of a file (ISO 32000-1 §12.3.3): reads it as a list, and writes lists as one outline. */
import type { Budget } from '../budget.ts';
import type { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import { dictionaryText, numberOf, type RawDictionary, readDictionary, referenceOf } from '../pdf-source/pdf-syntax.ts';
import type { Destinations } from './destinations.ts';
import type { PdfOutput } from './pdf-output.ts';

export interface OutlineItem {
  /** Counts from 1. */
  readonly level: number;
  readonly isOpen: boolean;
  /** The item's own entries with references of the new file. */
  readonly entries: RawDictionary;
}

/** Entries that describe an item, not its position. */
const OWN = ['Title', 'Dest', 'A', 'C', 'F'];
const MAX_ITEMS = 200_000;
const MAX_LEVEL = 64;

/** Where an outline comes from. */
interface OutlineSource {
  readonly reader: PdfReader;
  readonly copier: ObjectCopier;
  readonly destinations: Destinations;
}

/** Returns the items in order. Items that lead to omitted pages are left out, unless items below them stay. */
export function outlineOf({ reader, copier, destinations }: OutlineSource, budget: Budget): OutlineItem[] {
  const root = reader.resolve(reader.dictionary(reader.trailer.get('Root')).get('Outlines'));
  if (!root.startsWith('<<')) return [];
  const found: (OutlineItem & { readonly leads: boolean })[] = [];
  const seen = new Set<number>();
  const stack: { readonly reference: string | undefined; readonly level: number }[] = [
    { reference: readDictionary(root).get('First'), level: 1 },
  ];
  while (stack.length > 0 && found.length < MAX_ITEMS) {
    budget.tick();
    const { reference, level } = stack.pop()!;
    const id = referenceOf(reference);
    if (id === null || seen.has(id)) continue;
    seen.add(id);
    const value = reader.resolve(reference);
    if (!value.startsWith('<<')) continue;
    const item = readDictionary(value);
    const destination = destinations.of(item);
    const page = destinations.pageOf(destination);
    destinations.spellOut(item);
    const own = OWN.filter((name) => item.has(name)).map((name): [string, string] => [name, item.get(name)!]);
    found.push({
      level,
      isOpen: numberOf(reader.resolve(item.get('Count')), 0) > 0,
      leads: destination === undefined || (page !== null && !copier.omits(page)),
      entries: new Map(own),
    });
    stack.push({ reference: item.get('Next'), level });
    if (level < MAX_LEVEL) stack.push({ reference: item.get('First'), level: level + 1 });
  }
  return withLeaders(found).map(({ level, isOpen, entries }) => ({
    level,
    isOpen,
    entries: new Map([...entries].map(([name, value]) => [name, copier.value(value)])),
  }));
}

/** Returns the items that lead somewhere and those above them. */
function withLeaders<Item extends OutlineItem & { readonly leads: boolean }>(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  let wanted = 0;
  for (const item of items.toReversed()) {
    if (!item.leads && item.level >= wanted) continue;
    wanted = item.level;
    kept.push(item);
  }
  return kept.reverse();
}

interface Node {
  readonly id: number;
  readonly item: OutlineItem | null;
  readonly kids: Node[];
  shown: number;
}

/** Writes the items and returns the reference of the outline; null without items. */
export function writeOutline(output: PdfOutput, items: readonly OutlineItem[]): string | null {
  if (items.length === 0) return null;
  const root: Node = { id: output.reserve(), item: null, kids: [], shown: 0 };
  const path = [root];
  const nodes: Node[] = [];
  const parents = new Map<Node, Node>();
  for (const item of items) {
    path.length = Math.min(path.length, item.level);
    const parent = path[path.length - 1]!;
    const node: Node = { id: output.reserve(), item, kids: [], shown: 0 };
    parent.kids.push(node);
    parents.set(node, parent);
    nodes.push(node);
    path.push(node);
  }
  for (const node of nodes.toReversed()) parents.get(node)!.shown += 1 + (node.item!.isOpen ? node.shown : 0);
  const write = (node: Node, entries: RawDictionary): void => {
    const first = node.kids[0];
    if (first !== undefined) {
      entries.set('First', `${first.id} 0 R`).set('Last', `${node.kids[node.kids.length - 1]!.id} 0 R`);
      entries.set('Count', String(node.item === null || node.item.isOpen ? node.shown : -node.shown));
    }
    node.kids.forEach((kid, i) => {
      const own: RawDictionary = new Map(kid.item!.entries).set('Parent', `${node.id} 0 R`);
      if (i > 0) own.set('Prev', `${node.kids[i - 1]!.id} 0 R`);
      if (i + 1 < node.kids.length) own.set('Next', `${node.kids[i + 1]!.id} 0 R`);
      kid.item!.entries.clear();
      for (const [name, value] of own) kid.item!.entries.set(name, value);
    });
    output.write(node.id, dictionaryText(entries), null);
  };
  write(root, new Map([['Type', '/Outlines']]));
  for (const node of nodes) write(node, node.item!.entries);
  return `${root.id} 0 R`;
}
