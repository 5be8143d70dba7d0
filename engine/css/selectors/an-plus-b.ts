import { type TokenList, TokenType } from '../syntax/token-list.ts';

const EVEN_ODD = /^(even|odd)$/i;
const PATTERN = /^([+-]?)(\d*)n(?:\s*([+-])\s*(\d+))?$/i;
const INTEGER = /^[+-]?\d+$/;

/** Parses the An+B notation (css-syntax-3 §6) at the beginning of a token range. `next` is the token after it. */
export function readAnPlusB(
  tokens: TokenList,
  from: number,
  to: number,
): { a: number; b: number; next: number } | null {
  const start = tokens.skipSpace(from);
  let end = start;
  // At most `+ n - 1 `: a few tokens up to `of` or the end.
  while (end < to && end < start + 8) {
    if (tokens.types[end] === TokenType.Ident && tokens.text(end).toLowerCase() === 'of') break;
    end++;
  }
  const text = tokens.textBetween(start, end);
  const parsed = parseAnPlusB(text);
  return parsed === null ? null : { ...parsed, next: end };
}

function parseAnPlusB(text: string): { a: number; b: number } | null {
  const named = EVEN_ODD.exec(text);
  if (named !== null) return named[1]!.toLowerCase() === 'even' ? { a: 2, b: 0 } : { a: 2, b: 1 };
  if (INTEGER.test(text)) return { a: 0, b: clamp(Number(text)) };
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const a = match[2] === '' ? 1 : Number(match[2]);
  const b = match[4] === undefined ? 0 : Number(match[4]);
  return { a: clamp(match[1] === '-' ? -a : a), b: clamp(match[3] === '-' ? -b : b) };
}

const clamp = (n: number): number => Math.max(-0x7fffffff, Math.min(0x7fffffff, n));
