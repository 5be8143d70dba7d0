/**
 * Finds the calls of boxes that leave the flow for an edge of their page or column: footnotes (css-gcpm-3 §2) and
 * floats (css-page-floats-3). Reads them from the fragments of a page or column, in document order.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../contract/fragment.ts';
import type { LU } from '../../units.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import type { WritingMode } from '../contract/geometry.ts';

/** A call and its block offsets, which determine how much of the flow must fit in the area to include the call. */
export interface Call {
  readonly box: Box;
  /** Extent of the line that contains the call. */
  readonly lineStart: LU;
  readonly lineEnd: LU;
  /** Block start of the paragraph around it; null if the paragraph continues from an earlier area. */
  readonly blockStart: LU | null;
  /**
   * Position of the line where it is painted, with columns side by side, and the distance from it to the line's
   * baseline.
   */
  readonly place: LU;
  readonly toBaseline: LU;
  /** Whether the call is treated as part of all the surrounding columns, which stay together. */
  readonly isJoined: boolean;
}

/**
 * Returns the calls in a root fragment, relative to its block start. `joins`: balanced columns that end in the area
 * stay together.
 */
export function callsOf(root: BoxFragment, mode: WritingMode, joins = true): Call[] {
  const search = new CallSearch(mode, joins);
  search.visitBox(root, { origin: 0, place: 0, share: 1, line: null, isJoined: false, blockStart: null });
  return search.found;
}

/** Maps positions inside a fragment to those seen from outside. */
interface View {
  /** The fragment's block start. */
  readonly origin: LU;
  readonly place: LU;
  /** The factor for distances. Inside columns, content is spread over all of them. */
  readonly share: number;
  /** The extent that represents everything inside: the enclosing line, or columns that stay together. */
  readonly line: { readonly start: LU; readonly end: LU } | null;
  /** Whether `line` is that of columns. */
  readonly isJoined: boolean;
  readonly blockStart: LU | null;
}

class CallSearch {
  readonly found: Call[] = [];
  private readonly mode: WritingMode;
  private readonly joins: boolean;

  constructor(mode: WritingMode, joins: boolean) {
    this.mode = mode;
    this.joins = joins;
  }

  visitBox(fragment: BoxFragment, view: View): void {
    if (!fragment.box.has(BoxFlag.HasFootnote) && !holdsOthers(fragment.box)) return;
    // Repeated captions don't call their notes again.
    if (isRepeatedCaption(fragment)) return;
    if (fragment.box.kind === BoxKind.Multicol && (fragment.flags & FragmentFlag.AnonymousPart) === 0) {
      this.visitColumns(fragment, view);
      return;
    }
    const goesOn = (fragment.flags & FragmentFlag.BreaksBefore) !== 0;
    const blockStart = fragment.box.inline === null ? view.blockStart : goesOn ? null : view.origin;
    this.visitChildren(fragment, { ...view, blockStart });
  }

  private visitChildren(parent: BoxFragment | LineFragment, view: View): void {
    parent.children.forEach((child, i) => {
      if (child.type === 'text') return;
      const offset = blockOffsetOf(parent, child, i, this.mode);
      const inside = { ...view, origin: view.origin + offset * view.share, place: view.place + offset };
      if (child.type === 'line') this.visitLine(child, inside);
      else this.visitBox(child, inside);
    });
  }

  private visitLine(line: LineFragment, view: View): void {
    const size = this.mode.blockOf(line.width, line.height);
    const around = view.line ?? { start: view.origin, end: view.origin + size * view.share };
    const first = this.found.length;
    for (const box of line.calls) {
      this.found.push({
        box,
        lineStart: Math.floor(around.start),
        lineEnd: Math.ceil(around.end),
        blockStart: view.blockStart,
        place: view.place,
        toBaseline: line.baseline,
        isJoined: view.isJoined,
      });
    }
    this.visitChildren(line, { ...view, line: around });
    // Boxes in the line make their calls between those of its text.
    if (this.found.length > first + 1) {
      const inLine = this.found.splice(first);
      this.found.push(...inLine.sort((a, b) => a.box.index - b.box.index));
    }
  }

  /** Columns side by side are filled in sequence, so together they hold as much as one column of their total height. */
  private visitColumns(container: BoxFragment, view: View): void {
    const isBalanced = container.box.style.rare.columnFill !== 'auto';
    const isWhole = this.joins && isBalanced && (container.flags & FragmentFlag.BreaksAfter) === 0;
    const parts = container.children.map((child, i) => ({ child, at: blockOffsetOf(container, child, i, this.mode) }));
    for (let i = 0; i < parts.length;) {
      let end = i + 1;
      while (end < parts.length && parts[end]!.at === parts[i]!.at) end++;
      const share = view.share / (end - i);
      const rowStart = view.origin + parts[i]!.at * view.share;
      for (let k = i; k < end; k++) {
        const { child } = parts[k]!;
        if (child.type !== 'box') continue;
        const size = child.blockSize(this.mode);
        const row = isWhole ? { start: rowStart, end: rowStart + size * view.share } : null;
        const origin = rowStart + (k - i) * size * share;
        const joined = view.line === null && row !== null ? { line: row, isJoined: true } : {};
        this.visitBox(child, { ...view, ...joined, share, origin, place: view.place + parts[k]!.at });
      }
      i = end;
    }
  }
}

/**
 * Returns whether a box's fragments may hold calls that its flags don't show. The fragment may contain the rest of a
 * cell from an earlier row, or the content of an inline box.
 */
const holdsOthers = ({ kind }: Box): boolean => kind === BoxKind.TableRow || kind === BoxKind.Inline;

function blockOffsetOf(parent: BoxFragment | LineFragment, child: Fragment, i: number, mode: WritingMode): LU {
  return mode.blockOffset(parent.offsets[2 * i]!, parent.offsets[2 * i + 1]!, child, parent);
}

/** Returns the offset of the first line in a fragment from its block start, or 0 if there is none. */
export function firstLineStart(fragment: BoxFragment, mode: WritingMode): LU {
  let at: BoxFragment = fragment;
  let offset: LU = 0;
  for (;;) {
    const i = at.children.findIndex(
      (child) => child.type === 'line' || (child.type === 'box' && child.children.length > 0),
    );
    if (i < 0) return 0;
    const child = at.children[i] as BoxFragment | LineFragment;
    offset += blockOffsetOf(at, child, i, mode);
    if (child.type === 'line') return offset;
    at = child;
  }
}

/**
 * Returns the block end of the contents of a fragment from its block start. A box that continues in the next
 * fragmentainer ends with its contents, although it fills this one.
 */
export function contentEnd(fragment: BoxFragment, mode: WritingMode): LU {
  let end: LU = 0;
  visitFragments(fragment, 0, 0, true, (child, x, y) => {
    if (child.type === 'text') return false;
    const goesOn = child.type === 'box' && child.breakToken !== null;
    const start = mode.blockOffset(x, y, child, fragment);
    end = Math.max(end, goesOn ? start : start + mode.blockOf(child.width, child.height));
    return goesOn;
  });
  return end;
}

const isRepeatedCaption = ({ flags, style }: BoxFragment): boolean =>
  (flags & FragmentFlag.Repeated) !== 0 && style.box.display.inside === 'table-caption';
