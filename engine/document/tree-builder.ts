/**
 * parse5's tree adapter for our own nodes: the parser builds `Element` and `Text` directly, without a tree in between.
 * Comments and document types are made for the parser's sake and never attached, nor are the contents of `template`, but for shadow trees.
 */
import { foreignContent, html as parse5Html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { Budget } from '../budget.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { trimmed } from '../small-arrays.ts';
import { type Attribute, Element, Namespace, type Node, type Quirks, Text } from './node.ts';

// HTML's list of SVG names with capitals has one that parse5's lacks; end tags are found by the list as well.
foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP.set('fedropshadow', 'feDropShadow');

/** What stands for comments and document types: nothing of them is kept. */
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

/** Tags whose source position is kept: what reports trouble by itself. Others with a style attribute have that one's. */
const POSITIONED_TAGS = new Set([
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

/** What HTML's white space parts. */
const WORDS = /[^\t\n\f\r ]+/g;

/** Splits at HTML's ASCII white space. */
export function splitOnWhitespace(value: string): readonly string[] {
  const words = value.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
  return words.length > 0 ? words : NO_CLASSES;
}

export class TreeBuilder implements TreeAdapter<TreeMap> {
  /** Set by the parser's owner: where the tokenizer stands. */
  currentPosition: (tag: string, style: string | null) => SourcePosition | null = () => null;
  private readonly names = new Map<string, string>();
  /** By values of `class`, which elements of a kind share. */
  private readonly classes = new Map<string, readonly string[]>();
  /** By values of `class`: the attributes of elements that have no other. */
  private readonly classAttributes = new Map<string, readonly Attribute[]>();
  /** What is in templates. */
  readonly templateContents = new Map<Element, Element>();
  private readonly ignored = new Ignored();
  private readonly budget: Budget;
  private mode: parse5Html.DOCUMENT_MODE = parse5Html.DOCUMENT_MODE.NO_QUIRKS;

  private readonly placesAll: boolean;

  /** `placesAll`: positions are kept of all elements. */
  constructor(budget: Budget, placesAll = false) {
    this.placesAll = placesAll;
    this.budget = budget;
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
    const tag = this.intern(tagName);
    const attributes = attrs.length > 0 ? this.convertAttributes(attrs) : NO_ATTRIBUTES;
    let id: string | null = null;
    let classes = NO_CLASSES;
    let style: string | null = null;
    for (const { name, value } of attributes) {
      if (name === 'id') id = value === '' ? null : this.intern(value);
      else if (name === 'class') classes = this.classesOf(value);
      else if (name === 'style') style = value;
    }
    let position: SourcePosition | null = null;
    if (POSITIONED_TAGS.has(tag) || (this.placesAll && style === null)) position = this.currentPosition(tag, null);
    else if (style !== null) position = this.currentPosition(tag, style);
    return new Element(tag, namespaceURI, attributes, position, id, classes);
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

  /** Further `html` and `body` tags give their attributes to the element that is there. */
  adoptAttributes(recipient: Element, attrs: Token.Attribute[]): void {
    const missing = this.convertAttributes(attrs).filter((a) => recipient.attribute(a.name) === null);
    if (missing.length === 0) return;
    const target = recipient as { -readonly [K in keyof Element]: Element[K] };
    target.attributes = [...recipient.attributes, ...missing];
    for (const { name, value } of missing) {
      if (name === 'id') target.id = value === '' ? null : this.intern(value);
      else if (name === 'class') target.classes = this.classesOf(value);
    }
  }

  appendChild(parent: Element, node: TreeNode): void {
    if (node instanceof Ignored) return;
    endText(parent);
    parent.children.push(node);
    node.parent = parent;
  }

  /** parse5's hook: nothing more is added to the element, as a rule. */
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
    // PERF: elements of a kind have the same.
    const { value } = attrs[0]!;
    let shared = this.classAttributes.get(value);
    if (shared === undefined) this.classAttributes.set(value, (shared = this.converted(attrs)));
    return shared;
  }

  private converted(attrs: Token.Attribute[]): readonly Attribute[] {
    // PERF: mapped lists are as large as they must be.
    return attrs.map(({ name, value, prefix }) => {
      const qualified = prefix !== undefined && prefix !== '' ? `${prefix}:${name}` : name;
      return { name: this.intern(qualified), value, prefix: prefix ?? '' };
    });
  }
}

/**
 * Numbers and chains the nodes in preorder, sets `elementIndex`, and flattens what is nested deeper than `maxDepth`: the children of
 * an element at that depth become its siblings' equals, in document order, as browsers do. Returns how many nodes there are.
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
      (top.element as { -readonly [K in keyof Element]: Element[K] }).children = trimmed(
        top.element.children,
      ) as Node[];
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
  return { nodeCount: index, flattened };
}

/** Makes all descendants of an element its children; whether there were any below them. */
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

/** Takes the children of `element` from its first element child on out of it, all their descendants made siblings. */
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

/** Whether the element is in the HTML namespace and has this tag. */
export const isHtmlTag = (element: Element, tag: string): boolean =>
  element.tag === tag && element.namespace === Namespace.Html;

/**
 * Puts the text at the end of an element into one piece. Words and spaces come one by one, and V8 keeps what is put together from them as a tree of the parts
 * until somebody looks into it, in many times the room of the text. A search does; what it looks for, parse5 has left out or replaced.
 */
function endText(parent: Element): void {
  const last = parent.children.at(-1);
  if (last !== undefined && last.type === 'text' && last.data.includes('\0'))
    last.data = last.data.replaceAll('\0', '');
}
