/**
 * A cache that outlives a render. Values depend only on their keys and are kept while there is room. They must be
 * immutable, so that the same input gives the same bytes, regardless of earlier renders.
 */
export class BoundedCache<Key, Value> {
  private readonly maxEntries: number;
  private readonly maxSize: number;
  private readonly entries = new Map<Key, Entry<Key, Value>>();
  // A map's own insertion order would suffice, but finding the first entry is slow after many deletions at the front.
  /** The ends of the list of entries, ordered by last use. */
  private oldest: Entry<Key, Value> | null = null;
  private newest: Entry<Key, Value> | null = null;
  private size = 0;

  /** `maxSize`: of all values together, in the unit that is passed to `set`. */
  constructor(maxEntries: number, maxSize: number) {
    this.maxEntries = maxEntries;
    this.maxSize = maxSize;
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.newest) {
      this.unchain(entry);
      this.chain(entry);
    }
    return entry.value;
  }

  /** Keeps a value, unless it would take more than half of the cache. Evicts the least recently used values. */
  set(key: Key, value: Value, size: number): void {
    const before = this.entries.get(key);
    if (before !== undefined) this.delete(before);
    if (size > this.maxSize / 2) return;
    const entry: Entry<Key, Value> = { key, value, size, older: null, newer: null };
    this.entries.set(key, entry);
    this.chain(entry);
    this.size += size;
    while (this.oldest !== null && (this.entries.size > this.maxEntries || this.size > this.maxSize))
      this.delete(this.oldest);
  }

  private delete(entry: Entry<Key, Value>): void {
    this.entries.delete(entry.key);
    this.unchain(entry);
    this.size -= entry.size;
  }

  private chain(entry: Entry<Key, Value>): void {
    entry.older = this.newest;
    if (this.newest === null) this.oldest = entry;
    else this.newest.newer = entry;
    this.newest = entry;
  }

  private unchain(entry: Entry<Key, Value>): void {
    if (entry.older === null) this.oldest = entry.newer;
    else entry.older.newer = entry.newer;
    if (entry.newer === null) this.newest = entry.older;
    else entry.newer.older = entry.older;
    entry.older = entry.newer = null;
  }
}

interface Entry<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  readonly size: number;
  older: Entry<Key, Value> | null;
  newer: Entry<Key, Value> | null;
}
