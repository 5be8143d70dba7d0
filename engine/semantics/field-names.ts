/** Names of fields: in HTML several controls may share one, in PDF that makes them one field (ISO 32000-1 §12.7.3.2). */

/** More parts stand in the last one. */
const MAX_PARTS = 20;

export class FieldNames {
  private readonly taken = new Set<string>();
  /** Names that others lie below. */
  private readonly inner = new Set<string>();
  private readonly groups = new Map<string, readonly string[]>();
  /** The last number that has been put behind each name. */
  private readonly counts = new Map<string, number>();

  /**
   * The parts of the name of the next field in the document that is called `name` ('': nothing in particular). `group`: of which form's radio buttons it is
   * one, which have their name in common; null: it is none.
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

  /** The name, or the name with numbers behind its parts that make it unique: no field has others below it. */
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

/** Periods divide names into parts, of which none is empty. */
function partsOf(name: string): readonly string[] {
  const parts = name.split('.');
  const rest = parts.splice(MAX_PARTS - 1);
  if (rest.length > 0) parts.push(rest.join('_'));
  return parts.map((part) => (part === '' ? '_' : part));
}
