/**
 * Sorts a page's display list into document order wherever that doesn't change the rendering. Floats and positioned
 * boxes are painted before or after the surrounding text (css2 Appendix E). Readers that ignore the structure tree, for
 * example when selecting text, follow the content order. Rules and backgrounds come first, so that text is contiguous.
 */
import type { Budget } from '../budget.ts';
import { Color } from '../css/color.ts';
import { assertInvariant } from '../invariant.ts';
import type {
  Command,
  DisplayList,
  FieldCommand,
  FillRect,
  GlyphPlacement,
  Glyphs,
  Matrix,
} from '../paint/display-list.ts';
import type { Structure, StructureNode } from '../semantics/structure.ts';
import { inFontAround } from './blank-pieces.ts';
import { type Bounds, boxOf, pathBounds, transformBounds } from './bounds.ts';
import { type Reading, Scope } from './canvas-scope.ts';
import { inkBounds, union } from './ink-bounds.ts';
import { type Piece, readingOrder } from './reading-order.ts';
import { inScope, isForScreenReaders, isMovedOnto, moveOntoSheet, shownGlyphs } from './shown-glyphs.ts';
import { type TrappedRect, Traps } from './traps.ts';

/** The parts of a page: commands, rectangles whose traps aren't known yet, and parts that stay together. */
type Part = Command | TrappedRect | Group;

/** Parts that stay together: a group, or the content of a form field. */
class Group {
  readonly type = 'together';
  readonly parts: Part[] = [];
  /** The scope around the parts. Changes made within them end with them. */
  readonly scope: Scope;
  /** The ink bounds on the page, or null if there is no ink. */
  bounds: Bounds | null = null;
  /** The document position of the first text within it, or null if it contains no text. */
  key: number | null = null;
  /** The rectangles within it, or null where later ones don't just cover what is below. */
  readonly traps: Traps | null;

  constructor(scope: Scope, traps: Traps | null) {
    this.scope = scope;
    this.traps = traps;
  }
}

/** Returns the ink bounds of a part in its own coordinates, or null if it has no ink. */
const inkOf = (part: Exclude<Part, Group>): Bounds | null =>
  part.type === 'trapped' ? part.extent() : inkBounds(part);

/** A piece of a page. */
class Drawing implements Piece {
  readonly scope: Scope;
  /** Glyphs may be replaced until the page is written. */
  part: Part;
  key: number;
  readonly isRead: boolean;
  readonly color: Color | null;
  private ink: Bounds | null | undefined = undefined;

  constructor(scope: Scope, part: Part, key: number, isRead: boolean, color: Color | null) {
    this.scope = scope;
    this.part = part;
    this.key = key;
    this.isRead = isRead;
    this.color = color;
  }

  /** PERF: computed on demand. Pieces that are already in order never need it. */
  get bounds(): Bounds | null {
    const { part, scope } = this;
    if (this.ink === undefined) this.ink = part.type === 'together' ? part.bounds : scope.shownOf(inkOf(part));
    return this.ink;
  }
}

/** Consecutively painted text pieces on one line. */
interface Line {
  readonly paragraph: string;
  readonly scope: Scope;
  readonly y: number;
  readonly drawings: Drawing[];
  isMixed: boolean;
}

/** Text that is raised or lowered by less than this fraction of its font size is on the same line. */
const SAME_LINE = 0.5;

/** Returns the list of a page in reading order. `sheet`: the page, in CSS px. Nothing outside it is text of the page. */
export function inReadingOrder(list: DisplayList, sheet: Bounds, structure: Structure, budget: Budget): DisplayList {
  const order = new PageOrder(sheet, structure, budget);
  order.addAll(list);
  return order.finish();
}

class PageOrder {
  private readonly structure: Structure;
  private readonly budget: Budget;
  private readonly drawings: Drawing[] = [];
  private readonly groups: Group[] = [];
  private readonly sheet: Bounds;
  private readonly page: Scope;
  private scope: Scope;
  /** Scopes to return to. */
  private readonly outer: Scope[] = [];
  /** The document position that painting has reached, and the furthest one on the page. */
  private place = -1;
  private furthest = -1;
  private line: Line | null = null;
  /** The last text that was moved onto the sheet for screen readers. */
  private far: { readonly paragraph: string; readonly matrix: Matrix; readonly move: Matrix } | null = null;
  private readonly pageTraps = new Traps();
  /** Whether the appearance of a field is being added, whose glyphs all stay. */
  private isApart = false;

  constructor(sheet: Bounds, structure: Structure, budget: Budget) {
    this.structure = structure;
    this.budget = budget;
    this.sheet = sheet;
    this.page = this.scope = Scope.ofPage(sheet);
  }

  finish(): DisplayList {
    assertInvariant(this.scope === this.page, 'a page restores what it saves');
    const { drawings } = this;
    this.budget.tickBy(drawings.length);
    this.endLine();
    const out: Command[] = [];
    let scope = this.page;
    for (const i of readingOrder(drawings)) {
      const drawing = drawings[i]!;
      scope.leadTo(drawing.scope, out);
      scope = drawing.scope;
      write(drawing.part, out);
    }
    scope.leadTo(this.page, out);
    return out;
  }

  addAll(list: DisplayList): void {
    for (const command of list) this.command(command);
  }

  private command(command: Command): void {
    const { scope } = this;
    switch (command.type) {
      case 'save':
        this.budget.tick();
        return this.enter(scope.saved(command, this.place));
      case 'restore':
      case 'endTag':
        return this.leave(command);
      case 'transform':
        return this.change(scope.transformed(command, command.matrix));
      case 'clipRect':
        return this.change(scope.clipped(command, boxOf(command)));
      case 'clipPath':
        return this.change(scope.clipped(command, pathBounds(command.path)));
      case 'beginTag':
        return this.enter(scope.tagged(command, this.readingOf(command.structure, command.start)));
      case 'beginArtifact': {
        const own = command.kind === 'header' || command.kind === 'footer' ? 'furniture' : 'artifact';
        return this.enter(scope.tagged(command, scope.isArtifact ? scope.reading : own));
      }
      case 'drawGlyphs':
        return this.glyphs(command);
      case 'fillRect':
        return this.rect(command);
      case 'fillPath':
        if (command.color.a > 0 && command.path.length > 0) this.add(command, solid(command.color));
        return;
      case 'strokePath':
        if (command.color.a > 0 && command.path.length > 0 && command.stroke.width > 0)
          this.add(command, solid(command.color));
        return;
      case 'link':
      case 'comment':
      case 'destination':
      case 'bookmark':
        return this.add(command, null, true);
      case 'shadow':
      case 'backdrop':
        return this.addAll(command.content);
      case 'field':
        return this.field(command);
      case 'beginGroup':
      case 'beginMask':
        this.budget.tick();
        return this.begin(command, new Traps());
      case 'beginOverprint':
        return this.begin(command, null);
      case 'beginContentLayer':
        return this.begin(command, new Traps());
      case 'endGroup':
      case 'endMask':
      case 'endOverprint':
      case 'endContentLayer':
        return this.end(command);
      default:
        this.add(command, null);
    }
  }

  /** Adds a part. `color` is set if all of it has one color. */
  private add(part: Exclude<Part, Group>, color: Color | null, isText = false): void {
    const { scope, groups } = this;
    const { reading } = scope;
    const group = groups.at(-1);
    const isRead = typeof reading === 'number';
    if (isRead) this.comeTo(reading);
    if (group === undefined) {
      this.drawings.push(new Drawing(scope, part, this.keyOf(reading, isText), isRead, color));
      return;
    }
    group.parts.push(part);
    group.bounds = union(group.bounds, scope.shownOf(inkOf(part)));
    if (isRead) group.key ??= reading;
  }

  private comeTo(place: number): void {
    this.place = place;
    if (place > this.furthest) this.furthest = place;
  }

  private keyOf(reading: Reading, isText: boolean): number {
    if (typeof reading === 'number') return reading;
    if (reading === 'furniture') return this.furthest;
    return isText ? this.place : this.scope.from;
  }

  /** Makes a scope current until the matching restore. */
  private enter(scope: Scope): void {
    this.outer.push(this.scope);
    this.change(scope);
  }

  private leave(close: Command): void {
    const scope = this.outer.pop();
    assertInvariant(scope !== undefined, 'a restored graphics state has been saved');
    this.groups.at(-1)?.parts.push(close);
    this.scope = scope;
  }

  private change(scope: Scope): void {
    if (scope.open !== null) this.groups.at(-1)?.parts.push(scope.open);
    this.scope = scope;
  }

  private rect(command: FillRect): void {
    const { color, width, height } = command;
    if (color.a <= 0 || width <= 0 || height <= 0) return;
    const group = this.groups.at(-1);
    const traps = group === undefined ? this.pageTraps : group.traps;
    if (color.a < 1 || traps === null) this.add(command, solid(color));
    else this.add(traps.add(boxOf(command), this.scope, color), color);
  }

  private glyphs(command: Glyphs): void {
    const { placement, color, stroke } = command;
    // Invisible text represents text that an image nearby shows.
    const isTrace = color.a <= 0 && stroke === null;
    const shown = isTrace || this.isApart ? placement : shownGlyphs(placement, stroke?.width ?? 0, this.scope);
    if (shown !== placement) this.budget.tickBy(placement.end - placement.start);
    if (shown === null) {
      // Its text keeps its position in the structure tree.
      if (isForScreenReaders(placement, this.scope, this.sheet)) this.addForScreenReaders(placement);
      return;
    }
    this.add(shown === placement ? command : { ...command, placement: shown }, stroke ? null : solid(color), true);
    if (this.groups.length === 0 && typeof this.scope.reading === 'number') this.addToLine(shown);
  }

  private addForScreenReaders(placement: GlyphPlacement): void {
    const { scope, sheet, far } = this;
    const { paragraph } = placement;
    // The pieces of a paragraph keep their distances.
    const isKept =
      far?.paragraph === paragraph && far.matrix === scope.matrix && isMovedOnto(placement, scope, far.move, sheet);
    const move = isKept ? far.move : moveOntoSheet(placement, scope, sheet);
    this.far = { paragraph, matrix: scope.matrix, move };
    const here = inScope(move, scope);
    const group = new Group(scope, null);
    group.parts.push({ type: 'save' });
    if (here !== null) group.parts.push({ type: 'transform', matrix: here });
    group.parts.push({ type: 'drawGlyphs', placement, color: Color.TRANSPARENT, stroke: null }, { type: 'restore' });
    // Only a scope whose reading is a number contains text for screen readers.
    if (typeof scope.reading === 'number') {
      this.comeTo(scope.reading);
      group.key = scope.reading;
    }
    this.together(group);
  }

  /**
   * Adds a text piece to its line. Readers expect lines with right-to-left text in visual order, left to right, and
   * reverse them themselves.
   */
  private addToLine({ run, paragraph, y }: GlyphPlacement): void {
    const drawing = this.drawings.at(-1)!;
    const { line } = this;
    const isRtl = (run.level & 1) === 1;
    const goesOn =
      line !== null &&
      line.paragraph === paragraph &&
      line.scope.matrix === this.scope.matrix &&
      Math.abs(line.y - y) < run.fontSize * SAME_LINE;
    if (!goesOn) {
      this.endLine();
      this.line = { paragraph, scope: this.scope, y, drawings: [drawing], isMixed: isRtl };
      return;
    }
    const { drawings } = line;
    drawings.push(drawing);
    line.isMixed ||= isRtl;
    const [before, between] = drawings.slice(-3, -1).map(({ part }) => part);
    if (before?.type !== 'drawGlyphs' || between?.type !== 'drawGlyphs' || drawing.part.type !== 'drawGlyphs') return;
    const placement = inFontAround(before.placement, between.placement, drawing.part.placement);
    if (placement !== null) drawings.at(-2)!.part = { ...between, placement };
  }

  /**
   * Ends a line. If it contains right-to-left text, all its pieces move to the position of the one that is read first.
   */
  private endLine(): void {
    const { line } = this;
    this.line = null;
    if (line === null || !line.isMixed) return;
    const key = line.drawings.reduce((least, one) => Math.min(least, one.key), Infinity);
    for (const one of line.drawings) one.key = key;
  }

  private begin(open: Command, traps: Traps | null): void {
    const group = new Group(this.scope, traps);
    group.parts.push(open);
    this.groups.push(group);
  }

  private end(close: Command): void {
    const group = this.groups.pop();
    assertInvariant(group !== undefined, 'a group that ends has begun');
    group.parts.push(close);
    this.scope = group.scope;
    this.together(group);
  }

  /** Adds a group as a single part. */
  private together(group: Group): void {
    const { bounds, key } = group;
    const outer = this.groups.at(-1);
    if (outer === undefined) {
      const { scope } = this;
      this.drawings.push(new Drawing(scope, group, key ?? this.keyOf(scope.reading, false), key !== null, null));
    } else {
      outer.parts.push(group);
      outer.bounds = union(outer.bounds, bounds);
      outer.key ??= key;
    }
  }

  private field(command: FieldCommand): void {
    const group = new Group(this.scope, null);
    group.bounds = transformBounds(boxOf(command.look), this.scope.matrix);
    for (const list of [command.shown, command.checked, command.unchecked])
      if (list !== null) group.bounds = union(group.bounds, this.inkOfField(list));
    group.parts.push(command);
    const { structure } = command.look;
    const place = this.structure.nodeOf(structure) && this.structure.rankOf(structure, 0);
    group.key = place ?? this.place;
    if (typeof this.scope.reading === 'number' || this.scope.reading === 'artifact') this.comeTo(group.key);
    this.together(group);
  }

  /** Returns the ink bounds of a field's appearance on the page, and advances to the end of its text. */
  private inkOfField(list: DisplayList): Bounds | null {
    const { scope, isApart } = this;
    const group = new Group(scope, null);
    this.groups.push(group);
    this.isApart = true;
    this.addAll(list);
    this.isApart = isApart;
    this.groups.pop();
    this.scope = scope;
    return group.bounds;
  }

  private readingOf(structure: number, start: number): Reading {
    // Everything inside an artifact belongs to it.
    if (this.scope.isArtifact) return this.scope.reading;
    const node = this.structure.nodeOf(structure);
    if (node === null) return 'artifact';
    // Footnotes are read after the page they belong to.
    return isInNote(node) ? 'furniture' : this.structure.rankOf(structure, start);
  }
}

function write(part: Part, out: Command[]): void {
  if (part.type === 'trapped') part.fill(out);
  else if (part.type === 'together') for (const one of part.parts) write(one, out);
  else out.push(part);
}

const solid = (color: Color): Color | null => (color.a === 1 ? color : null);

function isInNote(node: StructureNode): boolean {
  for (let at: StructureNode | null = node; at !== null; at = at.parent) if (at.role === 'FENote') return true;
  return false;
}
