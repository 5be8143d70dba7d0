/**
 * The embedded documents of frames (HTML §4.8.5): in `srcdoc` or a `data:` URL. Drawings and pictures are wrapped in a
 * document as in browsers (HTML §7.5.5, §7.5.6). A drawing without its own size fills the frame.
 */
import { dataUrlText, decodeDataUrl } from './data-url.ts';
import type { Element } from './node.ts';

const DOCUMENT_URL = /^\s*data:\s*(?:text\/html|application\/xhtml\+xml|image\/[\w.+-]+)\s*[;,]/i;
/** The length of a URL's beginning that reveals its type. */
const HEAD = 64;

const DRAWING_STYLE =
  '<style>html,body{height:100%;margin:0}svg{display:block}svg:not([width]){width:100%}svg:not([height]){height:100%}</style>';
const PICTURE_STYLE = '<style>body{margin:0}img{display:block}</style>';

/** Returns whether a frame has an embedded document. */
export function hasFrameMarkup(element: Element): boolean {
  return element.attribute('srcdoc') !== null || DOCUMENT_URL.test((element.attribute('src') ?? '').slice(0, HEAD));
}

/** Returns the text of the embedded document, or null. */
export function frameMarkup(element: Element): string | null {
  const source = element.attribute('srcdoc');
  // Never in quirks mode, regardless of its doctype (HTML §13.2.6.4.1).
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

/** Returns an SVG file from its root element on. Anything before it would mean something else in HTML. */
function drawingOf(file: string): string {
  const start = file.search(/<svg[\s>/]/i);
  return start === -1 ? '' : file.slice(start);
}
