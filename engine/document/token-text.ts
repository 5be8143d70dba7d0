/**
 * Decodes CSS string and url tokens. PERF: css-tree decodes character by character, which for a data: URL of several
 * megabytes costs more than the rest of the style sheet. Nearly every token has no escapes and is a slice of the text.
 */
import { string as cssString, url as cssUrl } from '../css-tree.ts';
import { trimAscii } from './ascii.ts';

/** Decodes a url token as written, including `url(`. The closing parenthesis may be missing at the end of the text. */
export function urlTokenText(raw: string): string {
  const closed = raw.endsWith(')') && !raw.endsWith('\\)');
  if (raw.includes('\\')) return cssUrl.decode(closed ? raw : `${raw})`);
  return trimAscii(raw.slice(4, closed ? -1 : undefined));
}

/** Decodes a string token as written, including its quotes. */
export function stringTokenText(raw: string): string {
  if (raw.includes('\\')) return cssString.decode(raw);
  const closed = raw.length > 1 && raw.charCodeAt(raw.length - 1) === raw.charCodeAt(0);
  return raw.slice(1, closed ? -1 : undefined);
}
