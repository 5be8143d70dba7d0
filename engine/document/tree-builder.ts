/**
 * The parse5 tree adapter for the engine's nodes: the parser builds `Element` and `Text` directly, without an
 * intermediate tree. Comments and document types exist only for the parser and are never attached. The contents of
 * `template` aren't either, except for shadow trees.
 */
import { foreignContent, html as parse5Html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { Budget } from '../budget.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { Mutable } from '../mutable.ts';
import { appended, trimmed } from '../small-arrays.ts';
import { type Attribute, Element, Namespace, type Node, type Quirks, Text } from './node.ts';

// HTML's list of SVG names with capitals has one entry that parse5's lacks. The list applies to end tags too.
foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP.set('fedropshadow', 'feDropShadow');

/** A placeholder for comments and document types, which aren't kept. */
class Ignored {
  readonly type = 'ignored';
}

type TreeNode = Node | Ignored;

export interface TreeMap extends TreeAdapterTypeMap {
  node: TreeNode;
  parentNode: Element;
  childNode: TreeNode;
  document: Element;
  documentFragment: Element;
  element: Element;
  commentNode: Ignored;
  textNode: Text;
  template: Element;
  documentType: Ignored;
}

const NO_ATTRIBUTES: readonly Attribute[] = [];
const NO_CLASSES: readonly string[] = [];

/**
 * Tags whose source position is kept because they can cause diagnostics. Other elements keep the position of their
 * style attribute.
 */
const POSITIONED_TAGS = new Set([
  'a',
  'area',
  'audio',
  'base',
  'button',
  'embed',
  'frame',
  'iframe',
  'image',
  'img',
  'input',
  'link',
  'math',
  'meta',
  'object',
  'script',
  'select',
  'source',
  'style',
  'svg',
  'textarea',
  'track',
  'use',
  'video',
]);

/** Matches a reference to a file in an attribute of SVG, such as `fill`. */
const FILE_URL = /url\(\s*["']?[^#"'\s]/i;

/** Matches words separated by HTML's white space. */
const WORDS = /[^\t\n\f\r ]+/g;

/** Splits at ASCII white space as defined by HTML. */
export function splitOnWhitespace(value: string): readonly string[] {
  const words = value.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
  return words.length > 0 ? words : NO_CLASSES;
}

/** Characters of `<b>`. */
const SHORTEST_TAG = 3;
/** `html`, `head` and `body` need no tags. Neither do `tbody` and `tr`, but their cells have longer tags. */
const IMPLIED_ELEMENTS = 3;

export class TreeBuilder implements TreeAdapter<TreeMap> {
  /** Returns the tokenizer's position. Set by the parser's owner. */
  currentPosition: (tag: string, style: string | null) => SourcePosition | null = () => null;
  /** The state of the tokenizer's input: `pos`, after the text that it has dropped. Set by the parser's owner. */
  reader: { readonly pos: number; readonly droppedBufferSize: number } = { pos: -1, droppedBufferSize: 0 };
  private readonly names = new Map<string, string>();
  /** Class lists by value of `class`, shared by elements of a kind. */
  private readonly classes = new Map<string, readonly string[]>();
  /** Attribute lists of elements whose only attribute is `class`, by its value. */
  private readonly classAttributes = new Map<string, readonly Attribute[]>();
  readonly templateContents = new Map<Element, Element>();
  private readonly ignored = new Ignored();
  private readonly budget: Budget;
  private mode: parse5Html.DOCUMENT_MODE = parse5Html.DOCUMENT_MODE.NO_QUIRKS;

  private readonly placesAll: boolean;

  /** The number of elements that the text may still contain. */
  private elementsLeft: number;

  /** `placesAll`: whether to keep the positions of all elements. `textLength`: that of the document. */
  constructor(budget: Budget, placesAll: boolean, textLength: number) {
    this.placesAll = placesAll;
    this.budget = budget;
    this.elementsLeft = textLength / SHORTEST_TAG + IMPLIED_ELEMENTS;
  }

  get quirks(): Quirks {
    const { mode } = this;
    if (mode === parse5Html.DOCUMENT_MODE.QUIRKS) return 'all';
    return mode === parse5Html.DOCUMENT_MODE.LIMITED_QUIRKS ? 'lines' : 'none';
  }

  createDocument(): Element {
    return new Element('#document', '', NO_ATTRIBUTES, null, null, NO_CLASSES);
  }

  createDocumentFragment(): Element {
    return new Element('#fragment', '', NO_ATTRIBUTES, null, null, NO_CLASSES);
  }

  createElement(tagName: string, namespaceURI: parse5Html.NS, attrs: Token.Attribute[]): Element {
    this.budget.tick();
    if (--this.elementsLeft < 0) this.budget.spendRepeatedElement();
    const tag = this.intern(tagName);
    const attributes = attrs.length > 0 ? this.convertAttributes(attrs) : NO_ATTRIBUTES;
    let id: string | null = null;
    let classes = NO_CLASSES;
    let style: string | null = null;
    let isPlaced = POSITIONED_TAGS.has(tag);
    for (const { name, value } of attributes) {
      if (name === 'id') id = value === '' ? null : this.intern(value);
      else if (name === 'class') classes = this.classesOf(value);
      else if (name === 'style') style = value;
      else if (namespaceURI === parse5Html.NS.SVG && FILE_URL.test(value)) isPlaced = true;
    }
    let position: SourcePosition | null = null;
    if (isPlaced || (this.placesAll && style === null)) position = this.currentPosition(tag, null);
    else if (style !== null) position = this.currentPosition(tag, style);
    const element = new Element(tag, namespaceURI, attributes, position, id, classes);
    element.tagEnd = this.reader.droppedBufferSize + this.reader.pos;
    return element;
  }

  createCommentNode(): Ignored {
    return this.ignored;
  }

  createTextNode(value: string): Text {
    return new Text(value);
  }

  setDocumentType(): void {}

  setDocumentMode(_document: Element, mode: parse5Html.DOCUMENT_MODE): void {
    this.mode = mode;
  }

  getDocumentMode(): parse5Html.DOCUMENT_MODE {
    return this.mode;
  }

  /** Adds the attributes of repeated `html` and `body` tags to the existing element. */
  adoptAttributes(recipient: Element, attrs: Token.Attribute[]): void {
    const missing = this.convertAttributes(attrs).filter((a) => recipient.attribute(a.name) === null);
    if (missing.length === 0) return;
    const target = recipient as Mutable<Element>;
    target.attributes = [...recipient.attributes, ...missing];
    for (const { name, value } of missing) {
      if (name === 'id') target.id = value === '' ? null : this.intern(value);
      else if (name === 'class') target.classes = this.classesOf(value);
    }
  }

  appendChild(parent: Element, node: TreeNode): void {
    if (node instanceof Ignored) return;
    endText(parent);
    (parent as Mutable<Element>).children = appended(parent.children, node);
    node.parent = parent;
  }

  /** Called by parse5 when an element is complete; usually nothing is added afterwards. */
  onItemPop(element: Element): void {
    endText(element);
  }

  insertBefore(parent: Element, node: TreeNode, reference: TreeNode): void {
    if (node instanceof Ignored) return;
    const at = parent.children.lastIndexOf(reference as Node);
    if (at === -1) parent.children.push(node);
    else parent.children.splice(at, 0, node);
    node.parent = parent;
  }

  detachNode(node: TreeNode): void {
    if (node instanceof Ignored || node.parent === null) return;
    const siblings = node.parent.children;
    const at = siblings.lastIndexOf(node);
    if (at === siblings.length - 1) siblings.pop();
    else if (at !== -1) siblings.splice(at, 1);
    node.parent = null;
  }

  insertText(parent: Element, text: string): void {
    this.budget.tick();
    const last = parent.children.at(-1);
    if (last !== undefined && last.type === 'text') last.data += text;
    else this.appendChild(parent, new Text(text));
  }

  insertTextBefore(parent: Element, text: string, reference: TreeNode): void {
    this.budget.tick();
    const at = parent.children.lastIndexOf(reference as Node);
    const before = at > 0 ? parent.children[at - 1] : undefined;
    if (before !== undefined && before.type === 'text') before.data += text;
    else this.insertBefore(parent, new Text(text), reference);
  }

  setTemplateContent(template: Element, content: Element): void {
    this.templateContents.set(template, content);
  }

  getTemplateContent(template: Element): Element {
    return this.templateContents.get(template) ?? template;
  }

  getFirstChild(node: Element): TreeNode | null {
    return node.children[0] ?? null;
  }

  getChildNodes(node: Element): TreeNode[] {
    return node.children;
  }

  getParentNode(node: TreeNode): Element | null {
    return node instanceof Ignored ? null : node.parent;
  }

  getAttrList(element: Element): Token.Attribute[] {
    return element.attributes.map((a) => ({ name: a.name, value: a.value }));
  }

  getTagName(element: Element): string {
    return element.tag;
  }

  getNamespaceURI(element: Element): parse5Html.NS {
    return element.namespace as parse5Html.NS;
  }

  getTextNodeContent(textNode: Text): string {
    return textNode.data;
  }

  getCommentNodeContent(): string {
    return '';
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  isTextNode(node: TreeNode): node is Text {
    return node.type === 'text';
  }

  isCommentNode(node: TreeNode): node is Ignored {
    return node.type === 'ignored';
  }

  isDocumentTypeNode(node: TreeNode): node is Ignored {
    return node.type === 'ignored';
  }

  isElementNode(node: TreeNode): node is Element {
    return node.type === 'element';
  }

  getNodeSourceCodeLocation(): null {
    return null;
  }

  setNodeSourceCodeLocation(): void {}

  updateNodeSourceCodeLocation(): void {}

  private intern(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.names.set(name, name);
    return name;
  }

  private classesOf(value: string): readonly string[] {
    let classes = this.classes.get(value);
    if (classes === undefined) {
      const names = new Set<string>();
      for (const [word] of value.matchAll(WORDS)) {
        this.budget.tick();
        names.add(this.intern(word));
      }
      classes = [...names];
      this.classes.set(value, classes);
    }
    return classes;
  }

  private convertAttributes(attrs: Token.Attribute[]): readonly Attribute[] {
    if (attrs.length !== 1 || attrs[0]!.name !== 'class') return this.converted(attrs);
    // PERF: elements of a kind share their list.
    const { value } = attrs[0]!;
    let shared = this.classAttributes.get(value);
    if (shared === undefined) this.classAttributes.set(value, (shared = this.converted(attrs)));
    return shared;
  }

  private converted(attrs: Token.Attribute[]): readonly Attribute[] {
    // PERF: a mapped list has exactly the required capacity.
    return attrs.map(({ name, value, prefix }) => {
      const qualified = prefix !== undefined && prefix !== '' ? `${prefix}:${name}` : name;
      return { name: this.intern(qualified), value, prefix: prefix ?? '' };
    });
  }
}

/**
 * Numbers and links the nodes in preorder, sets `elementIndex`, and flattens nesting deeper than `maxDepth`.
 * Descendants of an element at that depth become siblings in document order, as in browsers. Returns the number of
 * nodes.
 */
export function finishTree(root: Element, maxDepth: number, budget: Budget): { nodeCount: number; flattened: boolean } {
  let index = 0;
  let flattened = false;
  let last: Node = root;
  root.parent = null;
  root.index = index++;
  const path: { element: Element; next: number; elements: number }[] = [{ element: root, next: 0, elements: 0 }];
  if (path.length + 1 >= maxDepth) flattened = flattenChildren(root, budget);
  while (path.length > 0) {
    budget.tick();
    const top = path[path.length - 1]!;
    if (top.next === top.element.children.length) {
      top.element.lastDescendant = index - 1;
      (top.element as Mutable<Element>).children = trimmed(top.element.children) as Node[];
      path.pop();
      continue;
    }
    const child = top.element.children[top.next++]!;
    child.parent = top.element;
    child.index = index++;
    last.following = child;
    last = child;
    if (child.type === 'text') continue;
    child.elementIndex = top.elements++;
    path.push({ element: child, next: 0, elements: 0 });
    if (path.length + 1 >= maxDepth) flattened = flattenChildren(child, budget) || flattened;
  }
  // If the tree was changed, the last node may still refer to a node that used to follow it.
  last.following = null;
  return { nodeCount: index, flattened };
}

/** Makes all descendants of an element its children. Returns whether any were nested deeper. */
function flattenChildren(element: Element, budget: Budget): boolean {
  if (
    !element.children.some((child) => child.type !== 'text' && child.children.some((node) => node.type === 'element'))
  )
    return false;
  const all: Node[] = [];
  for (const child of element.children) {
    all.push(child);
    if (child.type !== 'text' && child.children.some((node) => node.type === 'element'))
      for (const node of hoistedChildren(child, budget)) all.push(node);
  }
  element.children.length = 0;
  for (const node of all) element.children.push(node);
  return true;
}

/**
 * Removes the children of `element` from its first element child on, and flattens them and their descendants into
 * siblings.
 */
function hoistedChildren(element: Element, budget: Budget): Node[] {
  const first = element.children.findIndex((node) => node.type === 'element');
  const hoisted: Node[] = [];
  const pending: Node[] = element.children.splice(first).reverse();
  while (pending.length > 0) {
    budget.tick();
    const node = pending.pop()!;
    hoisted.push(node);
    if (node.type === 'text') continue;
    const inner = node.children.findIndex((n) => n.type === 'element');
    if (inner === -1) continue;
    const rest = node.children.splice(inner);
    for (let i = rest.length - 1; i >= 0; i--) pending.push(rest[i]!);
  }
  return hoisted;
}

/** Returns whether the element is in the HTML namespace and has this tag. */
export const isHtmlTag = (element: Element, tag: string): boolean =>
  element.tag === tag && element.namespace === Namespace.Html;

/**
 * Flattens the string of the text at the end of an element. Words and spaces arrive one by one, and V8 stores their
 * concatenation as a tree that takes many times the memory. A search makes V8 flatten it. parse5 has already removed or
 * replaced the character searched for.
 */
function endText(parent: Element): void {
  const last = parent.children.at(-1);
  if (last !== undefined && last.type === 'text' && last.data.includes('\0'))
    last.data = last.data.replaceAll('\0', '');
}
