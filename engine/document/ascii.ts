const NOT_ASCII = /[^\0-\x7f]/;

/** Lowercases only A to Z, as CSS and HTML compare names: the Kelvin sign isn't a k. */
export function asciiLower(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text.toLowerCase();
}

/** Returns whether a code unit is ASCII white space, as in HTML and CSS. */
export const isAsciiSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** Removes surrounding ASCII white space. */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++;
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
