/** Parses a `srcset` attribute (HTML standard §4.8.4.3.10) into URLs and descriptors. */
import { isAsciiSpace } from './ascii.ts';

interface ImageCandidate {
  readonly url: string;
  /** As written: `2x`, `100w`; '' without one. */
  readonly descriptor: string;
}

const COMMA = 0x2c;
const SPACE = /[\t\n\f\r ]/g;
/** Matches the characters that determine the end of a descriptor. */
const DESCRIPTOR_MARK = /[(),]/g;

export function parseSrcset(text: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  for (let at = 0; ;) {
    while (at < text.length && (isAsciiSpace(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA)) at++;
    if (at >= text.length) return candidates;
    // A data: URL contains commas and may be megabytes long. It ends at white space.
    const end = nextMatch(SPACE, text, at);
    const url = text.slice(at, end);
    if (url.endsWith(',')) {
      candidates.push({ url: withoutCommas(url), descriptor: '' });
      at = end;
    } else {
      at = descriptorEnd(text, end);
      candidates.push({ url, descriptor: text.slice(end, at).trim() });
    }
  }
}

/** Returns the first comma outside parentheses. */
function descriptorEnd(text: string, from: number): number {
  let depth = 0;
  for (
    let at = nextMatch(DESCRIPTOR_MARK, text, from);
    at < text.length;
    at = nextMatch(DESCRIPTOR_MARK, text, at + 1)
  ) {
    const mark = text[at];
    if (mark === ',' && depth <= 0) return at;
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
  }
  return text.length;
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

function withoutCommas(url: string): string {
  let end = url.length;
  while (end > 0 && url.charCodeAt(end - 1) === COMMA) end--;
  return url.slice(0, end);
}
