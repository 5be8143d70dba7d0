/**
 * Lines among floats (css2 §9.5). Each line is built at its position, shortened by adjacent floats. It is rebuilt if it
 * turns out taller than the measured gap or wider than the gap.
 */
import { BoxFlag } from '../../boxes/box.ts';
import { isInitialLetter } from '../../boxes/initial-letter.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { InlineBreakToken } from '../contract/break-token.ts';
import type { ClearedSide, ExclusionSpace, FloatArea } from '../contract/exclusion-space.ts';
import { clearSide, type InlineLayoutOutput, type PlacedFloat, rowThatMovesOn } from './inline-contract.ts';
import { inlineContainerOf } from './inline-containers.ts';
import { makeOutput } from './inline-output.ts';
import { LineSnap } from './line-snap.ts';
import { blockSizeOf, type LineMaker, PlacedLine } from './line-maker.ts';
import type { BuiltLine } from './built-line.ts';
import { balancedShortening, LinesReach } from './balance.ts';
import type { LineHost } from './line-breaker.ts';
import { FoundLine } from './line-ends.ts';
import { PrettyLines } from './pretty.ts';
import { chooseBreak, type LineBreakChoice, moveAll, PlacedLines, wholeRows } from './page-breaks.ts';
import { inBlockAxis, LineStacking } from './ruby/line-stacking.ts';

/** Maximum number of attempts to rebuild a line because floats moved. */
const MAX_TRIES = 8;

/** The state after a line was finished, used to roll back lines that fall after a break. */
interface Checkpoint {
  /** The edge below the floats cleared by this or an earlier `<br>`. */
  readonly clearedTo: LU;
  readonly floatCount: number;
  readonly exclusions: ExclusionSpace;
}

/** Floats at the start of the first line, before any other content. */
interface Leading {
  /** The position after these floats. */
  readonly token: InlineBreakToken;
  readonly floatCount: number;
  readonly exclusions: ExclusionSpace;
}

export class FloatLines implements LineHost {
  private readonly maker: LineMaker;
  /** All placed floats in order. Those of the current line come last. */
  private readonly floats: PlacedFloat[] = [];
  /** Floats found on the current line that don't fit there and wait until it is finished. */
  private waiting: number[] = [];
  private exclusions: ExclusionSpace;
  /** The current line: its top, assumed height, available span, and the floats and exclusions before it. */
  private lineTop: LU = 0;
  private lineHeight: LU = 0;
  /** How far annotations extend above the line. */
  private lineReach: LU = 0;
  private floatsBefore = 0;
  private exclusionsBefore: ExclusionSpace;
  /** The last item of the floats that start the line. They keep their position when the line moves below them. */
  private leadingItem = -1;
  private roomStart: LU = 0;
  private roomEnd: LU = 0;
  /** Where the next gap at the height of the current line begins; null: nowhere. */
  private beyond: LU | null = null;
  /** Where the gap of the current line begins if its row has earlier lines; null: at the container's start. */
  private gapStart: LU | null = null;
  private readonly area: FloatArea;
  /** Lower bound for content after the last `<br>` with `clear`. */
  private clearedTo: LU = -MAX_LU;
  /** Amount by which lines are shortened to balance them. */
  private shortening: LU = 0;
  /** Whether a line was too wide for its shortened space. */
  private isTooWide = false;
  /** The last line that was found. */
  private found = new FoundLine(0);
  /** Whether the current line is the last before a fragmentation break, where hyphens are avoided. */
  private avoidsHyphen = false;
  /** Line ends chosen for the paragraph as a whole. */
  private readonly pretty: PrettyLines | null;
  /**
   * The side cleared by the last `<br>` if its floats continue in the next fragmentainer, or null. The content after
   * the `<br>` then continues there too.
   */
  private clearsLater: ClearedSide | null = null;

  constructor(maker: LineMaker) {
    this.maker = maker;
    this.pretty = PrettyLines.of(maker);
    this.area = maker.container.has(BoxFlag.WrapsNowhere) ? 'floats' : 'shapes';
    this.exclusions = maker.input.exclusions;
    this.exclusionsBefore = this.exclusions;
  }

  layout(): InlineLayoutOutput {
    const { maker } = this;
    const { input, rest } = maker;
    const placed = new PlacedLines(maker);
    const checkpoints: Checkpoint[] = [];
    const stacking = new LineStacking(maker);
    this.shortening = balancedShortening(maker, (by, lines) => this.reach(by, lines));
    this.restart();
    let token = input.token;
    let offset = this.clear(token?.clears ?? null, 0);
    let rowStart: LU = -MAX_LU;
    let rowEnd: LU = 0;
    let leading: Leading | null = null;
    let done = this.clearsLater !== null || (token === null ? 0 : token.itemIndex) >= rest.items.length;
    const startClearedTo = this.clearedTo;
    while (!done) {
      maker.context.budget.tick();
      const line = this.placeBelow(stacking, token, offset);
      if (placed.list.length === 0) leading = this.leadingFloats(line);
      const goesOn = placed.add(line);
      token = line.line.fragment.breakToken;
      rowEnd = Math.max(line.blockOffset > rowStart ? 0 : rowEnd, line.blockOffset + blockSizeOf(line.line.fragment));
      rowStart = line.blockOffset;
      // Next to a positioned box, the text continues on its other side.
      this.gapStart = token === null || token.afterForcedBreak ? null : this.beyond;
      offset = this.gapStart === null ? rowEnd : rowStart;
      this.placeWaiting(input.bfcBlockOffset + rowEnd);
      offset = this.clearAfter(line, offset);
      checkpoints.push({ clearedTo: this.clearedTo, floatCount: this.floats.length, exclusions: this.exclusions });
      done = token === null || !goesOn || this.clearsLater !== null;
    }
    let choice = this.chooseBreak(placed.list);
    if (this.clearsLater !== null && choice.count === placed.list.length)
      choice = choice.withToken((token ?? this.endToken(placed.list.length)).below(this.clearsLater));
    let { exclusions } = this;
    let floatCount = this.floats.length;
    if (choice.count < placed.list.length) {
      const at = choice.count === 0 ? leading : checkpoints[choice.count - 1];
      exclusions = at === null ? input.exclusions : at!.exclusions;
      floatCount = at === null ? 0 : at!.floatCount;
      if (choice.count === 0 && leading !== null) choice = choice.withToken(leading.token);
    }
    if (choice.count > 0 && (choice.token?.hyphenatedLines ?? 0) > 0 && maker.avoidsHyphenBeforeBreak) {
      choice = choice.withToken(
        this.withoutLastHyphen(placed.list, choice.count, checkpoints[choice.count - 2] ?? null),
      );
      ({ exclusions } = this);
      floatCount = this.floats.length;
    }
    const output = makeOutput(
      maker,
      placed.list,
      choice,
      this.floats.slice(0, floatCount),
      exclusions,
      maker.dependsOnBlockSize,
    );
    // Clearance from a final `<br>` adds to the container's height.
    const end = choice.count === 0 ? startClearedTo : checkpoints[choice.count - 1]!.clearedTo;
    const isCleared = !output.isEmpty || startClearedTo > -MAX_LU;
    return end > output.blockSize && isCleared ? { ...output, blockSize: end, isEmpty: false } : output;
  }

  /**
   * Keeps a floated first letter together with the lines next to it: no break separates them.
   * NOTE Chromium allows the letter to move to the next page while its text stays.
   */
  private chooseBreak(placed: readonly PlacedLine[]): LineBreakChoice {
    const { maker } = this;
    const { fragmentainer, token, writingMode } = maker.input;
    const letter =
      fragmentainer === null || token !== null
        ? undefined
        : this.floats.find(({ box }) => box.pseudo === 'first-letter');
    if (letter === undefined) {
      const isBare = placed.every(({ line }) => blockSizeOf(line.fragment) === 0);
      if (fragmentainer !== null && token === null && isBare && rowThatMovesOn(this.floats, writingMode) === 0)
        return moveAll(maker, placed);
      return wholeRows(maker, placed, chooseBreak(maker, placed, placed.length));
    }
    if (letter.fragment === null) return moveAll(maker, placed);
    const letterEnd = letter.blockOffset + letter.fragment.blockSize(writingMode);
    const beside = placed.findLastIndex(({ blockOffset }) => blockOffset < letterEnd) + 1;
    return chooseBreak(maker, placed, placed.length, beside);
  }

  /**
   * Rebuilds the last of `count` lines without a hyphen (css-text-4 §6.3.5). `before` is the state before that line.
   * Returns where the next line begins.
   */
  private withoutLastHyphen(placed: PlacedLine[], count: number, before: Checkpoint | null): InlineBreakToken | null {
    const { input } = this.maker;
    this.floats.length = before?.floatCount ?? 0;
    this.exclusions = before?.exclusions ?? input.exclusions;
    const start = count === 1 ? input.token : placed[count - 2]!.line.fragment.breakToken;
    this.avoidsHyphen = true;
    const line = this.placeLine(start, placed[count - 1]!.blockOffset);
    this.avoidsHyphen = false;
    placed[count - 1] = line;
    this.placeWaiting(input.bfcBlockOffset + line.blockOffset + blockSizeOf(line.line.fragment));
    return line.line.fragment.breakToken;
  }

  /** Discards all placed floats and restores the input exclusions. */
  private restart(): void {
    this.floats.length = this.waiting.length = 0;
    this.exclusions = this.exclusionsBefore = this.maker.input.exclusions;
    this.isTooWide = false;
  }

  /** Breaks up to `lines` lines shortened by `by`. Returns their extent, or null if one overflows. */
  private reach(by: LU, lines: number): LinesReach | null {
    const { maker } = this;
    this.shortening = by;
    this.restart();
    const stacking = new LineStacking(maker);
    const reach = new LinesReach();
    let token: InlineBreakToken | null = null;
    let offset: LU = 0;
    while (reach.count < lines && !reach.isWhole) {
      maker.context.budget.tick();
      const line = this.placeBelow(stacking, token, offset);
      if (!reach.add(this.found) || this.isTooWide) return null;
      token = line.line.fragment.breakToken;
      offset = line.blockOffset + blockSizeOf(line.line.fragment);
      this.placeWaiting(maker.input.bfcBlockOffset + offset);
    }
    return reach;
  }

  /** Returns the token at the end of the content. */
  private endToken(lines: number): InlineBreakToken {
    const { container, rest, input } = this.maker;
    const { items } = rest;
    return new InlineBreakToken(
      container,
      items.length,
      items[items.length - 1]!.end,
      (input.token?.lineNumber ?? 0) + lines,
      true,
    );
  }

  /**
   * Places a line below `offset` with the space its ruby annotations need. The line is rebuilt there because floats may
   * leave a different width.
   */
  private placeBelow(stacking: LineStacking, token: InlineBreakToken | null, offset: LU): PlacedLine {
    const floatCount = this.floats.length;
    const { exclusions } = this;
    const line = this.placeLine(token, offset);
    const shift = stacking.shift(line.line, this.isNarrowed);
    if (shift === 0) return line;
    // Floats at the start of the line stay where they are, except for its initial letter.
    const stays = !this.floats.slice(floatCount).some(({ box }) => isInitialLetter(box));
    this.floats.length = stays ? this.floatsBefore : floatCount;
    this.exclusions = stays ? this.exclusionsBefore : exclusions;
    return this.placeLine(token, offset + shift, stays ? this.leadingItem : -1);
  }

  /**
   * Returns the floats at the start of a line that they pushed down, or null. They stay if the line itself moves to the
   * next fragmentainer.
   */
  private leadingFloats({ isPushed }: PlacedLine): Leading | null {
    const { maker, leadingItem } = this;
    if (leadingItem < 0 || !isPushed) return null;
    const { lineNumber = 0, afterForcedBreak = false, hyphenatedLines = 0 } = maker.input.token ?? {};
    const token = new InlineBreakToken(
      maker.container,
      leadingItem + 1,
      maker.rest.items[leadingItem]!.end,
      lineNumber,
      afterForcedBreak,
      hyphenatedLines,
    );
    return { token, floatCount: this.floatsBefore, exclusions: this.exclusionsBefore };
  }

  /** Builds the line that starts at `token`, at `offset` or below. Floats up to the item `leading` are placed already. */
  private placeLine(token: InlineBreakToken | null, offset: LU, leading = -1): PlacedLine {
    const { maker } = this;
    const { input } = maker;
    const wraps = maker.container.style.text.textWrapMode === 'wrap';
    const lineNumber = token === null ? 0 : token.lineNumber;
    const tools = maker.tools(lineNumber, this);
    const indent = maker.indent(lineNumber, token !== null && token.afterForcedBreak);
    this.floatsBefore = this.floats.length;
    this.exclusionsBefore = this.exclusions;
    this.leadingItem = leading;
    const strut = tools.prepared.fontBox(tools.prepared.styleOf(maker.container));
    this.lineHeight = maker.context.lineHeightQuirk ? 1 : Math.max(1, strut.over + strut.under);
    this.lineReach = 0;
    let top = offset;
    const snap = LineSnap.of(maker);
    for (let tries = 0; ; tries++) {
      this.beginTry(input.bfcBlockOffset + top);
      const room = this.roomEnd - this.roomStart - this.shortening;
      const wishedEnd = this.avoidsHyphen
        ? -1
        : (this.pretty?.endOfLine(maker.lookAhead, token, room, (lines) => this.roomHolds(lines)) ?? -1);
      const found = maker.breakLine(tools, token, indent, room, wishedEnd, this.avoidsHyphen);
      this.found = found;
      if (found.overflows) this.isTooWide = true;
      // css2 §9.5: a line box that doesn't fit moves down. Chromium leaves it in place if wrapping is disabled.
      if (found.overflows && wraps && this.isNarrowed && found.hasContent && tries < MAX_TRIES) {
        const below = this.findBelow(found.width);
        if (this.beyond !== null) {
          this.gapStart = this.beyond;
          continue;
        }
        if (below > top) {
          top = below;
          this.gapStart = null;
          continue;
        }
      }
      let line = maker.build(tools, found, token, indent, found.available + this.shortening);
      if (tries < MAX_TRIES && this.isTooTall(line)) continue;
      const shift = snap !== null && tries < MAX_TRIES ? snap.shift(top, line.fragment) : 0;
      if (shift > 0 && this.gapStart === null) {
        top += shift;
        continue;
      }
      if (this.isLower(line)) line = maker.build(tools, found, token, indent, this.roomEnd - this.roomStart);
      const start = this.roomStart - input.bfcInlineOffset;
      const end = this.roomEnd - input.bfcInlineOffset;
      return new PlacedLine(line, maker.inlineOffset(start, end, line), top, top > offset);
    }
  }

  private beginTry(top: LU): void {
    this.floats.length = this.floatsBefore;
    this.exclusions = this.exclusionsBefore;
    this.waiting.length = 0;
    this.lineTop = top;
    this.measureRoom();
  }

  /** Whether the next `lines` lines have the same available span as the current one, assuming equal heights. */
  private roomHolds(lines: number): boolean {
    const { exclusions, lineTop, lineHeight, roomStart, roomEnd } = this;
    const { bfcInlineOffset: start, inlineSize } = this.maker.input;
    const end = start + inlineSize;
    const last = exclusions.roomAt(start, end, lineTop + (lines - 1) * lineHeight, lineHeight, this.area);
    const all = exclusions.roomAt(start, end, lineTop, lines * lineHeight, this.area);
    if (this.beyond !== null || this.gapStart !== null) return false;
    return [last, all].every(
      (room) => Math.max(start, room.inlineStart) === roomStart && Math.min(end, room.inlineEnd) === roomEnd,
    );
  }

  /** > line boxes next to the float are shortened */
  private measureRoom(): void {
    const { input } = this.maker;
    const start = input.bfcInlineOffset;
    const end = start + input.inlineSize;
    if (this.exclusions.isEmpty) {
      this.roomStart = start;
      this.roomEnd = end;
      this.beyond = null;
      return;
    }
    const from = this.gapStart ?? start;
    const { lineTop, lineReach, lineHeight } = this;
    const room = this.exclusions.roomAt(from, end, lineTop - lineReach, lineReach + lineHeight, this.area);
    this.beyond = room.beyond;
    this.roomStart = Math.max(from, room.inlineStart);
    this.roomEnd = Math.max(this.roomStart, Math.min(end, room.inlineEnd));
  }

  get lineShift(): LU {
    return this.roomStart - this.maker.input.bfcInlineOffset;
  }

  /** Whether floats shorten the line. */
  private get isNarrowed(): boolean {
    return this.roomEnd - this.roomStart < this.maker.input.inlineSize;
  }

  /**
   * Returns the content-box block offset at which the line fits. > If a shortened line box is too small to contain any
   * content, it is shifted downward.
   */
  private findBelow(width: LU): LU {
    const { input } = this.maker;
    const start = input.bfcInlineOffset;
    const end = start + input.inlineSize;
    const found = this.exclusionsBefore.find(start, end, this.lineTop, width, this.lineHeight, this.area);
    return found.blockStart - input.bfcBlockOffset;
  }

  /** Whether the finished line reaches floats that narrow its gap. It must then be rebuilt for its actual height. */
  private isTooTall(line: BuiltLine): boolean {
    const { before, height } = extentOf(this.maker, line);
    if ((height <= this.lineHeight && before <= this.lineReach) || this.exclusions.isEmpty) return false;
    const { roomStart, roomEnd } = this;
    this.lineHeight = Math.max(height, this.lineHeight);
    this.lineReach = Math.max(before, this.lineReach);
    this.measureRoom();
    const narrower = this.roomStart > roomStart || this.roomEnd < roomEnd;
    this.roomStart = roomStart;
    this.roomEnd = roomEnd;
    return narrower;
  }

  /**
   * Whether a line is lower than assumed and its actual height leaves a wider gap. It is then rebuilt to use that gap.
   */
  private isLower(line: BuiltLine): boolean {
    const { height } = extentOf(this.maker, line);
    if (height >= this.lineHeight || height === 0 || this.exclusions.isEmpty) return false;
    const { roomStart, roomEnd } = this;
    this.lineHeight = height;
    this.measureRoom();
    return this.roomStart !== roomStart || this.roomEnd !== roomEnd;
  }

  /** Places the waiting floats below the line they occurred in. */
  private placeWaiting(bfcBlockOffset: LU): void {
    for (const item of this.waiting) this.placeFloat(item, bfcBlockOffset);
    this.waiting.length = 0;
  }

  private placeFloat(item: number, bfcBlockOffset: LU): void {
    const placed = this.maker.input.floats.place(this.maker.rest.items[item]!.box, bfcBlockOffset, this.exclusions);
    this.floats.push(placed.outOfFlow.length === 0 ? placed : this.inInlineContainers(placed, item));
    this.exclusions = placed.exclusions;
  }

  /**
   * Assigns inline containing blocks: a positioned box inside the float may be contained by an inline box around the
   * float.
   */
  private inInlineContainers(placed: PlacedFloat, item: number): PlacedFloat {
    const outOfFlow = placed.outOfFlow.map((candidate) => {
      const container = inlineContainerOf(this.maker, item, candidate.box);
      return candidate.within(container && { box: container.box, movedX: 0, movedY: 0 });
    });
    return { ...placed, outOfFlow };
  }

  /** Applies `clear` of the `<br>` that ended a line. */
  private clearAfter(line: PlacedLine, offset: LU): LU {
    const { rest } = this.maker;
    const { fragment } = line.line;
    const next = fragment.breakToken === null ? rest.items.length : fragment.breakToken.itemIndex;
    let last = next - 1;
    while (last >= 0 && rest.items[last]!.kind === InlineItemKind.Close) last--;
    if (last < 0 || rest.items[last]!.kind !== InlineItemKind.Break || rest.items[last]!.end !== fragment.end)
      return offset;
    const { box } = rest.items[last]!;
    const side = box.element?.tag === 'br' ? clearSide(box.style.box.clear, this.maker.isRtl) : null;
    return this.clear(side, offset);
  }

  /** Returns the block offset for content after `offset` that clears the floats of a side. */
  private clear(side: ClearedSide | null, offset: LU): LU {
    if (side === null) return offset;
    const { input } = this.maker;
    const below = this.exclusions.clearance(side) - input.bfcBlockOffset;
    this.clearedTo = below;
    if (input.fragmentainer !== null && this.exclusions.goesOn(side)) this.clearsLater = side;
    return Math.max(offset, below);
  }

  // --- LineHost ---------------------------------------------------------------------------------------------------

  atomicInlineSize(item: number): LU {
    return this.maker.atomics.of(this.maker.rest.items[item]!.box).inlineSize;
  }

  meetFloat(item: number, used: LU, isEmpty: boolean, available: LU): LU {
    if (item <= this.leadingItem) return available;
    const { box } = this.maker.rest.items[item]!;
    const { input } = this.maker;
    const side = clearSide(box.style.box.clear, this.maker.isRtl);
    const isLetter = isInitialLetter(box);
    const mustWait =
      this.waiting.length > 0 ||
      (!isLetter && this.exclusions.lastFloatBlockStart > this.lineTop) ||
      (side !== null && this.exclusions.floatClearance(side) > this.lineTop) ||
      (!isEmpty && used + input.floats.marginBoxInlineSize(box) > available + this.shortening + 1);
    if (mustWait && !isEmpty) {
      this.waiting.push(item);
      return available;
    }
    this.placeFloat(item, this.lineTop);
    this.measureRoom();
    if (isEmpty) {
      this.leadingItem = item;
      this.floatsBefore = this.floats.length;
      this.exclusionsBefore = this.exclusions;
    }
    return this.roomEnd - this.roomStart - this.shortening;
  }

  floatMark(): number {
    return this.floats.length * 65536 + this.waiting.length;
  }

  rewindFloats(mark: number): void {
    const count = Math.floor(mark / 65536);
    this.waiting.length = Math.min(this.waiting.length, mark % 65536);
    if (count < this.floats.length) {
      this.floats.length = count;
      this.exclusions = count > this.floatsBefore ? this.floats[count - 1]!.exclusions : this.exclusionsBefore;
      this.measureRoom();
    }
  }
}

/**
 * Returns how far annotations extend above a line, and its height with annotations below, since floats avoid these as
 * well.
 */
function extentOf(maker: LineMaker, { fragment, annotationReach }: BuiltLine): { before: LU; height: LU } {
  const height = blockSizeOf(fragment);
  if (annotationReach === null) return { before: 0, height };
  const { before, after } = inBlockAxis(annotationReach, maker.input.writingMode);
  return { before: Math.max(0, before), height: height + Math.max(0, after) };
}
