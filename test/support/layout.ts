import { dumpPages } from '../../engine/debug/dump-fragments.ts';
import type { Page } from '../../engine/pages/page.ts';
import { layoutDocument } from '../../engine/render.ts';
import { expect } from 'chai';

export interface LaidOut {
  readonly pages: readonly Page[];
  readonly dump: string;
  readonly diagnostics: readonly string[];
}

/** Removes margins, which no test document needs. */
const PLAIN = '<style>@page{size:400px 300px;margin:0}body{margin:0;font:16px/20px Arial}</style>';

/** Lays out a snippet on small pages (400 x 300 px, no margins) unless it has its own `@page`. */
export async function layout(html: string): Promise<LaidOut> {
  const laidOut = await layoutDocument(`<!DOCTYPE html>${PLAIN}${html}`);
  return {
    pages: laidOut.pages,
    dump: dumpPages(laidOut.pages),
    diagnostics: laidOut.diagnostics.list().map((d) => `${d.code}: ${d.message}`),
  };
}

/**
 * Compares about ten lines of HTML with their fragment tree. `expected` may have any base indentation; the dump's lines
 * for the root and the body are left out. A failure prints the whole tree.
 */
export async function expectFragments(html: string, expected: string): Promise<void> {
  const { dump, diagnostics } = await layout(html);
  const actual = withoutFrame(dump);
  try {
    expect(actual).to.equal(unindent(expected));
  } catch (error) {
    process.stderr.write(`\n${html}\n\n${dump}\n\n`);
    throw error;
  }
  expect(diagnostics, 'unexpected diagnostics').to.deep.equal([]);
}

function withoutFrame(dump: string): string {
  const lines = dump.split('\n').filter((line) => !/^\s*(text x|Block <(html|body)>)/.test(line));
  return unindent(lines.filter((line) => !line.startsWith('page 1 ')).join('\n'));
}

/** Removes blank lines at the ends and the common indentation. */
function unindent(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const depth = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth).trimEnd()).join('\n');
}
