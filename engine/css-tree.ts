/** The parts of css-tree that the engine uses. Its full index would load a lexer and its data. */
// @ts-expect-error -- @types/css-tree describes only the package's index
import * as tokenizer from 'css-tree/tokenizer';
// @ts-expect-error -- the same
import * as utils from 'css-tree/utils';
import type * as index from 'css-tree';

type Index = typeof index;

const tokenizeAll: Index['tokenize'] = (tokenizer as unknown as Pick<Index, 'tokenize'>).tokenize;
/** PERF: a copy, because the bundle's namespace objects call a function for each property read. */
export const tokenTypes: Index['tokenTypes'] = { ...(tokenizer as unknown as Pick<Index, 'tokenTypes'>).tokenTypes };
export const ident: Index['ident'] = (utils as unknown as Pick<Index, 'ident'>).ident;
export const string: Index['string'] = (utils as unknown as Pick<Index, 'string'>).string;
export const url: Index['url'] = (utils as unknown as Pick<Index, 'url'>).url;

type OnToken = (type: number, start: number, end: number) => void;

/** Calls `onToken` for all tokens of a text, in order (css-syntax-3 §4). */
export function tokenize(text: string, onToken: OnToken): void {
  const cuts = text.length < SHORT ? NO_CUTS : payloadsOf(text);
  if (cuts.length === 0) tokenizeAll(text, onToken);
  else tokenizeWithout(cuts, text, onToken);
}

/** Shorter texts aren't searched for payloads, in characters. */
const SHORT = 2048;
/** How many characters of a payload remain at both ends: more than a tokenizer looks ahead. */
const MARGIN = 16;
const BEFORE_PAYLOAD = ';base64,';
const PAYLOAD_END = /[^A-Za-z0-9+/=]/g;
const NO_CUTS: readonly number[] = [];

/** Returns the ranges inside base64 payloads as [start, end, start, end, ...]. */
function payloadsOf(text: string): readonly number[] {
  const cuts: number[] = [];
  for (let at = text.indexOf(BEFORE_PAYLOAD); at !== -1;) {
    const start = at + BEFORE_PAYLOAD.length;
    PAYLOAD_END.lastIndex = start;
    const end = PAYLOAD_END.test(text) ? PAYLOAD_END.lastIndex - 1 : text.length;
    if (end - start > SHORT) cuts.push(start + MARGIN, end - MARGIN);
    at = text.indexOf(BEFORE_PAYLOAD, end);
  }
  return cuts;
}

/**
 * Produces the same tokens as for the whole text, without reading the payloads of data: URLs character by character.
 * Base64 characters have no meaning inside url and string tokens. If a payload turns out to be elsewhere, the whole
 * text is tokenized.
 */
function tokenizeWithout(cuts: readonly number[], text: string, onToken: OnToken): void {
  let short = '';
  for (let i = 0, from = 0; i <= cuts.length; from = cuts[i + 1]!, i += 2) short += text.slice(from, cuts[i]);
  const types: number[] = [];
  const starts: number[] = [];
  let next = 0;
  let missing = 0;
  let inside = true;
  tokenizeAll(short, (type, start, end) => {
    types.push(type);
    starts.push(start + missing);
    for (; next < cuts.length && cuts[next]! - missing < end; next += 2) {
      inside &&= cuts[next]! - missing > start && isOpaque(type);
      missing += cuts[next + 1]! - cuts[next]!;
    }
  });
  if (!inside || next < cuts.length) return tokenizeAll(text, onToken);
  for (let i = 0; i < types.length; i++) onToken(types[i]!, starts[i]!, starts[i + 1] ?? text.length);
}

function isOpaque(type: number): boolean {
  const { Url, BadUrl, String: Text, BadString, Comment } = tokenTypes;
  return type === Url || type === BadUrl || type === Text || type === BadString || type === Comment;
}
