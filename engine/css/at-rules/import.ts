import { TokenList, TokenType } from '../syntax/token-list.ts';
import { type MediaQueryList, parseMediaQueryList } from './media.ts';
import { evaluateImportSupports } from './supports.ts';

interface ImportPrelude {
  readonly url: string;
  /** undefined: no layer; null: an anonymous one. */
  readonly layer: readonly string[] | null | undefined;
  readonly supported: boolean;
  readonly media: MediaQueryList;
  /** The source of `media`. */
  readonly mediaText: string;
}

/** Parses `@import <url> layer(...)? supports(...)? <media>?` (css-cascade-5 §2.1). Returns null without a URL. */
export function parseImportPrelude(
  tokens: TokenList,
  from: number,
  to: number,
  namespaces: ReadonlyMap<string, string>,
): ImportPrelude | null {
  let at = tokens.skipSpace(from);
  const url = at < to ? importUrl(tokens, at) : null;
  if (url === null) return null;
  at = tokens.skipSpace(tokens.after(at));
  let layer: readonly string[] | null | undefined;
  if (at < to && tokens.types[at] === TokenType.Ident && tokens.name(at).toLowerCase() === 'layer') {
    layer = null;
    at = tokens.skipSpace(at + 1);
  } else if (at < to && tokens.types[at] === TokenType.Function && tokens.name(at).toLowerCase() === 'layer') {
    const name = layerParts(tokens, at + 1, Math.min(tokens.partners[at]!, to));
    if (name !== null) {
      layer = name;
      at = tokens.skipSpace(tokens.after(at));
    }
  }
  let supported = true;
  if (at < to && tokens.types[at] === TokenType.Function && tokens.name(at).toLowerCase() === 'supports') {
    const condition = tokens.textBetween(at + 1, Math.min(tokens.partners[at]!, to));
    supported = evaluateImportSupports(condition, namespaces);
    at = tokens.skipSpace(tokens.after(at));
  }
  const mediaText = tokens.textBetween(at, to);
  return { url, layer, supported, media: parseMediaQueryList(mediaText), mediaText };
}

/** Returns the URL of a string, a url token or `url("...")` at a token. */
export function importUrl(tokens: TokenList, at: number): string | null {
  const type = tokens.types[at];
  if (type === TokenType.String || type === TokenType.Url) return tokens.stringValue(at);
  if (type !== TokenType.Function) return null;
  const name = tokens.name(at).toLowerCase();
  if (name !== 'url' && name !== 'src') return null;
  const inner = tokens.skipSpace(at + 1);
  return tokens.types[inner] === TokenType.String ? tokens.stringValue(inner) : null;
}

function layerParts(tokens: TokenList, from: number, to: number): readonly string[] | null {
  const parts: string[] = [];
  let at = tokens.skipSpace(from);
  for (;;) {
    if (at >= to || tokens.types[at] !== TokenType.Ident) return null;
    parts.push(tokens.name(at++));
    if (tokens.skipSpace(at) >= to) return parts;
    if (!tokens.isDelim(at++, '.')) return null;
  }
}
