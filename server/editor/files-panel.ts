/** The tab with the files next to the document: a list by folder, with a way to add, rename, insert and remove them. */
import { button, byId } from './dom.ts';
import { cleanPath, type FileShelf } from './file-shelf.ts';
import { notify } from './notice.ts';

export interface FilesPanelParts {
  readonly shelf: FileShelf;
  /** Called after each change. */
  readonly onChange: () => void;
  /** Makes the panel visible. */
  readonly show: () => void;
  /** Replaces the document by an HTML file that was added. */
  readonly openHtml: (html: string) => void;
  /** Inserts markup at the cursor of the document. */
  readonly insert: (markup: string) => void;
}

/** Limits on the files next to the document. Each render copies all of them to the worker. */
const MOST_MB = 50;
const MOST_FILES = 1000;

/** A file with the path that it gets. */
interface Given {
  readonly path: string;
  readonly file: File;
}

export class FilesPanel {
  private readonly parts: FilesPanelParts;

  constructor(parts: FilesPanelParts) {
    this.parts = parts;
    for (const id of ['chooser', 'chooser-folder', 'chooser-bar']) {
      const chooser = byId<HTMLInputElement>(id);
      chooser.addEventListener('change', () => {
        void this.add([...(chooser.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
        // Without a reset, the browser wouldn't report the same file again after it has changed.
        chooser.value = '';
      });
    }
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
      void this.addEntries(entries.filter((entry) => entry !== null));
    });
    this.list();
  }

  private async addEntries(entries: readonly FileSystemEntry[]): Promise<void> {
    const given = (await Promise.all(entries.map((entry) => filesBelow(entry)))).flat();
    await this.add(given);
  }

  private async add(given: readonly Given[]): Promise<void> {
    const mb = Math.ceil(given.reduce((sum, { file }) => sum + file.size, this.parts.shelf.bytes) / 1e6);
    if (mb > MOST_MB || this.parts.shelf.all.size + given.length > MOST_FILES) {
      const held = `The editor holds ${MOST_MB} MB in ${MOST_FILES} files`;
      notify(`${held}, so nothing was added. \`pagewright render --watch --open\` shows larger documents.`, true);
      return;
    }
    for (const { path, file } of given) {
      // A single HTML file is the document. A folder may contain others, which frames can show.
      if (/\.x?html?$/i.test(path) && !path.includes('/')) {
        this.parts.openHtml(await file.text());
        continue;
      }
      this.parts.shelf.set(cleanPath(path), new Uint8Array(await file.arrayBuffer()));
      // The list offers what comes next: to insert the file.
      this.parts.show();
    }
    this.changed();
  }

  private changed(): void {
    this.list();
    this.parts.onChange();
  }

  /** Shows the files of the shelf. */
  list(): void {
    const { all } = this.parts.shelf;
    const folders = new Map<string, string[]>();
    for (const path of all.keys()) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      folders.set(folder, [...(folders.get(folder) ?? []), path]);
    }
    byId('files').replaceChildren(
      ...[...folders].map(([folder, paths]) => {
        const items = paths.map((path) => this.item(path, all.get(path)!.length));
        if (folder === '') return fragment(items);
        const item = document.createElement('li');
        const list = document.createElement('ul');
        list.append(...items);
        item.append(folder, list);
        return item;
      }),
    );
    byId('files-empty').hidden = all.size > 0;
    byId('tab-files').textContent = all.size === 0 ? 'Files' : `Files (${all.size})`;
  }

  private item(path: string, size: number): HTMLLIElement {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const item = document.createElement('li');
    const field = document.createElement('input');
    field.value = path;
    field.setAttribute('aria-label', `Path of ${path}`);
    field.addEventListener('change', () => {
      if (this.parts.shelf.rename(path, cleanPath(field.value))) this.changed();
      else field.value = path;
    });
    const kb = document.createElement('span');
    kb.className = 'size';
    kb.textContent = `${Math.ceil(size / 1024)} KB`;
    const insert = button('Insert', () => this.parts.insert(markupFor(path)));
    insert.setAttribute('aria-label', `Insert ${name}`);
    const remove = button('Remove', () => {
      this.parts.shelf.remove(path);
      this.changed();
    });
    remove.setAttribute('aria-label', `Remove ${name}`);
    item.append(field, kb, insert, remove);
    return item;
  }
}

function fragment(items: readonly Node[]): DocumentFragment {
  const all = document.createDocumentFragment();
  all.append(...items);
  return all;
}

/** Returns the markup that uses a file. Names of files may contain markup. */
function markupFor(path: string): string {
  const url = path.replace(/["#%&:<>?\p{Cc}]/gu, encodeURIComponent);
  if (/\.css$/i.test(path)) return `<link rel="stylesheet" href="${url}">`;
  const family = path.replace(/^.*\/|\.\w+$|["<\p{Cc}]/gu, '');
  if (/\.(?:woff2?|ttf|otf)$/i.test(path))
    return `<style>@font-face { font-family: "${family}"; src: url("${url}") }</style>`;
  return `<img src="${url}" alt="">`;
}

/** Returns the files of a dropped entry, those of folders included. */
async function filesBelow(entry: FileSystemEntry): Promise<Given[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, path: cleanPath(entry.fullPath) }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  for (;;) {
    // Browsers return at most 100 entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map((one) => filesBelow(one)))).flat();
}
