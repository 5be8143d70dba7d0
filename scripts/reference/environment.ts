import { configVariables } from '../../server/config.ts';
import { GENERATED, table } from './markdown.ts';

/** Variables of programs other than the service. */
const OTHERS = [
  [
    '`PAGEWRIGHT_CODE_CACHE`',
    'the user’s cache folder',
    'folder for [compiled code](command-line.md#compiled-code), or `off`',
  ],
  ['`UPDATE_GOLDEN`', 'not set', '`1` replaces [snapshots](golden.md)'],
  ['`CI`', 'not set', 'any value makes missing [snapshots](golden.md) a failure'],
];

/** Returns the environment variables as Markdown. */
export function environmentPage(): string {
  const rows = configVariables().map(({ variable, fallback, help }) => [
    `\`${variable}\``,
    fallback ?? 'not set',
    help,
  ]);
  return `# Environment variables

${GENERATED} [Operating the service](operating.md) explains the settings by task.

## Service

Empty values are treated as absent. An invalid value stops the start with one line that names the variable. Names without \`PAGEWRIGHT_\` work too. If both are set, the name with \`PAGEWRIGHT_\` applies.

${table(['variable', 'default', 'meaning'], rows)}

## Library and command

${table(['variable', 'default', 'meaning'], OTHERS)}
`;
}
