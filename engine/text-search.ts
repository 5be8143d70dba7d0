/** Author's texts in author's texts: the runtime's own search takes the product of both lengths where a text nearly occurs everywhere. */

/** What the runtime may search for: it is found in so many steps for each unit of the text at most. */
const SHORT = 32;

/** As `text.indexOf(wanted, from)`, in time that grows with the sum of both lengths (Knuth, Morris and Pratt). */
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

/** For every beginning of a text, how much of its end is a beginning again. */
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
