/**
 * Where the bodies are called that leave the flow for an area of the page: footnotes (css-gcpm-3 §2) and page floats (css-page-floats-3). Read from the
 * fragments of a page, in document order.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { LU } from '../units.ts';

/** Block offsets in the flow that would have to be on the page for the call to be on it. */
export interface Anchor {
  readonly box: Box;
  /** Of the line that holds the call. */
  readonly lineStart: LU;
  readonly lineEnd: LU;
  /** Of the paragraph around it; null: it goes on from an earlier page. */
  readonly blockStart: LU | null;
  /** Where the line stands, its columns side by side, and how far below that its baseline is. */
  readonly place: LU;
  readonly toBaseline: LU;
  /** It is seen as all of the columns around it, which stay together. */
  readonly isJoined: boolean;
}

/** Those in a root fragment, as seen from its block start. `joins`: balanced columns that end on the page stay together. */
export function anchorsOf(root: BoxFragment, mode: WritingMode, joins = true): Anchor[] {
  const search = new AnchorSearch(mode, joins);
  search.visitBox(root, { origin: 0, place: 0, share: 1, line: null, isJoined: false, blockStart: null });
  return search.found;
}

/** How places inside a fragment are seen from outside. */
interface View {
  /** Where the fragment's block start is. */
  readonly origin: LU;
  readonly place: LU;
  /** In columns only this part of a distance counts: what they hold is spread over all of them. */
  readonly share: number;
  /** Stands for everything inside: a line that holds it, or columns that stay together. */
  readonly line: { readonly start: LU; readonly end: LU } | null;
  /** These are columns. */
  readonly isJoined: boolean;
  readonly blockStart: LU | null;
}

class AnchorSearch {
  readonly found: Anchor[] = [];
  private readonly mode: WritingMode;
  private readonly joins: boolean;

  constructor(mode: WritingMode, joins: boolean) {
    this.mode = mode;
    this.joins = joins;
  }

  visitBox(fragment: BoxFragment, view: View): void {
    // Copies have called what they call where they first were.
    if ((fragment.flags & FragmentFlag.Repeated) !== 0) return;
    if (!fragment.box.has(BoxFlag.HasFootnote) && !holdsOthers(fragment.box)) return;
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
    const size = this.mode.vertical ? line.width : line.height;
    const around = view.line ?? { start: view.origin, end: view.origin + size * view.share };
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
  }

  /** Columns side by side are filled one after the other: together they hold as much as one of all their heights. */
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

/** Its fragments hold what its flags don't tell of: the rest of a cell that began in another row; what its block container's inline content has inside of it. */
const holdsOthers = ({ kind }: Box): boolean => kind === BoxKind.TableRow || kind === BoxKind.Inline;

function blockOffsetOf(parent: BoxFragment | LineFragment, child: Fragment, i: number, mode: WritingMode): LU {
  const x = parent.offsets[2 * i]!;
  if (!mode.vertical) return parent.offsets[2 * i + 1]!;
  return mode.blockReversed ? parent.width - x - child.width : x;
}

/** Where the first line in a fragment begins, from its block start; 0: it has none. */
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
