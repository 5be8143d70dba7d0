/** `Expect: 100-continue`: a client that asks before it sends its body gets the refusal instead of the invitation (RFC 9110 section 10.1.1). */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose clients still wait for the word. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/** The body is asked for when it is about to be read; until then the connection counts as lost for the next request, because a body may or may not come. */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  waiting.set(request, () => {
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}

/** Asks for the body, if its client waits to be asked. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.();
  waiting.delete(request);
}
