import type { LinkTarget } from '../paint/display-list.ts';
import { ByteWriter } from './byte-writer.ts';
import { type PdfFile } from './pdf-file.ts';
import { type ObjectReference, type PdfDictionary, type PdfRef, type PdfValue, textString } from './pdf-values.ts';

/** A rectangle in points: left, bottom, right, top. */
type PointRect = readonly [number, number, number, number];

/** A position on a page in points, and the box whose structure element starts there (null: none). */
export interface Place {
  readonly page: PdfRef;
  readonly x: number;
  readonly y: number;
  readonly structure: number | null;
}

/** A link's key in the structure's parent tree and the layer that it appears in; null: none. */
interface LinkPlace {
  readonly parent: number | null;
  readonly layer: { readonly id: number } | null;
}

interface Bookmark {
  readonly level: number;
  readonly title: string;
  readonly open: boolean;
  readonly place: Place;
  /** The target to open instead of `place`, or null. Its URL is allowed. */
  readonly target: LinkTarget | null;
}

interface OutlineNode {
  readonly bookmark: Bookmark | null;
  readonly children: OutlineNode[];
  readonly ref: PdfRef;
}

/** Deeper bookmarks are flattened to this depth: readers have a limited stack. */
const MAX_NESTING = 100;

/** Links, named destinations and the outline. */
export class PdfNavigation {
  private readonly file: PdfFile;
  private readonly elementOf: ((box: number | null) => ObjectReference) | null;
  private readonly destinations = new Map<string, Place>();
  /** Anchors that links refer to. */
  private readonly wanted = new Set<string>();
  private readonly bookmarks: Bookmark[] = [];
  private readonly out = new ByteWriter();

  /**
   * `elementOf` returns the structure element of a box. It adds structure destinations, as in PDF 2.0 (ISO 32000-2
   * §12.3.2.3).
   */
  constructor(file: PdfFile, elementOf: ((box: number | null) => ObjectReference) | null = null) {
    this.file = file;
    this.elementOf = elementOf;
  }

  /** Writes a link annotation. The caller must check that its URL is allowed. */
  link(id: number, rect: PointRect, target: LinkTarget, name: string, { parent, layer }: LinkPlace): void {
    const { out } = this;
    out.clear();
    out.ascii('<</Type/Annot/Subtype/Link/Rect[');
    for (const n of rect) out.number(Math.round(n * 100) / 100);
    out.ascii(']/Border[0 0 0]/F 4/Contents');
    out.plainString(name || ('url' in target ? target.url : target.destination));
    if ('destination' in target) {
      out.ascii('/Dest');
      out.hexString(this.keyOf(target.destination));
      if (this.elementOf) this.wanted.add(target.destination);
    } else {
      out.ascii('/A<</Type/Action/S/URI/URI');
      out.plainString(asciiUrl(target.url));
      out.ascii('>>');
    }
    if (parent !== null) {
      out.ascii('/StructParent ');
      out.number(parent);
    }
    if (layer !== null) {
      out.ascii('/OC ');
      out.reference(layer.id);
    }
    out.ascii('>>');
    this.file.writeObject(id, out.view());
  }

  /** Adds a named destination. The first one with a name wins, like the first element with an id. */
  addDestination(name: string, place: Place): void {
    if (!this.destinations.has(name)) this.destinations.set(name, place);
  }

  bookmark(bookmark: Bookmark): void {
    this.bookmarks.push(bookmark);
  }

  finish(): void {
    this.writeDestinations();
    if (this.bookmarks.length > 0) this.writeOutline();
  }

  /**
   * Returns a name's key in the name tree. Some readers compare decoded texts, others bytes. PDF 2.0 validators look up
   * every destination, so its keys sort the same way in both.
   */
  private keyOf(name: string): Uint8Array {
    return this.elementOf === null || ASCII.test(name) ? nameBytes(name) : textBytes(name);
  }

  /** Returns a page destination, with a structure destination if the file has them. */
  private destination({ page, x, y, structure }: Place): PdfValue {
    const onPage = [page, 'XYZ', x, y, null];
    return this.elementOf ? { D: onPage, SD: [this.elementOf(structure), 'XYZ', x, y, null] } : onPage;
  }

  /** Returns the action that shows a page when the file opens. */
  openAction(page: PdfRef, view: readonly PdfValue[]): PdfValue {
    const onPage = [page, ...view];
    return this.elementOf ? { S: 'GoTo', D: onPage, SD: [this.elementOf(null), ...view] } : onPage;
  }

  private writeDestinations(): void {
    // Anchors that aren't on any page lead to the document element, because PDF 2.0 links need a structure destination.
    const [first] = this.file.pages;
    for (const name of this.wanted) this.addDestination(name, { page: first!, x: 0, y: 0, structure: null });
    const names = [...this.destinations.keys()].map((name) => ({ name, key: this.keyOf(name) }));
    // Readers search the name tree by bytes.
    names.sort((a, b) => compareBytes(a.key, b.key));
    this.file.setDestinations(
      names.flatMap(({ name, key }) => [key, this.destination(this.destinations.get(name) as Place)]),
    );
  }

  private writeOutline(): void {
    const root: OutlineNode = { bookmark: null, children: [], ref: this.file.ref({ Type: 'Outlines' }) };
    const path: { level: number; node: OutlineNode }[] = [{ level: 0, node: root }];
    for (const bookmark of this.bookmarks) {
      while (path.length > 1 && (path[path.length - 1]!.level >= bookmark.level || path.length > MAX_NESTING))
        path.pop();
      const node: OutlineNode = { bookmark, children: [], ref: this.file.ref({}) };
      path[path.length - 1]!.node.children.push(node);
      path.push({ level: bookmark.level, node });
    }
    this.writeNodes(root);
    this.file.setCatalog('Outlines', root.ref);
  }

  /** Writes a node and its descendants, children first. */
  private writeNodes(root: OutlineNode): void {
    const order: OutlineNode[] = [];
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      order.push(node);
      for (const child of node.children) pending.push(child);
    }
    order.reverse();
    /** The number of visible descendants of a node when it is open. */
    const visible = new Map<OutlineNode, number>();
    for (const node of order) {
      let shown = node.children.length;
      for (const child of node.children) if (child.bookmark?.open) shown += visible.get(child) ?? 0;
      visible.set(node, shown);
      this.writeNode(node, shown);
    }
    for (const { ref } of order) ref.end();
  }

  private writeNode({ children, ref, bookmark }: OutlineNode, visible: number): void {
    children.forEach((child, i) => {
      child.ref.data.Parent = ref;
      if (i > 0) child.ref.data.Prev = children[i - 1]!.ref;
      if (i < children.length - 1) child.ref.data.Next = children[i + 1]!.ref;
    });
    if (children.length > 0) {
      ref.data.First = children[0]!.ref;
      ref.data.Last = children[children.length - 1]!.ref;
      ref.data.Count = bookmark === null || bookmark.open ? visible : -visible;
    }
    if (bookmark) {
      ref.data.Title = textString(bookmark.title);
      const { target } = bookmark;
      if (target !== null && 'url' in target) {
        ref.data.A = { Type: 'Action', S: 'URI', URI: nameBytes(asciiUrl(target.url)) };
        return;
      }
      const named = target === null ? undefined : this.destinations.get(target.destination);
      const destination = this.destination(named ?? bookmark.place);
      if (this.elementOf) ref.data.A = { Type: 'Action', S: 'GoTo', ...(destination as PdfDictionary) };
      else ref.data.Dest = destination;
    }
  }
}

const ASCII = /^[\x20-\x7e]*$/;

/** Encodes a name as UTF-16BE with a byte order mark. */
function textBytes(name: string): Uint8Array {
  const bytes = new Uint8Array(2 + 2 * name.length);
  const data = new DataView(bytes.buffer);
  data.setUint16(0, 0xfeff);
  for (let i = 0; i < name.length; i++) data.setUint16(2 + 2 * i, name.charCodeAt(i));
  return bytes;
}

function nameBytes(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/** Percent-encodes a URL, because URI actions allow only ASCII. */
function asciiUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]+/gu, (text) => {
    let out = '';
    for (const byte of new TextEncoder().encode(text)) out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    return out;
  });
}
