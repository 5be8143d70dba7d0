/** The panel with the render options, and the calls that render the same document elsewhere. */
import { byId } from './dom.ts';
import { type ChosenOptions, NO_OPTIONS, type Project, renderOptionsOf } from './project.ts';

const NAMES = Object.keys(NO_OPTIONS) as (keyof ChosenOptions)[];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const field = (name: keyof ChosenOptions): Field => byId<Field & HTMLElement>(`option-${name}`);

/** Returns the calls for the command line of a service, Node.js and the CLI, by the name of their tab. */
function callsFor({ css, data, options }: Project): Readonly<Record<string, string>> {
  const body = { ...(css === '' ? {} : { userStyles: [css] }), ...renderOptionsOf(options) };
  const json = JSON.stringify(body);
  const has = json !== '{}';
  const flags = Object.entries(options).map(([name, value]) => flagFor(name as keyof ChosenOptions, value.trim()));
  const jq = `{html: $html${has ? `, options: ${json}` : ''}}`;
  const rest = `-o document.pdf${css === '' ? '' : ' --user-style styles.css'}${flags.join('')}`;
  const isFilled = data.trim() !== '';
  const parts = {
    imports: isFilled ? "import { Liquid } from 'liquidjs';\n" : '',
    html: isFilled
      ? "const template = await readFile('document.html', 'utf8');\nconst data = JSON.parse(await readFile('data.json', 'utf8'));\nconst html = await new Liquid({ outputEscape: 'escape' }).parseAndRender(template, data);"
      : "const html = await readFile('document.html', 'utf8');",
    remark: isFilled ? '# document.html is the document after it was filled with the data.\n' : '',
  };
  return {
    css: `@page {\n${options.pageSize ? `  size: ${options.pageSize};\n` : ''}${options.margin ? `  margin: ${options.margin};\n` : ''}}`,
    curl: `${parts.remark}jq -n --rawfile html document.html ${quoted(jq)} |\n  curl ${location.origin}/v1/render -H 'content-type: application/json' -d @- -o document.pdf`,
    node: `import { readFile, writeFile } from 'node:fs/promises';\n${parts.imports}import { render } from 'pagewright';\n\n${parts.html}\nconst { pdf } = await render(html${has ? `, ${json}` : ''});\nawait writeFile('document.pdf', pdf);`,
    cli: isFilled
      ? `jq -c . data.json > data.ndjson\npagewright batch document.html data.ndjson ${rest}`
      : `pagewright render document.html ${rest}`,
  };
}

/** Returns an option as the command line takes it, after a space. */
function flagFor(name: keyof ChosenOptions, value: string): string {
  if (value === '') return '';
  if (name === 'forms') return ' --forms';
  if (name === 'password') return ` --user-password ${quoted(value)}`;
  return ` --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${quoted(value)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The `lang` attribute of the `html` element. */
const HTML_LANG = /(<html\b[^>]*?\slang\s*=\s*)(["']?)([\w-]*)\2/i;

/** Returns the document with another language, which readers, hyphenation and screen readers use. */
function withLanguage(html: string, lang: string): string {
  if (HTML_LANG.test(html)) return html.replace(HTML_LANG, (_, start: string) => `${start}"${lang}"`);
  if (/<html\b/i.test(html)) return html.replace(/<html\b/i, `$& lang="${lang}"`);
  return html.replace(/^(\s*<!doctype[^>]*>\s*)?/i, `$&<html lang="${lang}">\n`);
}

export class OptionsPanel {
  private readonly current: () => Project;

  /**
   * `current` returns the project with the panel's options. `onChange` is called after each change, `setHtml` when the
   * document's own text changes.
   */
  constructor(current: () => Project, onChange: () => void, setHtml: (html: string) => void) {
    this.current = current;
    const lang = byId<HTMLInputElement>('option-lang');
    lang.addEventListener('change', () => setHtml(withLanguage(current().html, lang.value.trim())));
    for (const name of NAMES)
      field(name).addEventListener('input', () => {
        this.describe();
        onChange();
      });
    byId('call-kind').addEventListener('change', () => this.describe());
    byId('copy-call').addEventListener('click', () => void this.copy());
  }

  get options(): ChosenOptions {
    return Object.fromEntries(NAMES.map((name) => [name, field(name).value.trim()])) as unknown as ChosenOptions;
  }

  set options(options: ChosenOptions) {
    for (const name of NAMES) field(name).value = options[name];
  }

  /** Shows the call for the current project, and the language of its document. */
  describe(): void {
    byId<HTMLInputElement>('option-lang').value = HTML_LANG.exec(this.current().html)?.[3] ?? '';
    byId('call').textContent = callsFor(this.current())[byId<HTMLSelectElement>('call-kind').value] ?? '';
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
