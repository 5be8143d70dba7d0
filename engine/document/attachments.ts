/** Finds files embedded in a document: `<link rel=attachment href="data:…">`, and `a` elements with the same `rel`. */
import type { Diagnostics } from '../diagnostics.ts';
import type { AttachedFile } from '../render-options.ts';
import { decodeDataUrl } from './data-url.ts';
import type { Document, Element } from './node.ts';
import { splitOnWhitespace } from './tree-builder.ts';

/**
 * Returns the files in document order. A file is named by `download` of an `a`, by `title`, or `attachment-1` and so
 * on. Files that aren't embedded become diagnostics.
 */
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

/**
 * Returns whether an element embeds a file. An `a` with this `rel` that links to the web, as in blogs, is a plain link.
 */
export function isAttachment(element: Element): boolean {
  if (!element.isHtml || (element.tag !== 'link' && element.tag !== 'a')) return false;
  const rel = element.attribute('rel');
  if (rel === null || !splitOnWhitespace(rel.toLowerCase()).includes('attachment')) return false;
  return element.tag === 'link' || /^data:/i.test(element.attribute('href')?.trimStart() ?? '');
}

/** Returns null when there is no valid media type. */
const mediaType = (type: string | null): string | null =>
  type !== null && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : null;

/** Returns the name without folders, or null. */
function fileName(title: string | null): string | null {
  const name = title?.split(/[/\\]/).pop()?.trim() ?? '';
  return name === '' ? null : name;
}
