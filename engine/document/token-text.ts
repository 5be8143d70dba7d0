/**
 * What CSS string and url tokens say. css-tree's decoders go letter by letter, which for the megabytes of a data: URL costs more
 * than all the rest of a style sheet; nearly every token has no escape and is a slice of the text.
 */
import { string as cssString, url as cssUrl } from '../css-tree.ts';
import { trimAscii } from './ascii.ts';

/** Of a url token as written, `url(` included; the end of the text may have swallowed the parenthesis. */
export function urlTokenText(raw: string): string {
  const closed = raw.endsWith(')') && !raw.endsWith('\\)');
  if (raw.includes('\\')) return cssUrl.decode(closed ? raw : `${raw})`);
  return trimAscii(raw.slice(4, closed ? -1 : undefined));
}

/** Of a string token as written, quotes included. */
export function stringTokenText(raw: string): string {
  if (raw.includes('\\')) return cssString.decode(raw);
  const closed = raw.length > 1 && raw.charCodeAt(raw.length - 1) === raw.charCodeAt(0);
  return raw.slice(1, closed ? -1 : undefined);
}
