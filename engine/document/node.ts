import type { SourcePosition } from '../diagnostics.ts';

/** The namespaces that an HTML parser produces. */
export const Namespace = {
  Html: 'http://www.w3.org/1999/xhtml',
  Svg: 'http://www.w3.org/2000/svg',
  MathMl: 'http://www.w3.org/1998/Math/MathML',
} as const;

export interface Attribute {
  /** In lower case for HTML elements, as adjusted by the parser for SVG (`viewBox`). */
  readonly name: string;
  readonly value: string;
  /** `xlink`, `xml`, `xmlns` or ''. */
  readonly prefix: string;
}

/** Immutable after parsing. `index` is the preorder number; a subtree is `[index, lastDescendant]`. */
export class Element {
  /** PERF: defined on the prototype, because documents have many nodes. */
  declare readonly type: 'element';
  index = 0;
  /** The next node of the document in preorder. */
  following: Node | null = null;
  lastDescendant = 0;
  parent: Element | null = null;
  /** Position among the parent's element children, counted from 0. */
  elementIndex = 0;
  readonly tag: string;
  readonly namespace: string;
  readonly isHtml: boolean;
  readonly attributes: readonly Attribute[];
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly children: Node[] = [];
  readonly position: SourcePosition | null;
  /** Where its tag ends in the text of an HTML document; -1: unknown. */
  tagEnd = -1;
  /** The place in its original tree, in documents with shadow trees; null in all others. */
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
    this.isHtml = namespace === Namespace.Html;
    this.attributes = attributes;
    this.position = position;
    this.id = id;
    this.classes = classes;
  }

  /** Returns the attribute's value, or null. Namespaced names are given as `xlink:href`. */
  attribute(name: string): string | null {
    // PERF: a loop by index makes no iterator. Most elements have few attributes or none.
    const { attributes } = this;
    for (let i = 0; i < attributes.length; i++) if (attributes[i]!.name === name) return attributes[i]!.value;
    return null;
  }
}

/** The contents of a shadow root. */
export class ShadowTree {
  readonly host: Element;
  /** Its elements in tree order, excluding nested shadow trees. */
  readonly elements: Element[] = [];

  constructor(host: Element) {
    this.host = host;
  }
}

/** An element's place in the tree in which it was written. */
export interface TreePlace {
  /** null at the top of its tree. */
  readonly parent: Element | null;
  /** The element children of that parent, or all elements at the top. */
  readonly siblings: readonly Element[];
  /** Position among the siblings, counted from 0. */
  readonly index: number;
  /** null is the document itself. */
  readonly tree: ShadowTree | null;
  /** The shadow tree that it hosts. */
  readonly hosts: ShadowTree | null;
  /** The slot to which it is assigned. */
  slot: Element | null;
  /** For a slot, the nodes assigned to it. */
  assigned: readonly Node[];
  /** Whether it is in the document's own tree, and neither a host nor a descendant of one. */
  isPlain: boolean;
}

/** Returns the parent in the tree in which the element was written. */
export const parentInTree = (element: Element): Element | null =>
  element.place === null ? element.parent : element.place.parent;

/** Returns the position among its siblings in that tree, counted from 0. */
export const indexInTree = (element: Element): number =>
  element.place === null ? element.elementIndex : element.place.index;

/**
 * Returns whether an element is drawn as part of an SVG. Excludes HTML in a `foreignObject` and the outermost `svg`
 * element, which is a CSS box.
 */
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

/** The legacy behavior that the doctype selects: all quirks, only those of lines, or none. */
export type Quirks = 'all' | 'lines' | 'none';

/** A parsed, immutable document. */
export interface Document {
  readonly root: Element;
  readonly head: Element | null;
  readonly body: Element | null;
  readonly quirks: boolean;
  /**
   * Whether lines without text have no strut, in quirks and limited-quirks mode (quirks.spec.whatwg.org, "line height
   * calculation quirk").
   */
  readonly lineHeightQuirk: boolean;
  /** The number of nodes. The `index` of each node is smaller. */
  readonly nodeCount: number;
  /** The nodes of shadow hosts and slots that aren't rendered. */
  readonly unrendered: readonly Element[];
  /** The text of `<title>` with white space collapsed; '' without one. */
  readonly title: string;
  /** The `lang` of the root; '' without one. */
  readonly language: string;
  /** The content of `<meta name=color-scheme>`; '' without one. */
  readonly colorScheme: string;
  /** The first `<base href>` as an absolute URL, or null. */
  readonly baseUrl: string | null;
  /** The first `<base href>` as written. */
  readonly baseHref: string | null;
}
