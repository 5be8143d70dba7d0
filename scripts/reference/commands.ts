import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GENERATED } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the help of every command as Markdown. */
export function commandsPage(): string {
  const names = commandNames('').flatMap((name) => [name, ...commandNames(name).map((inner) => `${name} ${inner}`)]);
  const sections = names.map((name) => `## pagewright ${name}\n\n\`\`\`text\n${helpOf(name)}\n\`\`\`\n`);
  return `# Command options

${GENERATED} [Command line](command-line.md) explains the commands by task, and [Environment variables](environment.md) lists the settings of \`serve\`.

${sections.join('\n')}`;
}

const commandNames = (group: string): string[] => {
  const [, list = ''] = helpOf(group).split('Commands:\n');
  const names = [...list.split('\n\n', 1)[0]!.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!);
  return names.filter((name) => name !== 'help');
};

/** Returns the help of a command, without the list of variables. */
function helpOf(name: string): string {
  const help = execFileSync(
    process.execPath,
    ['--import=tsx', 'server/cli.ts', ...name.split(' ').filter(Boolean), '--help'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', COLUMNS: '80' } },
  );
  return help.split(/\n\nEnvironment/)[0]!.trimEnd();
}
