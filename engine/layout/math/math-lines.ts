/**
 * Breaks formulas that are wider than their line (MathML 3 §3.1.7, §3.2.5.2). Only the rows of the `math` element are
 * divided. Fractions, roots, scripts and tables stay whole.
 */
import type { Box } from '../../boxes/box.ts';
import { inheritedAttribute, mathTag, mustBreak } from '../../boxes/math-operators.ts';
import { type LU, luFromPx } from '../../units.ts';
import { type Atom, type Chance, type Unbroken, unbroken, visibleTimes } from './line-chances.ts';
import { type MathContent, type MathState, place, type Placed } from './math-content.ts';
import { mathLength } from './math-length.ts';
import { type StretchyGlyph, stretchyGlyph } from './stretchy-glyph.ts';

/** The cost of an unfilled line, in the units of the costs of breaks. */
const UNFILLED = 3;
/** The indentation of lines after the first one in em, and its limit as a fraction of the room. */
const INDENT = 2;
const MAX_INDENT = 1 / 4;
/** The distance between the ink of lines, in em. */
const LEADING = 0.5;
/** The minimum distance between baselines, in em. */
const LINE = 1.25;
/** A formula that exceeds its line by less still fits. */
const TOLERANCE: LU = 1;

/** Returns whether a box is a whole formula, which may break over lines. */
export const isFormula = (box: Box): boolean => mathTag(box) === 'math';

/** Returns a formula's content in lines of at most `room`, where it has places to break. */
export function linedContent(state: MathState, content: MathContent, available: LU): MathContent {
  const { box } = state;
  const most = mathLength(state.context, box, box.element?.attribute('maxwidth') ?? null, available) ?? available;
  const room = Math.min(most, available);
  const isTooWide = content.inline > room + TOLERANCE && mayWrap(state);
  if (!isTooWide && !mustBreak(box)) return content;
  const formula = unbroken(state);
  const lines = new LineMaker(state, formula, room).lines(isTooWide);
  return lines.length < 2 ? content : new LineStack(state, formula, room).contentOf(lines);
}

/** Returns whether a formula that is too wide breaks (MathML 3 §2.2.1, `overflow`). */
function mayWrap({ box, context }: MathState): boolean {
  const overflow = box.element?.attribute('overflow')?.trim().toLowerCase() ?? 'linebreak';
  if (overflow === 'scale') return false;
  if (overflow !== 'linebreak') {
    const message = `overflow="${overflow}" is not supported. The formula was broken over lines.`;
    context.diagnostics.warnAbout('mathml/unknown-value', message, box.element);
  }
  return box.style.text.textWrapMode === 'wrap';
}

/**
 * Returns the width of the widest part that no line divides, and that of the formula with only forced line breaks.
 * `whole`: its width in one line.
 */
export function formulaWidths(state: MathState, whole: LU): { readonly min: LU; readonly max: LU } {
  const { box } = state;
  const wraps = mayWrap(state);
  if (!wraps && !mustBreak(box)) return { min: whole, max: whole };
  const { atoms, chances } = unbroken(state);
  const widths = new Widths(atoms);
  const widest = (breaks: readonly Chance[]): LU => {
    let width = 0;
    let after: Chance | null = null;
    for (const chance of [...breaks, null]) {
      const shift = after?.cost === -Infinity ? indentOf(state, after, whole, false).shift : 0;
      width = Math.max(width, widths.of(after?.next ?? 0, chance?.end ?? atoms.length) + Math.max(0, shift));
      after = chance;
    }
    return width;
  };
  const max = mustBreak(box) ? widest(chances.filter(({ cost }) => cost === -Infinity)) : whole;
  return { min: wraps ? Math.min(max, widest(chances)) : max, max };
}

/** The widths of the lines that a formula can have. */
class Widths {
  private readonly atoms: readonly Atom[];
  /** The width of all atoms before each one. */
  private readonly before: Float64Array;

  constructor(atoms: readonly Atom[]) {
    this.atoms = atoms;
    this.before = new Float64Array(atoms.length + 1);
    atoms.forEach(({ lead, part, trail }, i) => (this.before[i + 1] = this.before[i]! + lead + part.inline + trail));
  }

  /** Returns the width of a line without the operators' space at its ends. */
  of(from: number, end: number): LU {
    if (end <= from) return 0;
    return this.before[end]! - this.before[from]! - this.atoms[from]!.lead - this.atoms[end - 1]!.trail;
  }
}

/** A line: the range of its atoms, and the break before it. */
interface Line {
  readonly from: number;
  readonly end: number;
  readonly after: Chance | null;
}

/** Chooses the places at which a formula breaks: on each line the best one that leaves little room. */
class LineMaker {
  private readonly state: MathState;
  private readonly formula: Unbroken;
  private readonly widths: Widths;
  private readonly room: LU;

  constructor(state: MathState, formula: Unbroken, room: LU) {
    this.state = state;
    this.formula = formula;
    this.widths = new Widths(formula.atoms);
    this.room = room;
  }

  /** `wraps`: whether lines also break to fit, and not only where they must. */
  lines(wraps: boolean): Line[] {
    const { atoms, chances } = this.formula;
    const lines: Line[] = [];
    let from = 0;
    let after: Chance | null = null;
    for (let at = 0; ;) {
      this.state.context.budget.tick();
      const found = this.choose(from, at, wraps, after);
      const end = found === null ? atoms.length : chances[found]!.end;
      lines.push({ from, end, after });
      if (found === null) return lines;
      after = chances[found]!;
      from = after.next;
      at = found + 1;
    }
  }

  /** Returns the index of the break that ends a line, or null if the rest fits or can't break. */
  private choose(from: number, first: number, wraps: boolean, after: Chance | null): number | null {
    const { atoms, chances } = this.formula;
    const limit = this.room - indentOf(this.state, after, this.room, false).shift;
    let best: number | null = null;
    let least = Infinity;
    for (let i = first; i < chances.length; i++) {
      const { end, cost } = chances[i]!;
      const width = this.widths.of(from, end);
      if (cost === -Infinity && (width <= limit || best === null || !wraps)) return i;
      if (width > limit && best !== null) return best;
      if (!wraps || end <= from) continue;
      const total = cost + (UNFILLED * Math.max(0, limit - width)) / Math.max(1, limit);
      if (best === null || total <= least) [best, least] = [i, total];
    }
    return wraps && this.widths.of(from, atoms.length) > limit ? best : null;
  }
}

/** How a line is indented (MathML 3 §3.2.5.3). */
interface Indent {
  readonly align: string;
  /** The id of an element under which the line begins; null without. */
  readonly target: string | null;
  readonly shift: LU;
}

/** `after`: the break before the line; null for the first one. */
function indentOf(state: MathState, after: Chance | null, room: LU, isLast: boolean): Indent {
  const { context, box, font } = state;
  const source = after?.source ?? box;
  const part = after === null ? 'first' : isLast ? 'last' : '';
  const value = (name: string): string | null =>
    (part === '' ? null : inheritedAttribute(source, name + part)) ?? inheritedAttribute(source, name);
  const given = (value('indentalign') ?? 'auto').toLowerCase();
  const length = value('indentshift');
  const usual = after === null || given !== 'auto' ? 0 : Math.min(font.ofEm(INDENT), Math.round(room * MAX_INDENT));
  const shift = mathLength(context, source, length, room) ?? usual;
  return { align: given, target: given === 'id' ? inheritedAttribute(source, 'indenttarget') : null, shift };
}

/** Stacks the lines of a formula. */
class LineStack {
  private readonly state: MathState;
  private readonly atoms: readonly Atom[];
  private readonly room: LU;
  private readonly placed: Placed[] = [];
  /** Where elements with an id begin. */
  private readonly starts = new Map<string, LU>();
  private inline: LU = 0;
  private ascent: LU = 0;
  private baseline: LU = 0;
  private descent: LU = 0;

  constructor(state: MathState, { atoms }: Unbroken, room: LU) {
    this.state = state;
    this.atoms = atoms;
    this.room = room;
  }

  contentOf(lines: readonly Line[]): MathContent {
    lines.forEach((line, i) => this.add(line, lines[i + 1]?.after ?? null, i === lines.length - 1));
    const { inline, baseline, placed } = this;
    // Text around the lines keeps its distance from them.
    const strut = this.state.context.text.metrics(this.state.box.style);
    const ascent = Math.max(this.ascent, luFromPx(strut.ascent));
    const descent = baseline + Math.max(this.descent, luFromPx(strut.descent));
    return { inline, ascent, descent, placed, rules: [], italicCorrection: 0 };
  }

  private add({ from, end, after }: Line, next: Chance | null, isLast: boolean): void {
    const { font } = this.state;
    const row = this.rowOf(from, end, after, next);
    const indent = indentOf(this.state, after, this.room, isLast);
    if (after === null) this.ascent = row.ascent;
    else this.baseline += Math.max(this.descent + this.leadingBefore(after) + row.ascent, font.ofEm(LINE));
    this.descent = row.descent;
    const start = this.startOf(indent, row.inline);
    for (const one of row.placed)
      this.placed.push({ ...one, inline: start + one.inline, block: this.baseline + one.block });
    for (const [id, at] of row.starts) this.starts.set(id, start + at);
    this.inline = Math.max(this.inline, start + row.inline);
  }

  /** Returns a line's parts on one baseline, without the operators' space at its ends. */
  private rowOf(from: number, end: number, after: Chance | null, next: Chance | null): Row {
    const placed: Placed[] = [];
    const starts = new Map<string, LU>();
    let [inline, ascent, descent]: [LU, LU, LU] = [0, -Infinity, -Infinity];
    for (let i = from; i < end; i++) {
      const { box, part, lead, trail } = this.atoms[i]!;
      if (i > from) inline += lead;
      if (box.element?.id != null) starts.set(box.element.id, inline);
      // An operator that ends one line and begins the next is shown twice, but is laid out once.
      const isCopy = after !== null && i === from && after.end > from;
      const at = place(part, inline, 0);
      placed.push(isCopy ? { ...at, what: part.result.fragment } : at);
      const sign = this.timesAt(i, from, end, after, next);
      if (sign !== null) placed.push({ what: sign.line, inline, block: -sign.ascent });
      inline += part.inline + (sign?.width ?? 0) + (i < end - 1 ? trail : 0);
      ascent = Math.max(ascent, part.ascent, sign?.ascent ?? -Infinity);
      descent = Math.max(descent, part.descent, sign?.descent ?? -Infinity);
    }
    if (end <= from) [ascent, descent] = [0, 0];
    return { inline, ascent, descent, placed, starts };
  }

  /** Returns the sign that replaces an invisible times at the start or end of a line, or null. */
  private timesAt(
    i: number,
    from: number,
    end: number,
    after: Chance | null,
    next: Chance | null,
  ): StretchyGlyph | null {
    const { context, mode } = this.state;
    for (const chance of [i === from ? after : null, i === end - 1 ? next : null]) {
      const text = chance !== null && this.atoms[i]!.box === chance.source ? visibleTimes(chance.source) : '';
      if (text !== '') return stretchyGlyph(context, chance!.source, text, null, mode);
    }
    return null;
  }

  private startOf({ align, target, shift }: Indent, width: LU): LU {
    const free = this.room - width;
    const aligned = align === 'center' ? free >> 1 : align === 'right' ? free : 0;
    const base = target === null ? aligned : (this.starts.get(target) ?? 0);
    return Math.max(0, Math.min(base + shift, Math.max(free, 0)));
  }

  private leadingBefore({ source }: Chance): LU {
    const { context, font } = this.state;
    const usual = font.ofEm(LEADING);
    return Math.max(0, mathLength(context, source, inheritedAttribute(source, 'lineleading'), usual) ?? usual);
  }
}

interface Row {
  readonly inline: LU;
  readonly ascent: LU;
  readonly descent: LU;
  readonly placed: readonly Placed[];
  readonly starts: ReadonlyMap<string, LU>;
}
