/** Diagnostics about request fields that have no effect. */
import { suggestion } from '../../engine/option-names.ts';
import type { Diagnostic } from '../../engine/index.ts';
import { isOptionName } from './render-options.ts';

type RemarkCode = 'request/unknown-field' | 'request/no-effect';

/** Returns a warning about the request itself. It has no position in a document. */
export function remark(code: RemarkCode, message: string): Diagnostic {
  return { code, severity: 'warning', message, source: 'request', line: null, column: null, count: 1 };
}

/** Returns warnings about unknown fields. */
export const unknownFields = (names: readonly string[], known: ReadonlySet<string>): readonly Diagnostic[] =>
  names.map((name) => remark('request/unknown-field', unknownField(name, [...known])));

/** Describes an unknown field and suggests the intended one. */
function unknownField(name: string, known: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, 100));
  if (isOptionName(name))
    return `Unknown field ${shown} was ignored. It is an option: send {"options": {${shown}: ...}}.`;
  return `Unknown field ${shown} was ignored${suggestion(name, known) || '.'}`;
}
