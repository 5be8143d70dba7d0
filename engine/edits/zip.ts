/** Reads ZIP archives (APPNOTE 6.3): stored and deflated files, without encryption and ZIP64. */
import type { Budget } from '../budget.ts';
import { inflateRaw } from '../platform/compression.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Sizes of the fixed parts in bytes. */
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const MAX_COMMENT = 0xffff;

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly size: number;
  /** The offset of its local header. */
  readonly at: number;
}

/** Returns whether the bytes begin like a ZIP archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > END_SIZE && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

export class ZipArchive {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly budget: Budget;
  private readonly entries = new Map<string, Entry>();

  /** Reads the directory. A broken directory yields the files before the error. */
  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.budget = budget;
    const end = this.findEnd();
    if (end !== -1) this.readDirectory(end);
  }

  /** Returns the contents of a file, or null if it doesn't exist or is broken. */
  read(name: string): Uint8Array | null {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.isEncrypted) return null;
    const { view } = this;
    const { at, packed, size, method } = entry;
    if (at + LOCAL_SIZE > this.bytes.length || view.getUint32(at, true) !== LOCAL) return null;
    const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const data = this.bytes.subarray(start, start + packed);
    if (data.length !== packed) return null;
    if (method === 0) return data;
    if (method !== 8) return null;
    this.budget.look();
    this.budget.spendBytes(size);
    return inflateRaw(data, size);
  }

  /** Returns the offset of the last end record whose comment reaches the end of the file, or -1. */
  private findEnd(): number {
    const { view, bytes } = this;
    const last = bytes.length - END_SIZE;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
      if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === bytes.length) return at;
    return -1;
  }

  private readDirectory(end: number): void {
    const { view } = this;
    const names = new TextDecoder();
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0 && at + ENTRY_SIZE <= end; left--) {
      this.budget.tick();
      if (view.getUint32(at, true) !== ENTRY) return;
      const length = view.getUint16(at + 28, true);
      const name = names.decode(this.bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + length));
      const entry = {
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        at: view.getUint32(at + 42, true),
      };
      if (!this.entries.has(name)) this.entries.set(name, entry);
      at += ENTRY_SIZE + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  }
}
