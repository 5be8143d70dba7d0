/** The files next to the document: images, fonts, style sheets. Kept in the browser's database, by path. */

const DATABASE = 'pagewright files';
const STORE = 'files';

/** Returns a path without a leading slash, empty parts, `.` and `..`. */
export const cleanPath = (path: string): string =>
  path
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');

export class FileShelf {
  private readonly files: Map<string, Uint8Array>;
  private readonly database: IDBDatabase | null;
  private readonly unsaved: () => void;

  private constructor(files: Map<string, Uint8Array>, database: IDBDatabase | null, unsaved: () => void) {
    this.files = files;
    this.database = database;
    this.unsaved = unsaved;
  }

  /**
   * Opens the files of the last visit. Browsers may deny access to storage; files then last until the page is closed.
   * `unsaved`: called when a change doesn't fit into the storage.
   */
  static async open(unsaved: () => void): Promise<FileShelf> {
    try {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      const database = await settled(opening);
      const store = database.transaction(STORE).objectStore(STORE);
      const [paths, contents] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
      return new FileShelf(
        new Map(paths.map((path, i) => [String(path), contents[i] as Uint8Array])),
        database,
        unsaved,
      );
    } catch {
      return new FileShelf(new Map(), null, unsaved);
    }
  }

  /** The contents by path, in alphabetical order. */
  get all(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The size of all contents. */
  get bytes(): number {
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  set(path: string, content: Uint8Array): void {
    this.files.set(path, content);
    this.change((store) => store.put(content, path));
  }

  remove(path: string): void {
    this.files.delete(path);
    this.change((store) => store.delete(path));
  }

  /** Returns false if another file has the path. */
  rename(from: string, to: string): boolean {
    const content = this.files.get(from);
    if (content === undefined || to === '' || this.files.has(to)) return false;
    this.remove(from);
    this.set(to, content);
    return true;
  }

  private change(work: (store: IDBObjectStore) => void): void {
    if (this.database === null) return;
    try {
      const transaction = this.database.transaction(STORE, 'readwrite');
      transaction.onabort = this.unsaved;
      work(transaction.objectStore(STORE));
    } catch {
      this.unsaved();
    }
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database failed.'));
  });
}
