/**
 * The documents that frames bring along (HTML §4.8.5): in `srcdoc`, or in a `data:` URL. Drawings and pictures are put into a document as browsers do (HTML
 * §7.5.5, §7.5.6): a drawing fills the frame unless it says how large it is.
 */
import { dataUrlText, decodeDataUrl } from './data-url.ts';
import type { Element } from './node.ts';

const DOCUMENT_URL = /^\s*data:\s*(?:text\/html|application\/xhtml\+xml|image\/[\w.+-]+)\s*[;,]/i;
/** As much of a URL as says what it is. */
const HEAD = 64;

const DRAWING_STYLE =
  '<style>html,body{height:100%;margin:0}svg{display:block}svg:not([width]){width:100%}svg:not([height]){height:100%}</style>';
const PICTURE_STYLE = '<style>body{margin:0}img{display:block}</style>';

/** Has a frame a document that needn't be fetched? */
export function hasFrameMarkup(element: Element): boolean {
  return element.attribute('srcdoc') !== null || DOCUMENT_URL.test((element.attribute('src') ?? '').slice(0, HEAD));
}

/** That document's text; null: it has none. */
export function frameMarkup(element: Element): string | null {
  const source = element.attribute('srcdoc');
  // Never in quirks mode, whatever its doctype (HTML §13.2.6.4.1).
  if (source !== null) return `<!DOCTYPE html>${source}`;
  const url = element.attribute('src') ?? '';
  const data = hasFrameMarkup(element) ? decodeDataUrl(url) : null;
  if (data === null) return null;
  switch (data.mediaType) {
    case 'text/html':
    case 'application/xhtml+xml':
      return dataUrlText(data);
    case 'image/svg+xml':
      return `<!DOCTYPE html>${DRAWING_STYLE}${drawingOf(dataUrlText(data))}`;
    default:
      return `<!DOCTYPE html>${PICTURE_STYLE}<img src="${url.replaceAll('"', '%22')}" alt="">`;
  }
}

/** An SVG file from its root element on: what stands before it means something else in HTML. */
function drawingOf(file: string): string {
  const start = file.search(/<svg[\s>/]/i);
  return start === -1 ? '' : file.slice(start);
}
