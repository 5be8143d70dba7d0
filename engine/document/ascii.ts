const NOT_ASCII = /[^\0-\x7f]/;

/** Lower case of A to Z only, as CSS and HTML compare names: the Kelvin sign is no k. */
export function asciiLower(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text.toLowerCase();
}
