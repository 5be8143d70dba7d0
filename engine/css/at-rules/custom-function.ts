/**
 * Parses `@function` (css-mixins-1 §2): custom functions, whose bodies are descriptors, possibly inside conditional
 * rules.
 */
import type { FunctionParameter, FunctionRule } from '../rules.ts';
import type { BlockItem } from '../syntax/block-parser.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { readValue, type ValueReader } from '../values/value-reader.ts';
import { isValidSyntax } from './custom-property-syntax.ts';
import { type MediaQueryList, parseMediaQueryList } from './media.ts';
import { evaluateSupports } from './supports.ts';

/** Returns null when the rule is invalid. `textOf` returns the prelude of a nested rule. */
export function parseFunctionRule(
  prelude: string,
  contents: readonly BlockItem[],
  textOf: (item: { readonly from: number; readonly to: number }) => string,
): FunctionRule | null {
  const reader = readValue(prelude.trim());
  const head = reader?.next() ?? null;
  if (reader === null || head === null || head.kind !== ValueKind.Function || head.start !== 0) return null;
  const name = reader.text.slice(0, head.end).split('(', 1)[0]!;
  if (!name.startsWith('--') || name.length === 2) return null;
  const parameters = parametersOf(reader, head.children);
  let returns: string | null = null;
  if (reader.ident('returns')) {
    const [first] = reader.values.slice(reader.position);
    if (first === undefined) return null;
    returns = syntaxOf(reader.text.slice(first.start));
    if (returns === null) return null;
  } else if (!reader.atEnd) return null;
  if (parameters === null) return null;
  const declarations: FunctionRule['declarations'][number][] = [];
  collect(contents, [], textOf, declarations);
  return { kind: 'function', name, parameters, returns, declarations };
}

function collect(
  contents: readonly BlockItem[],
  media: readonly MediaQueryList[],
  textOf: (item: { readonly from: number; readonly to: number }) => string,
  into: FunctionRule['declarations'][number][],
): void {
  for (const item of contents) {
    if (item.kind === 'declaration') {
      const isDescriptor = item.name === 'result' || (item.name.startsWith('--') && item.name.length > 2);
      if (isDescriptor && !item.important) into.push({ name: item.name, value: item.value, media });
    } else if (item.kind === 'at' && item.contents !== null) {
      if (item.name === 'media') collect(item.contents, [...media, parseMediaQueryList(textOf(item))], textOf, into);
      else if (item.name === 'supports' && evaluateSupports(textOf(item))) collect(item.contents, media, textOf, into);
    }
  }
}

/**
 * Parses a comma-separated list of `<custom-property-name> <css-type>? [: <default>]?`. Returns null when it is invalid
 * or repeats a name.
 */
function parametersOf({ text }: ValueReader, values: readonly ComponentValue[]): FunctionParameter[] | null {
  const parameters: FunctionParameter[] = [];
  for (let from = 0; from < values.length;) {
    let to = from;
    while (to < values.length && values[to]!.kind !== ValueKind.Comma) to++;
    const part = values.slice(from, to);
    // A default may be empty.
    const colon = part.findIndex((value) => value.isDelim(':'));
    const typed = part.slice(1, colon < 0 ? part.length : colon);
    const name = part.length > 0 && part[0]!.kind === ValueKind.Ident ? part[0]!.text : '';
    if (!name.startsWith('--') || name.length === 2 || parameters.some((other) => other.name === name)) return null;
    let syntax: string | null = null;
    if (typed.length > 0) {
      syntax = syntaxOf(text.slice(typed[0]!.start, typed[typed.length - 1]!.end));
      if (syntax === null) return null;
    }
    const last = part[part.length - 1]!;
    const otherwise = colon < 0 ? null : text.slice(part[colon]!.end, last.end).trim();
    parameters.push({ name, syntax, otherwise });
    if (to === values.length - 1) return null;
    from = to + 1;
  }
  return parameters;
}

/** Returns the syntax of `<length>+`, or of `type(...)` with any syntax. Returns null when it isn't valid. */
function syntaxOf(written: string): string | null {
  const trimmed = written.trim();
  const isCall = trimmed.toLowerCase().startsWith('type(') && trimmed.endsWith(')');
  const syntax = isCall ? trimmed.slice('type('.length, -1).trim() : trimmed;
  return isValidSyntax(syntax) ? syntax : null;
}
