/**
 * Writes a page's content in document order wherever that doesn't change the rendering. Floats and positioned boxes are
 * painted before or after the surrounding text (css2 Appendix E). Readers that ignore the structure tree, for example
 * when selecting text, follow the content order. Rules and backgrounds come first, so that text is contiguous.
 */
import type { Budget } from '../budget.ts';
import { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { ImageResource } from '../images/image.ts';
import { assertInvariant } from '../invariant.ts';
import type {
  ArtifactKind,
  Bookmark,
  Bounds as Rect,
  Canvas,
  FieldLook,
  GlyphPlacement,
  GradientPaint,
  LinkLabel,
  LinkTarget,
  Matrix,
  PageLabel,
  Path,
  SheetTrim,
  StrokeStyle,
} from '../paint/canvas.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { Structure, StructureNode } from '../semantics/structure.ts';
import { inFontAround } from './blank-pieces.ts';
import { type Bounds, pathBounds, transformBounds } from './bounds.ts';
import { type Reading, type Replay, Scope } from './canvas-scope.ts';
import { glyphBounds, strokeBounds, union } from './ink-bounds.ts';
import { type Piece, readingOrder } from './reading-order.ts';
import { inScope, isForScreenReaders, isMovedOnto, moveOntoSheet, shownGlyphs } from './shown-glyphs.ts';
import { Traps } from './traps.ts';

/** Computes the ink bounds in the coordinates of the drawing; null if there is no ink. */
type Ink = () => Bounds | null;

/** A piece of a page with the call that draws it. */
class Drawing implements Piece {
  readonly scope: Scope;
  readonly draw: Replay;
  key: number;
  readonly isRead: boolean;
  readonly color: Color | null;
  private ink: Ink | Bounds | null;

  /** `ink` holds the ink bounds on the page or computes them. */
  constructor(scope: Scope, draw: Replay, ink: Ink | Bounds | null, key: number, isRead: boolean, color: Color | null) {
    this.scope = scope;
    this.draw = draw;
    this.ink = ink;
    this.key = key;
    this.isRead = isRead;
    this.color = color;
  }

  /** PERF: computed on demand. Pieces that are already in order never need it. */
  get bounds(): Bounds | null {
    if (typeof this.ink === 'function') this.ink = this.scope.shownOf(this.ink());
    return this.ink;
  }
}

/** A piece of text. Its glyphs may be replaced until it is written. */
interface TextPiece {
  placement: GlyphPlacement;
}

/** Consecutively painted text pieces on one line. */
interface Line {
  readonly paragraph: string;
  readonly scope: Scope;
  readonly y: number;
  readonly drawings: Drawing[];
  readonly pieces: TextPiece[];
  isMixed: boolean;
}

/** Text that is raised or lowered by less than this fraction of its font size is on the same line. */
const SAME_LINE = 0.5;

/** Calls that stay together: a group, or the contents of a pattern or mask. */
class Calls {
  readonly list: Replay[] = [];
  /** The scope around the calls. Changes made within them end with them. */
  readonly scope: Scope;
  bounds: Bounds | null = null;
  /** The document position of the first text within it, or null if it contains no text. */
  key: number | null = null;
  /** The rectangles within it, or null where later ones don't just cover what is below. */
  readonly traps: Traps | null;

  constructor(scope: Scope, traps: Traps | null) {
    this.scope = scope;
    this.traps = traps;
  }

  readonly replay: Replay = (canvas) => {
    for (const call of this.list) call(canvas);
  };
}

const boxOf = (x: number, y: number, width: number, height: number): Bounds => ({
  x0: x,
  y0: y,
  x1: x + width,
  y1: y + height,
});

export class OrderedCanvas implements Canvas {
  private readonly base: Canvas;
  private readonly structure: Structure;
  private readonly budget: Budget;
  private drawings: Drawing[] = [];
  private readonly groups: Calls[] = [];
  private sheet: Bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };
  private page = Scope.ofPage(null);
  private scope = this.page;
  /** Scopes to return to. */
  private readonly outer: Scope[] = [];
  /** The document position that painting has reached, and the furthest one on the page. */
  private place = -1;
  private furthest = -1;
  private line: Line | null = null;
  /** The last text that was moved onto the sheet for screen readers. */
  private far: { readonly paragraph: string; readonly matrix: Matrix; readonly move: Matrix } | null = null;
  private pageTraps = new Traps();
  /** Nesting depth of patterns, masks and field appearances, whose coordinates aren't the page's. */
  private depthApart = 0;

  /** Draws on `base`. */
  constructor(base: Canvas, structure: Structure, budget: Budget) {
    this.base = base;
    this.structure = structure;
    this.budget = budget;
  }

  beginPage(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): void {
    this.base.beginPage(width, height, trim, label);
    // Nothing outside the sheet is text of the page.
    this.sheet = { x0: 0, y0: 0, x1: width, y1: height };
    this.page = this.scope = Scope.ofPage(this.sheet);
  }

  endPage(): void {
    this.write();
    this.base.endPage();
  }

  leavePage(id: number): void {
    this.write();
    this.base.leavePage(id);
  }

  returnToPage(id: number): void {
    this.base.returnToPage(id);
    this.page = this.scope = Scope.ofPage(null);
  }

  private write(): void {
    assertInvariant(this.scope === this.page, 'a page restores what it saves');
    const { base, drawings } = this;
    this.budget.tickBy(drawings.length);
    this.drawings = [];
    this.pageTraps = new Traps();
    this.endLine();
    this.place = this.furthest = -1;
    let scope = this.page;
    for (const i of readingOrder(drawings)) {
      const drawing = drawings[i]!;
      scope.leadTo(drawing.scope, base);
      scope = drawing.scope;
      drawing.draw(base);
    }
    scope.leadTo(this.page, base);
  }

  private get traps(): Traps | null {
    const group = this.groups.at(-1);
    return group === undefined ? this.pageTraps : group.traps;
  }

  /** Adds a drawing. `color` is set if all of it has one color. */
  private add(draw: Replay, ink: Ink | null, color: Color | null, isText = false): void {
    const { scope, groups } = this;
    const { reading } = scope;
    const group = groups.at(-1);
    const isRead = typeof reading === 'number';
    if (isRead) this.comeTo(reading);
    if (group === undefined) {
      this.drawings.push(new Drawing(scope, draw, ink, this.keyOf(reading, isText), isRead, color));
      return;
    }
    group.list.push(draw);
    if (ink !== null) group.bounds = union(group.bounds, scope.shownOf(ink()));
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

  private leave(close: Replay): void {
    const scope = this.outer.pop();
    assertInvariant(scope !== undefined, 'a restored graphics state has been saved');
    this.groups.at(-1)?.list.push(close);
    this.scope = scope;
  }

  private change(scope: Scope): void {
    this.groups.at(-1)?.list.push(scope.open);
    this.scope = scope;
  }

  save(): void {
    this.budget.tick();
    this.enter(this.scope.saved(save, this.place));
  }

  restore(): void {
    this.leave(restore);
  }

  transform(matrix: Matrix): void {
    this.change(this.scope.transformed((canvas) => canvas.transform(matrix), matrix));
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    const open: Replay = (canvas) => canvas.clipRect(x, y, width, height);
    this.change(this.scope.clipped(open, boxOf(x, y, width, height)));
  }

  clipPath(path: Path, evenOdd: boolean): void {
    this.change(this.scope.clipped((canvas) => canvas.clipPath(path, evenOdd), pathBounds(path)));
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    if (color.a <= 0 || width <= 0 || height <= 0) return;
    const traps = color.a === 1 ? this.traps : null;
    if (traps === null) {
      const box = boxOf(x, y, width, height);
      this.add(
        (canvas) => canvas.fillRect(x, y, width, height, color),
        () => box,
        solid(color),
      );
      return;
    }
    const rect = traps.add(boxOf(x, y, width, height), this.scope);
    this.add(
      (canvas) => rect.fill(canvas, color),
      () => rect.extent(),
      color,
    );
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    if (color.a <= 0 || path.length === 0) return;
    this.add(
      (canvas) => canvas.fillPath(path, evenOdd, color),
      () => pathBounds(path),
      solid(color),
    );
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    if (color.a <= 0 || path.length === 0 || stroke.width <= 0) return;
    this.add(
      (canvas) => canvas.strokePath(path, stroke, color),
      () => strokeBounds(path, stroke),
      solid(color),
    );
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    this.add(
      (canvas) => canvas.fillGradient(path, evenOdd, gradient),
      () => pathBounds(path),
      null,
    );
  }

  fillPattern(path: Path, cell: Parameters<Canvas['fillPattern']>[1], draw: (canvas: Canvas) => void): void {
    const { replay } = this.apart(() => draw(this));
    this.add(
      (canvas) => canvas.fillPattern(path, cell, replay),
      () => pathBounds(path),
      null,
    );
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    const width = stroke?.width ?? 0;
    // Invisible text represents text that an image nearby shows.
    const isTrace = color.a <= 0 && stroke === null;
    const shown = isTrace || this.depthApart > 0 ? placement : shownGlyphs(placement, width, this.scope);
    if (shown !== placement) this.budget.tickBy(placement.end - placement.start);
    if (shown === null) {
      // Its text stays in the structure tree, in its place.
      if (isForScreenReaders(placement, this.scope, this.sheet)) this.addForScreenReaders(placement);
      return;
    }
    const ink = (): Bounds | null => glyphBounds(shown, width);
    const piece: TextPiece = { placement: shown };
    this.add((canvas) => canvas.drawGlyphs(piece.placement, color, stroke), ink, stroke ? null : solid(color), true);
    if (this.groups.length === 0 && typeof this.scope.reading === 'number') this.addToLine(piece);
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
    const draw: Replay = (canvas) => {
      canvas.save();
      if (here !== null) canvas.transform(here);
      canvas.drawGlyphs(placement, Color.TRANSPARENT, null);
      canvas.restore();
    };
    this.add(draw, () => null, null, true);
  }

  /**
   * Adds a text piece to its line. Readers expect lines with right-to-left text in visual order, left to right, and
   * reverse them themselves.
   */
  private addToLine(piece: TextPiece): void {
    const { run, paragraph, y } = piece.placement;
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
      this.line = { paragraph, scope: this.scope, y, drawings: [drawing], pieces: [piece], isMixed: isRtl };
      return;
    }
    line.drawings.push(drawing);
    line.isMixed ||= isRtl;
    const { pieces } = line;
    const [before, between] = pieces.slice(-2);
    pieces.push(piece);
    if (before === undefined || between === undefined) return;
    between.placement = inFontAround(before.placement, between.placement, piece.placement) ?? between.placement;
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

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    this.add(
      (canvas) => canvas.drawImage(image, x, y, width, height, smooth),
      () => boxOf(x, y, width, height),
      null,
    );
  }

  /** Records what `draw` draws, for a pattern or mask. */
  private apart(draw: () => void): Calls {
    const calls = new Calls(this.scope, null);
    this.groups.push(calls);
    this.depthApart++;
    draw();
    this.depthApart--;
    this.groups.pop();
    this.scope = calls.scope;
    return calls;
  }

  private begin(open: Replay, traps: Traps | null = new Traps()): void {
    const group = new Calls(this.scope, traps);
    group.list.push(open);
    this.groups.push(group);
  }

  private end(close: Replay): void {
    const group = this.groups.pop();
    assertInvariant(group !== undefined, 'a group that ends has begun');
    group.list.push(close);
    this.scope = group.scope;
    this.together(group);
  }

  /** Adds recorded calls as a single drawing. */
  private together({ replay, bounds, key }: Calls): void {
    const outer = this.groups.at(-1);
    if (outer === undefined) {
      const { scope } = this;
      const ownKey = key ?? this.keyOf(scope.reading, false);
      this.drawings.push(new Drawing(scope, replay, bounds, ownKey, key !== null, null));
    } else {
      outer.list.push(replay);
      outer.bounds = union(outer.bounds, bounds);
      outer.key ??= key;
    }
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.budget.tick();
    this.begin((canvas) => canvas.beginGroup(opacity, blend, isolated));
  }

  endGroup(): void {
    this.end((canvas) => canvas.endGroup());
  }

  beginMask(kind: 'alpha' | 'luminance', bounds: Rect, draw: (canvas: Canvas) => void): void {
    this.budget.tick();
    const { replay } = this.apart(() => draw(this));
    this.begin((canvas) => canvas.beginMask(kind, bounds, replay));
  }

  endMask(): void {
    this.end((canvas) => canvas.endMask());
  }

  beginOverprint(): void {
    this.begin((canvas) => canvas.beginOverprint(), null);
  }

  endOverprint(): void {
    this.end((canvas) => canvas.endOverprint());
  }

  beginContentLayer(layer: ContentLayer, position: SourcePosition | null): void {
    this.begin((canvas) => canvas.beginContentLayer(layer, position));
  }

  endContentLayer(): void {
    this.end((canvas) => canvas.endContentLayer());
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void {
    this.add((canvas) => canvas.link(x, y, width, height, target, label), null, null, true);
  }

  anchor(name: string, x: number, y: number, structure: number | null): void {
    this.add((canvas) => canvas.anchor(name, x, y, structure), null, null, true);
  }

  bookmark(bookmark: Bookmark): void {
    this.add((canvas) => canvas.bookmark(bookmark), null, null, true);
  }

  field(field: FormField, look: FieldLook, draw: (isChecked: boolean | null) => void): void {
    const shown = this.apart(() => draw(null));
    const [on, off] = 'isChecked' in field.content ? [this.apart(() => draw(true)), this.apart(() => draw(false))] : [];
    const { x, y, width, height } = look;
    const group = new Calls(this.scope, null);
    group.list.push((canvas) =>
      canvas.field(field, look, (isChecked) => {
        (isChecked === null ? shown : ((isChecked ? on : off) ?? shown)).replay(canvas);
      }),
    );
    const box = transformBounds(boxOf(x, y, width, height), this.scope.matrix);
    group.bounds = [shown, on, off].reduce((all: Bounds, calls) => union(all, calls?.bounds ?? null) ?? all, box);
    const place = this.structure.nodeOf(look.structure) && this.structure.rankOf(look.structure, 0);
    group.key = place ?? this.place;
    if (typeof this.scope.reading === 'number' || this.scope.reading === 'artifact') this.comeTo(group.key);
    this.together(group);
  }

  beginTag(structure: number, start: number, end: number, bounds: Rect | null): void {
    const { scope } = this;
    // Everything inside an artifact belongs to it.
    const reading = scope.isArtifact ? scope.reading : this.readingOf(structure, start);
    this.enter(scope.tagged((canvas) => canvas.beginTag(structure, start, end, bounds), reading));
  }

  private readingOf(structure: number, start: number): Reading {
    const node = this.structure.nodeOf(structure);
    if (node === null) return 'artifact';
    // Footnotes are read after the page they belong to.
    return isInNote(node) ? 'furniture' : this.structure.rankOf(structure, start);
  }

  beginArtifact(kind: ArtifactKind): void {
    const { scope } = this;
    const own = kind === 'header' || kind === 'footer' ? 'furniture' : 'artifact';
    this.enter(scope.tagged((canvas) => canvas.beginArtifact(kind), scope.isArtifact ? scope.reading : own));
  }

  endTag(): void {
    this.leave(endTag);
  }
}

const save: Replay = (canvas) => canvas.save();
const restore: Replay = (canvas) => canvas.restore();
const endTag: Replay = (canvas) => canvas.endTag();

const solid = (color: Color): Color | null => (color.a === 1 ? color : null);

function isInNote(node: StructureNode): boolean {
  for (let at: StructureNode | null = node; at !== null; at = at.parent) if (at.role === 'FENote') return true;
  return false;
}
