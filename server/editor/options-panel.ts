/** The panel with the render options, and the calls that render the same document elsewhere. */
import { callsFor } from './calls.ts';
import { byId } from './dom.ts';
import { PAGE_TEXT_NAMES, type PageTexts, pageTextsOf, withPageTexts } from './page-texts.ts';
import { type ChosenOptions, NO_OPTIONS, type Project } from './project.ts';

const NAMES = Object.keys(NO_OPTIONS) as (keyof ChosenOptions)[];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const field = (name: keyof ChosenOptions): Field => byId<Field & HTMLElement>(`option-${name}`);

/** The `lang` attribute of the `html` element. */
const HTML_LANG = /(<html\b[^>]*?\slang\s*=\s*)(["']?)([\w-]*)\2/i;

/** Returns the document with another language, which readers, hyphenation and screen readers use. */
function withLanguage(html: string, lang: string): string {
  if (HTML_LANG.test(html)) return html.replace(HTML_LANG, (_, start: string) => `${start}"${lang}"`);
  if (/<html\b/i.test(html)) return html.replace(/<html\b/i, `$& lang="${lang}"`);
  return html.replace(/^(\s*<!doctype[^>]*>\s*)?/i, `$&<html lang="${lang}">\n`);
}

export interface OptionsPanelParts {
  /** Returns the project with the panel's options. */
  readonly project: () => Project;
  /** Returns the paths of the added files. */
  readonly files: () => readonly string[];
  /** Called after each change. */
  readonly onChange: () => void;
  /** Replaces the document's own text. */
  readonly setHtml: (html: string) => void;
  /** Replaces the style sheet. */
  readonly setCss: (css: string) => void;
  /** Shows the start or end of a page, counted from 1. */
  readonly turnTo: (page: number, block: 'start' | 'end') => void;
}

/** The rule that leaves out the header and footer on the first page. */
const FROM_PAGE_2 = '@page :first { --pagewright-header: none; --pagewright-footer: none }';

const textField = (name: keyof PageTexts): HTMLInputElement => byId<HTMLInputElement>(`page-text-${name}`);

export class OptionsPanel {
  private readonly parts: OptionsPanelParts;

  constructor(parts: OptionsPanelParts) {
    this.parts = parts;
    const { project, onChange, setHtml, setCss, turnTo } = parts;
    const lang = byId<HTMLInputElement>('option-lang');
    lang.addEventListener('change', () => setHtml(withLanguage(project().html, lang.value.trim())));
    for (const name of NAMES)
      field(name).addEventListener('input', () => {
        this.describe();
        onChange();
      });
    byId('from-page-2').addEventListener('click', () => {
      const { css } = project();
      if (!css.includes(FROM_PAGE_2)) setCss(`${css.trimEnd()}\n${FROM_PAGE_2}\n`.trimStart());
      this.describe();
    });
    for (const name of PAGE_TEXT_NAMES) {
      textField(name).addEventListener('focus', () =>
        turnTo(name.startsWith('first') ? 1 : 2, name.endsWith('Top') ? 'start' : 'end'),
      );
      textField(name).addEventListener('input', () => {
        const texts = Object.fromEntries(PAGE_TEXT_NAMES.map((each) => [each, textField(each).value]));
        setCss(withPageTexts(project().css, texts as unknown as PageTexts));
        this.describe();
      });
    }
    byId('call-kind').addEventListener('change', () => this.describe());
    byId('copy-call').addEventListener('click', () => void this.copy());
  }

  get options(): ChosenOptions {
    return Object.fromEntries(NAMES.map((name) => [name, field(name).value.trim()])) as unknown as ChosenOptions;
  }

  set options(options: ChosenOptions) {
    for (const name of NAMES) field(name).value = options[name];
  }

  /** Shows the call for the current project, the language of its document, and the texts that its style sheet sets. */
  describe(): void {
    const project = this.parts.project();
    byId<HTMLInputElement>('option-lang').value = HTML_LANG.exec(project.html)?.[3] ?? '';
    const texts = pageTextsOf(project.css);
    for (const name of PAGE_TEXT_NAMES) if (textField(name).value !== texts[name]) textField(name).value = texts[name];
    const calls = callsFor({ project, files: this.parts.files(), service: location.origin });
    byId('call').textContent = calls[byId<HTMLSelectElement>('call-kind').value] ?? '';
    byId('copied').textContent = '';
  }

  private async copy(): Promise<void> {
    const said = byId('copied');
    try {
      await navigator.clipboard.writeText(byId('call').textContent ?? '');
      said.textContent = 'Copied.';
    } catch {
      said.textContent = 'The browser denied access to the clipboard. Select the text and copy it.';
    }
  }
}
