/**
 * What outlives a render: values that follow from their keys alone, kept so long as there is room. The values must never change, so that
 * the same input gives the same bytes whatever was rendered before.
 */
export class BoundedCache<Key, Value> {
  private readonly maxEntries: number;
  private readonly maxSize: number;
  private readonly entries = new Map<Key, Entry<Key, Value>>();
  // A map's own order would do, but one whose first entries are deleted again and again is slow to tell its first.
  /** The ends of the chain of entries in the order of their last use. */
  private oldest: Entry<Key, Value> | null = null;
  private newest: Entry<Key, Value> | null = null;
  private size = 0;

  /** `maxSize`: of all values together, in whatever unit `set` is told. */
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

  /** Keeps a value, unless it would take more than half of all there is; what wasn't used for the longest time goes for it. */
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
  /** The neighbours in the chain. */
  older: Entry<Key, Value> | null;
  newer: Entry<Key, Value> | null;
}
