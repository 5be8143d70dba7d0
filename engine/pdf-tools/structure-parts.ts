/** The structure tree of a file (ISO 32000-1 §14.7), reduced to the pages that are kept. */
import type { Budget } from '../budget.ts';
import type { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import { type RawDictionary, readArray, readDictionary, referenceOf } from '../pdf-source/pdf-syntax.ts';
import { namesOf, numbersOf } from './trees.ts';

export interface StructureParts {
  /** The object number of the structure tree's root; null: it is a direct object. */
  readonly root: number | null;
  readonly entries: RawDictionary;
  /** The kids of the root, as written. */
  readonly kids: readonly string[];
  /** The kids of elements that lose some, by object number. */
  readonly changedKids: ReadonlyMap<number, string>;
  /** The parent tree. */
  readonly parents: readonly [key: number, value: string][];
  readonly ids: ReadonlyMap<string, string>;
}

/** Returns null if the file isn't tagged. */
export function structureOf(
  reader: PdfReader,
  copier: ObjectCopier,
  budget: Budget,
  keepsAllPages: boolean,
): StructureParts | null {
  const given = reader.dictionary(reader.trailer.get('Root')).get('StructTreeRoot');
  const value = reader.resolve(given);
  if (!value.startsWith('<<')) return null;
  const entries = readDictionary(value);
  const all = kidsOf(reader, entries.get('K'));
  const pruned = keepsAllPages ? null : new Pruning(reader, copier, budget).of(all);
  return {
    root: referenceOf(given),
    entries,
    kids: pruned?.kids ?? all,
    changedKids: pruned?.changed ?? new Map(),
    parents: numbersOf(reader, budget, entries.get('ParentTree')),
    ids: namesOf(reader, budget, entries.get('IDTree')),
  };
}

function kidsOf(reader: PdfReader, given: string | undefined): string[] {
  if (given === undefined) return [];
  const value = reader.resolve(given);
  return value.startsWith('[') ? readArray(value) : [given];
}

interface Element {
  readonly id: number;
  readonly parent: Element | null;
  readonly page: string | undefined;
  readonly kids: readonly string[];
  /** Whether it has content on a page that is kept. */
  hasContent: boolean;
}

/** Finds the elements that have content on the pages that are kept. Empty elements among them, such as cells, stay. */
class Pruning {
  private readonly reader: PdfReader;
  private readonly copier: ObjectCopier;
  private readonly budget: Budget;
  private readonly elements = new Map<number, Element>();

  constructor(reader: PdfReader, copier: ObjectCopier, budget: Budget) {
    this.reader = reader;
    this.copier = copier;
    this.budget = budget;
  }

  of(roots: readonly string[]): { readonly kids: string[]; readonly changed: Map<number, string> } {
    const stack = roots.toReversed().map((kid): [string, Element | null] => [kid, null]);
    while (stack.length > 0) {
      const [kid, parent] = stack.pop()!;
      const element = this.read(kid, parent);
      if (element !== null) for (const inner of element.kids.toReversed()) stack.push([inner, element]);
    }
    for (const element of [...this.elements.values()].reverse()) {
      element.hasContent ||= element.kids.some((kid) => this.isContent(kid, element.page));
      if (element.hasContent && element.parent !== null) element.parent.hasContent = true;
    }
    const changed = new Map<number, string>();
    for (const element of this.elements.values()) {
      const isKept = this.isKept(element);
      if (!isKept) this.copier.replace(element.id, null);
      else {
        const kept = element.kids.filter((kid) => this.keeps(kid, element));
        if (kept.length < element.kids.length) changed.set(element.id, `[${kept.join(' ')}]`);
      }
    }
    const kids = roots.filter((kid) => {
      const element = this.elements.get(referenceOf(kid) ?? -1);
      return element !== undefined && this.isKept(element);
    });
    return { kids, changed };
  }

  /** Returns a new element; null for content, and for elements that were read before. */
  private read(kid: string, parent: Element | null): Element | null {
    this.budget.tick();
    const id = referenceOf(kid);
    if (id === null || this.elements.has(id)) return null;
    const value = this.reader.resolve(kid);
    if (!value.startsWith('<<')) return null;
    const entries = readDictionary(value);
    if (isContentReference(entries)) return null;
    const page = entries.get('Pg');
    const element = { id, parent, page, kids: kidsOf(this.reader, entries.get('K')), hasContent: false };
    this.elements.set(id, element);
    return element;
  }

  private isKept({ hasContent, kids, parent }: Element): boolean {
    return hasContent || (kids.length === 0 && parent !== null && parent.hasContent);
  }

  private keeps(kid: string, element: Element): boolean {
    const inner = this.elements.get(referenceOf(kid) ?? -1);
    return inner === undefined ? this.isContent(kid, element.page) : inner.parent === element && this.isKept(inner);
  }

  /** Returns whether a kid is content on a page that is kept. `page`: the page of its element. */
  private isContent(kid: string, page: string | undefined): boolean {
    const value = this.reader.resolve(kid);
    if (/^\d+$/.test(value)) return this.isOnKeptPage(page);
    if (!value.startsWith('<<')) return false;
    const entries = readDictionary(value);
    if (!isContentReference(entries)) return false;
    const object = referenceOf(entries.get('Obj'));
    if (object !== null && this.copier.omits(object)) return false;
    return this.isOnKeptPage(entries.get('Pg') ?? page);
  }

  private isOnKeptPage(page: string | undefined): boolean {
    const id = referenceOf(page);
    return id !== null && !this.copier.omits(id);
  }
}

const isContentReference = (entries: RawDictionary): boolean =>
  entries.get('Type') === '/MCR' || entries.get('Type') === '/OBJR';
