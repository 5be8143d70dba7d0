/** A map that evicts the least recently used entry when it is full. */
export class BoundedMap<K, V> {
  private readonly size: number;
  private readonly entries = new Map<K, V>();

  constructor(size: number) {
    this.size = size;
  }

  /** Returns the value and marks it as used. */
  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.size) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }

  delete(key: K): void {
    this.entries.delete(key);
  }
}
