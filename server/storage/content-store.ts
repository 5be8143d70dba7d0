/**
 * Files that the service keeps: assets of callers, answers for repeated calls, results of jobs. The store holds their
 * facts, and either their bytes or the key of an object that has them. Every method is atomic. Times are milliseconds
 * since the epoch, given by the caller.
 */

/** Each kind has its own names, quotas and lifetime. */
export type ContentKind = 'asset' | 'answer' | 'result';

/** Names a content. */
export interface ContentRef {
  readonly account: string;
  readonly kind: ContentKind;
  readonly name: string;
}

export interface ContentFacts {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly sha256: string;
  /** Further facts of the kind, opaque to the store. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly updatedAt: number;
  /** null: kept until it is removed. */
  readonly expiresAt: number | null;
  /** The object with the content. null: the store has the bytes. */
  readonly object: string | null;
}

/** `body` is null if an object has the content. */
export interface NewContent extends ContentFacts {
  readonly body: Uint8Array | null;
}

export interface ContentQuota {
  /** Limits for the account. Exact, also under concurrency. */
  readonly count: number;
  readonly bytes: number;
  /** Limit in bytes for all accounts together. Approximate under concurrency. */
  readonly total: number;
}

/** Result of storing. `full`: the account's quota is used up. `crowded`: all accounts together are at their limit. */
export type PutOutcome = 'created' | 'replaced' | 'full' | 'crowded';

export interface ContentStore {
  /** Stores a content, or replaces the one of the same name. The object that it replaces becomes unused. */
  put(account: string, kind: ContentKind, content: NewContent, quota: ContentQuota | null): Promise<PutOutcome>;
  /** Returns the contents with these names that exist and haven't expired. */
  find(account: string, kind: ContentKind, names: readonly string[], now: number): Promise<readonly ContentFacts[]>;
  /** Returns the contents of an account by name, after the name `after`. */
  list(account: string, kind: ContentKind, after: string, limit: number): Promise<readonly ContentFacts[]>;
  /** Returns a part of the bytes in the store. null: they have been removed, or an object has them. */
  part(ref: ContentRef, start: number, length: number): Promise<Uint8Array | null>;
  /** Removes the contents whose name begins with `prefix`, or is `name`. Returns their number. Objects become unused. */
  remove(
    account: string,
    kind: ContentKind,
    which: { readonly name: string } | { readonly prefix: string },
    now: number,
  ): Promise<number>;
  /** Removes a batch of expired contents. Returns their number. Their objects become unused. */
  forget(now: number, batch: number): Promise<number>;

  /** Records an object before it is written, so that it is found if nothing refers to it at `dueAt`. */
  announceObject(key: string, dueAt: number): Promise<void>;
  /** Returns unused objects, which can be deleted. */
  unusedObjects(now: number, limit: number): Promise<readonly string[]>;
  /** Forgets objects that have been deleted. */
  dropObjects(keys: readonly string[]): Promise<void>;
}
