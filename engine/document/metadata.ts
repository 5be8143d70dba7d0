/** Reads a document's metadata from `<meta name>` (HTML §4.2.5.1). */
import { addTo } from '../grouped.ts';
import type { Document } from './node.ts';

interface DocumentMetadata {
  /** Several authors are joined by commas. */
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
  /**
   * `<meta name="pdf:Department">`: entries of the file's document information, without the prefix and without
   * duplicates.
   */
  readonly custom: readonly (readonly [name: string, value: string])[];
}

/** Maximum length in characters; longer texts are truncated. */
const MAX_LENGTH = 2000;

const CUSTOM = /^pdf:([A-Za-z][\w-]{0,60})$/i;
const MAX_CUSTOM = 100;
/** Entries that the file writer sets itself. */
const RESERVED: ReadonlySet<string> = new Set(
  'title author subject keywords creator producer creationdate moddate trapped'.split(' '),
);

/** Returns the metadata, with '' for missing entries. Only the head is searched. */
export function metadataOf({ head }: Document): DocumentMetadata {
  const found = new Map<string, string[]>();
  const custom = new Map<string, string>();
  for (const child of head?.children ?? []) {
    if (child.type !== 'element' || !child.isHtml || child.tag !== 'meta') continue;
    const given = child.attribute('name')?.trim() ?? '';
    const name = given.toLowerCase();
    const content = (child.attribute('content') ?? '').slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
    if (content === '') continue;
    const entry = CUSTOM.exec(given)?.[1];
    if (entry !== undefined && !RESERVED.has(entry.toLowerCase()) && custom.size < MAX_CUSTOM)
      custom.set(entry, custom.get(entry) ?? content);
    addTo(found, name, content);
  }
  const all = (name: string): string => (found.get(name) ?? []).join(', ');
  return {
    author: all('author'),
    description: found.get('description')?.[0] ?? '',
    keywords: all('keywords'),
    custom: [...custom],
  };
}
