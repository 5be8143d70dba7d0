/** `Idempotency-Key`: a call that may be sent again, and is paid for once. */
import { createHash } from 'node:crypto';
import type { NamedCall } from '../storage/store.ts';
import { Problem } from './problems.ts';

/** Visible ASCII, with or without the quotes of a structured field. */
const NAME = /^"?[!#-~]{1,255}"?$/;

/** The call's name, if its caller gave it one; `parts` is what makes it this call. @throws Problem `validation_error` for a name that can't be one */
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

/** Parts by their lengths, so that no two lists of them are taken for one another. */
function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}
