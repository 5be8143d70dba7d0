/** Files that a document brings along: `<link rel=attachment href="data:…">`, and `a` of the same kind. */
import type { Diagnostics } from '../diagnostics.ts';
import type { AttachedFile } from '../render-options.ts';
import { decodeDataUrl } from './data-url.ts';
import type { Document, Element } from './node.ts';
import { splitOnWhitespace } from './tree-builder.ts';

/** In document order; the file's name is what an `a` says in `download`, or `title`, or `attachment-1` and so on. What isn't in the document itself is a diagnostic. */
export function attachmentsOf(document: Document, diagnostics: Diagnostics): AttachedFile[] {
  const found: AttachedFile[] = [];
  const stack: Element[] = [document.root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (isAttachment(element)) {
      const file = decodeDataUrl(element.attribute('href') ?? '');
      if (file === null) {
        const message = 'An attachment that is no data: URL was left out.';
        diagnostics.warn('html/attachment', message, element.position);
      } else {
        found.push({
          name:
            fileName(element.attribute('download')) ??
            fileName(element.attribute('title')) ??
            `attachment-${found.length + 1}`,
          bytes: file.bytes,
          mimeType: mediaType(element.attribute('type')) ?? file.mediaType,
        });
      }
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.type === 'element') stack.push(child);
    }
  }
  return found;
}

/** Does an element bring a file? Links of this kind that lead to the web, as blogs have them, are links. */
export function isAttachment(element: Element): boolean {
  if (!element.isHtml || (element.tag !== 'link' && element.tag !== 'a')) return false;
  const rel = element.attribute('rel');
  if (rel === null || !splitOnWhitespace(rel.toLowerCase()).includes('attachment')) return false;
  return element.tag === 'link' || /^data:/i.test(element.attribute('href')?.trimStart() ?? '');
}

/** null: none, or nothing that could be one. */
const mediaType = (type: string | null): string | null =>
  type !== null && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : null;

/** A name without folders; null: none. */
function fileName(title: string | null): string | null {
  const name = title?.split(/[/\\]/).pop()?.trim() ?? '';
  return name === '' ? null : name;
}
