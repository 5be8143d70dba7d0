/**
 * What outlives a render: values that follow from their keys alone, kept so long as there is room. The values must never change, so that
 * the same input gives the same bytes whatever was rendered before.
 */
export class BoundedCache<Key, Value> {
  private readonly maxEntries: number;
  private readonly maxSize: number;
  /** The least recently used first. */
  private readonly entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  private size = 0;

  /** `maxSize`: of all values together, in whatever unit `set` is told. */
  constructor(maxEntries: number, maxSize: number) {
    this.maxEntries = maxEntries;
    this.maxSize = maxSize;
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, unless it would take more than half of all there is; what wasn't used for the longest time goes for it. */
  set(key: Key, value: Value, size: number): void {
    this.delete(key);
    if (size > this.maxSize / 2) return;
    this.entries.set(key, { value, size });
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxEntries && this.size <= this.maxSize) return;
      this.delete(oldest);
    }
  }

  private delete(key: Key): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.size -= entry.size;
  }
}
