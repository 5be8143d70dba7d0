/** The gallery of example documents, with pictures of their first pages. */
import { button, byId } from './dom.ts';

/** An example in the list that the server provides. */
interface Listed {
  readonly name: string;
  readonly kind: string;
  /** The name of its files, without the extension. */
  readonly file: string;
}

export interface GalleryParts {
  /** Whether the user's text would be lost. */
  readonly isEdited: () => boolean;
  readonly open: (html: string) => void;
}

export class Gallery {
  private readonly parts: GalleryParts;
  private readonly dialog = byId<HTMLDialogElement>('gallery');
  private isFilled = false;
  /** The chosen example while the user is asked whether to replace the text. */
  private chosen: Listed | null = null;

  constructor(parts: GalleryParts) {
    this.parts = parts;
    byId('examples').addEventListener('click', () => void this.show());
    byId('replace').addEventListener('click', () => void (this.chosen && this.load(this.chosen)));
    byId('keep').addEventListener('click', () => this.askAbout(null));
  }

  private async show(): Promise<void> {
    this.askAbout(null);
    this.dialog.showModal();
    if (this.isFilled) return;
    this.isFilled = true;
    const list = (await (await fetch(here('examples/list.json'))).json()) as Listed[];
    const kinds = [...new Set(list.map(({ kind }) => kind))];
    byId('gallery-list').replaceChildren(
      ...kinds.flatMap((kind) => {
        const heading = document.createElement('h3');
        heading.textContent = kind;
        const items = document.createElement('ul');
        items.append(...list.filter((one) => one.kind === kind).map((one) => this.card(one)));
        return [heading, items];
      }),
    );
  }

  private card(example: Listed): HTMLLIElement {
    const item = document.createElement('li');
    const open = button('', () => {
      if (this.parts.isEdited()) this.askAbout(example);
      else void this.load(example);
    });
    const picture = document.createElement('img');
    picture.src = here(`examples/${example.file}.png`).href;
    picture.alt = '';
    picture.loading = 'lazy';
    const name = document.createElement('span');
    name.textContent = example.name;
    open.append(picture, name);
    item.append(open);
    return item;
  }

  private askAbout(example: Listed | null): void {
    this.chosen = example;
    byId('confirm').hidden = example === null;
    if (example === null) return;
    byId('confirm-text').textContent =
      `“${example.name}” replaces your document. Share or download yours first to keep it.`;
    byId('replace').focus();
  }

  private async load(example: Listed): Promise<void> {
    const html = await (await fetch(here(`examples/${example.file}.html`))).text();
    this.dialog.close();
    this.parts.open(html);
  }
}

const here = (path: string): URL => new URL(path, import.meta.url);
