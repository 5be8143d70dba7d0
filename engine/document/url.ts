/** Parses URLs as the URL standard defines, without a document address as base. */

const BLANK = 'about:blank';
const SCHEME_RELATIVE = /^[\\/]{2}/;

/** Removes surrounding control characters and spaces, and inner tabs and newlines, which aren't part of a URL. */
function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, '');
}

/** Parses an absolute URL; `//host` is treated as https. Returns null when it is relative or invalid. */
export function parseAbsoluteUrl(text: string): URL | null {
  if (URL.canParse(text)) return new URL(text);
  const plain = stripped(text);
  if (!SCHEME_RELATIVE.test(plain)) return null;
  const absolute = `https:${plain}`;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

/** A URL of a document resolved against its base. */
type ResolvedUrl =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'data'; readonly url: string }
  /** Empty, a fragment only, or the blank page: nothing to load. */
  | { readonly kind: 'local' }
  /** Another scheme, or relative without a base. */
  | { readonly kind: 'other' }
  /** Intended as http(s), but not a valid URL. */
  | { readonly kind: 'invalid' };

const LOCAL: ResolvedUrl = { kind: 'local' };
const OTHER: ResolvedUrl = { kind: 'other' };
const INVALID: ResolvedUrl = { kind: 'invalid' };

export function resolveUrl(text: string, base: string | null): ResolvedUrl {
  const plain = text.length < 4096 ? stripped(text) : text.trimStart();
  if (plain === '' || plain.startsWith('#')) return LOCAL;
  const start = plain.slice(0, BLANK.length + 1).toLowerCase();
  if (start === BLANK) return LOCAL;
  if (start.startsWith('data:')) return { kind: 'data', url: plain };
  const parsed = base !== null && URL.canParse(plain, base) ? new URL(plain, base) : parseAbsoluteUrl(plain);
  if (parsed === null) return /^https?:/i.test(plain) || SCHEME_RELATIVE.test(plain) || base !== null ? INVALID : OTHER;
  return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? { kind: 'http', url: parsed.href } : OTHER;
}

/** Returns a URL as a link in a PDF. Spaces in phone numbers and mail addresses are percent-encoded: parsers keep them. */
export const linkUrl = (url: URL): string => url.href.replaceAll(' ', '%20');

/** A URL without a scheme, percent-encoded as it is written; null if it has a scheme, names a host, or is not a URL. */
export function relativeUrl(text: string): string | null {
  const plain = stripped(text);
  if (URL.canParse(plain) || SCHEME_RELATIVE.test(plain) || !URL.canParse(plain, 'document:///')) return null;
  // A colon in the first segment would be read as the end of a scheme (RFC 3986 §4.2).
  if (/^[^/?#]*:/.test(plain)) return null;
  return plain.replace(/[\s"<>\\^`{|}]/g, (character) => (character === '\\' ? '/' : encodeURIComponent(character)));
}

/** Decodes a URL's fragment into the id that it names, without a directive such as `:~:text=`. */
export function decodeFragment(fragment: string): string {
  const [id = ''] = fragment.split(':~:', 1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns the id that a URL refers to; null without a fragment. */
export function fragmentOf(url: string): string | null {
  const hash = url.indexOf('#');
  return hash < 0 ? null : decodeFragment(url.slice(hash + 1));
}

/** URLs that a reader may open. Other schemes could run a program or read a file. */
const ALLOWED_URL = /^(?:https?|mailto|tel):/i;
/** Readers resolve a URL without a scheme against the file's own location. */
const RELATIVE_URL = /^(?!\/\/)[^:/?#]*(?:[/?#]|$)/;

/** Returns whether a PDF may contain a link to a URL. */
export function isAllowedUrl(url: string): boolean {
  // Readers drop white space and control characters before they check the scheme.
  // oxlint-disable-next-line no-control-regex -- the characters to refuse
  return (ALLOWED_URL.test(url) || RELATIVE_URL.test(url)) && !/[\u0000-\u0020\u007f]/.test(url);
}
