/** The gallery of example documents, with pictures of their first pages. */
import { button, byId } from './dom.ts';
import { type Project, projectOf } from './project.ts';

/** An example in the list that the server provides. */
interface Listed {
  readonly name: string;
  readonly kind: string;
  /** The name of its files, without the extension. */
  readonly file: string;
  /** Whether it is a template, with its style sheet and data in files of the same name. */
  readonly isTemplate?: boolean;
}

/** A document that can replace the user's. */
export interface Offered {
  readonly name: string;
  readonly project: () => Promise<Project>;
}

export interface GalleryParts {
  /** Whether the user's text would be lost. */
  readonly isEdited: () => boolean;
  readonly open: (project: Project) => void;
}

export class Gallery {
  private readonly parts: GalleryParts;
  private readonly dialog = byId<HTMLDialogElement>('gallery');
  private isFilled = false;
  /** The chosen document while the user is asked whether to replace the text. */
  private chosen: Offered | null = null;

  constructor(parts: GalleryParts) {
    this.parts = parts;
    byId('examples').addEventListener('click', () => void this.show());
    byId('replace').addEventListener('click', () => void (this.chosen && this.load(this.chosen)));
    byId('keep').addEventListener('click', () => this.askAbout(null));
  }

  /** Opens a document. If the user's text would be lost, asks first. */
  offer(offered: Offered): void {
    if (!this.parts.isEdited()) return void this.load(offered);
    if (!this.dialog.open) void this.show();
    this.askAbout(offered);
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
    const open = button('', () => this.offer({ name: `“${example.name}”`, project: () => projectOfExample(example) }));
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

  private askAbout(offered: Offered | null): void {
    this.chosen = offered;
    byId('confirm').hidden = offered === null;
    if (offered === null) return;
    byId('confirm-text').textContent =
      `${offered.name} replaces your document. Share or download yours first to keep it.`;
    byId('replace').focus();
  }

  private async load({ project }: Offered): Promise<void> {
    const next = await project();
    this.dialog.close();
    this.parts.open(next);
  }
}

async function projectOfExample({ file, isTemplate }: Listed): Promise<Project> {
  const read = async (type: string): Promise<string> => (await fetch(here(`examples/${file}.${type}`))).text();
  const html = projectOf(await read('html'));
  return isTemplate ? { ...html, css: await read('css'), data: await read('json') } : html;
}

const here = (path: string): URL => new URL(path, import.meta.url);
