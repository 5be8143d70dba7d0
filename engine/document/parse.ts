/**
 * Parses HTML text into a `Document`, with parse5 (the HTML standard's algorithm) and the engine's tree. Scripts don't
 * run, so `noscript` is content.
 */
import { Parser } from 'parse5';
import type { Budget } from '../budget.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import { type Document, Element, type Node, type Quirks } from './node.ts';
import { HtmlTokenizer } from './html-tokenizer.ts';
import { parseAbsoluteUrl } from './url.ts';
import { finishTree, isHtmlTag, TreeBuilder, type TreeMap } from './tree-builder.ts';
import { attachShadowTrees, numberUnrendered, type Unrendered } from './shadow-tree.ts';
import { SourcePositions } from './source-positions.ts';

/**
 * Parses HTML. Never throws on account of the text; nesting deeper than the budget allows is flattened. `placesAll`
 * keeps the source positions of all elements. `source`: the name of the text in positions.
 */
export function parseDocument(
  html: string,
  budget: Budget,
  diagnostics: Diagnostics,
  placesAll = false,
  source = 'document',
): Document {
  // The parser normalizes newlines itself, but its offsets would then not match the text.
  const text = withNewlines(html);
  const builder = new TreeBuilder(budget, placesAll, text.length);
  const parser = new Parser<TreeMap>({ treeAdapter: builder, scriptingEnabled: false });
  parser.tokenizer = new HtmlTokenizer(text, parser.options, parser, budget);
  const positions = new SourcePositions(text, { source, line: 1, column: 1 });
  // The position of a style sheet is where its text begins, after a tag or in an attribute. Other positions are those
  // of the tag.
  builder.currentPosition = (tag, style) => {
    const { offset } = parser.tokenizer.preprocessor;
    if (style !== null) return positions.ofStyle(tag, offset, style);
    return tag === 'style' ? positions.at(offset + 1) : positions.ofTag(tag, offset);
  };
  builder.reader = parser.tokenizer.preprocessor;
  parser.tokenizer.write(text, true);
  const root = parser.document.children.find((node): node is Element => node.type === 'element') ?? emptyRoot();
  const unrendered = attachShadowTrees(root, builder.templateContents, budget, diagnostics);
  return finishDocument(root, { quirks: builder.quirks, unrendered }, budget, diagnostics);
}

/** Normalizes newlines. */
const withNewlines = (html: string): string => (html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html);

/**
 * Returns the positions of a document's elements in its text. Elements without a tag have the position of the next one.
 */
export function positionsOf({ root }: Document, html: string): ReadonlyMap<Element, SourcePosition> {
  const elements: Element[] = [];
  for (let node: Node | null = root; node !== null; node = nextNode(node, root))
    if (node.type === 'element') elements.push(node);
  // Elements aren't in the order of their tags if the parser or a shadow tree has moved them.
  elements.sort((a, b) => a.tagEnd - b.tagEnd);
  const positions = new SourcePositions(withNewlines(html), { source: 'document', line: 1, column: 1 });
  const found = new Map<Element, SourcePosition>();
  for (const element of elements) {
    const { tag, tagEnd, position } = element;
    if (tagEnd < 0) {
      if (position !== null) found.set(element, position);
      continue;
    }
    const style = element.attribute('style');
    const place = style === null ? positions.ofTag(tag, tagEnd) : positions.ofStyle(tag, tagEnd, style);
    found.set(element, position ?? place);
  }
  return found;
}

/** Numbers the nodes of a new or changed tree, and returns it as a document. */
export function finishDocument(
  root: Element,
  { quirks, unrendered }: { readonly quirks: Quirks; readonly unrendered: Unrendered },
  budget: Budget,
  diagnostics: Diagnostics,
): Document {
  const { nodeCount: rendered, flattened } = finishTree(root, budget.limits.maxDepth, budget);
  const nodeCount = numberUnrendered(unrendered, rendered, budget);
  if (flattened) {
    diagnostics.warn(
      'html/too-deep',
      `Elements nested deeper than ${budget.limits.maxDepth} levels became siblings (limits.maxDepth).`,
    );
  }
  return describe(root, nodeCount, quirks, unrendered, budget);
}

const emptyRoot = (): Element => new Element('html', 'http://www.w3.org/1999/xhtml', [], null, null, []);

function describe(root: Element, nodeCount: number, quirks: Quirks, unrendered: Unrendered, budget: Budget): Document {
  let head: Element | null = null;
  let body: Element | null = null;
  for (const child of root.children) {
    if (child.type !== 'element') continue;
    if (head === null && isHtmlTag(child, 'head')) head = child;
    if (body === null && (isHtmlTag(child, 'body') || isHtmlTag(child, 'frameset'))) body = child;
  }
  let title: string | null = null;
  let baseHref: string | null = null;
  let contentLanguage = '';
  let colorScheme: string | null = null;
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    budget.tick();
    if (node.type !== 'element' || !node.isHtml) continue;
    if (node.tag === 'title')
      title ??= textOf(node)
        .replace(/[\t\n\f\r ]+/g, ' ')
        .trim();
    else if (node.tag === 'base') baseHref ??= node.attribute('href');
    else if (node.tag === 'meta' && node.attribute('name')?.toLowerCase() === 'color-scheme')
      colorScheme ??= node.attribute('content');
    else if (node.tag === 'meta' && node.attribute('http-equiv')?.toLowerCase() === 'content-language') {
      const content = (node.attribute('content') ?? '').trim();
      if (content !== '' && !content.includes(',')) contentLanguage = content.split(/\s/)[0]!;
    }
  }
  const language = root.attribute('lang') ?? root.attribute('xml:lang') ?? contentLanguage;
  return {
    root,
    head,
    body,
    quirks: quirks === 'all',
    lineHeightQuirk: quirks !== 'none',
    nodeCount,
    unrendered,
    title: title ?? '',
    language,
    colorScheme: colorScheme?.trim() ?? '',
    baseUrl: baseHref === null ? null : absoluteBase(baseHref),
    baseHref,
  };
}

/**
 * Returns the absolute base URL. A base without a scheme can't be resolved, except `//host`, which is treated as https.
 */
function absoluteBase(href: string): string | null {
  const url = parseAbsoluteUrl(href);
  return url === null || url.protocol === 'data:' || url.protocol === 'javascript:' ? null : url.href;
}

/** Returns the node after `node` in preorder within `root`'s subtree. */
export function nextNode(node: Node, root: Element): Node | null {
  const { following } = node;
  return following !== null && following.index <= root.lastDescendant ? following : null;
}

/** Returns the concatenated text of an element's descendants. */
export function textOf(element: Element): string {
  let text = '';
  for (let node = nextNode(element, element); node !== null; node = nextNode(node, element)) {
    if (node.type === 'text') text += node.data;
  }
  return text;
}
