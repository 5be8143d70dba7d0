/** Parses XHTML (the XML syntax of HTML) with its namespaces, entities and style sheet instructions. */
import { parseFragment } from 'parse5';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { decodeHtml, type DecodedText, decodeXml } from './encoding.ts';
import { type Document, Element, Namespace, type Node } from './node.ts';
import { finishDocument, nextNode, parseDocument } from './parse.ts';
import { parseXml, xmlText } from './parse-xml.ts';
import { SourcePositions } from './source-positions.ts';

const DECLARATION = /^\ufeff?<\?xml[\s?]/;
/** `<?xml` in ASCII or UTF-8, with or without a byte order mark. */
const startsAsXml = (bytes: Uint8Array): boolean =>
  DECLARATION.test(new TextDecoder().decode(bytes.subarray(0, 16))) || bytes[0] === 0xfe || bytes[0] === 0xff;

const FILE_NAME = /\.xht(?:ml)?$/i;

/** Returns whether a document is XHTML: by its XML declaration, or by the file name in its URL. */
function isXhtml(text: string, url: string | null): boolean {
  return DECLARATION.test(text) || (url !== null && FILE_NAME.test(url.split(/[?#]/, 1)[0]!));
}

/** Decodes a document, in the encoding that its XML declaration or `<meta charset>` names. */
export function decodeMarkup(given: string | Uint8Array): DecodedText {
  if (typeof given === 'string') return { text: given, encoding: 'utf-8' };
  return startsAsXml(given) ? decodeXml(given) : decodeHtml(given);
}

/**
 * Parses a document as XHTML if it is XHTML. Documents that aren't well-formed are reported and parsed as HTML, like
 * files with an XML declaration whose root isn't `html`. `url`: the document's own; `source`: its name in positions.
 */
export function parseMarkup(
  text: string,
  url: string | null,
  budget: Budget,
  diagnostics: Diagnostics,
  placesAll: boolean,
  source = 'document',
): Document {
  return (
    (isXhtml(text, url) ? parseXhtml(text, url, source, budget, diagnostics) : null) ??
    parseDocument(text, budget, diagnostics, placesAll, source)
  );
}

function parseXhtml(
  given: string,
  url: string | null,
  source: string,
  budget: Budget,
  diagnostics: Diagnostics,
): Document | null {
  const text = xmlText(given);
  const first = { source, line: 1, column: 1 };
  const entities = new Map<string, string | null>();
  const entity = (name: string): string | null => {
    let value = entities.get(name);
    if (value === undefined) entities.set(name, (value = htmlEntity(name)));
    return value;
  };
  const positions = new SourcePositions(text, first);
  const tree = parseXml(text, budget, { namespace: Namespace.Html, entity, positions });
  if (tree?.root.tag !== 'html' || tree.root.namespace !== Namespace.Html) return null;
  if (!tree.wellFormed) {
    const message = 'The document is not well-formed XML from here on. It was read as HTML instead.';
    diagnostics.warn('html/not-well-formed', message, new SourcePositions(text, first).at(tree.readTo));
    return null;
  }
  linkStyleSheets(tree.root, tree.styleSheets);
  const document = finishDocument(tree.root, { quirks: 'none', unrendered: [] }, budget, diagnostics);
  if (!isXhtml('', url)) dropFirstNewlines(document.root);
  return document;
}

const STARTS_WITH_NEWLINE = new Set(['pre', 'listing', 'textarea']);

/**
 * Removes the newline after the tags that begin with one in HTML (html §13.2.6.4.7). Unless its name says XHTML, a
 * file is HTML to browsers, whatever its first line is.
 */
function dropFirstNewlines(root: Element): void {
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    if (node.type !== 'element' || !STARTS_WITH_NEWLINE.has(node.tag)) continue;
    const [first] = node.children;
    if (first?.type === 'text' && first.data.startsWith('\n')) first.data = first.data.slice(1);
  }
}

/** Longer names aren't entities of HTML. */
const LONGEST_ENTITY = 40;

/** Returns the text of an entity of HTML (`nbsp`), or null. */
function htmlEntity(name: string): string | null {
  if (name.length > LONGEST_ENTITY || !/^[A-Za-z0-9]+$/.test(name)) return null;
  const [node] = parseFragment(`&${name};`).childNodes;
  const value = node !== undefined && 'value' in node ? node.value : '';
  return value === '' || value.endsWith(';') ? null : value;
}

/** Adds links for `xml-stylesheet` instructions (xml-stylesheet §2) in front of the document's own sheets. */
function linkStyleSheets(root: Element, hrefs: readonly string[]): void {
  if (hrefs.length === 0) return;
  const links = hrefs.map((href) => {
    const attributes = Object.entries({ rel: 'stylesheet', href }).map(([name, value]) => ({
      name,
      value,
      prefix: '',
    }));
    return new Element('link', Namespace.Html, attributes, root.position, null, []);
  });
  const head = root.children.find((child) => child.type === 'element' && child.tag === 'head');
  const into = head?.type === 'element' ? head : root;
  into.children.unshift(...links);
  for (const link of links) link.parent = into;
}
