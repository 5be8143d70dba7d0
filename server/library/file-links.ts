/** Links to results of jobs that need no key. They are signed, and work until the job expires. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A result that a link leads to. */
export interface LinkedResult {
  readonly job: string;
  readonly index: number;
}

const ID = /^([0-9a-f-]{36})\.(\d{1,9})$/;
const TOKEN = /^[\w-]{43}$/;

export class FileLinks {
  private readonly secret: string;
  private readonly baseUrl: string;

  /** `secret`: shared by all processes. `baseUrl`: where the links lead. null: they are relative. */
  constructor(secret: string, baseUrl: string | null) {
    this.secret = secret;
    this.baseUrl = baseUrl ?? '';
  }

  /**
   * Returns a link that works until `expiresAt` (ms since the epoch), when its job expires. The link doesn't contain
   * that time, which would tell everyone when the job was created.
   */
  linkTo(result: LinkedResult, expiresAt: number): string {
    return `${this.baseUrl}/v1/files/${idOf(result)}?token=${this.signature(result, expiresAt)}`;
  }

  /** Returns the result that a link's id names, or null if it names none. */
  resultOf(id: string): LinkedResult | null {
    const [, job, index] = ID.exec(id) ?? [];
    if (job === undefined || String(Number(index)) !== index) return null;
    return { job, index: Number(index) };
  }

  /**
   * Returns whether a token is that of a result. A later job of the same id has another expiry, so the links of the
   * earlier one don't lead to it.
   */
  isSigned(result: LinkedResult, expiresAt: number, token: unknown): boolean {
    if (typeof token !== 'string' || !TOKEN.test(token)) return false;
    return timingSafeEqual(Buffer.from(this.signature(result, expiresAt)), Buffer.from(token));
  }

  private signature(result: LinkedResult, expiresAt: number): string {
    return createHmac('sha256', this.secret)
      .update(`file-link\n${idOf(result)}\n${expiresAt}`)
      .digest('base64url');
  }
}

const idOf = ({ job, index }: LinkedResult): string => `${job}.${index}`;
