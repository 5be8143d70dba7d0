/** Looks for problems in the painted content of pages. */
import type { Budget } from '../budget.ts';
import { type Color, InkColor } from '../css/color.ts';
import type { FontFace } from '../fonts/font-face.ts';
import { readTables } from '../fonts/table-directory.ts';
import { type ImageResource, isVector } from '../images/image.ts';
import { isSideways } from '../images/orientation.ts';
import { boundsThrough, type Matrix } from '../layout/fragments/transform.ts';
import {
  closerOf,
  type Command,
  type DisplayList,
  type Glyphs,
  isCloser,
  numbersAfter,
  type PageOutput,
  type Path,
  PathOp,
  type SheetTrim,
} from '../paint/display-list.ts';
import { multiply } from '../paint/matrix.ts';
import { boundsOfPoints } from '../paint/flatten-path.ts';
import { intersect, type Rect as Bounds } from '../paint/rects.ts';
import type { ProofCheck, ProofLimits } from '../proof-report.ts';
import { Covers, over } from '../paint/covers.ts';
import { contrastOf } from './contrast.ts';

const PT = 72 / 96;
const PX_PER_MM = 96 / 25.4;
/** Edges within this many px are treated as equal, because painting moves content to whole px. */
const NEAR = 0.5;
/** Text of this size in points needs less contrast, bold text from LARGE_BOLD on (WCAG 2.2). */
const LARGE = 18;
const LARGE_BOLD = 14;
const BOLD = 700;
/** Shapes with more segments than a rounded rectangle cover an unknown part of their bounds. */
const RECTANGLE_SEGMENTS = 12;
/** Offsets from the middle of text, in em, at which the contrast is measured. */
const MIDDLE = 0.3;

/** Where a problem is: the index of the page, and the bounds on its sheet in CSS px. */
interface ProofPlace {
  readonly page: number;
  readonly bounds: Bounds;
}

/** Takes a problem. `at` is null if it concerns the document. */
export type Note = (check: ProofCheck, message: string, at: ProofPlace | null) => void;

type Limits = Required<Omit<ProofLimits, 'skip'>>;

const DEFAULTS: Limits = { hairline: 0.25, resolution: 150, ink: 300, contrast: 4.5, bleed: 3, safety: 3 };

interface State {
  readonly matrix: Matrix;
  readonly clip: Bounds;
  readonly alpha: number;
  readonly overprints: boolean;
}

/** The state of a page that is painted. */
interface Sheet {
  /** The index of the page. */
  readonly index: number;
  readonly size: Bounds;
  /** The trimmed page on the sheet. */
  readonly page: Bounds;
  /** In CSS px. */
  readonly bleed: number;
  readonly covers: Covers;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const NOTHING: Bounds = { x: 0, y: 0, width: 0, height: 0 };

export class ProofOutput implements PageOutput {
  private readonly limits: Limits;
  private readonly budget: Budget;
  private readonly take: Note;
  private readonly licensed = new Set<FontFace>();
  private sheet: Sheet;
  private state: State = { matrix: IDENTITY, clip: NOTHING, alpha: 1, overprints: false };
  /** The number of pages begun so far. */
  private begun = 0;
  private readonly unfinished = new Map<number, Sheet>();
  /** Whether the document uses process inks, and is thus meant for a press. */
  usesInks = false;

  constructor(limits: ProofLimits, budget: Budget, note: Note) {
    this.limits = { ...DEFAULTS, ...limits };
    this.budget = budget;
    this.take = note;
    this.sheet = { index: -1, size: NOTHING, page: NOTHING, bleed: 0, covers: new Covers(budget) };
  }

  beginPage(width: number, height: number, trim: SheetTrim | null): void {
    const margin = trim?.page ?? 0;
    const page = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
    const bleed = trim === null ? 0 : trim.page - trim.bleed;
    this.sheet = {
      index: this.begun++,
      size: { x: 0, y: 0, width, height },
      page,
      bleed,
      covers: new Covers(this.budget),
    };
  }

  draw(list: DisplayList): void {
    this.state = { matrix: IDENTITY, clip: this.sheet.size, alpha: 1, overprints: false };
    this.walk(list);
  }

  endPage(): void {}

  leavePage(id: number): void {
    this.unfinished.set(id, this.sheet);
  }

  returnToPage(id: number): void {
    this.sheet = this.unfinished.get(id) ?? this.sheet;
  }

  private note(check: ProofCheck, message: string, bounds: Bounds): void {
    this.take(check, message, { page: this.sheet.index, bounds });
  }

  private walk(list: DisplayList): void {
    const states: State[] = [];
    const outer = this.state;
    for (const command of list) {
      this.budget.tick();
      if (isCloser(command)) this.state = states.pop() ?? this.state;
      else if (closerOf(command) !== null) states.push(this.state);
      this.command(command);
    }
    this.state = outer;
  }

  private command(c: Command): void {
    const { state } = this;
    switch (c.type) {
      case 'transform':
        this.state = { ...state, matrix: multiply(c.matrix, state.matrix) };
        break;
      case 'clipRect':
        this.state = { ...state, clip: intersect(state.clip, boundsThrough(c, state.matrix)) };
        break;
      case 'clipPath':
        this.state = { ...state, clip: intersect(state.clip, boundsThrough(boundsOf(c.path), state.matrix)) };
        break;
      case 'beginGroup':
        this.state = { ...state, alpha: state.alpha * c.opacity };
        break;
      case 'beginOverprint':
        this.state = { ...state, overprints: true };
        break;
      case 'fillRect':
        this.line(Math.min(c.width, c.height), c, c.color);
        this.fill(c, c.color, true);
        break;
      case 'fillPath':
        this.fill(boundsOf(c.path), c.color, !c.evenOdd && isRectangle(c.path));
        break;
      case 'strokePath':
        this.line(c.stroke.width, boundsOf(c.path), c.color);
        this.ink(c.color, this.visible(boundsOf(c.path)));
        break;
      case 'fillGradient':
        this.cover(boundsOf(c.path), null, null);
        break;
      case 'fillPattern':
        this.cover(boundsOf(c.path), null, null);
        this.walk(c.content);
        break;
      case 'drawImage':
        if (c.smooth) this.resolution(c.image, c);
        this.cover(c, null, null);
        break;
      case 'drawGlyphs':
        this.text(c);
        break;
      case 'field':
        this.walk(c.shown);
    }
  }

  /** Returns the visible part of a rectangle on the sheet. */
  private visible(bounds: Bounds): Bounds {
    return intersect(this.state.clip, boundsThrough(bounds, this.state.matrix));
  }

  private line(width: number, bounds: Bounds, { a }: Color): void {
    const points = width * smallestScale(this.state.matrix) * PT;
    if (points <= 0 || points >= this.limits.hairline || a * this.state.alpha === 0) return;
    const visible = this.visible(bounds);
    if (isEmpty(visible)) return;
    this.note('hairline', `A line is ${shown(points, 3)} pt thick. Printers need ${this.limits.hairline} pt.`, visible);
  }

  private fill(bounds: Bounds, color: Color, isWhole: boolean): void {
    const alpha = color.a * this.state.alpha;
    if (alpha === 0) return;
    const ink = this.ink(color, this.visible(bounds));
    if (!isWhole) return this.cover(bounds, null, null);
    if (alpha >= 1) return this.cover(bounds, color, ink);
    const { x, y, width, height } = this.visible(bounds);
    const below = this.sheet.covers.at(x + width / 2, y + height / 2).color;
    this.cover(bounds, below === null ? null : over(color, alpha, below), null);
  }

  /** Records a painted area, and checks whether it ends at the edge of the page. */
  private cover(bounds: Bounds, color: Color | null, ink: number | null): void {
    const visible = this.visible(bounds);
    if (isEmpty(visible)) return;
    this.sheet.covers.add(visible, color, ink);
    if (color === null || color.r < 1 || color.g < 1 || color.b < 1) this.bleeds(visible);
  }

  private bleeds({ x, y, width, height }: Bounds): void {
    const { page, bleed } = this.sheet;
    const wanted = this.limits.bleed * PX_PER_MM;
    // How far the area reaches beyond each edge.
    const beyond = [page.x - x, page.y - y, x + width - page.x - page.width, y + height - page.y - page.height];
    const least = Math.min(...beyond.filter((distance) => distance > -NEAR));
    if (!(least < wanted - NEAR)) return;
    const reaches =
      least < NEAR ? 'ends at the edge of the page' : `reaches ${mm(least)} mm beyond the edge of the page`;
    const has = bleed >= wanted - NEAR ? '' : ` The page has a bleed of ${mm(Math.max(0, bleed))} mm.`;
    this.note('bleed', `A painted area ${reaches}. The printer needs ${this.limits.bleed} mm.${has}`, {
      x,
      y,
      width,
      height,
    });
  }

  /** Checks the inks of a color, and returns their sum with those that it overprints; null for other colors. */
  private ink(color: Color, visible: Bounds): number | null {
    if (!(color instanceof InkColor) || isEmpty(visible)) return null;
    const { inks } = color;
    this.usesInks = true;
    const own = inks.type === 'process' ? inks.process.reduce((sum, ink) => sum + ink, 0) : inks.tint;
    const { overprints } = this.state;
    if (overprints && own === 0) this.note('overprint', 'White is set to overprint, so it is invisible.', visible);
    const { x, y, width, height } = visible;
    const below = overprints ? (this.sheet.covers.at(x + width / 2, y + height / 2).ink ?? 0) : 0;
    const sum = (own + below) * 100;
    if (sum > this.limits.ink + 0.5)
      this.note('ink-coverage', `The inks add up to ${Math.round(sum)} %. The limit is ${this.limits.ink} %.`, visible);
    return own + below;
  }

  private resolution({ data }: ImageResource, { x, y, width, height }: Bounds): void {
    if (isVector(data)) return;
    const [a, b, c, d] = this.state.matrix;
    const size = [width * Math.hypot(a, b), height * Math.hypot(c, d)] as const;
    const isTurned = isSideways(data.orientation ?? 1);
    const pixels = isTurned ? ([data.height, data.width] as const) : ([data.width, data.height] as const);
    const visible = this.visible({ x, y, width, height });
    if (!(size[0] > 0 && size[1] > 0) || isEmpty(visible)) return;
    const ppi = Math.min((pixels[0] / size[0]) * 96, (pixels[1] / size[1]) * 96);
    if (ppi >= this.limits.resolution - 0.5) return;
    const message = `An image of ${data.width} × ${data.height} pixels has ${Math.round(ppi)} ppi at its size on paper. The limit is ${this.limits.resolution} ppi.`;
    this.note('resolution', message, visible);
  }

  private text({ placement, color, stroke }: Glyphs): void {
    const { run, x, y, text, start, end } = placement;
    this.license(run.face);
    if (text.trim() === '') return;
    let advance = 0;
    for (let i = start; i < end; i++) advance += run.advances[i]!;
    const em = run.fontSize;
    const isVertical = run.style.text.writingMode !== 'horizontal-tb' && !run.sideways;
    const bounds = isVertical
      ? { x: x - em / 2, y, width: em, height: advance }
      : { x, y: y - em * 0.8, width: advance, height: em };
    const visible = this.visible(bounds);
    if (isEmpty(visible)) return;
    if (stroke !== null && stroke.width > 0) this.line(stroke.width, bounds, stroke.color);
    const alpha = color.a * this.state.alpha;
    if (alpha === 0) return;
    this.inkOfText(color, visible);
    this.safety(visible);
    const middle = isVertical ? { x, y: y + advance / 2 } : { x: x + advance / 2, y: y - em * MIDDLE };
    const at = boundsThrough({ ...middle, width: 0, height: 0 }, this.state.matrix);
    const below = this.sheet.covers.at(at.x, at.y).color;
    if (below === null) return;
    const points = em * smallestScale(this.state.matrix) * PT;
    const isLarge = points >= LARGE || (points >= LARGE_BOLD && run.style.font.fontWeight >= BOLD);
    const least = isLarge ? (this.limits.contrast * 2) / 3 : this.limits.contrast;
    const contrast = contrastOf(over(color, alpha, below), below);
    if (contrast >= least - 0.005) return;
    this.note('contrast', `Text has a contrast of ${shown(contrast, 2)} to 1. It needs ${shown(least, 2)}.`, visible);
  }

  private inkOfText(color: Color, visible: Bounds): void {
    this.ink(color, visible);
    if (!(color instanceof InkColor)) {
      const isBlack = Math.max(color.r, color.g, color.b) < 0.01;
      if (isBlack) this.note('four-ink-text', RGB_BLACK, visible);
    } else if (color.inks.type === 'process' && color.inks.process.every((ink) => ink > 0)) {
      this.note('four-ink-text', 'Text prints with all four inks, which never align exactly.', visible);
    }
  }

  private safety(visible: Bounds): void {
    const { page } = this.sheet;
    const distance = Math.min(
      visible.x - page.x,
      visible.y - page.y,
      page.x + page.width - visible.x - visible.width,
      page.y + page.height - visible.y - visible.height,
    );
    if (distance >= this.limits.safety * PX_PER_MM - NEAR) return;
    const where = distance < 0 ? 'beyond the edge' : `${mm(distance)} mm from the edge`;
    this.note(
      'safety',
      `Text is ${where} of the page, and may be cut off. It needs ${this.limits.safety} mm.`,
      visible,
    );
  }

  /** Checks whether a font may be embedded and subset (OpenType, OS/2 fsType). */
  private license(face: FontFace): void {
    if (face.isBundled || this.licensed.has(face)) return;
    this.licensed.add(face);
    const flags = embeddingFlags(face);
    const reason =
      (flags & 0xf) === 2
        ? 'does not allow embedding without permission of its owner'
        : (flags & 0x200) !== 0
          ? 'allows embedding its bitmaps only'
          : (flags & 0x100) !== 0
            ? 'does not allow subsetting, which Pagewright does'
            : null;
    if (reason !== null)
      this.take('font-license', `The font ${face.postscriptName} ${reason} (fsType ${flags}).`, null);
  }
}

/** Reported only in documents that use inks elsewhere. */
export const RGB_BLACK =
  'Black text is in RGB. Converting it to inks may use all four. Use device-cmyk(0 0 0 1) or black of the output intent.';

function embeddingFlags({ bytes, collectionIndex }: FontFace): number {
  const tables = readTables(bytes, collectionIndex);
  const os2 = typeof tables === 'string' ? undefined : tables.get('OS/2');
  if (os2 === undefined || os2.length < 10) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset + os2.offset, os2.length).getUint16(8);
}

const shown = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));
const mm = (px: number): string => shown(px / PX_PER_MM, 1);

const isEmpty = ({ width, height }: Bounds): boolean => !(width > 0 && height > 0);

/** Returns the smaller of the factors by which a matrix scales its axes. */
const smallestScale = ([a, b, c, d]: Matrix): number => Math.min(Math.hypot(a, b), Math.hypot(c, d));

const boundsOf = (path: Path): Bounds => boundsOfPoints([path]) ?? NOTHING;

/** Returns whether a path is roughly a rectangle: one outline with few segments, all along its bounds. */
function isRectangle(path: Path): boolean {
  let segments = 0;
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    if (op === PathOp.Move && segments > 0) return false;
    if (++segments > RECTANGLE_SEGMENTS) return false;
    i += numbersAfter(op);
  }
  return segments >= 4;
}
