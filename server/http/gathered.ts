/**
 * Gathers bytes that arrive in chunks. They are copied, because each chunk of a chunked body may be a single byte, which
 * would keep an object and the packet that it arrived in. The size doubles when necessary. Memory that was never written
 * isn't committed.
 */
export class Gathered {
  size = 0;
  private room: Buffer;

  /** `expected`: the size if it is known, otherwise 0. */
  constructor(expected: number) {
    this.room = Buffer.allocUnsafeSlow(expected);
  }

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.room.length));
      this.room.copy(larger, 0, 0, this.size);
      this.room = larger;
    }
    chunk.copy(this.room, this.size);
    this.size = size;
  }

  bytes(): Buffer {
    return this.room.subarray(0, this.size);
  }
}
