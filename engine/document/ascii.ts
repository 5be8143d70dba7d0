const NOT_ASCII = /[^\0-\x7f]/;

/** Lower case of A to Z only, as CSS and HTML compare names: the Kelvin sign is no k. */
export function asciiLower(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text.toLowerCase();
}

/** ASCII white space, as HTML and CSS have it. */
export const isAsciiSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** Without ASCII white space around it. */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++;
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
