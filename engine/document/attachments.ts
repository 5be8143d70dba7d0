/** Finds files embedded in a document: `<link rel=attachment href="data:…">`, and `a` elements with the same `rel`. */
import type { Diagnostics } from '../diagnostics.ts';
import type { AttachedFile } from '../render-options.ts';
import { decodeDataUrl } from './data-url.ts';
import { eachElement } from './link-targets.ts';
import type { Document, Element } from './node.ts';
import type { Resources } from './resources.ts';
import { splitOnWhitespace } from './tree-builder.ts';
import { decodeFragment } from './url.ts';

/** The files that a document embeds, and the elements that embed them. */
interface Attachments {
  readonly files: readonly AttachedFile[];
  readonly elements: ReadonlySet<Element>;
}

/**
 * Returns the files in document order: those in `data:` URLs, and those that the caller's `loadResource` has returned.
 * A file is named by `download` of an `a`, by its URL, by `title`, or `attachment-1` and so on. A `title` that isn't the
 * name is the description. Missing ones become diagnostics.
 */
export function attachmentsOf(document: Document, resources: Resources | null, diagnostics: Diagnostics): Attachments {
  const files: AttachedFile[] = [];
  const elements = new Set<Element>();
  eachElement(document.root, (element) => {
    if (!isAttachment(element)) return;
    const href = element.attribute('href') ?? '';
    const data = decodeDataUrl(href);
    const bytes = data?.bytes ?? resources?.bytes(href) ?? null;
    if (bytes === null) {
      // Files that `loadResource` doesn't have are already reported, and an `a` is still a link.
      const isReported = element.tag === 'a' || (resources?.nameOf(href) ?? null) !== null;
      const message = 'An attachment was skipped: its URL must be a data: URL or a file next to the document.';
      if (!isReported) diagnostics.warn('html/attachment', message, element.position);
      return;
    }
    elements.add(element);
    const title = element.attribute('title');
    const own = fileName(element.attribute('download')) ?? (data === null ? fileName(pathOf(href)) : null);
    files.push({
      name: own ?? fileName(title) ?? `attachment-${files.length + 1}`,
      description: own === null ? undefined : (title?.trim() ?? undefined),
      bytes,
      mimeType: mediaType(element.attribute('type')) ?? data?.mediaType ?? 'application/octet-stream',
    });
  });
  return { files, elements };
}

const pathOf = (href: string): string =>
  URL.canParse(href, 'document:///') ? decodeFragment(new URL(href, 'document:///').pathname) : '';

/**
 * Returns whether an element may embed a file: it does if the file is in a `data:` URL or next to the document. An `a`
 * with this `rel` that links to the web, as in blogs, is a plain link.
 */
export function isAttachment(element: Element): boolean {
  if (!element.isHtml || (element.tag !== 'link' && element.tag !== 'a')) return false;
  const rel = element.attribute('rel');
  return rel !== null && splitOnWhitespace(rel.toLowerCase()).includes('attachment');
}

/** Returns null when there is no valid media type. */
const mediaType = (type: string | null): string | null =>
  type !== null && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : null;

/** Returns the name without folders and control characters, or null. Readers save files under it. */
function fileName(title: string | null): string | null {
  const last = title?.split(/[/\\]/).pop() ?? '';
  // Overrides and isolates of bidirectional text would show `cod.exe` as `exe.doc`.
  const name = last.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return /^\.{0,2}$/.test(name) ? null : name;
}
