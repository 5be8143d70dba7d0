/**
 * Writes elements of MathML 3 that MathML Core omits in terms of those that it has: fences as operators (MathML 3
 * §3.3.8), labels of rows as cells (§3.5.3), and elementary mathematics as tables (`elementary-math.ts`, §3.6).
 */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Document, type Element, Namespace } from '../document/node.ts';
import { expandLongDivision, expandStack } from './elementary-math.ts';
import { MathEditor } from './math-editor.ts';
import { elementsOf, filterAttributes } from './tree.ts';

/** Rewrites all of these elements. Returns whether there were any, in which case the nodes must be numbered again. */
export function rewriteMath(document: Document, budget: Budget, diagnostics: Diagnostics): boolean {
  const found: Element[] = [];
  // Every digit may become an element.
  let digits = 0;
  for (const element of elementsOf(document.root, budget)) {
    if (element.namespace !== Namespace.MathMl) continue;
    if (REWRITERS.has(element.tag)) found.push(element);
    for (const child of element.children) if (child.type === 'text') digits += child.data.length;
  }
  if (found.length === 0) return false;
  budget.allowAddedElements(document.root.lastDescendant + 1 + digits);
  const editor = new MathEditor(budget, diagnostics);
  // Inner elements come first, because outer ones copy what they contain.
  for (const element of found.reverse()) REWRITERS.get(element.tag)!(editor, element);
  return true;
}

const REWRITERS: ReadonlyMap<string, (editor: MathEditor, element: Element) => void> = new Map([
  ['mfenced', expandFences],
  ['mtable', placeLabels],
  ['mstack', expandStack],
  ['mlongdiv', expandLongDivision],
]);

/** Turns an `mfenced` into a row with its fences and separators as operators. */
function expandFences(editor: MathEditor, element: Element): void {
  const operands = editor.childrenOf(element);
  const written = (name: string, usual: string): string => (element.attribute(name) ?? usual).replace(/\s+/g, '');
  const [open, close] = [written('open', '('), written('close', ')')];
  const separators = Array.from(written('separators', ','));
  const inner = operands.flatMap((operand, i) => {
    const separator = separators[Math.min(i, separators.length) - 1] ?? separators.at(-1);
    return i === 0 || separator === undefined
      ? [operand]
      : [editor.operator(separator, { separator: 'true' }), operand];
  });
  const fence = (text: string, form: string): Element[] =>
    text === '' ? [] : [editor.operator(text, { fence: 'true', form })];
  const middle = inner.length > 1 ? [editor.element('mrow', {}, inner)] : inner;
  editor.become(element, 'mrow', [...fence(open, 'prefix'), ...middle, ...fence(close, 'postfix')]);
  filterAttributes(element, ({ name }) => name !== 'open' && name !== 'close' && name !== 'separators');
}

/** The distance of labels from their rows (`minlabelspacing`). */
const LABEL_SPACING = '0.8em';

/** Turns the labels of a table's rows into cells of a first or last column. */
function placeLabels(editor: MathEditor, table: Element): void {
  const rows = editor.childrenOf(table).filter(({ tag }) => tag === 'mtr' || tag === 'mlabeledtr');
  if (!rows.some(({ tag }) => tag === 'mlabeledtr')) return;
  const isLeft = /^left/i.test(table.attribute('side')?.trim() ?? '');
  const cells = rows.map((row) => editor.childrenOf(row).filter(({ tag }) => tag === 'mtd'));
  const widths = rows.map((row, i) => widthOf(cells[i]!) - (row.tag === 'mlabeledtr' ? 1 : 0));
  const columns = widths.reduce((a, b) => Math.max(a, b), 0);
  const spacing = table.attribute('minlabelspacing')?.trim() ?? LABEL_SPACING;
  const padding = /^[\d.]+[a-z%]*$/i.test(spacing) ? spacing : LABEL_SPACING;
  rows.forEach((row, i) => {
    const label = row.tag === 'mlabeledtr' ? (cells[i]![0] ?? null) : null;
    if (isLeft) {
      if (label === null) row.children.unshift(editor.element('mtd', {}, []));
      else editor.addStyle(label, `padding-inline: 0 ${padding}`);
    } else if (label !== null) {
      editor.addStyle(label, `padding-inline: ${padding} 0`);
      row.children.splice(row.children.indexOf(label), 1);
      const missing = columns - widths[i]!;
      if (missing > 0) row.children.push(editor.element('mtd', { columnspan: String(missing) }, []));
      row.children.push(label);
    }
    editor.become(row, 'mtr', row.children.slice());
  });
}

const MAX_SPAN = 1000;

/** Returns how many columns cells take. */
function widthOf(cells: readonly Element[]): number {
  let width = 0;
  for (const cell of cells) {
    const span = Number.parseInt(cell.attribute('columnspan') ?? '1', 10);
    width += span >= 1 ? Math.min(span, MAX_SPAN) : 1;
  }
  return width;
}
