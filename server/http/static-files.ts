/** Immutable files: read, hashed and compressed once, and cached by browsers. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Smaller files fit into a packet or two uncompressed. */
const COMPRESSED_FROM_BYTES = 1024;
const YEAR_S = 365 * 24 * 60 * 60;

type Coding = 'br' | 'gzip';

/** Higher qualities save a few percent, but a new service would compress for seconds before it shows its first page. */
const BROTLI_QUALITY = 4;

const compress: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export class StaticFile {
  /** Digest of the content. */
  readonly hash: string;
  private readonly type: string;
  private readonly bytes: Uint8Array;
  private readonly compressed = new Map<Coding, Promise<Uint8Array>>();

  constructor(type: string, content: string | Uint8Array) {
    this.type = type;
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.hash = digest(this.bytes);
  }

  /** Sends the file, or 304. `isVersioned`: the URL identifies the content, so it is cached as immutable. */
  async send(ctx: Context, isVersioned: boolean): Promise<void> {
    ctx.status = 200;
    ctx.type = this.type;
    // The tag is weak, because all encodings share it.
    ctx.set('ETag', `W/"${this.hash}"`);
    ctx.set('Cache-Control', isVersioned ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    ctx.vary('Accept-Encoding');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const coding = (['br', 'gzip'] as const).find((one) => ctx.acceptsEncodings(one) === one);
    const bytes = coding === undefined ? this.bytes : await this.in(coding);
    if (coding !== undefined && bytes !== this.bytes) ctx.set('Content-Encoding', coding);
    ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Returns the content in an encoding, or unencoded if that isn't larger. */
  private in(coding: Coding): Promise<Uint8Array> {
    let made = this.compressed.get(coding);
    if (made === undefined) this.compressed.set(coding, (made = this.made(coding)));
    return made;
  }

  private async made(coding: Coding): Promise<Uint8Array> {
    if (this.bytes.length < COMPRESSED_FROM_BYTES) return this.bytes;
    const bytes = await compress[coding](this.bytes);
    return bytes.length < this.bytes.length ? bytes : this.bytes;
  }
}

/** Returns a short digest of bytes or texts, for URLs and ETags. */
export function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}
