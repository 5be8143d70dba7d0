/** Computes containment (css-contain-2 §3, §4). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { BoxKind } from './box.ts';

/** The bits that `containmentOf` returns. */
export const Containment = { InlineSize: 1, BlockSize: 2, Size: 3, Layout: 4, Style: 8, Paint: 16 } as const;

const ALL = Containment.Size | Containment.Layout | Containment.Style | Containment.Paint;
const BY_KEYWORD: ReadonlyMap<string, number> = new Map<string, number>([
  ['size', Containment.Size],
  ['inline-size', Containment.InlineSize],
  ['layout', Containment.Layout],
  ['style', Containment.Style],
  ['paint', Containment.Paint],
]);

/**
 * Returns the used containment of a box from `contain`, `container-type` (css-conditional-5 §5.1) and
 * `content-visibility`.
 */
export function containmentOf(kind: BoxKind, style: ComputedStyle): number {
  const { contain, containerType, contentVisibility } = style.rare;
  // Fast path for nearly every box.
  if (contain.length === 0 && containerType === 'normal' && contentVisibility === 'visible') return 0;
  let bits = 0;
  for (const keyword of contain) bits |= BY_KEYWORD.get(keyword) ?? 0;
  if (containerType.startsWith('size')) bits |= Containment.Size | Containment.Style;
  if (containerType.startsWith('inline-size')) bits |= Containment.InlineSize | Containment.Style;
  // On paper everything is relevant to the user: `auto` never skips its contents (css-contain-2 §4.1).
  if (contentVisibility === 'auto') bits |= Containment.Layout | Containment.Style | Containment.Paint;
  if (contentVisibility === 'hidden') bits |= ALL;
  return bits & applicable(kind, style);
}

/**
 * Returns the kinds of containment that can apply (css-contain-2 §3.1, §3.2, §3.4). Style containment applies to every
 * element.
 */
function applicable(kind: BoxKind, style: ComputedStyle): number {
  switch (kind) {
    case BoxKind.Inline:
    case BoxKind.RubyBase:
    case BoxKind.RubyText:
    case BoxKind.TableRowGroup:
    case BoxKind.TableRow:
    case BoxKind.TableColumnGroup:
    case BoxKind.TableColumn:
      return Containment.Style;
    case BoxKind.Table:
    case BoxKind.TableWrapper:
    case BoxKind.TableCell:
      return ALL & ~Containment.Size;
    default:
      return style.box.display.inside.startsWith('ruby-') ? Containment.Style : ALL;
  }
}

/**
 * Returns whether counters and quotes inside are scoped (css-contain-2 §3.3), for any kind of box. Without a box
 * nothing is contained.
 */
export function containsCounters(style: ComputedStyle): boolean {
  return style.box.display.outside !== 'contents' && (containmentOf(BoxKind.Inline, style) & Containment.Style) !== 0;
}

/**
 * Returns whether the box is laid out and painted as if it were empty, for `content-visibility: hidden` (css-contain-2
 * §4.2).
 */
export function skipsContents(kind: BoxKind, style: ComputedStyle): boolean {
  return style.rare.contentVisibility === 'hidden' && (applicable(kind, style) & Containment.Size) !== 0;
}
