/** Encrypts the secrets of webhooks with a key that is not in the store. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class SealedSecrets {
  private readonly key: Uint8Array | null;

  /** `key`: the operator's key of any length. null: secrets are stored as plain text. */
  constructor(key: string | null) {
    this.key = key === null ? null : new Uint8Array(hkdfSync('sha256', key, '', 'pagewright webhook secrets', 32));
  }

  /** Encrypts a secret, bound to the job's id. null if the service has no key. */
  seal(secret: string, job: string): string | null {
    if (this.key === null) return null;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(job));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts a secret. null: it was sealed with another key or for another job. */
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
