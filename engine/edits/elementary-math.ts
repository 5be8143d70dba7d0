/**
 * Writes the rows of digits of `mstack` and `mlongdiv` (MathML 3 §3.6) as tables with a column per digit. Columns are
 * counted from the units to the left.
 */
import type { Element, Node } from '../document/node.ts';
import type { MathEditor } from './math-editor.ts';
import { plainText } from './tree.ts';

interface Cell {
  readonly column: number;
  readonly content: readonly Node[];
}

/** A row of digits, or a line over some columns. */
type Row =
  | { readonly kind: 'cells'; readonly cells: readonly Cell[]; readonly style: string; readonly outside: number | null }
  | { readonly kind: 'line'; readonly element: Element; readonly position: number };

/** The digits that a row of carries crosses out in the next row, by column. */
type Crossed = ReadonlyMap<number, string>;

/** The furthest column from the units. Longer numbers aren't divided. */
const MAX_COLUMN = 1000;
const NOTHING_CROSSED: Crossed = new Map();
const SPACINGS: ReadonlyMap<string, string> = new Map([
  ['tight', '0'],
  ['medium', '0.05em'],
  ['loose', '0.2em'],
]);
const THICKNESSES: ReadonlyMap<string, string> = new Map([
  ['thin', '0.03em'],
  ['medium', '0.06em'],
  ['thick', '0.12em'],
]);
const LENGTH = /^\+?(?:\d+(?:\.\d*)?|\.\d+)(?:em|ex|px|pt|pc|cm|mm|in)$/i;

/** Turns an `mstack` into a table. */
export function expandStack(editor: MathEditor, stack: Element): void {
  const maker = new RowMaker(editor, stack);
  for (const child of editor.childrenOf(stack)) maker.add(child, 0);
  new TableMaker(editor, stack, maker.rows).finish();
}

/** Turns an `mlongdiv` into a table: the result over a line, the divisor next to the dividend, and further rows. */
export function expandLongDivision(editor: MathEditor, division: Element): void {
  const [divisor, result, dividend, ...others] = editor.childrenOf(division);
  const style = division.attribute('longdivstyle')?.trim() ?? 'lefttop';
  if (style !== 'lefttop' && style !== 'righttop')
    editor.warn(`longdivstyle="${style}" is not supported. The division was laid out as lefttop.`, division);
  const maker = new RowMaker(editor, division);
  if (result !== undefined) maker.add(result, 0);
  if (dividend !== undefined) maker.add(dividend, 0);
  const last = maker.rows.at(-1);
  if (divisor !== undefined && dividend !== undefined && last?.kind === 'cells')
    maker.rows[maker.rows.length - 1] = divided(editor, last.cells, divisor, style === 'righttop');
  for (const child of others) maker.add(child, 0);
  new TableMaker(editor, division, maker.rows).finish();
}

/** Returns the row of a dividend under its line, with the divisor at its side. */
function divided(editor: MathEditor, cells: readonly Cell[], divisor: Element, isRight: boolean): Row {
  const [least, most] = extentOf(cells);
  const outside = isRight ? least - 1 : most + 1;
  const sign = editor.operator(isRight ? '(' : ')', { stretchy: 'false', form: isRight ? 'prefix' : 'postfix' });
  const content = [editor.element('mrow', {}, isRight ? [sign, divisor] : [divisor, sign])];
  const style = `border-top: ${THICKNESSES.get('medium')!} solid`;
  return { kind: 'cells', cells: [...cells, { column: outside, content }], style, outside };
}

/** Returns the lowest and the highest column of cells. */
function extentOf(cells: readonly Cell[]): [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const { column } of cells) [least, most] = [Math.min(least, column), Math.max(most, column)];
  return [least, most];
}

function integer(element: Element, name: string): number {
  const value = Number.parseInt(element.attribute(name) ?? '0', 10);
  return Number.isNaN(value) ? 0 : Math.max(-MAX_COLUMN, Math.min(MAX_COLUMN, value));
}

/** Places the digits of a stack in columns. */
class RowMaker {
  readonly rows: Row[] = [];
  private readonly editor: MathEditor;
  private readonly point: string;
  private readonly alignment: string;
  private crossed: Crossed = NOTHING_CROSSED;

  constructor(editor: MathEditor, stack: Element) {
    this.editor = editor;
    this.point = stack.attribute('decimalpoint')?.trim() ?? '.';
    this.alignment = stack.attribute('stackalign')?.trim() ?? 'decimalpoint';
  }

  /** Adds the rows of a child, shifted to the left by a number of columns. */
  add(child: Element, shift: number): void {
    const position = shift + integer(child, 'position');
    const bounded = Math.max(-MAX_COLUMN, Math.min(MAX_COLUMN, position));
    if (child.tag === 'msgroup') this.addGroup(child, bounded);
    else if (child.tag === 'msline') this.rows.push({ kind: 'line', element: child, position: bounded });
    else if (child.tag === 'mscarries') this.addCarries(child, bounded);
    else this.addDigits(child.tag === 'msrow' ? this.editor.childrenOf(child) : [child], bounded);
  }

  private addGroup(group: Element, position: number): void {
    const step = integer(group, 'shift');
    this.editor.childrenOf(group).forEach((child, i) => this.add(child, position + i * step));
  }

  private addDigits(elements: readonly Element[], shift: number): void {
    const contents: Node[][] = [];
    let units = -1;
    for (const element of elements) {
      const digits = element.tag === 'mn' ? plainText([element]) : '';
      if (element.tag !== 'mn' || digits.length > MAX_COLUMN) {
        if (element.tag === 'mo') this.editor.setTight(element);
        contents.push([element]);
        continue;
      }
      for (const digit of digits) {
        if (digit === this.point && units < 0) units = contents.length - 1;
        contents.push([this.editor.copyOf(element, digit)]);
      }
    }
    const zero = this.zeroOf(contents.length, units);
    const { crossed } = this;
    this.crossed = NOTHING_CROSSED;
    const cells = contents.map((content, i): Cell => {
      const column = zero - i + shift;
      const notation = crossed.get(column);
      return {
        column,
        content: notation === undefined ? content : [this.editor.element('menclose', { notation }, content)],
      };
    });
    this.rows.push({ kind: 'cells', cells, style: '', outside: null });
  }

  /** Returns the index of the digit in column 0. `units` is that of the last digit before the point; -1: no point. */
  private zeroOf(count: number, units: number): number {
    if (this.alignment === 'left') return 0;
    if (this.alignment === 'center') return count >> 1;
    return this.alignment === 'right' || units < 0 ? count - 1 : units;
  }

  private addCarries(carries: Element, shift: number): void {
    const children = this.editor.childrenOf(carries);
    const crossed = new Map<number, string>();
    const cells: Cell[] = [];
    children.forEach((child, i) => {
      const column = children.length - 1 - i + shift;
      const value = (name: string): string =>
        ((child.tag === 'mscarry' ? child.attribute(name) : null) ?? carries.attribute(name) ?? '').trim();
      if (value('location') !== '' && value('location') !== 'n')
        this.editor.warn(
          `location="${value('location')}" is not supported. The carry was placed above its digit.`,
          child,
        );
      const crossout = value('crossout');
      if (crossout !== '' && crossout !== 'none') crossed.set(column, crossout);
      const content = child.tag === 'mscarry' ? child.children.slice() : child.tag === 'none' ? [] : [child];
      cells.push({ column, content });
    });
    const scale = Number.parseFloat(carries.attribute('scriptsizemultiplier') ?? '0.6');
    const percent = Math.round(100 * (scale > 0 && scale <= 2 ? scale : 0.6));
    this.crossed = crossed;
    this.rows.push({ kind: 'cells', cells, style: `font-size: ${percent}%`, outside: null });
  }
}

/** Makes a table of rows. Runs of columns without a digit are one cell. */
class TableMaker {
  private readonly editor: MathEditor;
  private readonly stack: Element;
  private readonly rows: readonly Row[];
  private readonly padding: string;
  private readonly alignment: string;
  /** The first and the last column. */
  private most = 0;
  private least = 0;

  constructor(editor: MathEditor, stack: Element, rows: readonly Row[]) {
    this.editor = editor;
    this.stack = stack;
    this.rows = rows;
    const spacing = stack.attribute('charspacing')?.trim() ?? 'medium';
    this.padding = SPACINGS.get(spacing) ?? (LENGTH.test(spacing) ? `calc(${spacing} / 2)` : SPACINGS.get('medium')!);
    const alignment = stack.attribute('charalign')?.trim() ?? 'right';
    this.alignment = /^(?:left|center|right)$/.test(alignment) ? alignment : 'right';
  }

  finish(): void {
    for (const row of this.rows) {
      const [least, most] =
        row.kind === 'cells'
          ? extentOf(row.cells)
          : [row.position, row.position + Math.max(0, lengthOf(row.element) - 1)];
      this.least = Math.min(this.least, least);
      this.most = Math.max(this.most, most);
    }
    const { editor } = this;
    const rows = this.rows.map((row) =>
      editor.element('mtr', {}, row.kind === 'cells' ? this.cellsOf(row) : this.lineOf(row.element, row.position)),
    );
    editor.become(this.stack, 'mtable', rows);
  }

  private cellsOf({ cells, style, outside }: Extract<Row, { kind: 'cells' }>): Element[] {
    const found: Element[] = [];
    let next = this.most;
    for (const { column, content } of cells.slice().sort((a, b) => b.column - a.column)) {
      if (column > next) continue;
      found.push(...this.gap(next - column));
      const own = column === outside ? '' : style;
      const layout = `padding: 0.15em ${this.padding}; text-align: ${this.alignment}`;
      found.push(this.editor.element('mtd', { style: `${layout}; ${own}` }, content));
      next = column - 1;
    }
    return [...found, ...this.gap(next - this.least + 1)];
  }

  private gap(columns: number, style = 'padding: 0'): Element[] {
    return columns <= 0 ? [] : [this.editor.element('mtd', { columnspan: String(columns), style }, [])];
  }

  private lineOf(line: Element, position: number): Element[] {
    for (const name of ['leftoverhang', 'rightoverhang'])
      if (!/^0?$/.test(line.attribute(name)?.trim() ?? ''))
        this.editor.warn(`${name} of <msline> is not supported.`, line);
    const given = line.attribute('mslinethickness')?.trim() ?? 'medium';
    const thickness = THICKNESSES.get(given) ?? (LENGTH.test(given) ? given : THICKNESSES.get('medium')!);
    const length = lengthOf(line);
    const first = length === 0 ? this.most : position + length - 1;
    const last = length === 0 ? this.least : position;
    return [
      ...this.gap(this.most - first),
      ...this.gap(first - last + 1, `padding: 0; border-top: ${thickness} solid`),
      ...this.gap(last - this.least),
    ];
  }
}

/** Returns the number of columns that a line covers; 0: all. */
const lengthOf = (line: Element): number => Math.max(0, integer(line, 'length'));
