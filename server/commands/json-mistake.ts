/** Describes invalid JSON. The messages of `JSON.parse` differ between versions of Node and often lack a position. */
import { jsonErrorAt, placeOf } from '../http/json-scan.ts';

/** Returns the mistake in a text that isn't valid JSON: `unexpected "}" at line 1, column 25`. */
export function jsonMistake(text: string): string {
  const bytes = Buffer.from(text);
  const at = jsonErrorAt(bytes);
  const place = placeOf(bytes, at);
  const [found] = bytes.toString('utf8', at, at + 4);
  return found === undefined ? `unexpected end at ${place}` : `unexpected ${JSON.stringify(found)} at ${place}`;
}
