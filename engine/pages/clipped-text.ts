/**
 * Finds text that is laid out but not visible. It is cut off by `overflow`, outside the sheet, sliced by a page break,
 * or in a running header taller than its margin. Text that is hidden on purpose is not reported.
 */
import type { Box } from '../boxes/box.ts';
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import { hasTransform } from '../boxes/box-flags.ts';
import { Color } from '../css/color.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment, Fragment, LineFragment, Slice, TextFragment } from '../layout/fragment.ts';
import { type LU, LU_PER_PX, luFromPx, MAX_LU } from '../units.ts';
import type { Page, PlacedFragment } from './page.ts';
import type { PageGeometry } from './page-geometry.ts';

/** The reason why text is cut off. */
type Cause = 'overflow' | 'sheet' | 'slice' | 'margin';

/** The edges beyond which content is invisible, in the coordinates of the walk. */
interface Clip {
  readonly left: LU;
  readonly top: LU;
  readonly right: LU;
  readonly bottom: LU;
  readonly cause: Cause;
  /** The element to report, or null for the element that contains the text. */
  readonly element: Element | null;
  readonly outer: Clip | null;
}

/** The size, in LU, at or below which boxes hide their content from everyone but screen readers. */
const HIDDEN_SIZE: LU = 2 * LU_PER_PX;
/** The indent in px from which text is considered hidden on purpose. */
const HIDING_INDENT = 100;
const SHOWN_WORDS = 40;
/** The maximum number of reported elements. */
const MOST_ELEMENTS = 100;

const OPEN = { left: -MAX_LU, top: -MAX_LU, right: MAX_LU, bottom: MAX_LU };

/** Reports the clipped text of a document's pages, each element once. */
export class ClippedText {
  private readonly diagnostics: Diagnostics;
  private readonly reported = new Set<Element>();
  private page = 0;
  /** The innermost positioned box or running element around the current fragment. */
  private around: Element | null = null;

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Checks a page's content. */
  look({ index, width, height, bleed, area, scale, root, positioned, floats, footnotes, marginNotes }: Page): void {
    this.page = index + 1;
    this.around = null;
    const edge = (at: LU): LU => Math.round(at / scale);
    const beyond = luFromPx(bleed);
    const sheet: Clip = {
      left: edge(-beyond - area.x),
      top: edge(-beyond - area.y),
      right: edge(luFromPx(width) + beyond - area.x),
      bottom: edge(luFromPx(height) + beyond - area.y),
      cause: 'sheet',
      element: null,
      outer: null,
    };
    const placed = [...(root === null ? [] : [root]), ...positioned, ...floats, ...footnotes, ...marginNotes];
    for (const { fragment, x, y } of placed) this.box(fragment, x, y, sheet);
  }

  /** Checks a page's margin boxes, whose content should stay in its margin. */
  lookAtMargins(index: number, { margin, height }: PageGeometry, boxes: readonly PlacedFragment[]): void {
    this.page = index + 1;
    for (const { fragment, x, y } of boxes) {
      const name = fragment.box.pseudo ?? '';
      const [content] = fragment.children;
      this.around = content?.type === 'box' ? content.box.element : null;
      const rest = { ...OPEN, cause: 'margin', element: null, outer: null } as const;
      if (name.startsWith('top')) this.box(fragment, x, y, { ...rest, top: 0, bottom: margin.top });
      else if (name.startsWith('bottom')) {
        const bottom = luFromPx(height);
        this.box(fragment, x, y, { ...rest, top: bottom - margin.bottom, bottom });
      }
    }
  }

  private box(fragment: BoxFragment, x: LU, y: LU, outer: Clip): void {
    const { style, box, extra, children } = fragment;
    if (children.length === 0 || isHiding(fragment) || isReportedOutside(fragment, x, y, outer)) return;
    let clip = outer;
    if (extra?.slice !== undefined) clip = sliceClip(extra.slice, x, y, outer, box.element);
    else if (clipsContent(box)) {
      const inner = overflowClip(fragment, x, y, outer);
      if (inner.right - inner.left <= HIDDEN_SIZE || inner.bottom - inner.top <= HIDDEN_SIZE) return;
      clip = inner;
    }
    if (style.rare.opacity === 0) return;
    const { around } = this;
    if (box.has(BoxFlag.OutOfFlow)) this.around = box.element;
    this.children(fragment, x, y, clip);
    this.around = around;
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
    for (let at: Clip | null = clip; at !== null; at = at.outer) {
      if (!cuts(at, text, x, y)) continue;
      const element = at.element ?? this.around ?? box.element;
      const words = wordsOf(text);
      if (element === null || words === '' || this.reported.has(element) || this.reported.size >= MOST_ELEMENTS) return;
      if (Math.abs(style.text.textIndent.length.resolvePx(HIDING_INDENT)) >= HIDING_INDENT || isTransparent(box))
        return;
      this.reported.add(element);
      const where = `<${element.tag}${element.id === null ? '' : ` id="${element.id}"`}>`;
      const message = `Text in ${where} is cut off on page ${this.page}, ${REASONS[at.cause]}: "${words}"`;
      this.diagnostics.warnAbout('layout/clipped-text', message, element);
      return;
    }
  }
}

const REASONS: Readonly<Record<Cause, string>> = {
  overflow: 'by its overflow',
  sheet: 'by the edge of the sheet',
  slice: 'because a box that cannot break continues on the next page',
  margin: 'or overlaps the page, because the content is taller than the page margin',
};

/** Returns whether the text of a box is invisible. Transparent text may also be the shape of a background. */
function isTransparent(box: Box): boolean {
  const { color, webkitTextFillColor: fill, webkitTextStrokeWidth } = box.style.text;
  if ((fill === Color.CURRENT ? color : fill).a > 0 || webkitTextStrokeWidth > 0) return false;
  for (let at: Box | null = box; at !== null; at = at.parent)
    if (at.style.background.backgroundLayers.some(({ clip }) => clip === 'text')) return false;
  return true;
}

/** Returns whether a box hides its content on purpose, or moves it where this walk can't follow. */
function isHiding({ box, style, width, height }: BoxFragment): boolean {
  const { clip, clipPath } = style.rare;
  if (clip !== null || clipPath !== null) return true;
  return hasTransform(style) || (box.has(BoxFlag.OutOfFlow) && width <= LU_PER_PX && height <= LU_PER_PX);
}

/** Returns whether a box is a fixed box completely outside the sheet, which is reported as `page/outside`. */
const isReportedOutside = ({ style, width, height }: BoxFragment, x: LU, y: LU, clip: Clip): boolean =>
  style.box.position === 'fixed' &&
  clip.cause === 'sheet' &&
  (x + width <= clip.left || x >= clip.right || y + height <= clip.top || y >= clip.bottom);

function clipsContent(box: Box): boolean {
  const { overflowX, overflowY } = box.style.box;
  if (overflowX === 'visible' && overflowY === 'visible')
    return (containmentOf(box.kind, box.style) & Containment.Paint) !== 0;
  return !box.has(BoxFlag.OverflowPropagated) && !UNCLIPPED.has(box.kind);
}

/** Kinds of boxes that `overflow` doesn't apply to. */
const UNCLIPPED: ReadonlySet<BoxKind> = new Set([
  BoxKind.Inline,
  BoxKind.TableRow,
  BoxKind.TableRowGroup,
  BoxKind.TableWrapper,
]);

/** Returns the clip at the padding box. Along an axis with an ellipsis, the text is shortened on purpose. */
function overflowClip({ box, style, border, width, height }: BoxFragment, x: LU, y: LU, outer: Clip): Clip {
  const { overflowX, overflowY, overflowClipMargin, textOverflow, lineClamp } = style.box;
  const contained = overflowX === 'visible' && overflowY === 'visible';
  const more = luFromPx(overflowClipMargin.margin.px);
  const vertical = style.text.writingMode !== 'horizontal-tb';
  const clipsX = (contained || overflowX !== 'visible') && (vertical ? lineClamp === null : textOverflow === 'clip');
  const clipsY = (contained || overflowY !== 'visible') && (vertical ? textOverflow === 'clip' : lineClamp === null);
  return {
    left: clipsX ? x + border.left - more : -MAX_LU,
    right: clipsX ? x + width - border.right + more : MAX_LU,
    top: clipsY ? y + border.top - more : -MAX_LU,
    bottom: clipsY ? y + height - border.bottom + more : MAX_LU,
    cause: 'overflow',
    element: box.element,
    outer,
  };
}

function sliceClip({ vertical, from, to }: Slice, x: LU, y: LU, outer: Clip, element: Element | null): Clip {
  const [start, end] = [from, to].map((at) => (Math.abs(at) >= MAX_LU ? at : (vertical ? y : x) + at));
  const across = { ...OPEN, cause: 'slice', element, outer } as const;
  return vertical ? { ...across, top: start!, bottom: end! } : { ...across, left: start!, right: end! };
}

/** Returns whether so much of a text is outside a clip that it can't be read. */
function cuts({ left, top, right, bottom, cause }: Clip, text: TextFragment, x: LU, y: LU): boolean {
  const { width, height, baseline, writingMode, style } = text;
  const em = luFromPx(style.font.fontSize);
  const { vertical } = writingMode;
  // Lower-case letters extend from the baseline to half an em above it.
  const [over, under] = vertical ? [x + width / 4, x + width - width / 4] : [y + baseline - em / 2, y + baseline];
  const [start, end] = vertical ? [y, y + height] : [x, x + width];
  const [overEdge, underEdge, startEdge, endEdge] = vertical ? [left, right, top, bottom] : [top, bottom, left, right];
  if (cause === 'slice') return crosses(overEdge, over, under) || crosses(underEdge, over, under);
  if (cause === 'sheet' && isFarOut(text, x, y, { left, top, right, bottom })) return false;
  if (overEdge > over + LU_PER_PX || underEdge < under - LU_PER_PX) return true;
  // White space at the end of a line may hang.
  const { run } = text;
  const written = run.text.slice(run.start, run.end);
  const visible = written.length === 0 ? 1 : written.trimEnd().length / written.length;
  const reach = (end - start) * (1 - visible) + em / 2;
  return start + reach < startEdge || end - reach > endEdge;
}

const crosses = (edge: LU, from: LU, to: LU): boolean => edge > from + LU_PER_PX && edge < to - LU_PER_PX;

/** Returns whether a text is so far outside the sheet that it must be hidden on purpose. */
function isFarOut(
  { width, height }: TextFragment,
  x: LU,
  y: LU,
  { left, top, right, bottom }: Pick<Clip, 'left' | 'top' | 'right' | 'bottom'>,
): boolean {
  const [w, h] = [right - left, bottom - top];
  return x + width < left - w || x > right + w || y + height < top - h || y > bottom + h;
}

function wordsOf({ run, replacementText }: TextFragment): string {
  const text = replacementText ?? (run.item < 0 ? '' : run.text.slice(run.start, run.end));
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > SHOWN_WORDS ? `${words.slice(0, SHOWN_WORDS)}…` : words;
}
