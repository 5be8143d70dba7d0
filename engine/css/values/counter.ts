/** Parses `counter-*` (css-lists-3 §4). */
import type { CounterChange } from '../computed-values.ts';
import { parseInteger } from './numeric.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

const NOT_A_COUNTER = /^(?:none|initial|inherit|unset|revert|revert-layer|default)$/i;

/** Parses `none | [<name> <integer>? | reversed(<name>) <integer>?]+`. Only counter-reset accepts reversed(). */
export function counterChanges(reversible: boolean): Parser<readonly CounterChange[]> {
  return (reader) => {
    if (reader.ident('none')) return [];
    const changes: CounterChange[] = [];
    while (!reader.atEnd) {
      const reversed = reversible ? reader.function('reversed') : null;
      const name = counterName(reversed ?? reader);
      if (name === INVALID || (reversed !== null && !reversed.atEnd)) return INVALID;
      const value = parseInteger(reader);
      changes.push({ name, value: typeof value === 'number' ? value : null, reversed: reversed !== null });
    }
    return changes.length > 0 ? changes : INVALID;
  };
}

export function counterName(reader: ValueReader): string | undefined {
  const name = reader.anyIdent();
  return name === INVALID || NOT_A_COUNTER.test(name) ? INVALID : name;
}
