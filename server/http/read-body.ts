/** Reads a request body with its cap, before anything is parsed. */
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable, Transform } from 'node:stream';
import { Problem } from './problems.ts';

/** After a refusal of its size the rest of a body is read and dropped this far, so that the answer arrives. */
const DRAIN_BYTES = 1024 * 1024;
const DRAIN_MS = 2000;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

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
  if (encoding !== 'identity' && !DECODERS[encoding]) {
    throw new Problem('unsupported_media_type', 'Content-Encoding may be gzip, deflate or br.');
  }
}

function contentEncoding(request: IncomingMessage): string {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === '' ? 'identity' : encoding;
}

/**
 * The inflated body, at most `limit` bytes. @throws Problem `body_too_large` (the connection is closed after it), `validation_error` with code
 * `encoding` for a body that doesn't inflate.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge(request, limit);
  const decoder = DECODERS[contentEncoding(request)]?.();
  return new Promise((resolve, reject) => {
    const source: Readable = decoder ? request.pipe(decoder) : request;
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: unknown): void => {
      source.removeAllListeners('data');
      if (decoder) {
        request.unpipe(decoder);
        decoder.destroy();
      }
      reject(error);
    };
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(tooLarge(request, limit));
      else chunks.push(chunk);
    });
    source.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', fail);
    request.on('aborted', () => fail(new Error('the client went away')));
    decoder?.on('error', () => {
      request.resume();
      fail(
        new Problem('validation_error', 'The body does not inflate.', {
          errors: [{ field: 'body', code: 'encoding', message: 'the body does not inflate' }],
        }),
      );
    });
  });
}

function tooLarge(request: IncomingMessage, limit: number): Problem {
  drain(request);
  return new Problem('body_too_large', `The body is larger than ${limit} bytes.`, { closeConnection: true });
}

/** Reads on for a while: a connection closed with bytes unread is reset, and a reset can overtake the answer. */
function drain(request: IncomingMessage): void {
  let dropped = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.destroy();
  };
  const timer = setTimeout(end, DRAIN_MS);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DRAIN_BYTES) end();
  });
  request.on('end', () => clearTimeout(timer));
  request.resume();
}
