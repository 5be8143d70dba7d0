/** Links to results of jobs that need no key. They are signed, and work until they expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A result that a link leads to. */
export interface LinkedResult {
  readonly job: string;
  readonly index: number;
}

const ID = /^([0-9a-f-]{36})\.(\d{1,9})$/;
const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{43})$/;

export class FileLinks {
  private readonly secret: string;
  private readonly baseUrl: string;

  /** `secret`: shared by all processes. `baseUrl`: where the links lead. null: they are relative. */
  constructor(secret: string, baseUrl: string | null) {
    this.secret = secret;
    this.baseUrl = baseUrl ?? '';
  }

  /** Returns a link that works until `expiresAt` (ms since the epoch). */
  linkTo({ job, index }: LinkedResult, expiresAt: number): string {
    const id = `${job}.${index}`;
    const expiry = expiresAt.toString(36);
    return `${this.baseUrl}/v1/files/${id}?token=${expiry}.${this.signature(id, expiry)}`;
  }

  /** Returns the result that a link leads to, or null if the token is wrong or has expired. */
  open(id: string, token: string, now: number): LinkedResult | null {
    const [, job, index] = ID.exec(id) ?? [];
    const [, expiry, signature] = TOKEN.exec(token) ?? [];
    if (job === undefined || expiry === undefined) return null;
    const expected = Buffer.from(this.signature(id, expiry));
    if (!timingSafeEqual(expected, Buffer.from(signature!)) || parseInt(expiry, 36) <= now) return null;
    return { job, index: Number(index) };
  }

  private signature(id: string, expiry: string): string {
    return createHmac('sha256', this.secret).update(`file-link\n${id}\n${expiry}`).digest('base64url');
  }
}
