/** Finds the inline boxes of a fragment that are containing blocks. */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../contract/fragment.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import type { InlineContainerSpan } from './inline-container-span.ts';
import { paddingBox } from '../contract/geometry.ts';

/**
 * Returns the inline containing blocks in a fragment of a block container: those in its lines, or, if it has blocks,
 * the inline boxes split by them. `flowX` and `flowY` translate from the fragment to the flow, and `earlier` holds the
 * spans from earlier fragments.
 */
export function inlineContainerSpans(
  container: Box,
  children: readonly Fragment[],
  offsets: readonly LU[],
  flowX: LU,
  flowY: LU,
  earlier: ReadonlyMap<Box, InlineContainerSpan>,
): ReadonlyMap<Box, InlineContainerSpan> {
  const spans = new Spans(container.inline === null ? 'piece' : null, earlier);
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const x = flowX + offsets[i * 2]!;
    const y = flowY + offsets[i * 2 + 1]!;
    if (child.type === 'line') spans.visitLine(child, x, y);
    else if (child.type === 'box' && container.inline === null && child.box.inline !== null) {
      child.children.forEach((line, k) => {
        if (line.type === 'line') spans.visitLine(line, x + child.offsets[k * 2]!, y + child.offsets[k * 2 + 1]!);
      });
    }
  }
  return spans.found;
}

class Spans {
  readonly found: Map<Box, InlineContainerSpan>;
  private readonly role: 'piece' | null;

  /** `role` selects which inline boxes to find. */
  constructor(role: 'piece' | null, earlier: ReadonlyMap<Box, InlineContainerSpan>) {
    this.role = role;
    this.found = new Map(earlier);
  }

  visitLine(line: LineFragment, x: LU, y: LU): void {
    const empty = line.width === 0 && line.height === 0 ? { x, y } : null;
    visitFragments(line, x, y, true, (fragment, left, top) => {
      if (fragment.type !== 'box') return true;
      if (fragment.box.kind !== BoxKind.Inline) return false;
      this.note(fragment, left, top, empty);
      return true;
    });
  }

  /** Adds a fragment. `empty` is the position of an empty line, whose inline boxes have no size either, or null. */
  private note(fragment: BoxFragment, x: LU, y: LU, empty: Point | null): void {
    const { box } = fragment;
    if (!box.has(BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer)) return;
    const piece = box.split?.role === 'piece' ? box.split : null;
    if ((piece?.role ?? null) !== this.role) return;
    const container = piece?.first ?? box;
    const { vertical } = fragment.writingMode;
    const last =
      empty === null
        ? { ...paddingBox(fragment, x, y), standsOnEmptyLine: false }
        : { x: vertical ? empty.x : x, y: vertical ? y : empty.y, width: 0, height: 0, standsOnEmptyLine: true };
    const first = this.found.get(container)?.first ?? last;
    const goesOn = (fragment.flags & FragmentFlag.BreaksAfter) !== 0 || box.has(BoxFlag.ContinuesAfter);
    this.found.set(container, { first, last, goesOn });
  }
}

interface Point {
  readonly x: LU;
  readonly y: LU;
}
