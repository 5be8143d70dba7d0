/**
 * What CSS string and url tokens say. css-tree's decoders go letter by letter, which for the megabytes of a data: URL costs more
 * than all the rest of a style sheet; nearly every token has no escape and is a slice of the text.
 */
import { string as cssString, url as cssUrl } from '../css-tree.ts';

/** Of a url token as written, `url(` included; the end of the text may have swallowed the parenthesis. */
export function urlTokenText(raw: string): string {
  const closed = raw.endsWith(')') && !raw.endsWith('\\)');
  if (raw.includes('\\')) return cssUrl.decode(closed ? raw : `${raw})`);
  let start = 4;
  let end = closed ? raw.length - 1 : raw.length;
  while (start < end && isSpace(raw.charCodeAt(start))) start++;
  while (end > start && isSpace(raw.charCodeAt(end - 1))) end--;
  return raw.slice(start, end);
}

/** Of a string token as written, quotes included. */
export function stringTokenText(raw: string): string {
  if (raw.includes('\\')) return cssString.decode(raw);
  const closed = raw.length > 1 && raw.charCodeAt(raw.length - 1) === raw.charCodeAt(0);
  return raw.slice(1, closed ? -1 : undefined);
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);
