/** The calls that render the project elsewhere: CSS, a service, Node.js and the command line. */
import { pageTextRules } from './page-texts.ts';
import { type ChosenOptions, CSS_TAB, DATA_FILE, DOCUMENT_FILE, type Project, renderOptionsOf } from './project.ts';

export interface CalledProject {
  readonly project: Project;
  /** The paths of the added files. */
  readonly files: readonly string[];
  /** The address of the service. */
  readonly service: string;
}

/** Returns the calls by the name of their choice. They use the files of the download "HTML with files". */
export function callsFor({ project, files, service }: CalledProject): Readonly<Record<string, string>> {
  return {
    css: cssFor(project),
    curl: curlFor(project, files, service),
    node: nodeFor(project, files),
    cli: cliFor(project),
  };
}

const isWritten = (text: string): boolean => text.trim() !== '';

/** The labels of the options that a style sheet can't set. */
const NOT_IN_CSS: readonly (readonly [keyof ChosenOptions, label: string])[] = [
  ['profile', 'profile'],
  ['pageRanges', 'page range'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['forms', 'forms'],
  ['password', 'password'],
];

function cssFor({ css, options }: Project): string {
  const texts = pageTextRules(css);
  const { pageSize, margin } = options;
  const lines = [pageSize && `  size: ${pageSize};`, margin && `  margin: ${margin};`].filter((line) => line !== '');
  const rest = NOT_IN_CSS.filter(([name]) => options[name] !== '').map(([, label]) => label);
  const parts = [
    ...(lines.length === 0 ? [] : [`@page {\n${lines.join('\n')}\n}`]),
    ...(texts === '' ? [] : [texts]),
    ...(rest.length === 0 ? [] : [`/* CSS can't set these options: ${rest.join(', ')}. */`]),
  ];
  return parts.length === 0
    ? '/* Choose a page size or margins, or write texts for pages, to see their CSS. */'
    : parts.join('\n');
}

/** Sends a form. `--form-string` takes a value as it is, whatever characters it contains. */
function curlFor({ css, data, options }: Project, files: readonly string[], service: string): string {
  const body = JSON.stringify({ ...(isWritten(css) ? { userStyles: [css] } : {}), ...renderOptionsOf(options) });
  const fields = [
    `-F html=@${DOCUMENT_FILE}`,
    ...(isWritten(data) ? [`-F 'values=<${DATA_FILE}'`] : []),
    ...files.map((path) => `-F ${quoted(`files=@"${path}";filename="${path}"`)}`),
    ...(body === '{}' ? [] : [`--form-string ${quoted(`options=${body}`)}`]),
  ];
  return [`curl ${service}/v1/render`, ...fields, '-o document.pdf'].join(' \\\n  ');
}

function nodeFor({ css, data, options }: Project, files: readonly string[]): string {
  const isFilled = isWritten(data);
  const hasFiles = files.length > 0 || isWritten(css);
  const given = {
    ...(isWritten(css) ? { userStyles: [{ url: CSS_TAB }] } : {}),
    ...renderOptionsOf(options),
  };
  const members = JSON.stringify(given).slice(1, -1);
  const beside = hasFiles ? [`...filesBeside('${DOCUMENT_FILE}')`] : [];
  const argument = [...beside, ...(members === '' ? [] : [members])].join(', ');
  const name = isFilled ? 'template' : 'html';
  return [
    ...(isFilled ? ['// npm install liquidjs'] : []),
    "import { readFile, writeFile } from 'node:fs/promises';",
    ...(isFilled ? ["import { Liquid } from 'liquidjs';"] : []),
    "import { render } from 'pagewright';",
    ...(hasFiles ? ["import { filesBeside } from 'pagewright/files';"] : []),
    '',
    `const ${name} = await readFile('${DOCUMENT_FILE}', 'utf8');`,
    ...(isFilled
      ? [
          `const data = JSON.parse(await readFile('${DATA_FILE}', 'utf8'));`,
          "const html = await new Liquid({ outputEscape: 'escape' }).parseAndRender(template, data);",
        ]
      : []),
    `const { pdf } = await render(html${argument === '' ? '' : `, { ${argument} }`});`,
    "await writeFile('document.pdf', pdf);",
  ].join('\n');
}

function cliFor({ css, data, options }: Project): string {
  const flags = Object.entries(options).map(([name, value]) => flagFor(name as keyof ChosenOptions, value.trim()));
  return [
    `pagewright render ${DOCUMENT_FILE} -o document.pdf`,
    ...(isWritten(data) ? [` --data ${DATA_FILE}`] : []),
    ...(isWritten(css) ? [` --user-style ${CSS_TAB}`] : []),
    ...flags,
  ].join('');
}

/** Returns an option as the command line takes it, after a space. */
function flagFor(name: keyof ChosenOptions, value: string): string {
  if (value === '') return '';
  if (name === 'forms') return ' --forms';
  if (name === 'password') return ` --user-password ${quoted(value)}`;
  return ` --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${quoted(value)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
