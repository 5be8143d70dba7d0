/**
 * The documents in frames (HTML §4.8.5): in `srcdoc` or a `data:` URL, or a drawing or picture next to the document.
 * Drawings and pictures are wrapped in a document as in browsers (HTML §7.5.5, §7.5.6). A drawing without its own size
 * fills the frame.
 *
 * DEVIATION: HTML documents next to the document aren't shown.
 */
import { dataUrlText, decodeDataUrl } from './data-url.ts';
import { decodeXml } from './encoding.ts';
import type { Element } from './node.ts';
import type { Resources } from './resources.ts';

const DOCUMENT_URL = /^\s*data:\s*(?:text\/html|application\/xhtml\+xml|image\/[\w.+-]+)\s*[;,]/i;
const DRAWING_PATH = /\.svg$/i;
const PICTURE_PATH = /\.(?:a?png|jpe?g|gif|webp|avif|jxl|bmp|tiff?|pdf)$/i;
/** The length of a URL's beginning that reveals its type. */
const HEAD = 64;

const DRAWING_STYLE =
  '<style>html,body{height:100%;margin:0}svg{display:block}svg:not([width]){width:100%}svg:not([height]){height:100%}</style>';
const PICTURE_STYLE = '<style>body{margin:0}img{display:block}</style>';

/** Returns whether a frame shows something, if its file can be loaded. */
export function hasFrameMarkup(element: Element): boolean {
  if (element.attribute('srcdoc') !== null) return true;
  const url = element.attribute('src') ?? '';
  return DOCUMENT_URL.test(url.slice(0, HEAD)) || isImageFile(url);
}

/** Returns whether the name of a file is that of a drawing or picture. */
export function isImageFile(url: string): boolean {
  if (/^\s*data:/i.test(url.slice(0, HEAD))) return false;
  const path = pathOf(url);
  return DRAWING_PATH.test(path) || PICTURE_PATH.test(path);
}

const pathOf = (url: string): string => url.trim().split(/[?#]/, 1)[0]!;

/** The document in a frame. */
export interface FrameMarkup {
  readonly html: string;
  /** Whether it is a file, which any number of frames may show. It loads no other files, itself included. */
  readonly isFile: boolean;
}

/** Returns the frame's document, or null. `resources`: the loaded files; null: none. */
export function frameMarkup(element: Element, resources: Resources | null): FrameMarkup | null {
  const url = element.attribute('src') ?? '';
  if (element.attribute('srcdoc') === null && isImageFile(url)) return fileMarkup(url, resources);
  const html = markupInside(element, url);
  return html === null ? null : { html, isFile: false };
}

function fileMarkup(url: string, resources: Resources | null): FrameMarkup | null {
  const bytes = resources?.bytes(url) ?? null;
  if (bytes === null) return null;
  if (DRAWING_PATH.test(pathOf(url))) return { html: drawingMarkup(decodeXml(bytes).text), isFile: true };
  return { html: pictureMarkup(url), isFile: false };
}

/** Returns the document that a frame's attributes contain. */
function markupInside(element: Element, url: string): string | null {
  const source = element.attribute('srcdoc');
  // Never in quirks mode, regardless of its doctype (HTML §13.2.6.4.1).
  if (source !== null) return `<!DOCTYPE html>${source}`;
  const data = hasFrameMarkup(element) ? decodeDataUrl(url) : null;
  switch (data?.mediaType) {
    case undefined:
      return null;
    case 'text/html':
    case 'application/xhtml+xml':
      return dataUrlText(data!);
    case 'image/svg+xml':
      return drawingMarkup(dataUrlText(data!));
    default:
      return pictureMarkup(url);
  }
}

const drawingMarkup = (file: string): string => `<!DOCTYPE html>${DRAWING_STYLE}${drawingOf(file)}`;

const pictureMarkup = (url: string): string =>
  `<!DOCTYPE html>${PICTURE_STYLE}<img src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" alt="">`;

/** Returns an SVG file from its root element on. Anything before it would mean something else in HTML. */
function drawingOf(file: string): string {
  const start = file.search(/<svg[\s>/]/i);
  return start === -1 ? '' : file.slice(start);
}
