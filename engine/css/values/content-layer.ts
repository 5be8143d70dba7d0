import type { ContentLayer } from '../computed-values.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

/** Maximum length of a name, which is one line in a reader's list. */
const MAX_NAME = 200;

/** Parses `none | <string> [ screen | print ]? hidden?`, with the keywords in any order. */
export function parseContentLayer(reader: ValueReader): ContentLayer | null | undefined {
  if (reader.ident('none')) return null;
  const name = reader.string();
  if (name === INVALID || name === '' || name.length > MAX_NAME) return INVALID;
  let medium: ContentLayer['medium'] = null;
  let isHidden = false;
  while (!reader.atEnd) {
    if (!isHidden && reader.ident('hidden')) isHidden = true;
    else if (medium === null && reader.ident('screen')) medium = 'screen';
    else if (medium === null && reader.ident('print')) medium = 'print';
    else return INVALID;
  }
  return { name, medium, isHidden };
}
