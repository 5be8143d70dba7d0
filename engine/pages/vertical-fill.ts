/**
 * Distributes the space that the flow leaves on a page: `align-content` of the page (css-align-3 §5), and
 * `-pagewright-vertical-fill` for pages that are nearly full. Breaks are already decided, so contents only move toward
 * the page end, and the boxes around them grow.
 */
import { type Box, BoxFlag, BoxKind, isInFlow } from '../boxes/box.ts';
import { type AlignmentKeyword, distributeContent } from '../layout/alignment/alignment.ts';
import type { BlockBreakToken, BreakToken } from '../layout/contract/break-token.ts';
import { type BoxFragment, type Fragment, type LineFragment } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import { contentEnd } from '../layout/insertions/calls.ts';
import { breakBetween, type BreakValue } from '../layout/fragmentation/break-values.ts';
import { usedMargins } from '../layout/sizing/box-edges.ts';
import type { FilledArea } from './filled-area.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import type { LU } from '../units.ts';

/** The distance that contents move, depending on where they start: [first position, distance], ascending. */
type Moves = readonly (readonly [from: LU, by: LU])[];

/** Returns a page with its contents distributed according to its style. `mode` is the root element's. */
export function verticallyFilled(draft: Draft, mode: WritingMode): Draft {
  const { filled } = draft;
  const { box, rare } = draft.style.style;
  const fill = rare.pagewrightVerticalFill;
  const { keyword } = box.alignContent;
  const isAligned = keyword !== 'normal' && keyword !== 'start';
  if (filled === null || filled.root === null || (fill === null && !isAligned)) return draft;
  const { width, height } = filled.input;
  const contents = new PageContents(filled.root, mode, mode.blockOf(width, height), fill ?? BLOCKS_ONLY);
  const free = contents.roomEnd(filled) - contents.end;
  if (free <= 0) return draft;
  const isFull =
    fill !== null && continuesUnforced(filled.token) && free <= fill.most.resolve(filled.textEnd - filled.textStart);
  if (!isAligned && !isFull) return draft;
  return { ...draft, filled: filled.withRoot(contents.distributed(isFull ? 'space-between' : keyword, free)) };
}

const BLOCKS_ONLY = { blocks: true, lines: false };

/** Whether the flow continues after a page without a forced break. */
function continuesUnforced(token: BlockBreakToken | null): boolean {
  const isForced = (at: BreakToken): boolean => at.type === 'block' && (at.isForced || at.children.some(isForced));
  return token !== null && !isForced(token);
}

/** The contents of a page along the block axis. */
class PageContents {
  /** Where the contents end, which may be before the end of boxes that continue. */
  readonly end: LU;
  private readonly root: PlacedFragment;
  private readonly mode: WritingMode;
  private readonly areaSize: LU;
  private readonly parts: { readonly blocks: boolean; readonly lines: boolean };
  /** The starts of content that may move away from the preceding content. */
  private readonly gaps: LU[] = [];
  private hasContent = false;
  /** Whether the next box stays with the preceding content. */
  private isTied = false;

  constructor(
    root: PlacedFragment,
    mode: WritingMode,
    areaSize: LU,
    parts: { readonly blocks: boolean; readonly lines: boolean },
  ) {
    this.root = root;
    this.mode = mode;
    this.areaSize = areaSize;
    this.parts = parts;
    const start = this.startIn(areaSize, root.fragment, root.x, root.y);
    this.collect(root.fragment, start);
    this.end = start + contentEnd(root.fragment, mode);
  }

  /** Returns the end of the room for contents: at the end of the area, or at notes and floats there. */
  roomEnd({ textEnd, footnotes, floats, input }: FilledArea): LU {
    const { mode, areaSize } = this;
    const inline = mode.inlineOf(input.width, input.height);
    let end = textEnd;
    for (const { fragment, x, y } of [...footnotes, ...floats]) {
      const start = this.startIn(areaSize, fragment, x, y) - usedMargins(fragment.style, mode, inline).blockStart;
      if (start >= this.end) end = Math.min(end, start);
    }
    return end;
  }

  /** Returns the root element's fragment with its contents moved into the free space. */
  distributed(keyword: AlignmentKeyword, free: LU): PlacedFragment {
    const { root, mode, areaSize } = this;
    const start = this.startIn(areaSize, root.fragment, root.x, root.y);
    const moves = this.movesFor(keyword, free);
    const fragment = this.moved(root.fragment, start, moves);
    const at = start + distanceAt(moves, start);
    const physical = mode.blockReversed ? areaSize - at - fragment.blockSize(mode) : at;
    return { fragment, x: mode.xOf(root.x, physical), y: mode.yOf(root.y, physical) };
  }

  private movesFor(keyword: AlignmentKeyword, free: LU): Moves {
    const count = this.gaps.length + 1;
    const { before, between } = distributeContent(keyword, true, free, count);
    // Rounding must not leave space at the end of a page that is filled.
    const rest = keyword === 'space-between' && count > 1 ? free - between * (count - 1) : 0;
    const moves: [LU, LU][] = [[-Infinity, before]];
    this.gaps.forEach((from, i) => {
      moves.push([from, before + between * (i + 1) + Math.floor((rest * (i + 1)) / Math.max(1, count - 1))]);
    });
    return moves;
  }

  /** Collects the gaps in a box that starts at a position. */
  private collect(fragment: BoxFragment, start: LU): void {
    let before: Box | null = null;
    fragment.children.forEach((child, i) => {
      if (child.type === 'text' || (child.type === 'box' && !isInFlow(child.box))) return;
      const at = start + this.startOf(fragment, i);
      if (child.type === 'line') return this.addLine(child, at, fragment);
      if (before !== null) this.isTied ||= isTie(breakBetween(before, child.box));
      before = child.box;
      if (this.isOpen(child)) this.collect(child, at);
      else if (child.blockSize(this.mode) > 0) this.addGap(at, this.parts.blocks);
    });
  }

  private addLine(line: LineFragment, at: LU, parent: BoxFragment): void {
    const isFirst = line === parent.children.find(({ type }) => type === 'line');
    this.addGap(at, isFirst ? this.parts.blocks : this.parts.lines);
  }

  private addGap(at: LU, mayGrow: boolean): void {
    if (this.hasContent && mayGrow && !this.isTied && at > (this.gaps.at(-1) ?? -Infinity)) this.gaps.push(at);
    this.hasContent = true;
    this.isTied = false;
  }

  /** Returns a fragment with its contents moved, and enlarged by the distance that they spread. */
  private moved(fragment: BoxFragment, start: LU, moves: Moves): BoxFragment {
    const { mode } = this;
    const own = distanceAt(moves, start);
    const growth = distanceAt(moves, start + Math.max(0, fragment.blockSize(mode) - 1)) - own;
    const size = fragment.blockSize(mode) + growth;
    const offsets = [...fragment.offsets];
    const children = fragment.children.map((child, i) => {
      const from = this.startOf(fragment, i);
      const to = from + distanceAt(moves, start + from) - own;
      const isOpen = child.type === 'box' && isInFlow(child.box) && this.isOpen(child);
      const next = isOpen ? this.moved(child, start + from, moves) : child;
      const physical = mode.blockReversed ? size - to - this.sizeOf(next) : to;
      offsets[2 * i + mode.blockOf(0, 1)] = physical;
      return next;
    });
    const [width, height] = [mode.xOf(fragment.width, size), mode.yOf(fragment.height, size)];
    return fragment.changed({ children, offsets, width, height });
  }

  /** Whether the contents of a box move separately, as in blocks whose height depends on their contents. */
  private isOpen({ box, style, children, writingMode }: BoxFragment): boolean {
    if (box.kind !== BoxKind.Block || writingMode.vertical !== this.mode.vertical) return false;
    if (writingMode.blockReversed !== this.mode.blockReversed) return false;
    const { breakInside, height, width } = style.box;
    const isRoot = box.has(BoxFlag.Root | BoxFlag.Body);
    if (!isRoot && !this.mode.blockOf(width, height).isAuto) return false;
    if (box.has(BoxFlag.NewFormattingContext | BoxFlag.Monolithic) && !isRoot) return false;
    if (breakInside === 'avoid' || breakInside === 'avoid-page') return false;
    return this.parts.lines || children.every(({ type }) => type === 'box');
  }

  private startOf(parent: BoxFragment, i: number): LU {
    const { offsets } = parent;
    return this.startIn(parent.blockSize(this.mode), parent.children[i]!, offsets[2 * i]!, offsets[2 * i + 1]!);
  }

  private startIn(size: LU, child: Fragment, x: LU, y: LU): LU {
    if (!this.mode.vertical) return y;
    return this.mode.blockReversed ? size - x - child.width : x;
  }

  private sizeOf(fragment: Fragment): LU {
    return this.mode.blockOf(fragment.width, fragment.height);
  }
}

/** Returns the distance that contents at a position move. */
function distanceAt(moves: Moves, at: LU): LU {
  let [low, high] = [0, moves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle]![0] > at) high = middle;
    else low = middle + 1;
  }
  return moves[low - 1]![1];
}

const isTie = (value: BreakValue): boolean => value === 'avoid' || value === 'avoid-page';
