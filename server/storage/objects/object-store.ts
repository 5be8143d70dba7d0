import type { Readable } from 'node:stream';

/** Bytes under keys, outside the database. Keys are UUIDs, and objects never change. */
export interface ObjectStore {
  /** `sha256`: of the bytes, in hexadecimal. @throws StoreUnavailable */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /**
   * Returns the bytes at the reader's pace, or null if there is no such object. @throws StoreUnavailable
   */
  read(key: string): Promise<Readable | null>;
  /** Deletes an object if it exists. @throws StoreUnavailable */
  remove(key: string): Promise<void>;
}
