/** The panel with the render options, and the calls that render the same document elsewhere. */
import { byId } from './dom.ts';
import { type ChosenOptions, NO_OPTIONS, type Project, renderOptionsOf } from './project.ts';

const NAMES = Object.keys(NO_OPTIONS) as (keyof ChosenOptions)[];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const field = (name: keyof ChosenOptions): Field => byId<Field & HTMLElement>(`option-${name}`);

/** Returns the calls for the command line of a service, Node.js and the CLI, by the name of their tab. */
function callsFor({ css, data, options }: Project): Readonly<Record<string, string>> {
  const chosen = renderOptionsOf(options) as Readonly<Record<string, string>>;
  const body = { ...(css === '' ? {} : { userStyles: [css] }), ...chosen };
  const json = JSON.stringify(body);
  const has = json !== '{}';
  const flags = Object.entries(chosen).map(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return ` --${flag} ${quoted(value)}`;
  });
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
    css: `@page {\n${chosen.pageSize ? `  size: ${chosen.pageSize};\n` : ''}${chosen.margin ? `  margin: ${chosen.margin};\n` : ''}}`,
    curl: `${parts.remark}jq -n --rawfile html document.html ${quoted(jq)} |\n  curl ${location.origin}/v1/render -H 'content-type: application/json' -d @- -o document.pdf`,
    node: `import { readFile, writeFile } from 'node:fs/promises';\n${parts.imports}import { render } from 'pagewright';\n\n${parts.html}\nconst { pdf } = await render(html${has ? `, ${json}` : ''});\nawait writeFile('document.pdf', pdf);`,
    cli: isFilled
      ? `jq -c . data.json > data.ndjson\npagewright batch document.html data.ndjson ${rest}`
      : `pagewright render document.html ${rest}`,
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export class OptionsPanel {
  private readonly current: () => Project;

  /** `current` returns the project with the panel's options. `onChange` is called after each change. */
  constructor(current: () => Project, onChange: () => void) {
    this.current = current;
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

  /** Shows the call for the current project. */
  describe(): void {
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
