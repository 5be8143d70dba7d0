/** Reads a body line by line. Only the current line is in memory. */
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { BodyLease } from './body-budget.ts';
import { sendContinue } from './expectation.ts';
import { Gathered } from './gathered.ts';
import { invalid } from './json-fields.ts';
import { Problem } from './problems.ts';

const LINE_FEED = 0x0a;
const BUSY_RETRY_S = 1;

export interface LineLimits {
  /** Limit on the whole body. */
  readonly bytes: number;
  readonly lineBytes: number;
  readonly lease: BodyLease;
}

/** @throws Problem `unsupported_media_type` unless the body is uncompressed NDJSON */
export function checkLines(request: IncomingMessage): void {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (!['application/x-ndjson', 'application/ndjson', 'application/jsonl'].includes(type!.trim().toLowerCase()))
    throw new Problem(
      'unsupported_media_type',
      'The body must be application/x-ndjson, with one JSON object per line.',
    );
  if ((request.headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'A compressed NDJSON body is not supported.');
}

/** Limit on blank lines. */
const MOST_BLANK = 20_000;
/** Milliseconds of processing before yielding. Many lines can arrive at once. */
const TURN_MS = 10;

/**
 * Yields the lines that aren't blank. @throws Problem `body_too_large`, `overloaded`, `validation_error`; Error if the
 * client disconnects
 */
export async function* readLines(request: IncomingMessage, limits: LineLimits): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits.bytes, 'body');
  sendContinue(request);
  let size = 0;
  let rest = new Gathered(0);
  let blank = 0;
  let turnEnds = performance.now() + TURN_MS;
  // The connection must survive a refusal, to deliver the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > limits.bytes) throw tooLarge(limits.bytes, 'body');
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      rest.add(chunk.subarray(start, end));
      const line = rest.bytes();
      [rest, start] = [new Gathered(0), end + 1];
      if (line.length > limits.lineBytes) throw tooLarge(limits.lineBytes, 'line');
      if (isBlank(line)) {
        if (++blank > MOST_BLANK) throw tooManyBlank();
        continue;
      }
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      yield line;
    }
    rest.add(chunk.subarray(start));
    if (rest.size > limits.lineBytes) throw tooLarge(limits.lineBytes, 'line');
    if (!limits.lease.resize(rest.size))
      throw new Problem('overloaded', 'Too many request bodies are being received. Retry later.', {
        retryAfter: BUSY_RETRY_S,
        closeConnection: true,
      });
  }
  const last = rest.bytes();
  if (!isBlank(last)) yield last;
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

const tooManyBlank = (): Problem =>
  invalid([{ field: 'body', code: 'value', message: `at most ${MOST_BLANK} blank lines are allowed` }]);

const tooLarge = (bytes: number, what: 'body' | 'line'): Problem =>
  new Problem('body_too_large', `The ${what} is larger than ${bytes} bytes.`, { closeConnection: true });
