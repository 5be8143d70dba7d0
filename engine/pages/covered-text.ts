/**
 * Finds text of the flow under fixed boxes. These are in the same place on every page, often with space for them on the
 * first page only.
 */
import { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment, Fragment, LineFragment, TextFragment } from '../layout/contract/fragment.ts';
import type { Edges } from '../layout/fragments/clip-area.ts';
import type { LU } from '../units.ts';
import { readablePart, wordsOf } from './clipped-text.ts';
import type { PlacedFragment } from './page.ts';
import { nameOf } from './page-remarks.ts';
import { hasOwnTransform } from './transformed-overflow.ts';

/** What a fixed box draws over the flow. */
interface Cover extends Edges {
  readonly element: Element;
  /** The font size of text; null: an opaque background. */
  readonly fontSize: number | null;
}

/** Text that is this much larger than the text below it is a watermark. */
const WATERMARK_RATIO = 2;
/** Each text is compared with at most this many covers. */
const MOST_COVERS = 100;

/** Reports the covered text of a document's pages, each fixed box once. */
export class CoveredText {
  private readonly diagnostics: Diagnostics;
  private readonly reported = new Set<Element>();
  private page = 0;
  private covers: Cover[] = [];

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Checks the flow of the page with this index. */
  look(index: number, root: PlacedFragment | null, fixed: readonly PlacedFragment[]): void {
    this.covers = [];
    for (const { fragment, x, y } of fixed) {
      const { element } = fragment.box;
      const isBelow = (fragment.style.box.zIndex ?? 0) < 0;
      if (element !== null && !isBelow && !this.reported.has(element)) this.addCovers(fragment, x, y, element);
    }
    this.page = index + 1;
    if (root !== null && this.covers.length > 0) this.children(root.fragment, root.x, root.y);
  }

  private addCovers(fragment: BoxFragment | LineFragment, x: LU, y: LU, element: Element): void {
    if (this.covers.length >= MOST_COVERS) return;
    if (fragment.type === 'box') {
      const { style, width, height } = fragment;
      if (isSeeThrough(fragment)) return;
      const { backgroundColor } = style.background;
      const { a } = backgroundColor === Color.CURRENT ? style.text.color : backgroundColor;
      if (a === 1 && style.text.visibility === 'visible')
        this.covers.push({ element, fontSize: null, left: x, top: y, right: x + width, bottom: y + height });
    }
    forEachChild(fragment, x, y, (child, left, top) => {
      if (child.type !== 'text') this.addCovers(child, left, top, element);
      else if (isSolid(child.style) && wordsOf(child) !== '')
        this.covers.push({ element, fontSize: child.style.font.fontSize, ...readablePart(child, left, top) });
    });
  }

  private children(fragment: BoxFragment | LineFragment, x: LU, y: LU): void {
    forEachChild(fragment, x, y, (child, left, top) => {
      if (child.type === 'text') this.text(child, left, top);
      // Positioned boxes may be painted above the fixed ones.
      else if (child.type === 'line' || !isLayered(child)) this.children(child, left, top);
    });
  }

  private text(text: TextFragment, x: LU, y: LU): void {
    const { style } = text;
    if (!isSolid(style)) return;
    const part = readablePart(text, x, y);
    const cover = this.covers.find((one) => covers(one, part, style.font.fontSize));
    const words = cover === undefined ? '' : wordsOf(text);
    if (cover === undefined || words === '') return;
    const { element } = cover;
    this.reported.add(element);
    this.covers = this.covers.filter((one) => one.element !== element);
    const message = `${nameOf(element)} is fixed and covers text on page ${this.page}: "${words}"`;
    this.diagnostics.warnAbout('layout/covered-text', message, element);
  }
}

function forEachChild(
  { children, offsets }: BoxFragment | LineFragment,
  x: LU,
  y: LU,
  visit: (child: Fragment, x: LU, y: LU) => void,
): void {
  for (let i = 0; i < children.length; i++) visit(children[i]!, x + offsets[2 * i]!, y + offsets[2 * i + 1]!);
}

/** Returns whether what is below a box may show through it. Watermarks are rotated or transparent. */
function isSeeThrough(fragment: BoxFragment): boolean {
  const { opacity, mixBlendMode } = fragment.style.rare;
  return opacity < 1 || mixBlendMode !== 'normal' || hasOwnTransform(fragment);
}

function isLayered(fragment: BoxFragment): boolean {
  const { position, zIndex } = fragment.style.box;
  return position !== 'static' || zIndex !== null || isSeeThrough(fragment);
}

const isSolid = ({ text }: ComputedStyle): boolean => text.visibility === 'visible' && text.color.a === 1;

function covers({ left, top, right, bottom, fontSize }: Cover, part: Edges, size: number): boolean {
  if (fontSize !== null && fontSize > size * WATERMARK_RATIO) return false;
  return left < part.right && part.left < right && top < part.bottom && part.top < bottom;
}
