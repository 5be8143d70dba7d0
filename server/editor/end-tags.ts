/** Adds the end tags that HTML lets authors omit. */
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

/** Elements whose end tag may be omitted (HTML section 13.1.2.4). */
const OMISSIBLE = new Set(
  'html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '),
);

/** Returns the text with all end tags. */
export function withEndTags(html: string): string {
  const missing: { readonly at: number; readonly name: string }[] = [];
  // Children come before their parent, so that their end tags do at the same place.
  const visit = (node: Tree.Node): void => {
    if (!('childNodes' in node)) return;
    node.childNodes.forEach(visit);
    if (!('tagName' in node) || !OMISSIBLE.has(node.tagName)) return;
    const { startTag, endTag, endOffset } = node.sourceCodeLocation ?? {};
    // Elements that the parser added have no start tag.
    if (startTag && !endTag && endOffset !== undefined) {
      const at = Math.max(startTag.endOffset, html.slice(0, endOffset).trimEnd().length);
      missing.push({ at, name: node.tagName });
    }
  };
  visit(parse(html, { sourceCodeLocationInfo: true }));
  missing.sort((a, b) => a.at - b.at);
  const parts: string[] = [];
  let from = 0;
  for (const { at, name } of missing) {
    parts.push(html.slice(from, at), `</${name}>`);
    from = at;
  }
  return parts.join('') + html.slice(from);
}

/** Returns the elements and texts of a document, without white space. Style sheets and scripts are left out. */
export function outline(html: string): string {
  const parts: string[] = [];
  const visit = (node: Tree.Node): void => {
    if (node.nodeName === '#text') parts.push((node as Tree.TextNode).value.replace(/\s+/g, ''));
    if ('tagName' in node) parts.push(`<${node.tagName}>`);
    if ('childNodes' in node && node.nodeName !== 'style' && node.nodeName !== 'script') node.childNodes.forEach(visit);
    if ('tagName' in node) parts.push('</>');
  };
  visit(parse(html));
  return parts.join('');
}
