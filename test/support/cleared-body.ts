import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** Returns a request whose body arrives in chunks. Each is cleared when it was read, so that a kept one is noticed. */
export function clearedBody(chunks: readonly string[]): IncomingMessage {
  const body = new PassThrough();
  const send = async (): Promise<void> => {
    for (const text of chunks) {
      const chunk = Buffer.from(text);
      body.write(chunk);
      for (let i = 0; i < 5; i++) await setImmediate();
      chunk.fill(0);
    }
    body.end();
  };
  void send();
  return Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
}
