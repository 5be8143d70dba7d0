/**
 * The sizes of query containers (css-conditional-5 §5, css-contain-3).
 *
 * Style precedes layout, but size queries and container units depend on sizes that only layout determines. Such
 * documents are styled and laid out several times: first with the sizes that declarations suggest, then with those that
 * layout found. This repeats until both agree or the rounds are used up (`pages/settle.ts`). Size containment keeps a
 * container's size independent of its contents, so each round settles at least one more level of nested containers. If
 * all containers are as wide as declared, one round is enough.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { isGrid } from '../css/values/display.ts';
import { type Element, Namespace } from '../document/node.ts';

/** A content box in CSS px. */
export interface ContentSize {
  readonly width: number;
  readonly height: number;
}

export class ContainerSizes {
  /** The sizes given so far. */
  readonly asked = new Map<Element, ContentSize>();
  private readonly known: ReadonlyMap<Element, ContentSize> | null;
  private readonly declared = new Map<Element, ContentSize>();
  private readonly page: ContentSize;
  private readonly styleOf: (element: Element) => ComputedStyle;

  constructor(
    known: ReadonlyMap<Element, ContentSize> | null,
    page: ContentSize,
    styleOf: (element: Element) => ComputedStyle,
  ) {
    this.known = known;
    this.page = page;
    this.styleOf = styleOf;
  }

  of(element: Element): ContentSize {
    let size = this.asked.get(element);
    if (size === undefined) {
      size = this.known?.get(element) ?? this.declaredSize(element);
      this.asked.set(element, size);
    }
    return size;
  }

  /** Returns the content box as far as declared lengths determine it, from the page area inward. */
  private declaredSize(element: Element): ContentSize {
    const chain: Element[] = [];
    let size = this.page;
    for (let e: Element | null = element; e !== null; e = e.parent) {
      const known = this.known?.get(e) ?? this.declared.get(e);
      if (known !== undefined) {
        size = known;
        break;
      }
      chain.push(e);
    }
    for (let i = chain.length - 1; i >= 0; i--) {
      size = declaredWithin(size, this.styleOf(chain[i]!));
      this.declared.set(chain[i]!, size);
    }
    return size;
  }
}

/** Returns the content box of a block in a containing block of this size. */
function declaredWithin({ width, height }: ContentSize, { box, border }: ComputedStyle): ContentSize {
  const across =
    border.borderLeftWidth +
    border.borderRightWidth +
    box.paddingLeft.resolvePx(width) +
    box.paddingRight.resolvePx(width);
  const down =
    border.borderTopWidth +
    border.borderBottomWidth +
    box.paddingTop.resolvePx(width) +
    box.paddingBottom.resolvePx(width);
  const margins = box.marginLeft.resolvePx(width) + box.marginRight.resolvePx(width);
  const inset = box.boxSizing === 'border-box';
  const own = box.width.isLength ? box.width.resolvePx(width) - (inset ? across : 0) : width - margins - across;
  return {
    width: Math.max(0, box.maxWidth.isLength ? Math.min(own, box.maxWidth.resolvePx(width)) : own),
    height: box.height.isLength ? box.height.resolvePx(height) - (inset ? down : 0) : height,
  };
}

/** The physical axes on which an element's size can be queried. null if it isn't a size container. */
interface QueriedAxes {
  readonly width: boolean;
  readonly height: boolean;
}

const BOTH: QueriedAxes = { width: true, height: true };
const WIDTH: QueriedAxes = { width: true, height: false };
const HEIGHT: QueriedAxes = { width: false, height: true };

/**
 * Returns the queryable axes. Size containment must apply, which excludes inline boxes, tables and their parts, and
 * elements without a box (css-contain-3 §4.1).
 */
export function queriedAxes(element: Element, style: ComputedStyle): QueriedAxes | null {
  const { containerType } = style.rare;
  if (!containerType.includes('size')) return null;
  const isSvg = element.namespace === Namespace.Svg;
  if (isSvg ? element.tag !== 'svg' : !takesContainment(style)) return null;
  if (!containerType.includes('inline-size')) return BOTH;
  return style.text.writingMode === 'horizontal-tb' ? WIDTH : HEIGHT;
}

function takesContainment(style: ComputedStyle): boolean {
  const { outside, inside } = style.box.display;
  if (inside === 'table-caption') return true;
  return outside === 'inline'
    ? inside === 'flow-root' || inside === 'flex' || isGrid(inside)
    : outside === 'block' && inside !== 'table';
}
