/** What a request says to no effect: told among the diagnostics, where the answer is what it would be without. */
import { suggestion } from '../../engine/option-names.ts';
import type { Diagnostic } from '../../engine/index.ts';
import { isOptionName } from './render-options.ts';

type RemarkCode = 'request/unknown-field' | 'request/no-effect';

/** A warning about the request itself, which has no place in a document. */
export function remark(code: RemarkCode, message: string): Diagnostic {
  return { code, severity: 'warning', message, source: 'request', line: null, column: null, count: 1 };
}

/** Fields beside those that the body has. */
export const unknownFields = (names: readonly string[], known: ReadonlySet<string>): readonly Diagnostic[] =>
  names.map((name) => remark('request/unknown-field', unknownField(name, [...known])));

/** What is said of a field that there isn't, and where it may have been meant to stand. */
function unknownField(name: string, known: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, 100));
  if (isOptionName(name))
    return `Unknown field ${shown} was ignored. It is an option: send {"options": {${shown}: ...}}.`;
  return `Unknown field ${shown} was ignored${suggestion(name, known) || '.'}`;
}
