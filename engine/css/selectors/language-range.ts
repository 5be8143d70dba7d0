/**
 * Implements extended filtering (RFC 4647 §3.3.2) for `:lang()` (selectors-4 §7.2). Both arguments are in lower case.
 * An empty range matches only an empty language.
 */
export function matchesLanguageRange(language: string, range: string): boolean {
  if (range === '' || language === '') return range === language;
  const wanted = range.split('-');
  const subtags = language.split('-');
  if (wanted[0] !== '*' && wanted[0] !== subtags[0]) return false;
  let at = 1;
  for (let i = 1; i < wanted.length;) {
    if (wanted[i] === '*') i++;
    else if (at >= subtags.length) return false;
    else if (subtags[at] === wanted[i]) {
      at++;
      i++;
    } else if (subtags[at]!.length === 1) return false;
    else at++;
  }
  return true;
}
