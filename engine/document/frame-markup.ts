/** The documents that frames bring along (HTML §4.8.5): in `srcdoc`, or in a `data:` URL. */
import { dataUrlText, decodeDataUrl } from './data-url.ts';
import type { Element } from './node.ts';

const HTML_URL = /^\s*data:\s*text\/html\b/i;
/** As much of a URL as says what it is. */
const HEAD = 64;

/** Has a frame a document that needn't be fetched? */
export function hasFrameMarkup(element: Element): boolean {
  return element.attribute('srcdoc') !== null || HTML_URL.test((element.attribute('src') ?? '').slice(0, HEAD));
}

/** That document's text; null: it has none. */
export function frameMarkup(element: Element): string | null {
  const source = element.attribute('srcdoc');
  // Never in quirks mode, whatever its doctype (HTML §13.2.6.4.1).
  if (source !== null) return `<!DOCTYPE html>${source}`;
  const data = hasFrameMarkup(element) ? decodeDataUrl(element.attribute('src') ?? '') : null;
  return data?.mediaType === 'text/html' ? dataUrlText(data) : null;
}
