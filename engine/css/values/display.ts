/** Parses `display` (css-display-3 §2). Values are interned, so styles can be compared by reference. */
import type { Display } from '../computed-values.ts';
import { ValueKind } from './component-value.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const interned = new Map<string, Display>();

/** Returns the interned object for these fields. */
export function display(
  outside: Display['outside'],
  inside: Display['inside'],
  listItem = false,
  runIn = false,
): Display {
  const key = `${outside} ${inside} ${listItem} ${runIn}`;
  const known = interned.get(key);
  if (known !== undefined) return known;
  const made: Display = { outside, inside, listItem, runIn };
  interned.set(key, made);
  return made;
}

export const DISPLAY_INLINE = display('inline', 'flow');
const DISPLAY_NONE = display('none', 'flow');

/** `-webkit-box`: a flex container, or a block that `-webkit-line-clamp` clamps. Differs from every interned object. */
export const DISPLAY_WEBKIT_BOX: Display = { outside: 'block', inside: 'flex', listItem: false, runIn: false };
export const DISPLAY_WEBKIT_INLINE_BOX: Display = { outside: 'inline', inside: 'flex', listItem: false, runIn: false };

/** Returns whether it is a grid container, with or without lanes. */
export const isGrid = (inside: Display['inside']): boolean => inside === 'grid' || inside === 'grid-lanes';

const INTERNAL = [
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-cell',
  'table-column-group',
  'table-column',
  'table-caption',
  'ruby-base',
  'ruby-text',
  'ruby-base-container',
  'ruby-text-container',
] as const;

const SINGLE = new Map<string, Display>([
  ['none', DISPLAY_NONE],
  ['contents', display('contents', 'flow')],
  ['inline-block', display('inline', 'flow-root')],
  ['inline-table', display('inline', 'table')],
  ['inline-flex', display('inline', 'flex')],
  ['-webkit-inline-flex', display('inline', 'flex')],
  ['-webkit-flex', display('block', 'flex')],
  ['inline-grid', display('inline', 'grid')],
  ['inline-grid-lanes', display('inline', 'grid-lanes')],
  ['-webkit-box', DISPLAY_WEBKIT_BOX],
  ['-webkit-inline-box', DISPLAY_WEBKIT_INLINE_BOX],
  ...INTERNAL.map((inside): [string, Display] => [inside, display('internal', inside)]),
]);

const OUTSIDE: ReadonlySet<Outside> = new Set(['block', 'inline', 'run-in'] as const);
type Outside = 'block' | 'inline' | 'run-in';
const INSIDE: ReadonlySet<Display['inside']> = new Set([
  'flow',
  'flow-root',
  'table',
  'flex',
  'grid',
  'grid-lanes',
  'ruby',
  'math',
] as const);

export function parseDisplay(reader: ValueReader): Display | undefined {
  const first = reader.peek();
  if (first === null || first.kind !== ValueKind.Ident) return INVALID;
  const single = SINGLE.get(first.lower);
  if (single !== undefined) {
    reader.position++;
    return single;
  }
  let outside: Outside | null = null;
  let inside: Display['inside'] | null = null;
  let listItem = false;
  while (!reader.atEnd) {
    const outer: Outside | undefined = outside === null ? reader.keyword(OUTSIDE) : INVALID;
    const inner: Display['inside'] | undefined =
      outer === INVALID && inside === null ? reader.keyword(INSIDE) : INVALID;
    if (outer !== INVALID) outside = outer;
    else if (inner !== INVALID) inside = inner;
    else if (!listItem && reader.ident('list-item')) listItem = true;
    else return INVALID;
  }
  if (listItem && inside !== null && inside !== 'flow' && inside !== 'flow-root') return INVALID;
  const inlineByDefault = inside === 'ruby' || inside === 'math';
  if (outside === 'run-in') return display('inline', inside ?? 'flow', listItem, true);
  return display(outside ?? (inlineByDefault ? 'inline' : 'block'), inside ?? 'flow', listItem);
}
