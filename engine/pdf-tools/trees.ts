/** Name trees and number trees (ISO 32000-1 §7.9.6, §7.9.7). */
import type { Budget } from '../budget.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import { bytesOfString, numberOf, readArray, readDictionary, referenceOf } from '../pdf-source/pdf-syntax.ts';

/** Returns the keys, as written, and values of a tree in order. `leaf`: `Names` or `Nums`. */
function leavesOf(
  reader: PdfReader,
  budget: Budget,
  root: string | undefined,
  leaf: 'Names' | 'Nums',
): [key: string, value: string][] {
  const found: [string, string][] = [];
  const seen = new Set<number>();
  const stack = [root];
  while (stack.length > 0) {
    budget.tick();
    const reference = stack.pop();
    const id = referenceOf(reference);
    if (id !== null && seen.has(id)) continue;
    if (id !== null) seen.add(id);
    const value = reader.resolve(reference);
    if (!value.startsWith('<<')) continue;
    const node = readDictionary(value);
    const pairs = node.has(leaf) ? arrayOf(reader, node.get(leaf)) : [];
    for (let i = 0; i + 1 < pairs.length; i += 2) found.push([pairs[i]!, pairs[i + 1]!]);
    if (node.has('Kids')) stack.push(...arrayOf(reader, node.get('Kids')).reverse());
  }
  return found;
}

/** Returns the values of an array; empty if it is missing or something else. */
export function arrayOf(reader: PdfReader, given: string | undefined): string[] {
  const text = reader.resolve(given);
  return text.startsWith('[') ? readArray(text) : [];
}

/** Returns the entries of a name tree by the bytes of their names. */
export function namesOf(reader: PdfReader, budget: Budget, root: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of leavesOf(reader, budget, root, 'Names')) {
    const name = reader.resolve(key);
    if (name.startsWith('(') || name.startsWith('<')) found.set(bytesOfString(name), value);
  }
  return found;
}

/** Returns the entries of a number tree, in ascending order. */
export function numbersOf(reader: PdfReader, budget: Budget, root: string | undefined): [key: number, value: string][] {
  return leavesOf(reader, budget, root, 'Nums')
    .map(([key, value]): [number, string] => [numberOf(reader.resolve(key), -1), value])
    .filter(([key]) => Number.isInteger(key) && key >= 0)
    .sort(([a], [b]) => a - b);
}

/** Returns the bytes of a string in hexadecimal digits, as PDF writes it. */
function hexString(bytes: string): string {
  let digits = '';
  for (let i = 0; i < bytes.length; i++) digits += bytes.charCodeAt(i).toString(16).padStart(2, '0');
  return `<${digits}>`;
}

/** Returns a text string in UTF-16. */
export function textString(text: string): string {
  let bytes = '\u00fe\u00ff';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += String.fromCharCode(unit >> 8, unit & 255);
  }
  return hexString(bytes);
}

/** Writes a name tree with one node; its keys are sorted by their bytes. */
export function nameTree(entries: ReadonlyMap<string, string>): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `<</Names[${sorted.map(([name, value]) => `${hexString(name)} ${value}`).join('\n')}]>>`;
}
