/**
 * `Expect: 100-continue`: a client that waits before sending its body receives a refusal without uploading it (RFC 9110
 * section 10.1.1).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose clients still wait for `100 Continue`. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/**
 * Delays `100 Continue` until the body is about to be read. Until then the connection isn't reusable, because a body
 * may or may not follow.
 */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  waiting.set(request, () => {
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}

/** Sends `100 Continue` if the client waits for it. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.();
  waiting.delete(request);
}
