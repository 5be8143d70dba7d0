/** `Idempotency-Key`: a retried call is paid for once. */
import { createHash } from 'node:crypto';
import type { NamedCall } from '../storage/store.ts';
import { Problem } from './problems.ts';

/** Visible ASCII, optionally in the quotes of a structured field. */
const NAME = /^"?[!#-~]{1,255}"?$/;

/**
 * Returns the call's name if it has one. `parts` identify its content. @throws Problem `validation_error` for an
 * invalid name
 */
export function namedCall(header: string, parts: readonly (string | Uint8Array)[]): NamedCall | null {
  if (header === '') return null;
  if (!NAME.test(header)) {
    const message = 'must be 1 to 255 visible ASCII characters';
    throw new Problem('validation_error', `Idempotency-Key: ${message}`, {
      errors: [{ field: 'Idempotency-Key', code: 'value', message }],
    });
  }
  const name = header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  return { key: digest([name]), fingerprint: digest(parts) };
}

/** Hashes parts with their lengths, so that different lists never collide. */
function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}
