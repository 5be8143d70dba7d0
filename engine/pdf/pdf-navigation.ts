import type { LinkTarget } from '../paint/canvas.ts';
import { type PdfFile } from './pdf-file.ts';
import { type PdfDictionary, type PdfRef, type PdfValue, textString } from './pdf-values.ts';

/** URLs that a reader may open. Anything else could run a program or read a file. */
const ALLOWED_URL = /^(?:https?|mailto|tel):/i;

/** A rectangle in points: left, bottom, right, top. */
export type PointRect = readonly [number, number, number, number];

interface Bookmark {
  readonly level: number;
  readonly title: string;
  readonly page: PdfRef;
  readonly x: number;
  readonly y: number;
  readonly open: boolean;
}

interface OutlineNode {
  readonly bookmark: Bookmark | null;
  readonly children: OutlineNode[];
  readonly ref: PdfRef;
}

export function isAllowedUrl(url: string): boolean {
  // White space and control characters would be dropped by a reader before it looks at the scheme.
  // oxlint-disable-next-line no-control-regex
  return ALLOWED_URL.test(url) && !/[\u0000-\u0020\u007f]/.test(url);
}

/** Links, named destinations and the outline. */
export class PdfNavigation {
  private readonly file: PdfFile;
  private readonly anchors = new Map<string, PdfValue>();
  private readonly bookmarks: Bookmark[] = [];

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** The annotation of a link, or null when its URL isn't allowed. */
  link(rect: PointRect, target: LinkTarget): PdfRef | null {
    const annotation: PdfDictionary = { Type: 'Annot', Subtype: 'Link', Rect: rect, Border: [0, 0, 0], F: 4 };
    if ('anchor' in target) {
      annotation.Dest = nameBytes(target.anchor);
    } else {
      if (!isAllowedUrl(target.url)) return null;
      annotation.A = { Type: 'Action', S: 'URI', URI: textString(asciiUrl(target.url)) };
    }
    return this.file.ref(annotation);
  }

  /** The first anchor of a name wins, as the first element with an id does. */
  anchor(name: string, page: PdfRef, x: number, y: number): void {
    if (!this.anchors.has(name)) this.anchors.set(name, [page, 'XYZ', x, y, null]);
  }

  bookmark(bookmark: Bookmark): void {
    this.bookmarks.push(bookmark);
  }

  finish(): void {
    this.writeDestinations();
    if (this.bookmarks.length > 0) this.writeOutline();
  }

  private writeDestinations(): void {
    const names = [...this.anchors.keys()].map((name) => ({ name, key: nameBytes(name) }));
    // Readers search the name tree by bytes.
    names.sort((a, b) => compareBytes(a.key, b.key));
    this.file.setDestinations(names.flatMap(({ name, key }) => [key, this.anchors.get(name) ?? null]));
  }

  private writeOutline(): void {
    const root: OutlineNode = { bookmark: null, children: [], ref: this.file.ref({ Type: 'Outlines' }) };
    const path: { level: number; node: OutlineNode }[] = [{ level: 0, node: root }];
    for (const bookmark of this.bookmarks) {
      while (path.length > 1 && path[path.length - 1].level >= bookmark.level) path.pop();
      const node: OutlineNode = { bookmark, children: [], ref: this.file.ref({}) };
      path[path.length - 1].node.children.push(node);
      path.push({ level: bookmark.level, node });
    }
    this.writeNode(root);
    this.file.setCatalog('Outlines', root.ref);
  }

  /** Writes a node below its children; returns how many of its descendants show when it is open. */
  private writeNode(node: OutlineNode): number {
    const { children, ref, bookmark } = node;
    let visible = children.length;
    children.forEach((child, i) => {
      child.ref.data.Parent = ref;
      if (i > 0) child.ref.data.Prev = children[i - 1].ref;
      if (i < children.length - 1) child.ref.data.Next = children[i + 1].ref;
      const below = this.writeNode(child);
      if (child.bookmark?.open) visible += below;
    });
    if (children.length > 0) {
      ref.data.First = children[0].ref;
      ref.data.Last = children[children.length - 1].ref;
      ref.data.Count = bookmark === null || bookmark.open ? visible : -visible;
    }
    if (bookmark) {
      ref.data.Title = textString(bookmark.title);
      ref.data.Dest = [bookmark.page, 'XYZ', bookmark.x, bookmark.y, null];
    }
    ref.end();
    return visible;
  }
}

function nameBytes(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** A URI action takes ASCII only. */
function asciiUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]+/gu, (text) => {
    let out = '';
    for (const byte of new TextEncoder().encode(text)) out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    return out;
  });
}
