/**
 * Finds text that is laid out but not visible. It is cut off by `overflow`, outside the sheet, sliced by a page break,
 * or in a running header taller than its margin. Text that is hidden on purpose is not reported.
 */
import type { Box } from '../boxes/box.ts';
import { BoxFlag } from '../boxes/box.ts';
import { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import {
  type BoxFragment,
  type Fragment,
  FragmentFlag,
  type LineFragment,
  type Slice,
  type TextFragment,
} from '../layout/contract/fragment.ts';
import { clipAreaOf, type Edges, UNCLIPPED } from '../layout/fragments/clip-area.ts';
import { isSpread } from '../layout/insertions/insertion.ts';
import { boundsThrough, flatten, type Matrix, transformMatrix } from '../layout/fragments/transform.ts';
import { type LU, LU_PER_PX, luFromPx, MAX_LU } from '../units.ts';
import type { Page, PlacedFragment } from './page.ts';
import type { PageGeometry } from './page-geometry.ts';
import { nameOf } from './page-remarks.ts';
import { hasOwnTransform } from './transformed-overflow.ts';

/** The reason why text is cut off. */
type Cause = 'overflow' | 'sheet' | 'slice' | 'margin';

/** The edges beyond which content is invisible, in the coordinates of the walk. */
interface Clip extends Edges {
  readonly cause: Cause;
  /** The element to report, or null for the element that contains the text. */
  readonly element: Element | null;
  /** Maps the coordinates inside to those of the clip and `outer`; null: they are the same. */
  readonly matrix: Matrix | null;
  readonly outer: Clip | null;
}

/** The documents in frames. Their sizes are in CSS px. */
export interface FrameDocuments {
  content(
    element: Element,
    width: number,
    height: number,
  ): { readonly fragment: BoxFragment; readonly services: { readonly frames: FrameDocuments } } | null;
}

/** The size, in LU, at or below which boxes hide their content from everyone but screen readers. */
const HIDDEN_SIZE: LU = 2 * LU_PER_PX;
/** The indent in px from which text is considered hidden on purpose. */
const HIDING_INDENT = 100;
const SHOWN_WORDS = 40;
/** The maximum number of reported elements. */
const MOST_ELEMENTS = 100;

/** Reports the clipped text of a document's pages, each element once. */
export class ClippedText {
  private readonly diagnostics: Diagnostics;
  private readonly reported = new Set<Element>();
  /** 0 in SVG, which is drawn after its page is complete. */
  private page = 0;
  /** The innermost positioned box or running element around the current fragment. */
  private around: Element | null = null;
  /** The visible part of boxes that several pages show. */
  private area: Slice | null = null;
  private frames: FrameDocuments;
  /** The frame whose document contains the current fragment. It is reported instead of the document's elements. */
  private frame: Element | null = null;

  constructor(diagnostics: Diagnostics, frames: FrameDocuments) {
    this.diagnostics = diagnostics;
    this.frames = frames;
  }

  /** Checks a page's content. */
  look(page: Page): void {
    const { index, width, height, bleed, area, scale, root, positioned, floats, footnotes, marginNotes } = page;
    this.page = index + 1;
    this.around = null;
    this.area = areaOf(page);
    const edge = (at: LU): LU => Math.round(at / scale);
    const beyond = luFromPx(bleed);
    const sheet = sheetClip({
      left: edge(-beyond - area.x),
      top: edge(-beyond - area.y),
      right: edge(luFromPx(width) + beyond - area.x),
      bottom: edge(luFromPx(height) + beyond - area.y),
    });
    const placed = [...(root === null ? [] : [root]), ...positioned, ...floats, ...footnotes, ...marginNotes];
    // The facing page shows the rest of a float that is split between pages.
    const spread = { ...sheet, left: -MAX_LU, right: MAX_LU };
    for (const { fragment, x, y } of placed) this.box(fragment, x, y, isSpread(fragment.style) ? spread : sheet);
  }

  /** Checks a page's margin boxes, whose content should stay in its margin. */
  lookAtMargins(index: number, geometry: PageGeometry, bleed: number, boxes: readonly PlacedFragment[]): void {
    this.page = index + 1;
    const { margin } = geometry;
    const [right, bottom, beyond] = [geometry.width, geometry.height, bleed].map(luFromPx) as [LU, LU, LU];
    const sheet = sheetClip({ left: -beyond, top: -beyond, right: right + beyond, bottom: bottom + beyond });
    const rest = { ...UNCLIPPED, cause: 'margin', element: null, matrix: null, outer: sheet } as const;
    for (const { fragment, x, y } of boxes) {
      const name = fragment.box.pseudo ?? '';
      const [content] = fragment.children;
      this.around = content?.type === 'box' ? content.box.element : null;
      if (name.startsWith('top')) this.box(fragment, x, y, { ...rest, top: 0, bottom: margin.top });
      else if (name.startsWith('bottom')) this.box(fragment, x, y, { ...rest, top: bottom - margin.bottom, bottom });
      else if (name.startsWith('left')) this.box(fragment, x, y, { ...rest, left: 0, right: margin.left });
      else this.box(fragment, x, y, { ...rest, left: right - margin.right, right });
    }
  }

  /** Checks the contents of a foreign object, laid out in a box that clips them. */
  lookInside(fragment: BoxFragment, element: Element): void {
    const { width, height } = fragment;
    this.page = 0;
    this.around = null;
    const edges = { left: 0, top: 0, right: width, bottom: height };
    this.children(fragment, 0, 0, { ...edges, cause: 'overflow', element, matrix: null, outer: null });
  }

  private box(fragment: BoxFragment, x: LU, y: LU, outer: Clip): void {
    const { style, box, extra, children } = fragment;
    const isFrame = box.data?.type === 'replaced' && box.data.content === 'frame';
    if (children.length === 0 && !isFrame) return;
    if (isHiding(fragment) || isReportedOutside(fragment, x, y, outer)) return;
    const isCut = (fragment.flags & FragmentFlag.CutAtArea) !== 0 && this.area !== null;
    let clip = isCut ? sliceClip(this.area!, 0, 0, outer, box.element) : outer;
    if (hasOwnTransform(fragment)) {
      const matrix = matrixOf(fragment, x, y);
      if (matrix === null || isMovedAway(fragment, x, y, matrix, outer)) return;
      clip = { ...UNCLIPPED, cause: 'overflow', element: null, matrix, outer: clip };
    }
    if (extra?.slice !== undefined) clip = sliceClip(extra.slice, x, y, clip, box.element);
    else {
      const area = clipAreaOf(fragment, x, y);
      if (area !== null) {
        const { left, top, right, bottom } = area;
        if (right - left <= HIDDEN_SIZE || bottom - top <= HIDDEN_SIZE) return;
        clip = { ...withoutEllipsis(area, style), cause: 'overflow', element: box.element, matrix: null, outer: clip };
      }
    }
    if (style.rare.opacity === 0) return;
    if (isFrame) return this.inFrame(fragment, x, y, clip);
    const { around } = this;
    if (box.has(BoxFlag.OutOfFlow)) this.around = box.element;
    this.children(fragment, x, y, clip);
    this.around = around;
  }

  /** Checks the document of a frame, which paper can't scroll. */
  private inFrame({ box, border, padding, width, height }: BoxFragment, x: LU, y: LU, clip: Clip): void {
    const [left, top] = [border.left + padding.left, border.top + padding.top];
    const inner = [width - left - border.right - padding.right, height - top - border.bottom - padding.bottom] as const;
    const { frame, frames } = this;
    const content = box.element && frames.content(box.element, inner[0] / LU_PER_PX, inner[1] / LU_PER_PX);
    if (content === null) return;
    this.frame = frame ?? box.element;
    this.frames = content.services.frames;
    this.box(content.fragment, x + left, y + top, clip);
    this.frame = frame;
    this.frames = frames;
  }

  private children(fragment: BoxFragment | LineFragment, x: LU, y: LU, clip: Clip): void {
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) {
      const child = children[i] as Fragment;
      const [left, top] = [x + offsets[2 * i]!, y + offsets[2 * i + 1]!];
      if (child.type === 'box') this.box(child, left, top, clip);
      else if (child.type === 'line')
        this.children(child, left, top, child.slice === null ? clip : sliceClip(child.slice, left, top, clip, null));
      else this.text(child, left, top, clip);
    }
  }

  private text(text: TextFragment, x: LU, y: LU, clip: Clip): void {
    const { style, box } = text;
    if (style.text.visibility !== 'visible') return;
    let part = readablePart(text, x, y);
    for (let at: Clip | null = clip; at !== null; at = at.outer) {
      if (at.matrix !== null) part = throughMatrix(part, at.matrix);
      // Another page shows what is beyond a slice.
      if (at.cause === 'slice' && isBeyond(at, part)) return;
      if (!cuts(at, part)) continue;
      const element = this.frame ?? at.element ?? this.around ?? box.element;
      const words = wordsOf(text);
      if (element === null || words === '' || this.reported.has(element) || this.reported.size >= MOST_ELEMENTS) return;
      if (Math.abs(style.text.textIndent.length.resolvePx(HIDING_INDENT)) >= HIDING_INDENT || isTransparent(box))
        return;
      this.reported.add(element);
      const page = this.page > 0 ? ` on page ${this.page},` : '';
      const message = `Text in ${nameOf(element)} is cut off${page} ${REASONS[at.cause]}: "${words}"`;
      this.diagnostics.warnAbout('layout/clipped-text', message, element);
      return;
    }
  }
}

const REASONS: Readonly<Record<Cause, string>> = {
  overflow: 'by its overflow',
  sheet: 'by the edge of the sheet',
  slice: 'because a box that cannot break continues on the next page',
  margin: 'or overlaps the page, because the content is larger than the page margin',
};

/** Returns the area of a page along the axis of its flow. */
function areaOf({ root, room }: Page): Slice | null {
  if (root === null) return null;
  const { vertical } = root.fragment.writingMode;
  return { vertical: !vertical, from: 0, to: vertical ? room.width : room.height };
}

/** Returns whether the text of a box is invisible. Transparent text may also be the shape of a background. */
function isTransparent(box: Box): boolean {
  const { color, webkitTextFillColor: fill, webkitTextStrokeWidth } = box.style.text;
  if ((fill === Color.CURRENT ? color : fill).a > 0 || webkitTextStrokeWidth > 0) return false;
  for (let at: Box | null = box; at !== null; at = at.parent)
    if (at.style.background.backgroundLayers.some(({ clip }) => clip === 'text')) return false;
  return true;
}

/** Returns whether a box hides its content on purpose. */
function isHiding({ box, style, width, height }: BoxFragment): boolean {
  const { clip, clipPath } = style.rare;
  if (clip !== null || clipPath !== null) return true;
  return box.has(BoxFlag.OutOfFlow) && width <= LU_PER_PX && height <= LU_PER_PX;
}

const sheetClip = (edges: Edges): Clip => ({ ...edges, cause: 'sheet', element: null, matrix: null, outer: null });

/** Returns whether a box is a fixed box completely outside the sheet, which is reported as `page/outside`. */
const isReportedOutside = ({ style, width, height }: BoxFragment, x: LU, y: LU, clip: Clip): boolean =>
  style.box.position === 'fixed' &&
  clip.cause === 'sheet' &&
  (x + width <= clip.left || x >= clip.right || y + height <= clip.top || y >= clip.bottom);

/** Returns a clip area that is open along axes with an ellipsis, where the text is shortened on purpose. */
function withoutEllipsis({ left, top, right, bottom }: Edges, { box, text }: ComputedStyle): Edges {
  const vertical = text.writingMode !== 'horizontal-tb';
  const [inline, block] = [box.textOverflow === 'clip', box.lineClamp === null];
  const [x, y] = vertical ? [block, inline] : [inline, block];
  return { ...UNCLIPPED, ...(x && { left, right }), ...(y && { top, bottom }) };
}

function sliceClip({ vertical, from, to }: Slice, x: LU, y: LU, outer: Clip, element: Element | null): Clip {
  const [start, end] = [from, to].map((at) => (Math.abs(at) >= MAX_LU ? at : (vertical ? y : x) + at));
  const across = { ...UNCLIPPED, cause: 'slice', element, matrix: null, outer } as const;
  return vertical ? { ...across, top: start!, bottom: end! } : { ...across, left: start!, right: end! };
}

/**
 * Returns the part of a text that must be visible so that it can be read: its lower-case letters without half an em at
 * both ends. Of a short text, that is a line.
 */
export function readablePart({ width, height, baseline, writingMode, style, run }: TextFragment, x: LU, y: LU): Edges {
  const half = luFromPx(style.font.fontSize) / 2;
  // White space at the end of a line may hang.
  const written = run.text.slice(run.start, run.end);
  const hanging = written.length === 0 ? 0 : 1 - written.trimEnd().length / written.length;
  const length = writingMode.vertical ? height : width;
  const end = Math.min(length / 2, length * hanging + half);
  if (writingMode.vertical) {
    const quarter = Math.min(width / 2, width / 4 + LU_PER_PX);
    return { left: x + quarter, right: x + width - quarter, top: y + end, bottom: y + height - end };
  }
  const bottom = y + baseline - LU_PER_PX;
  return { left: x + end, right: x + width - end, top: Math.min(bottom, y + baseline - half + LU_PER_PX), bottom };
}

function throughMatrix({ left, top, right, bottom }: Edges, matrix: Matrix): Edges {
  const { x, y, width, height } = boundsThrough({ x: left, y: top, width: right - left, height: bottom - top }, matrix);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Returns whether a clip hides some of the readable part of a text. */
function cuts(clip: Clip, part: Edges): boolean {
  if (clip.cause === 'sheet' && isFarOut(part, clip)) return false;
  return part.left < clip.left || part.right > clip.right || part.top < clip.top || part.bottom > clip.bottom;
}

/** Returns whether nothing of a rectangle is inside another. */
const isBeyond = (clip: Edges, { left, top, right, bottom }: Edges): boolean =>
  right <= clip.left || left >= clip.right || bottom <= clip.top || top >= clip.bottom;

/** Returns whether a text is so far outside the sheet that it must be hidden on purpose. */
function isFarOut(part: Edges, { left, top, right, bottom }: Edges): boolean {
  const [w, h] = [right - left, bottom - top];
  return isBeyond({ left: left - w, top: top - h, right: right + w, bottom: bottom + h }, part);
}

/** Returns the matrix of a transformed box, in LU; null: it makes the box invisible. */
function matrixOf({ style, width, height }: BoxFragment, x: LU, y: LU): Matrix | null {
  const box = { x: x / LU_PER_PX, y: y / LU_PER_PX, width: width / LU_PER_PX, height: height / LU_PER_PX };
  const flat = flatten(transformMatrix(style, box, null), box);
  return flat && [flat[0], flat[1], flat[2], flat[3], flat[4] * LU_PER_PX, flat[5] * LU_PER_PX];
}

/** Returns whether a transform moves a box completely out of a clip, as hidden menus and links to skip them do. */
function isMovedAway({ width, height }: BoxFragment, x: LU, y: LU, matrix: Matrix, clip: Clip): boolean {
  const own = { left: x, top: y, right: x + width, bottom: y + height };
  return !isBeyond(clip, own) && isBeyond(clip, throughMatrix(own, matrix));
}

/** Returns the beginning of a text's words, for messages. */
export function wordsOf({ run, replacementText }: TextFragment): string {
  const text = replacementText ?? (run.item < 0 ? '' : run.text.slice(run.start, run.end));
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > SHOWN_WORDS ? `${words.slice(0, SHOWN_WORDS)}…` : words;
}
