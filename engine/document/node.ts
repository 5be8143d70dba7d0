import type { SourcePosition } from '../diagnostics.ts';

/** The namespaces that an HTML parser produces. */
export const Namespace = {
  Html: 'http://www.w3.org/1999/xhtml',
  Svg: 'http://www.w3.org/2000/svg',
  MathMl: 'http://www.w3.org/1998/Math/MathML',
} as const;

export interface Attribute {
  /** Lower case in HTML elements, as adjusted by the parser in SVG (`viewBox`). */
  readonly name: string;
  readonly value: string;
  /** `xlink`, `xml`, `xmlns` or ''. */
  readonly prefix: string;
}

/** Immutable once parsing has ended. `index` is the preorder number; a subtree is `[index, lastDescendant]`. */
export class Element {
  /** PERF: the prototype's, as a document has as many nodes as anything. */
  declare readonly type: 'element';
  index = 0;
  /** The next node in preorder, over the whole document. */
  following: Node | null = null;
  lastDescendant = 0;
  parent: Element | null = null;
  /** Position among the parent's element children, from 0. */
  elementIndex = 0;
  readonly tag: string;
  readonly namespace: string;
  readonly attributes: readonly Attribute[];
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly children: Node[] = [];
  readonly position: SourcePosition | null;
  /** Where it stands in the tree that it was written in, of documents with shadow trees; null in all others. */
  place: TreePlace | null = null;

  constructor(
    tag: string,
    namespace: string,
    attributes: readonly Attribute[],
    position: SourcePosition | null,
    id: string | null,
    classes: readonly string[],
  ) {
    this.tag = tag;
    this.namespace = namespace;
    this.attributes = attributes;
    this.position = position;
    this.id = id;
    this.classes = classes;
  }

  /** The attribute's value, or null; namespaced ones as `xlink:href`. */
  attribute(name: string): string | null {
    for (const a of this.attributes) if (a.name === name) return a.value;
    return null;
  }

  get isHtml(): boolean {
    return this.namespace === Namespace.Html;
  }
}

/** The contents of a shadow root. */
export class ShadowTree {
  readonly host: Element;
  /** Its elements in tree order, without those of shadow trees inside of it. */
  readonly elements: Element[] = [];

  constructor(host: Element) {
    this.host = host;
  }
}

/** An element's place in the tree that it was written in. */
export interface TreePlace {
  /** null: it is at the top of its tree. */
  readonly parent: Element | null;
  /** The element children of that parent, or all those at the top. */
  readonly siblings: readonly Element[];
  /** Among these, from 0. */
  readonly index: number;
  /** null: the document's own. */
  readonly tree: ShadowTree | null;
  /** The tree that it is the host of. */
  readonly hosts: ShadowTree | null;
  /** The slot that it is assigned to. */
  slot: Element | null;
  /** Of a slot: what is assigned to it. */
  assigned: readonly Node[];
  /** It stands in the document's own tree, below no host and is none. */
  isPlain: boolean;
}

/** The parent in the tree that the element was written in. */
export const parentInTree = (element: Element): Element | null =>
  element.place === null ? element.parent : element.place.parent;

/** Among its siblings in that tree, from 0. */
export const indexInTree = (element: Element): number =>
  element.place === null ? element.elementIndex : element.place.index;

/** Not HTML in a `foreignObject`, and not an outermost `svg` element, which is a box of CSS. */
export function isInsideSvg({ namespace, parent }: Element): boolean {
  return namespace === Namespace.Svg && parent?.namespace === Namespace.Svg && parent.tag !== 'foreignObject';
}

Object.defineProperty(Element.prototype, 'type', { value: 'element' });

export class Text {
  declare readonly type: 'text';
  index = 0;
  following: Node | null = null;
  parent: Element | null = null;
  data: string;

  constructor(data: string) {
    this.data = data;
  }
}

Object.defineProperty(Text.prototype, 'type', { value: 'text' });

export type Node = Element | Text;

/** Which of the old browsers' ways a document asks for by its doctype: all, only those of lines, or none. */
export type Quirks = 'all' | 'lines' | 'none';

/** A parsed document. Immutable. */
export interface Document {
  readonly root: Element;
  readonly head: Element | null;
  readonly body: Element | null;
  readonly quirks: boolean;
  /** Lines without text have no strut: in quirks mode and in limited-quirks mode (quirks.spec.whatwg.org, "line height calculation quirk"). */
  readonly lineHeightQuirk: boolean;
  /** How many nodes there are; `index` of a node is below it. */
  readonly nodeCount: number;
  /** From `<title>`, white space collapsed; '' when there is none. */
  readonly title: string;
  /** From `lang` of the root; '' when there is none. */
  readonly language: string;
  /** Content of `<meta name=color-scheme>`; '' when there is none. */
  readonly colorScheme: string;
  /** The first `<base href>` as an absolute URL, or null. */
  readonly baseUrl: string | null;
  /** The same as written. */
  readonly baseHref: string | null;
}
