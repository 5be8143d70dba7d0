/** What a document says of itself in `<meta name>` (HTML §4.2.5.1). */
import type { Document } from './node.ts';

export interface DocumentMetadata {
  /** Several, joined by commas. */
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
}

/** Longer texts are cut. */
const MAX_LENGTH = 2000;

/** '' for what the document doesn't say. Only the head counts. */
export function metadataOf({ head }: Document): DocumentMetadata {
  const found = new Map<string, string[]>();
  for (const child of head?.children ?? []) {
    if (child.type !== 'element' || !child.isHtml || child.tag !== 'meta') continue;
    const name = child.attribute('name')?.trim().toLowerCase() ?? '';
    const content = (child.attribute('content') ?? '').slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
    if (content === '') continue;
    const known = found.get(name);
    if (known) known.push(content);
    else found.set(name, [content]);
  }
  const all = (name: string): string => (found.get(name) ?? []).join(', ');
  return { author: all('author'), description: found.get('description')?.[0] ?? '', keywords: all('keywords') };
}
