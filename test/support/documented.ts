/** The commands and programs in the README and the guides, as readers copy them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guides } from '../../scripts/docs/guide.ts';

export interface Block {
  /** `README.md`, `docs/start.md`, ... */
  readonly file: string;
  /** `ts`, `sh`, ..., or '' for an indented block. */
  readonly language: string;
  readonly text: string;
}

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

export function blocks(): Block[] {
  const texts = [
    { file: 'README.md', text: readFileSync(README, 'utf8') },
    ...guides().map(({ path, markdown }) => ({ file: `docs/${path}`, text: markdown })),
  ];
  return texts.flatMap(({ file, text }) => blocksOf(file, text));
}

function blocksOf(file: string, text: string): Block[] {
  const found: Block[] = [];
  let fence: { language: string; lines: string[] } | null = null;
  let indented: string[] = [];
  const end = (): void => {
    if (indented.length > 0) found.push({ file, language: '', text: indented.join('\n') });
    indented = [];
  };
  for (const line of [...text.split('\n'), '']) {
    if (fence !== null && line === '```') {
      found.push({ file, language: fence.language, text: fence.lines.join('\n') });
      fence = null;
    } else if (fence !== null) fence.lines.push(line);
    else if (line.startsWith('```')) fence = { language: line.slice(3), lines: [] };
    else if (line.startsWith('    ') && !/^ +[-*] /.test(line)) indented.push(line.slice(4));
    else end();
  }
  return found;
}

/** Returns the command calls in a guide, one per line, without comments. */
export const commandsOf = ({ language, text }: Block): string[] =>
  ['', 'sh', 'yaml'].includes(language)
    ? text
        .split('\n')
        .map((line) => line.replace(/^ *- run: /, ''))
        .filter((line) => /^(?:\$ )?(?:npx )?pagewright (?!keys|serve)/.test(line))
        .map((line) => line.replace(/^\$ /, '').replace(/ +# .*$/, ''))
    : [];
