/**
 * Assigns field names. In HTML several controls may share a name; in PDF that would make them one field (ISO 32000-1
 * §12.7.3.2).
 */

/** Maximum number of parts. The last part takes the rest. */
const MAX_PARTS = 20;

export class FieldNames {
  private readonly taken = new Set<string>();
  /** Names that are parents of others. */
  private readonly inner = new Set<string>();
  private readonly groups = new Map<string, readonly string[]>();
  /** The last number appended to each name. */
  private readonly counts = new Map<string, number>();

  /**
   * Returns the name parts of the document's next field called `name` ('' for none). `group`: the form of a radio
   * button, whose group shares one name; null for other fields.
   */
  pathFor(name: string, group: number | null): readonly string[] {
    const key = group === null ? '' : `${group} ${name}`;
    const known = group === null ? undefined : this.groups.get(key);
    if (known !== undefined) return known;
    const wanted = partsOf(name === '' ? 'field' : name);
    const path = this.free(wanted);
    this.taken.add(path.join('.'));
    for (let i = 1; i < path.length; i++) this.inner.add(path.slice(0, i).join('.'));
    if (group !== null && name !== '') this.groups.set(key, path);
    return path;
  }

  /**
   * Returns the name, with numbers appended to its parts where needed to make it unique. No field is a parent of
   * others.
   */
  private free(wanted: readonly string[]): readonly string[] {
    const path: string[] = [];
    for (const [i, part] of wanted.entries()) {
      path.push(part);
      const first = path.join('.');
      const isLast = i === wanted.length - 1;
      for (let count = this.counts.get(first) ?? 1; this.isTaken(path, isLast);) {
        path[i] = `${part}_${++count}`;
        this.counts.set(first, count);
      }
    }
    return path;
  }

  private isTaken(path: readonly string[], isLast: boolean): boolean {
    const name = path.join('.');
    return this.taken.has(name) || (isLast && this.inner.has(name));
  }
}

/** Splits a name at periods. No part is empty. */
function partsOf(name: string): readonly string[] {
  const parts = name.split('.');
  const rest = parts.splice(MAX_PARTS - 1);
  if (rest.length > 0) parts.push(rest.join('_'));
  return parts.map((part) => (part === '' ? '_' : part));
}
