/** Secrets of webhooks as they stand in the store: sealed, where the service has a key for that which the store hasn't. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class SealedSecrets {
  private readonly key: Uint8Array | null;

  /** `key`: the operator's, of any length; null: there is none, and secrets stand as they are. */
  constructor(key: string | null) {
    this.key = key === null ? null : new Uint8Array(hkdfSync('sha256', key, '', 'pagewright webhook secrets', 32));
  }

  /** What is kept of a secret; only a job of this name gives it back. null: it can't be sealed. */
  seal(secret: string, job: string): string | null {
    if (this.key === null) return null;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(job));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The secret; null: it was sealed with another key, or for another job. */
  open(sealed: string, job: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (this.key === null || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(job)).setAuthTag(tag);
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
