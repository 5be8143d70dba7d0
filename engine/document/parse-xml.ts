/**
 * Parses XML, for SVG images and XHTML, into `Element`s: namespaces, CDATA, character references and entities declared
 * in the internal subset. Nothing external is ever read. A document that isn't well-formed keeps its content before the
 * error, as in browsers.
 */
import { addTo } from '../grouped.ts';
import type { Budget } from '../budget.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { type Attribute, type Document, Element, Namespace, Text } from './node.ts';
import type { SourcePositions } from './source-positions.ts';
import { finishTree, splitOnWhitespace } from './tree-builder.ts';

const PREDEFINED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }),
);
const XML_PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    xml: 'http://www.w3.org/XML/1998/namespace',
    xmlns: 'http://www.w3.org/2000/xmlns/',
  }),
);
const XLINK = 'http://www.w3.org/1999/xlink';
/** Maximum nesting depth of entities. */
const MAX_ENTITY_DEPTH = 8;

interface XmlTree {
  readonly root: Element;
  readonly nodeCount: number;
  readonly wellFormed: boolean;
  /** The offset up to which the document is well-formed. */
  readonly readTo: number;
  /** The `href`s of xml-stylesheet instructions before the root element. */
  readonly styleSheets: readonly string[];
}

/** How to read a kind of XML document. */
interface XmlKind {
  /** The namespace of elements without one. */
  readonly namespace: string;
  /** Returns the text of an entity that the document doesn't declare, or null. */
  readonly entity: (name: string) => string | null;
  /** Keeps the positions of all elements; null keeps none. Positions must be requested in ascending order. */
  readonly positions: SourcePositions | null;
}

/** A document without namespaces is treated as SVG, as its file type suggests. */
const SVG_FILE: XmlKind = { namespace: Namespace.Svg, entity: () => null, positions: null };

/** Normalizes the beginning and the line ends of a document. Offsets refer to the result. */
export const xmlText = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** Returns null when there is no root element. */
export function parseXml(text: string, budget: Budget, kind = SVG_FILE): XmlTree | null {
  return new XmlParser(xmlText(text), budget, kind).parse();
}

/** Parses an SVG file whose root is `svg` as a document. Returns null for other text. */
export function parseSvgDocument(text: string, budget: Budget): Document | null {
  const tree = parseXml(text, budget);
  if (tree === null || tree.root.tag !== 'svg') return null;
  const { root, nodeCount } = tree;
  const language = root.attribute('xml:lang') ?? root.attribute('lang') ?? '';
  return {
    root,
    head: null,
    body: null,
    quirks: false,
    lineHeightQuirk: false,
    nodeCount,
    unrendered: [],
    title: '',
    language,
    colorScheme: '',
    baseUrl: null,
    baseHref: null,
  };
}

interface OpenElement {
  readonly element: Element;
  readonly qualifiedName: string;
  /** The prefixes that it declares. */
  readonly declared: readonly string[];
}

/** Namespaces by prefix ('' for the default) as declared by the open elements. The innermost declaration applies. */
class Namespaces {
  private readonly bindings = new Map<string, string[]>();

  get(prefix: string): string | undefined {
    return this.bindings.get(prefix)?.at(-1);
  }

  /** Adds the declarations among the attributes of an opening element. Returns their prefixes. */
  enter(attributes: ReadonlyMap<string, string>): readonly string[] {
    const declared: string[] = [];
    for (const [name, value] of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      addTo(this.bindings, prefix, value);
      declared.push(prefix);
    }
    return declared;
  }

  /** Removes the declarations of an element that has ended. */
  leave(declared: readonly string[]): void {
    for (const prefix of declared) this.bindings.get(prefix)?.pop();
  }
}

const NAME = /[^\s<>/=&"'?!]+/y;
const SPACE = /\s*/y;

class XmlParser {
  private readonly text: string;
  private readonly budget: Budget;
  private readonly entities = new Map<string, string>();
  private readonly expanded = new Map<string, string>();
  private readonly open: OpenElement[] = [];
  private readonly namespaces = new Namespaces();
  private readonly styleSheets: string[] = [];
  private root: Element | null = null;
  private position = 0;
  private failed = false;
  private readonly kind: XmlKind;

  constructor(text: string, budget: Budget, kind: XmlKind) {
    this.text = text;
    this.budget = budget;
    this.kind = kind;
  }

  parse(): XmlTree | null {
    while (this.position < this.text.length && !this.failed) {
      this.budget.tick();
      const next = this.text.indexOf('<', this.position);
      const end = next === -1 ? this.text.length : next;
      if (end > this.position) this.characters(this.text.slice(this.position, end), true);
      this.position = end;
      if (next !== -1) this.markup();
    }
    if (this.root === null) return null;
    const wellFormed = !this.failed && this.open.length === 0;
    const { nodeCount } = finishTree(this.root, this.budget.limits.maxDepth, this.budget);
    return { root: this.root, nodeCount, wellFormed, readTo: this.position, styleSheets: this.styleSheets };
  }

  private markup(): void {
    const { text, position } = this;
    if (text.startsWith('<!--', position)) this.skipPast('-->');
    else if (text.startsWith('<![CDATA[', position)) {
      const end = text.indexOf(']]>', position);
      this.characters(text.slice(position + 9, end === -1 ? undefined : end), false);
      this.skipPast(']]>');
    } else if (text.startsWith('<?', position)) this.instruction();
    else if (text.startsWith('<!DOCTYPE', position)) this.documentType();
    else if (text.startsWith('</', position)) this.endTag();
    else this.startTag();
  }

  private skipPast(mark: string): void {
    const end = this.text.indexOf(mark, this.position);
    if (end === -1) this.failed = true;
    else this.position = end + mark.length;
  }

  private instruction(): void {
    const start = this.position;
    this.skipPast('?>');
    if (this.failed || this.root !== null || !this.text.startsWith('<?xml-stylesheet', start)) return;
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(this.text.slice(start, this.position));
    if (href !== null) this.styleSheets.push(this.expand(href[1] ?? href[2]!, 0));
  }

  /** Parses a document type; only internal general entities are used. */
  private documentType(): void {
    const declaration = /<!DOCTYPE[^[>]*(\[)?/y;
    declaration.lastIndex = this.position;
    const match = declaration.exec(this.text);
    if (match === null) return this.skipPast('>');
    this.position += match[0].length;
    if (match[1] === undefined) return this.skipPast('>');
    const end = this.text.indexOf(']', this.position);
    const subset = this.text.slice(this.position, end === -1 ? undefined : end);
    const entity = /<!ENTITY\s+([^\s%]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
    for (let found = entity.exec(subset); found !== null; found = entity.exec(subset)) {
      if (!this.entities.has(found[1]!)) this.entities.set(found[1]!, found[2] ?? found[3]!);
    }
    this.skipPast(']');
    if (!this.failed) this.skipPast('>');
  }

  private endTag(): void {
    this.position += 2;
    const name = this.name();
    this.space();
    const top = this.open.pop();
    if (top !== undefined) this.namespaces.leave(top.declared);
    if (name === null || top === undefined || top.qualifiedName !== name || this.text[this.position] !== '>')
      this.failed = true;
    else this.position++;
  }

  private startTag(): void {
    const start = this.position++;
    const name = this.name();
    const raw = name === null ? null : this.attributes();
    if (name === null || raw === null || (this.root !== null && this.open.length === 0)) {
      this.failed = true;
      return;
    }
    const selfClosing = this.text[this.position] === '/';
    this.position += selfClosing ? 2 : 1;
    const parent = this.open.at(-1);
    const declared = this.namespaces.enter(raw);
    const element = makeElement(name, raw, this.namespaces, this.kind.namespace, this.placeOf(name, raw, start));
    if (parent === undefined) this.root = element;
    else {
      parent.element.children.push(element);
      element.parent = parent.element;
    }
    if (selfClosing) this.namespaces.leave(declared);
    else this.open.push({ element, qualifiedName: name, declared });
  }

  /** Returns the position of a tag that has been read, or of the CSS in it. */
  private placeOf(name: string, attributes: ReadonlyMap<string, string>, start: number): SourcePosition | null {
    const { positions } = this.kind;
    if (positions === null) return null;
    const style = attributes.get('style');
    if (style !== undefined) return positions.ofStyle(name, this.position - 1, style);
    return positions.at(name === 'style' ? this.position : start);
  }

  /** Parses attributes up to `>` or `/>`. Returns null when they aren't well-formed. */
  private attributes(): Map<string, string> | null {
    const found = new Map<string, string>();
    for (;;) {
      this.budget.tick();
      this.space();
      const next = this.text[this.position];
      if (next === '>' || (next === '/' && this.text[this.position + 1] === '>')) return found;
      const name = this.name();
      this.space();
      if (name === null || this.text[this.position] !== '=') return null;
      this.position++;
      this.space();
      const quote = this.text[this.position];
      if (quote !== '"' && quote !== "'") return null;
      const end = this.text.indexOf(quote, this.position + 1);
      if (end === -1 || found.has(name)) return null;
      found.set(name, this.expand(this.text.slice(this.position + 1, end), 0).replace(/[\t\n]/g, ' '));
      this.position = end + 1;
    }
  }

  private name(): string | null {
    NAME.lastIndex = this.position;
    const match = NAME.exec(this.text);
    if (match === null) return null;
    this.position += match[0].length;
    return match[0];
  }

  private space(): void {
    SPACE.lastIndex = this.position;
    this.position += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  private characters(text: string, references: boolean): void {
    const parent = this.open.at(-1)?.element;
    if (parent === undefined) return;
    const data = references ? this.expand(text, 0) : text;
    const last = parent.children.at(-1);
    if (last !== undefined && last.type === 'text') {
      last.data += data;
      return;
    }
    const node = new Text(data);
    node.parent = parent;
    parent.children.push(node);
  }

  private expand(text: string, depth: number): string {
    if (!text.includes('&')) return text;
    const expanded = text.replace(/&(#x[0-9a-f]+|#\d+|[^;&\s]+);/gi, (whole, name: string) => {
      if (name.startsWith('#'))
        return character(/^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
      const predefined = PREDEFINED.get(name);
      const declared = this.entities.get(name);
      if (predefined !== undefined || declared === undefined) return predefined ?? this.kind.entity(name) ?? whole;
      const value = this.expanded.get(name) ?? (depth >= MAX_ENTITY_DEPTH ? '' : this.expand(declared, depth + 1));
      this.expanded.set(name, value);
      this.budget.spendSubstitution(value.length);
      return value;
    });
    return expanded;
  }
}

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';

function makeElement(
  qualifiedName: string,
  raw: ReadonlyMap<string, string>,
  namespaces: Namespaces,
  otherwise: string,
  position: SourcePosition | null,
): Element {
  const colon = qualifiedName.indexOf(':');
  const prefix = colon === -1 ? '' : qualifiedName.slice(0, colon);
  const namespace = namespaces.get(prefix) ?? XML_PREFIXES.get(prefix) ?? '';
  const attributes: Attribute[] = [];
  let id: string | null = null;
  let classes: readonly string[] = [];
  for (const [name, value] of raw) {
    const attribute = makeAttribute(name, value, namespaces);
    attributes.push(attribute);
    if (attribute.name === 'id' && value !== '') id = value;
    else if (attribute.name === 'class') classes = splitOnWhitespace(value);
  }
  const effective = namespace === '' && prefix === '' ? otherwise : namespace;
  return new Element(qualifiedName.slice(colon + 1), effective, attributes, position, id, classes);
}

/** Gives XLink attributes the prefix `xlink`, independent of the prefix in the document. */
function makeAttribute(name: string, value: string, namespaces: Namespaces): Attribute {
  const colon = name.indexOf(':');
  if (colon === -1) return { name, value, prefix: '' };
  const prefix = name.slice(0, colon);
  const known = namespaces.get(prefix) === XLINK || prefix === 'xlink' ? 'xlink' : prefix;
  return { name: known + name.slice(colon), value, prefix: known };
}
