/**
 * Searches author text in author text. The runtime's own search takes time proportional to the product of both lengths
 * if the text nearly matches everywhere.
 */

/** Maximum length of text to search with the runtime, which bounds its steps per code unit. */
const SHORT = 32;

/** Works like `text.indexOf(wanted, from)`, in linear time (Knuth, Morris and Pratt). */
export function indexOfText(text: string, wanted: string, from = 0): number {
  const { length } = wanted;
  if (length <= SHORT) return text.indexOf(wanted, from);
  if (length > text.length - from) return -1;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (wanted.charCodeAt(matched) === unit) matched++;
    if (matched === length) return at + 1 - length;
  }
  return -1;
}

/** Returns for every prefix of a text the length of its longest proper border. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (text.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
