/** Files that callers keep for their documents: fonts, images, style sheets, templates, PDFs. Every method is atomic. */

export interface AssetFacts {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export interface AssetQuota {
  /** Limits for the account. */
  readonly count: number;
  readonly bytes: number;
  /** Limit in bytes for all accounts together. Approximate under concurrency. */
  readonly total: number;
}

/** Result of storing an asset. `full`: the account's quota is used up. `crowded`: the assets of all accounts are at their limit. */
export type PutOutcome = 'created' | 'replaced' | 'full' | 'crowded';

export interface AssetContent {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface AssetStore {
  /** Stores an asset, or replaces the one of the same name. Never exceeds the account's quota, also under concurrency. */
  put(account: string, facts: AssetFacts, content: Uint8Array, quota: AssetQuota): Promise<PutOutcome>;
  /** Returns the assets of an account by name, after the name `after`. */
  list(account: string, after: string, limit: number): Promise<readonly AssetFacts[]>;
  /** Returns the assets with these names that exist. */
  find(account: string, names: readonly string[]): Promise<readonly AssetFacts[]>;
  /** Returns the contents of the assets with these names that exist. */
  contents(account: string, names: readonly string[]): Promise<readonly AssetContent[]>;
  /** Returns false if the asset doesn't exist. */
  remove(account: string, name: string): Promise<boolean>;
}

/** Returns why an asset can't be stored, or null. `others`: what the account has under other names. */
export function quotaProblem(
  others: { readonly count: number; readonly bytes: number; readonly total: number },
  size: number,
  quota: AssetQuota,
): 'full' | 'crowded' | null {
  if (others.count + 1 > quota.count || others.bytes + size > quota.bytes) return 'full';
  return others.total + size > quota.total ? 'crowded' : null;
}

type Row = Readonly<Record<string, unknown>>;

/** Converts a row of `assets`, from either database. */
export const assetFacts = (row: Row): AssetFacts => ({
  name: String(row.name),
  bytes: Number(row.bytes),
  sha256: String(row.sha256),
  updatedAt: Number(row.updated_at),
});

export const assetContent = (row: Row): AssetContent => ({
  name: String(row.name),
  content: new Uint8Array(row.content as Uint8Array),
});
