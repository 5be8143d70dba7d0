import type { Color, Inks, WideSpace } from '../css/color.ts';
import { assertInvariant } from '../invariant.ts';
import { type Matrix, numbersAfter, type Path, PathOp, type StrokeStyle } from '../paint/display-list.ts';
import { invert, multiply } from '../paint/matrix.ts';
import { type Bounds, EVERYWHERE, isFar, NOWHERE, pathBounds, transformBounds } from './bounds.ts';
import { intersection } from './ink-bounds.ts';
import { isRectangle, RECTANGLE } from './rectangles.ts';
import { ByteWriter } from './byte-writer.ts';
import { type ColorSpaces, componentsInWide, type NamedSpace } from './color-spaces.ts';
import type { ObjectReference, PdfDictionary, PdfRef } from './pdf-values.ts';
import type { UsedFont } from './used-font.ts';

/** The graphics parameters known to be in effect. They are written only when they change. */
class GraphicsState {
  // A form inherits the state of its caller, so nothing is known at the start.
  fill: Color | null = null;
  stroke: Color | null = null;
  gstate = '';
  lineWidth = -1;
  dash = '?';
  cap = -1;
  join = -1;
  miterLimit = -1;
  font = '';
  fontSize = 0;
  textMode = -1;
  ctm: Matrix;
  /** The bounds of all clips, in the stream's base coordinates. */
  clip: Bounds = EVERYWHERE;

  constructor(ctm: Matrix) {
    this.ctm = ctm;
  }

  clone(): GraphicsState {
    const copy = new GraphicsState(this.ctm);
    copy.clip = this.clip;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.gstate = this.gstate;
    copy.lineWidth = this.lineWidth;
    copy.dash = this.dash;
    copy.cap = this.cap;
    copy.join = this.join;
    copy.miterLimit = this.miterLimit;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.textMode = this.textMode;
    return copy;
  }
}

/** The pen position in a text object, in px. Text in the same font and size can continue from there. */
interface PenPlace {
  readonly font: UsedFont;
  /** Whether the last text ran from right to left. */
  readonly isRtl: boolean;
  readonly x: number;
  readonly baseline: number;
  readonly skew: number;
  /** The x position that the last positioning operator set. */
  readonly lineX: number;
  /** How far the pens of readers that truncate widths are behind, and those of others ahead, in px. */
  readonly behind: number;
  readonly ahead: number;
}

/** The container of the open marked content: the stream itself or the open text object. */
type Within = 'stream' | 'text';

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

/** The operators that set colors (ISO 32000-1 §8.6.8). */
const FILL = { grey: 'g\n', rgb: 'rg\n', process: 'k\n', space: 'cs', components: 'scn\n' } as const;
const STROKE = { grey: 'G\n', rgb: 'RG\n', process: 'K\n', space: 'CS', components: 'SCN\n' } as const;
type ColorOperators = typeof FILL | typeof STROKE;

/**
 * Margin around the visible area at which far-away rectangles are cut off, in units of the stream's base coordinates.
 */
const SEAM = 100;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** A content stream (page, form or pattern cell) with its resources. Operators are written as bytes immediately. */
export class ContentStream {
  readonly out = new ByteWriter(4096);
  private state: GraphicsState;
  private readonly stack: GraphicsState[] = [];
  private readonly resourceNames = new Map<string, Map<string, PdfRef | ObjectReference>>();
  private inText = false;
  private marked: Within | null = null;
  /** The pen in the open text object; null if its position is unknown. */
  pen: PenPlace | null = null;
  /**
   * The position that the last positioning operator of the open text object set. Null unless the text is upright and
   * the position is exact.
   */
  textLine: { readonly x: number; readonly y: number } | null = null;
  private readonly spaces: ColorSpaces | null;
  /** The bounds in the stream's base coordinates. Nothing outside is visible. */
  readonly bounds: Bounds;

  /**
   * `base` maps the callers' initial coordinates to the stream's own. `spaces` holds the color spaces beyond sRGB;
   * with null, colors are written as their sRGB appearance.
   */
  constructor(base: Matrix, bounds: Bounds, spaces: ColorSpaces | null = null) {
    this.spaces = spaces;
    this.state = new GraphicsState(base);
    this.bounds = bounds;
  }

  /** Maps the caller's current coordinates to the stream's base, which pattern matrices refer to. */
  get ctm(): Matrix {
    return this.state.ctm;
  }

  /** The bounds of all clips, in the stream's base coordinates. */
  get clipBounds(): Bounds {
    return this.state.clip;
  }

  /**
   * Returns the visible area, extended by `more`, in the caller's current coordinates. Returns null if the
   * transformation isn't invertible.
   */
  visibleBounds(more = 0): Bounds | null {
    const inverse = invert(this.state.ctm);
    const { x0, y0, x1, y1 } = this.bounds;
    return inverse && transformBounds({ x0: x0 - more, y0: y0 - more, x1: x1 + more, y1: y1 + more }, inverse);
  }

  use(category: string, name: string, ref: PdfRef | ObjectReference): void {
    let names = this.resourceNames.get(category);
    if (!names) this.resourceNames.set(category, (names = new Map()));
    names.set(name, ref);
  }

  resources(): PdfDictionary {
    const all: PdfDictionary = this.spaces?.defaults ? { ColorSpace: { ...this.spaces.defaults } } : {};
    for (const [category, names] of this.resourceNames)
      all[category] = { ...(all[category] as PdfDictionary), ...Object.fromEntries(names) };
    return all;
  }

  get depth(): number {
    return this.stack.length;
  }

  save(): void {
    this.endText();
    this.stack.push(this.state.clone());
    this.out.ascii('q\n');
  }

  restore(): void {
    const state = this.stack.pop();
    assertInvariant(state !== undefined, 'a graphics state that is restored has been saved');
    this.endText();
    this.state = state;
    this.out.ascii('Q\n');
  }

  transform(m: Matrix): void {
    this.endText();
    this.state.ctm = multiply(m, this.state.ctm);
    this.out.matrix(m[0], m[1], m[2], m[3], m[4], m[5], 'cm\n');
  }

  clip(path: Path, evenOdd: boolean): void {
    this.endText();
    this.limit(pathBounds(path));
    this.path(path);
    this.out.ascii(evenOdd ? 'W* n\n' : 'W n\n');
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    this.endText();
    this.limit({ x0: x, y0: y, x1: x + width, y1: y + height });
    this.rect(x, y, width, height);
    this.out.ascii('W n\n');
  }

  private limit(bounds: Bounds): void {
    this.state.clip = intersection(transformBounds(bounds, this.ctm), this.state.clip) ?? NOWHERE;
  }

  /**
   * Adds a rectangle to fill or clip to. Some readers drop rectangles that extend far outside the visible area, so
   * those are cut to it.
   */
  rect(x: number, y: number, width: number, height: number): void {
    const sight = isFar(x, y, width, height, this.ctm) ? this.visibleBounds(SEAM) : null;
    if (sight === null) return this.rectangle(x, y, width, height);
    // Cut at whole numbers: a start that has been rounded would move the other edge with it.
    const [x0, y0, x1, y1] = [Math.floor(sight.x0), Math.floor(sight.y0), Math.ceil(sight.x1), Math.ceil(sight.y1)];
    const left = clamp(x, x0, x1);
    const top = clamp(y, y0, y1);
    this.rectangle(left, top, clamp(x + width, x0, x1) - left, clamp(y + height, y0, y1) - top);
  }

  private rectangle(x: number, y: number, width: number, height: number): void {
    const out = this.out;
    out.number(x);
    out.number(y);
    out.number(width);
    out.number(height);
    out.ascii('re\n');
  }

  path(path: Path, isStroked = false): void {
    const out = this.out;
    for (let i = 0; i < path.length;) {
      if (isRectangle(path, i)) {
        const [x, y] = [path[i + 1], path[i + 2]];
        if (isStroked) this.rectangle(x!, y!, path[i + 4]! - x!, path[i + 8]! - y!);
        else this.rect(x!, y!, path[i + 4]! - x!, path[i + 8]! - y!);
        i += RECTANGLE;
        continue;
      }
      const op = path[i++]!;
      if (op === PathOp.Close) {
        out.ascii('h\n');
        continue;
      }
      const end = i + numbersAfter(op);
      while (i < end) out.number(path[i++]!);
      out.ascii(op === PathOp.Move ? 'm\n' : op === PathOp.Line ? 'l\n' : 'c\n');
    }
  }

  operator(text: string): void {
    this.out.ascii(text);
  }

  fillColor(color: Color): void {
    if (this.isSame(this.state.fill, color)) return;
    this.state.fill = color;
    this.setColor(color, FILL);
  }

  strokeColor(color: Color): void {
    if (this.isSame(this.state.stroke, color)) return;
    this.state.stroke = color;
    this.setColor(color, STROKE);
  }

  /** Returns whether two colors are equal apart from alpha. */
  private isSame(known: Color | null, color: Color): boolean {
    if (known === null || known === color) return known !== null;
    if (known.r !== color.r || known.g !== color.g || known.b !== color.b) return false;
    const { spaces } = this;
    return spaces === null || spaces.isAlike(known, color);
  }

  private setColor(color: Color, operators: ColorOperators): void {
    const { spaces } = this;
    const inks = spaces?.inksOf(color) ?? null;
    if (spaces === null) return this.color(color, operators);
    if (inks !== null) return this.ink(inks, spaces, operators);
    const wide = spaces.wideSpaceOf(color);
    if (wide === null) this.color(color, operators);
    else this.wide(color, wide, spaces, operators);
  }

  private ink(inks: Inks, spaces: ColorSpaces, operators: ColorOperators): void {
    if (inks.type === 'process') {
      for (const amount of inks.process) this.out.number(amount);
      return this.out.ascii(operators.process);
    }
    this.inSpace(spaces.spotSpace(inks), [inks.tint], operators);
  }

  private wide(color: Color, space: WideSpace, spaces: ColorSpaces, operators: ColorOperators): void {
    this.inSpace(spaces.wideSpace(space), componentsInWide(color, space), operators);
  }

  private inSpace({ name, ref }: NamedSpace, components: readonly number[], operators: ColorOperators): void {
    const { out } = this;
    this.use('ColorSpace', name, ref);
    out.ascii(`/${name} ${operators.space} `);
    for (const component of components) out.number(component);
    out.ascii(operators.components);
  }

  private color(color: Color, { grey, rgb }: ColorOperators): void {
    const out = this.out;
    out.number(color.r);
    if (color.r === color.g && color.g === color.b) return out.ascii(grey);
    out.number(color.g);
    out.number(color.b);
    out.ascii(rgb);
  }

  /** Selects an extended graphics state by its resource name. */
  gstate(name: string, ref: PdfRef): void {
    if (this.state.gstate === name) return;
    this.state.gstate = name;
    this.use('ExtGState', name, ref);
    this.out.ascii(`/${name} gs\n`);
  }

  /** The resource name of the extended graphics state in effect. */
  get currentGstate(): string {
    return this.state.gstate;
  }

  strokeStyle(style: StrokeStyle): void {
    const state = this.state;
    const out = this.out;
    if (state.lineWidth !== style.width) {
      state.lineWidth = style.width;
      out.number(style.width);
      out.ascii('w\n');
    }
    const cap = CAPS[style.cap];
    if (state.cap !== cap) {
      state.cap = cap;
      out.ascii(`${cap} J\n`);
    }
    const join = JOINS[style.join];
    if (state.join !== join) {
      state.join = join;
      out.ascii(`${join} j\n`);
    }
    if (state.miterLimit !== style.miterLimit) {
      state.miterLimit = style.miterLimit;
      out.number(Math.max(1, style.miterLimit));
      out.ascii('M\n');
    }
    const dash = style.dash.length === 0 ? '' : `${style.dash.join(' ')} ${style.dashOffset}`;
    if (state.dash !== dash) {
      state.dash = dash;
      out.ascii('[');
      for (const length of style.dash) out.number(length);
      out.ascii(']');
      out.number(style.dash.length === 0 ? 0 : style.dashOffset);
      out.ascii('d\n');
    }
  }

  get hasMarkedContent(): boolean {
    return this.marked !== null;
  }

  /**
   * Opens marked content either within one text object or around whole text objects (ISO 32000-1 §14.6.1). `forText`
   * means that text comes first in it.
   */
  beginMarkedContent(operator: string, forText: boolean): void {
    if (forText) this.openText();
    else this.endText();
    this.marked = forText ? 'text' : 'stream';
    this.out.ascii(operator);
  }

  endMarkedContent(): void {
    if (this.marked === 'stream') this.endText();
    if (this.marked !== null) this.out.ascii('EMC\n');
    this.marked = null;
  }

  private openText(): void {
    if (this.inText) return;
    this.inText = true;
    this.pen = null;
    this.textLine = null;
    this.out.ascii('BT\n');
  }

  /** Opens a text object if none is open, and selects the font. */
  beginText(fontName: string, font: PdfRef, size: number, mode: number, lineWidth: number): void {
    const state = this.state;
    const out = this.out;
    if (mode !== 0 && state.lineWidth !== lineWidth) {
      state.lineWidth = lineWidth;
      out.number(lineWidth);
      out.ascii('w\n');
    }
    this.openText();
    if (state.font !== fontName || state.fontSize !== size) {
      this.pen = null;
      state.font = fontName;
      state.fontSize = size;
      this.use('Font', fontName, font);
      out.ascii(`/${fontName} `);
      out.number(size);
      out.ascii('Tf\n');
    }
    if (state.textMode !== mode) {
      state.textMode = mode;
      out.ascii(`${mode} Tr\n`);
    }
  }

  /**
   * Closes the text object and any marked content within it. Only text and color operators are allowed inside a text
   * object.
   */
  endText(): void {
    if (!this.inText) return;
    if (this.marked === 'text') this.endMarkedContent();
    this.inText = false;
    this.out.ascii('ET\n');
  }
}
