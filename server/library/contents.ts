/** Files that the service keeps: their facts in the database, their bytes in the object store if there is one. */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ContentFacts, ContentKind, ContentQuota, ContentStore, PutOutcome } from '../storage/content-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { StoreUnavailable } from '../storage/store.ts';

/** Time after which an object that was announced but never referred to is deleted. */
const UPLOAD_MS = 60 * 60 * 1000;
/** Bytes in the database are read in parts of this size. */
const PART_BYTES = 1024 * 1024;
/** Contents are large, so few are removed at once. */
const EXPIRED_AT_ONCE = 20;
const OBJECTS_AT_ONCE = 100;

export interface Kept {
  readonly outcome: PutOutcome;
  readonly facts: ContentFacts;
}

export interface KeepOptions {
  readonly facts?: ContentFacts['facts'];
  readonly expiresAt?: number | null;
  readonly quota?: ContentQuota | null;
}

export class Contents {
  private readonly store: ContentStore;
  private readonly objects: ObjectStore | null;
  private readonly clock: () => number;

  /** `objects`: null keeps the bytes in the database. */
  constructor(store: ContentStore, objects: ObjectStore | null, clock: () => number) {
    this.store = store;
    this.objects = objects;
    this.clock = clock;
  }

  /** Keeps a content, or replaces the one of the same name. @throws StoreUnavailable */
  async put(
    account: string,
    kind: ContentKind,
    name: string,
    bytes: Uint8Array,
    { facts = {}, expiresAt = null, quota = null }: KeepOptions = {},
  ): Promise<Kept> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const updatedAt = this.clock();
    const object = this.objects && (await this.upload(this.objects, bytes, sha256));
    const known: ContentFacts = { name, bytes: bytes.length, sha256, facts, updatedAt, expiresAt, object };
    const content = { ...known, body: object === null ? bytes : null };
    const outcome = await this.store.put(account, kind, content, quota);
    if (object !== null && (outcome === 'full' || outcome === 'crowded')) await this.discard([object]);
    return { outcome, facts: known };
  }

  /** Writes an object under a new key. */
  private async upload(objects: ObjectStore, bytes: Uint8Array, sha256: string): Promise<string> {
    const key = randomUUID();
    await this.store.announceObject(key, this.clock() + UPLOAD_MS);
    await objects.put(key, bytes, sha256);
    return key;
  }

  find(account: string, kind: ContentKind, names: readonly string[]): Promise<readonly ContentFacts[]> {
    return this.store.find(account, kind, names, this.clock());
  }

  list(account: string, kind: ContentKind, after: string, limit: number): Promise<readonly ContentFacts[]> {
    return this.store.list(account, kind, after, limit);
  }

  /** Returns the bytes at the reader's pace. null: they have been removed. @throws StoreUnavailable */
  async open(account: string, kind: ContentKind, facts: ContentFacts): Promise<Readable | null> {
    if (facts.object !== null) return (await this.objects?.read(facts.object)) ?? null;
    const parts = this.parts(account, kind, facts);
    const first = await parts.next();
    if (first.done) return facts.bytes === 0 ? Readable.from([]) : null;
    const all = async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      yield* parts;
    };
    return Readable.from(all(), { objectMode: false, highWaterMark: 1 });
  }

  /** Yields the bytes of stored content in parts. Each is read when the reader has consumed the one before. */
  private async *parts(account: string, kind: ContentKind, { name, bytes }: ContentFacts): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes; start += PART_BYTES) {
      const part = await this.store.part({ account, kind, name }, start, PART_BYTES);
      if (part === null && start === 0) return;
      if (part === null) throw new Error('the content was removed while it was sent');
      yield part;
    }
  }

  /** Returns all bytes. null: they have been removed. @throws StoreUnavailable */
  async bytes(account: string, kind: ContentKind, facts: ContentFacts): Promise<Uint8Array | null> {
    if (facts.object === null) return this.store.part({ account, kind, name: facts.name }, 0, Math.max(1, facts.bytes));
    const stream = await this.objects?.read(facts.object);
    if (!stream) return null;
    try {
      return await buffer(stream);
    } catch (error) {
      throw new StoreUnavailable(`reading an object was interrupted: ${(error as Error).message}`);
    }
  }

  /** Returns false if the content doesn't exist. */
  async remove(account: string, kind: ContentKind, name: string): Promise<boolean> {
    return (await this.store.remove(account, kind, { name }, this.clock())) > 0;
  }

  /** Removes the contents whose name begins with `prefix`. */
  async removeAll(account: string, kind: ContentKind, prefix: string): Promise<void> {
    await this.store.remove(account, kind, { prefix }, this.clock());
  }

  /** Removes a batch of expired contents and unused objects. Returns their number. 0: nothing is left. */
  async sweep(): Promise<number> {
    const now = this.clock();
    const expired = await this.store.forget(now, EXPIRED_AT_ONCE);
    const unused = this.objects ? await this.store.unusedObjects(now, OBJECTS_AT_ONCE) : [];
    await this.discard(unused);
    return expired + unused.length;
  }

  /** Deletes objects that nothing refers to. */
  private async discard(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.objects?.remove(key)));
    await this.store.dropObjects(keys);
  }
}
