/**
 * A host that loads its files through a function of the caller. Loaded files are kept. A missing file ends the render
 * that needs it.
 */
import { Unzlib } from 'fflate';
import { joined } from './compression.ts';
import type { OwnFiles } from './given-files.ts';
import { type Host, NotAtHand } from './host.ts';

/** Number of compressed bytes inflated at once. */
const PIECE = 1 << 13;
/** Checksums are computed modulo this prime. Sums remain exact for this many bytes (RFC 1950 §8.2). */
const ADLER_BASE = 65521;
const ADLER_RUN = 5552;

export class FileStore implements Host {
  private readonly files: OwnFiles;
  private readonly kept = new Map<string, Uint8Array | WebAssembly.Module | null>();
  private readonly patterns = new Map<string, unknown>();
  private readonly loading = new Map<string, Promise<void>>();

  constructor(files: OwnFiles) {
    this.files = files;
  }

  /** Returns whether the file was requested, whether it exists or not. */
  knows(name: string): boolean {
    return this.kept.has(name);
  }

  /** Loads a file so that it is available synchronously. */
  load(name: string): Promise<void> {
    let loading = this.loading.get(name);
    if (!loading) {
      loading = this.bring(name).finally(() => this.loading.delete(name));
      this.loading.set(name, loading);
    }
    return loading;
  }

  private async bring(name: string): Promise<void> {
    if (this.kept.has(name)) return;
    const file = await this.files(name);
    const bytes = file instanceof ArrayBuffer ? new Uint8Array(file) : (file as Uint8Array | WebAssembly.Module | null);
    const isModule = name.endsWith('.wasm') && bytes instanceof Uint8Array;
    this.kept.set(name, isModule ? await WebAssembly.compile(bytes) : bytes);
  }

  private at(name: string): Uint8Array | WebAssembly.Module | null {
    const file = this.kept.get(name);
    if (file === undefined) throw new NotAtHand(name);
    return file;
  }

  read(name: string): Uint8Array | null {
    const file = this.at(name);
    return file instanceof Uint8Array ? file : null;
  }

  has(name: string): boolean {
    return this.at(name) !== null;
  }

  module(name: string): WebAssembly.Module | null {
    const file = this.at(name);
    return file instanceof WebAssembly.Module ? file : null;
  }

  hyphenationPatterns(name: string): unknown {
    let patterns = this.patterns.get(name);
    if (patterns === undefined) {
      const bytes = this.read(`hyphenation/${name}.json`);
      patterns = bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as unknown);
      this.patterns.set(name, patterns);
    }
    return patterns;
  }

  inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let ended = false;
    const stream = new Unzlib((piece, isLast) => {
      length += piece.length;
      ended ||= isLast;
      if (length <= maxLength) pieces.push(piece);
    });
    try {
      for (let at = 0; at < bytes.length && length <= maxLength; at += PIECE)
        stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    } catch {
      return null;
    }
    if (!ended || length > maxLength) return null;
    const all = joined(pieces);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // As in zlib, a stream with a wrong checksum is broken.
    return adler32(all) === view.getUint32(bytes.length - 4) ? all : null;
  }
}

function adler32(bytes: Uint8Array): number {
  let sum = 1;
  let sumOfSums = 0;
  for (let from = 0; from < bytes.length; from += ADLER_RUN) {
    const end = Math.min(bytes.length, from + ADLER_RUN);
    for (let i = from; i < end; i++) {
      sum += bytes[i]!;
      sumOfSums += sum;
    }
    sum %= ADLER_BASE;
    sumOfSums %= ADLER_BASE;
  }
  return ((sumOfSums << 16) | sum) >>> 0;
}
