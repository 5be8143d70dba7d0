/** The URLs of a `srcset` attribute (HTML standard §4.8.4.3.10, parsing a srcset attribute), with their descriptors. */
export interface ImageCandidate {
  readonly url: string;
  /** As written: `2x`, `100w`; '' for none. */
  readonly descriptor: string;
}

export function parseSrcset(text: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  const space = /[\t\n\f\r ]/;
  let at = 0;
  for (;;) {
    while (at < text.length && (space.test(text[at]) || text[at] === ',')) at++;
    if (at >= text.length) return candidates;
    const start = at;
    while (at < text.length && !space.test(text[at])) at++;
    let url = text.slice(start, at);
    let descriptor = '';
    if (url.endsWith(',')) {
      url = url.replace(/,+$/, '');
    } else {
      const from = at;
      let depth = 0;
      while (at < text.length && (text[at] !== ',' || depth > 0)) {
        if (text[at] === '(') depth++;
        else if (text[at] === ')') depth--;
        at++;
      }
      descriptor = text.slice(from, at).trim();
    }
    if (url !== '') candidates.push({ url, descriptor });
  }
}
