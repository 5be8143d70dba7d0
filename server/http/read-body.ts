/** Reads a request body with a size limit, before parsing. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { BodyLease } from './body-budget.ts';
import { sendContinue } from './expectation.ts';
import { Gathered } from './gathered.ts';
import { Problem } from './problems.ts';

/** After a size refusal, this much of the body is still read and discarded, so that the response arrives. */
const DRAIN_BYTES = 1024 * 1024;
const DRAIN_MS = 2000;

const BODY_TIMEOUT_MS = 30_000;
/** Limit on concurrent decompressions, whose output size isn't known beforehand. */
const INFLATING = 2;
const BUSY_RETRY_S = 1;

type Inflate = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', inflateEither],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);

/**
 * Inflates `deflate` bodies in zlib format, or raw, as some clients send them. The first two bytes determine which (RFC
 * 1950 section 2.2).
 */
function inflateEither(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  const hasHeader = body.length >= 2 && (body[0]! & 15) === 8 && body.readUInt16BE(0) % 31 === 0;
  return promisify<Buffer, ZlibOptions, Buffer>(hasHeader ? inflate : inflateRaw)(body, options);
}

const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"']);

/** Returns the media type of the body in lower case, without parameters, or '' if the request names none. */
export const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** @throws Problem `unsupported_media_type` unless the body is JSON in UTF-8 */
export function checkMediaType(request: IncomingMessage): void {
  if (mediaTypeOf(request) !== 'application/json')
    throw new Problem('unsupported_media_type', 'The body must be application/json.');
  checkUtf8(request);
}

/** @throws Problem `unsupported_media_type` if the media type names an encoding other than UTF-8 */
export function checkUtf8(request: IncomingMessage): void {
  for (const parameter of (request.headers['content-type'] ?? '').toLowerCase().split(';').slice(1)) {
    const charset = /^charset\s*=(.*)$/s.exec(parameter.trim());
    if (charset && !UTF_8.has(charset[1]!.trim())) {
      throw new Problem('unsupported_media_type', 'The body must be UTF-8.');
    }
  }
}

/** @throws Problem `unsupported_media_type` for an unknown content encoding */
function checkEncoding(request: IncomingMessage): void {
  const encoding = contentEncoding(request);
  if (encoding !== 'identity' && !DECODERS.has(encoding)) {
    throw new Problem('unsupported_media_type', 'Unsupported Content-Encoding. Use gzip, deflate or br.');
  }
}

function contentEncoding(request: IncomingMessage): string {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' ? 'identity' : encoding;
}

export interface BodyLimits {
  /** Limit after decompression. */
  readonly bytes: number;
  /** Advice for the refusal's message. */
  readonly hint?: string;
  readonly timeoutMs?: number;
  /** The lease that accounts for the bytes. */
  readonly lease?: BodyLease;
}

/**
 * Returns the decompressed body. @throws Problem `unsupported_media_type` for an unknown encoding, `validation_error`
 * (code `encoding`) for corrupt data, and `body_too_large`, `request_timeout` or `overloaded`, after which the
 * connection is closed
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  checkEncoding(request);
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits);
  if (request.destroyed) throw new Error('the client disconnected');
  sendContinue(request);
  const body = await received(request, limits);
  const decode = DECODERS.get(contentEncoding(request));
  return decode ? inflating(() => inflated(body, decode, limits)) : body;
}

async function inflated(body: Buffer, decode: Inflate, limits: BodyLimits): Promise<Buffer> {
  let whole: Buffer;
  try {
    whole = await decode(body, { maxOutputLength: limits.bytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limits) : notInflatable();
  }
  if (limits.lease?.resize(whole.length) === false) throw noRoom();
  return whole;
}

const waitingToInflate: (() => void)[] = [];
let inflatingNow = 0;

/** Runs the work when fewer than `INFLATING` others are running. */
async function inflating<T>(work: () => Promise<T>): Promise<T> {
  if (inflatingNow < INFLATING) inflatingNow++;
  else await new Promise<void>((resolve) => waitingToInflate.push(resolve));
  try {
    return await work();
  } finally {
    const next = waitingToInflate.shift();
    if (next) next();
    else inflatingNow--;
  }
}

/** Returns the body as received. The size limit applies to compressed bodies too. */
async function received(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const gathered = new Gathered(Number(request.headers['content-length'] ?? 0));
  let finish = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(late()), limits.timeoutMs ?? BODY_TIMEOUT_MS);
      const onData = (chunk: Buffer): void => {
        const size = gathered.size + chunk.length;
        if (size > limits.bytes) reject(tooLarge(limits));
        else if (limits.lease?.resize(size) === false) reject(noRoom());
        else gathered.add(chunk);
      };
      const onAborted = (): void => reject(new Error('the client disconnected'));
      request.on('data', onData).on('end', resolve).on('error', reject).on('aborted', onAborted);
      finish = () => {
        clearTimeout(timer);
        request.off('data', onData).off('end', resolve).off('aborted', onAborted);
      };
    });
  } catch (error) {
    // Discards the rest of the body, so that the connection stays usable.
    request.resume();
    throw error;
  } finally {
    finish();
  }
  return gathered.bytes();
}

function tooLarge({ bytes, hint }: BodyLimits): Problem {
  const detail = `The body is larger than ${bytes} bytes.${hint === undefined ? '' : ` ${hint}`}`;
  return new Problem('body_too_large', detail, { closeConnection: true });
}

/** The memory for bodies is in use. */
export function noRoom(): Problem {
  return new Problem('overloaded', 'Too many request bodies are being received. Retry later.', {
    retryAfter: BUSY_RETRY_S,
    closeConnection: true,
  });
}

function late(): Problem {
  return new Problem('request_timeout', 'The request body was not received in time.', { closeConnection: true });
}

function notInflatable(): Problem {
  return new Problem('validation_error', 'The body cannot be decompressed.', {
    errors: [{ field: 'body', code: 'encoding', message: 'the body cannot be decompressed' }],
  });
}

/**
 * Returns the last response of a connection. It ends after the rest of the request's body was read and discarded for a
 * while. Closing a connection with unread bytes sends a reset, which can overtake the response.
 */
export function lastAnswer(text: string, request: IncomingMessage): Readable {
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
    await drained(request);
  }
  return Readable.from(parts(), { objectMode: false });
}

function drained(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let dropped = 0;
    const end = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', end).off('close', end);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      dropped += chunk.length;
      if (dropped > DRAIN_BYTES) end();
    };
    const timer = setTimeout(end, DRAIN_MS);
    request.on('data', onData).on('end', end).on('close', end).resume();
  });
}
