/** URLs as the URL standard reads them, without a document's address to be relative to. */

const BLANK = 'about:blank';
const SCHEME_RELATIVE = /^[\\/]{2}/;

/** Control characters and spaces around a URL, and tabs and newlines in it, are no part of it. */
function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, '');
}

/** An absolute URL; `//host` is taken as https. null: relative, or not a URL. */
export function parseAbsoluteUrl(text: string): URL | null {
  if (URL.canParse(text)) return new URL(text);
  const plain = stripped(text);
  if (!SCHEME_RELATIVE.test(plain)) return null;
  const absolute = `https:${plain}`;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

/** What a URL in a document with this base is. */
export type ResolvedUrl =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'data'; readonly url: string }
  /** Empty, only a fragment, or the blank page: nothing to load. */
  | { readonly kind: 'local' }
  /** Any other scheme, or relative to nothing. */
  | { readonly kind: 'other' }
  /** Meant as http(s) and not a URL. */
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

/** The fragment of a URL as the id that it names. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The id that a URL names in a document; null: it has no fragment. */
export function fragmentOf(url: string): string | null {
  const hash = url.indexOf('#');
  return hash < 0 ? null : decodeFragment(url.slice(hash + 1));
}
