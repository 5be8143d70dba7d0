/** The published declarations with their comments, read from the sources. */
import { typescriptLanguage } from '@codemirror/lang-javascript';
import type { SyntaxNode } from '@lezer/common';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATED } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const ENTRIES = {
  pagewright: 'engine/index.ts',
  'pagewright/pdf': 'engine/pdf.ts',
  'pagewright/barcodes': 'server/barcodes.ts',
  'pagewright/files': 'server/files.ts',
  'pagewright/signing': 'server/signing.ts',
  'pagewright/puppeteer': 'engine/puppeteer.ts',
  'pagewright/golden': 'server/golden/index.ts',
  'pagewright/browser': 'engine/browser.ts',
};

interface Declaration {
  readonly name: string;
  /** Without the body of functions. */
  readonly text: string;
  /** The text of its doc comment, or ''. */
  readonly comment: string;
}

/** Returns the declarations that every entry point exports, as Markdown. */
export function libraryPage(): string {
  const seen = new Set<string>();
  const sections = Object.entries(ENTRIES).map(([entry, file]) => {
    const all = exportsOf(join(ROOT, file));
    const added = all.filter(({ name }) => !seen.has(name));
    for (const { name } of added) seen.add(name);
    const known = all.filter((one) => !added.includes(one)).map(({ name }) => `\`${name}\``);
    const also = known.length === 0 ? '' : `Also exports ${known.join(', ')}.\n\n`;
    return `## ${entry}\n\n${also}${added.map(declarationSection).join('\n')}`;
  });
  return `# Library API

${GENERATED} [Options](options.md) explains the options by task.

${sections.join('\n')}`;
}

function declarationSection({ name, text, comment }: Declaration): string {
  const said = comment === '' ? '' : `${comment}\n\n`;
  return `### ${name}\n\n${said}\`\`\`typescript\n${text}\n\`\`\`\n`;
}

/** Returns what a module exports: its own declarations before those of others, and functions before types. */
function exportsOf(file: string): Declaration[] {
  // The parser doesn't know `type` before a single name.
  const text = readFileSync(file, 'utf8').replaceAll(/^export \{[^}]*\}/gm, (list) => list.replaceAll(/\btype /g, ''));
  const own: Declaration[] = [];
  const passedOn: Declaration[] = [];
  for (const node of childrenOf(typescriptLanguage.parser.parse(text).topNode)) {
    if (node.name !== 'ExportDeclaration') continue;
    const source = node.getChild('String');
    if (source !== null) {
      const others = exportsOf(join(dirname(file), text.slice(source.from + 1, source.to - 1)));
      const names = new Set(exportedNames(text.slice(node.from, source.from)));
      passedOn.push(...others.filter(({ name }) => names.has(name)));
    } else own.push(...declared(node, text));
  }
  const isFunction = ({ text: declaration }: Declaration): boolean => /^(?:async )?function /.test(declaration);
  const found = [...own, ...passedOn];
  return [...found.filter(isFunction), ...found.filter((one) => !isFunction(one))];
}

const exportedNames = (list: string): string[] =>
  [...list.replace(/^export (?:type )?\{/, '').matchAll(/(\w+)\s*(?=[,}])/g)].map(([, name]) => name!);

function declared(node: SyntaxNode, text: string): Declaration[] {
  const inner = node.lastChild!;
  const name = /^(?:async )?(?:abstract )?(?:function|class|interface|type|const|enum) (\w+)/.exec(
    text.slice(inner.from, inner.to),
  )?.[1];
  if (name === undefined) return [];
  return [{ name, text: shown(inner, text), comment: commentBefore(node, text) }];
}

/** Returns a declaration without bodies and private members. */
function shown(node: SyntaxNode, text: string): string {
  const cuts: { from: number; to: number }[] = [];
  const cut = (at: SyntaxNode): void => {
    for (const child of childrenOf(at)) {
      if (child.name === 'Block') cuts.push({ from: child.from - 1, to: child.to });
      else if (isPrivate(child, text)) cuts.push({ from: child.from, to: child.to });
      else if (child.name === 'ClassBody' || child.name === 'MethodDeclaration') cut(child);
    }
  };
  cut(node);
  let result = '';
  let at = node.from;
  for (const { from, to } of cuts) {
    result += `${text.slice(at, from)}${text[from] === ' ' ? ';' : ''}`;
    at = to;
  }
  result += text.slice(at, node.to);
  return result
    .replaceAll(/\?: ([^;\n]*?) \| undefined;/g, '?: $1;')
    .replaceAll(/^\s*\n/gm, '')
    .replace(/^async /, '');
}

const isPrivate = (node: SyntaxNode, text: string): boolean =>
  /^(?:Property|Method)Declaration$/.test(node.name) && text.startsWith('private ', node.from);

/** Returns the text of the doc comment that precedes a declaration. */
function commentBefore({ prevSibling }: SyntaxNode, text: string): string {
  if (prevSibling?.name !== 'BlockComment') return '';
  const comment = text.slice(prevSibling.from, prevSibling.to);
  if (!comment.startsWith('/**')) return '';
  return comment
    .slice(3, -2)
    .replaceAll(/^\s*\* ?/gm, '')
    .trim()
    .replaceAll(/\s*@throws /g, '\n\nThrows ')
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child;
}
