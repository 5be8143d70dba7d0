/** Reads a request body with its cap, before anything is parsed. */
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Readable, type Transform } from 'node:stream';
import { Problem } from './problems.ts';

/** After a refusal of its size the rest of a body is read and dropped this far, so that the answer arrives. */
const DRAIN_BYTES = 1024 * 1024;
const DRAIN_MS = 2000;

const BODY_TIMEOUT_MS = 30_000;

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** @throws Problem `unsupported_media_type` unless it is JSON in UTF-8, plain or compressed in a way we know. */
export function checkMediaType(request: IncomingMessage): void {
  const [type, ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') throw new Problem('unsupported_media_type', 'The body must be application/json.');
  for (const parameter of parameters) {
    const charset = /^charset\s*=\s*"?([^"]*)"?$/.exec(parameter);
    if (charset && charset[1] !== 'utf-8' && charset[1] !== 'utf8') {
      throw new Problem('unsupported_media_type', 'The body must be in UTF-8.');
    }
  }
  const encoding = contentEncoding(request);
  if (encoding !== 'identity' && !DECODERS.has(encoding)) {
    throw new Problem('unsupported_media_type', 'Content-Encoding may be gzip, deflate or br.');
  }
}

function contentEncoding(request: IncomingMessage): string {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' ? 'identity' : encoding;
}

export interface BodyLimits {
  /** Inflated bytes. */
  readonly bytes: number;
  /** What to do instead, for the refusal's sentence. */
  readonly hint?: string;
  readonly timeoutMs?: number;
}

/**
 * The inflated body. @throws Problem `body_too_large` or `request_timeout` (the connection is closed after them), `validation_error` with code
 * `encoding` for a body that doesn't inflate.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { bytes, timeoutMs = BODY_TIMEOUT_MS } = limits;
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(limits);
  if (request.destroyed) throw new Error('the client went away');
  const decoder = DECODERS.get(contentEncoding(request))?.();
  const source: Readable = decoder ? request.pipe(decoder) : request;
  const chunks: Buffer[] = [];
  let size = 0;
  let finish = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(late()), timeoutMs);
      const onData = (chunk: Buffer): void => {
        size += chunk.length;
        if (size > bytes) reject(tooLarge(limits));
        else chunks.push(chunk);
      };
      const onAborted = (): void => reject(new Error('the client went away'));
      source.on('data', onData).on('end', resolve);
      request.on('error', reject).on('aborted', onAborted);
      decoder?.on('error', () => reject(notInflatable()));
      finish = () => {
        clearTimeout(timer);
        source.off('data', onData).off('end', resolve);
        request.off('aborted', onAborted);
      };
    });
  } catch (error) {
    if (decoder) {
      request.unpipe(decoder);
      decoder.destroy();
    }
    // What is left is dropped as it comes, so that the connection can take the next request.
    request.resume();
    throw error;
  } finally {
    finish();
  }
  return Buffer.concat(chunks);
}

function tooLarge({ bytes, hint }: BodyLimits): Problem {
  const detail = `The body is larger than ${bytes} bytes.${hint === undefined ? '' : ` ${hint}`}`;
  return new Problem('body_too_large', detail, { closeConnection: true });
}

function late(): Problem {
  return new Problem('request_timeout', 'The body did not arrive in time.', { closeConnection: true });
}

function notInflatable(): Problem {
  return new Problem('validation_error', 'The body does not inflate.', {
    errors: [{ field: 'body', code: 'encoding', message: 'the body does not inflate' }],
  });
}

/**
 * An answer after which the connection is closed: written whole, and ended only when the rest of the request's body has been read and dropped for a
 * while. A connection closed with bytes unread is reset, and a reset can overtake the answer.
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
