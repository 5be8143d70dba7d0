/** The import graph, for the architecture tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Returns the TypeScript files below a folder. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.[A-Z])?/g;

/** Returns the static and dynamic imports of a file. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(IMPORT)) {
    const names = match[3] ?? '';
    const allTypes =
      /\{[^}]*\}/.test(names) &&
      !/^\s*\w/.test(names) &&
      (names.match(/\{([^}]*)\}/)?.[1] ?? '').split(',').every((name) => !name.trim() || /^\s*type\s/.test(name));
    found.push({ from: file, to: match[4] ?? match[5]!, typeOnly: Boolean(match[2]) || allTypes || Boolean(match[6]) });
  }
  return found;
}

/** Returns the imports that lead to files of the repository, with those files. */
export function within(imports: readonly Import[]): (Import & { readonly target: string })[] {
  return imports
    .filter(({ to }) => to.startsWith('.'))
    .map((found) => ({ ...found, target: resolve(dirname(found.from), found.to) }));
}

/** Returns cycles among imports, as paths below `root`. */
export function cyclesOf(edges: readonly { readonly from: string; readonly target: string }[], root: string): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, target } of edges) graph.set(from, [...(graph.get(from) ?? []), target]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].map((f) => relative(root, f)).join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
