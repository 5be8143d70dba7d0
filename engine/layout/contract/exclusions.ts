/**
 * The floats of a block formatting context (css2 §9.5). To be cheaply persistent, successive spaces share one array, of
 * which each uses the first `count` entries. Adding to a space copies the array only if the space isn't the newest.
 */
import { type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import type { Exclusion, ExclusionSpace, FloatArea, LayoutOpportunity, LetterExclusion } from './exclusion-space.ts';

/** An exclusion with the lowest block end up to and including it, which lets searches stop early. */
interface Entry {
  readonly exclusion: Exclusion;
  readonly lowestEnd: LU;
}

class FloatExclusions implements ExclusionSpace {
  private readonly entries: Entry[];
  private readonly count: number;
  private readonly startBottom: LU;
  private readonly endBottom: LU;
  readonly lastFloatBlockStart: LU;
  /** Whether a float on the side continues. */
  private readonly startGoesOn: boolean;
  private readonly endGoesOn: boolean;
  readonly letter: LetterExclusion | null;
  /** Lowest block ends of floats without initial letters. */
  private readonly startFloatBottom: LU;
  private readonly endFloatBottom: LU;

  constructor(
    entries: Entry[],
    count: number,
    startBottom: LU,
    endBottom: LU,
    lastFloatBlockStart: LU,
    startGoesOn: boolean,
    endGoesOn: boolean,
    letter: LetterExclusion | null,
    startFloatBottom: LU,
    endFloatBottom: LU,
  ) {
    this.entries = entries;
    this.count = count;
    this.startBottom = startBottom;
    this.endBottom = endBottom;
    this.lastFloatBlockStart = lastFloatBlockStart;
    this.startGoesOn = startGoesOn;
    this.endGoesOn = endGoesOn;
    this.letter = letter;
    this.startFloatBottom = startFloatBottom;
    this.endFloatBottom = endFloatBottom;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get lowestEnd(): LU {
    return this.count === 0 ? -MAX_LU : this.entries[this.count - 1]!.lowestEnd;
  }

  outsideOver(inlineStart: LU, inlineEnd: LU, inline: LU, block: LU): ExclusionSpace {
    let outside: ExclusionSpace = EMPTY_EXCLUSIONS;
    for (let i = 0; i < this.count; i++) {
      const { exclusion } = this.entries[i]!;
      const isOver = exclusion.inlineEnd > inlineStart && exclusion.inlineStart < inlineEnd;
      if (exclusion.isOutside && isOver) outside = outside.add(shiftedExclusion(exclusion, inline, block));
    }
    return outside;
  }

  get inside(): ExclusionSpace {
    const entries = this.entries.slice(0, this.count);
    if (!entries.some(({ exclusion }) => exclusion.isOutside)) return this;
    let inside: ExclusionSpace = EMPTY_EXCLUSIONS;
    for (const { exclusion } of entries) if (!exclusion.isOutside) inside = inside.add(exclusion);
    return inside;
  }

  add(exclusion: Exclusion): ExclusionSpace {
    const entries = this.entries.length === this.count ? this.entries : this.entries.slice(0, this.count);
    const before = this.count === 0 ? -MAX_LU : entries[this.count - 1]!.lowestEnd;
    // The shared empty space must stay empty.
    const own = entries === EMPTY_ENTRIES ? [] : entries;
    own.push({ exclusion, lowestEnd: Math.max(before, exclusion.blockEnd) });
    const isStart = exclusion.side === 'start';
    const clearedEnd = exclusion.isOutside ? -MAX_LU : exclusion.blockEnd;
    const floatEnd = exclusion.isLetter ? -MAX_LU : clearedEnd;
    return new FloatExclusions(
      own,
      this.count + 1,
      isStart ? Math.max(this.startBottom, clearedEnd) : this.startBottom,
      isStart ? this.endBottom : Math.max(this.endBottom, clearedEnd),
      exclusion.isOutside ? this.lastFloatBlockStart : Math.max(this.lastFloatBlockStart, exclusion.blockStart),
      this.startGoesOn || (isStart && exclusion.goesOn),
      this.endGoesOn || (!isStart && exclusion.goesOn),
      exclusion.isLetter ? exclusion : this.letter,
      isStart ? Math.max(this.startFloatBottom, floatEnd) : this.startFloatBottom,
      isStart ? this.endFloatBottom : Math.max(this.endFloatBottom, floatEnd),
    );
  }

  goesOn(clear: 'start' | 'end' | 'both'): boolean {
    return (clear !== 'end' && this.startGoesOn) || (clear !== 'start' && this.endGoesOn);
  }

  clearance(clear: 'start' | 'end' | 'both'): LU {
    if (clear === 'start') return this.startBottom;
    if (clear === 'end') return this.endBottom;
    return Math.max(this.startBottom, this.endBottom);
  }

  floatClearance(clear: 'start' | 'end' | 'both'): LU {
    if (clear === 'start') return this.startFloatBottom;
    if (clear === 'end') return this.endFloatBottom;
    return Math.max(this.startFloatBottom, this.endFloatBottom);
  }

  roomAt(containerStart: LU, containerEnd: LU, blockStart: LU, blockSize: LU, beside: FloatArea): LayoutOpportunity {
    const room = new Room(containerStart, containerEnd);
    this.narrow(room, blockStart, blockSize, beside);
    return { inlineStart: room.start, inlineEnd: room.end, blockStart, beyond: room.beyond };
  }

  find(
    containerStart: LU,
    containerEnd: LU,
    blockStart: LU,
    inlineSize: LU,
    blockSize: LU,
    beside: FloatArea,
  ): LayoutOpportunity {
    let y = blockStart;
    const room = new Room(containerStart, containerEnd);
    for (;;) {
      room.start = containerStart;
      room.end = containerEnd;
      room.nextBlockStart = MAX_LU;
      room.beyond = null;
      this.narrow(room, y, blockSize, beside);
      const isFree = room.start === containerStart && room.end === containerEnd;
      if (isFree || room.end - room.start >= inlineSize || room.nextBlockStart >= MAX_LU) {
        const { start, end, beyond } = room;
        return { inlineStart: start, inlineEnd: Math.max(start, end), blockStart: y, beyond };
      }
      y = room.nextBlockStart;
    }
  }

  nextBlockEnd(blockStart: LU): LU {
    let next = MAX_LU;
    for (let i = this.count - 1; i >= 0; i--) {
      const { exclusion, lowestEnd } = this.entries[i]!;
      if (lowestEnd <= blockStart) break;
      if (exclusion.blockEnd > blockStart && exclusion.blockEnd < next) next = exclusion.blockEnd;
    }
    return next;
  }

  /** Reduces `room` by the floats that overlap `[blockStart, blockStart + blockSize)`. */
  private narrow(room: Room, blockStart: LU, blockSize: LU, beside: FloatArea): void {
    const blockEnd = blockStart + Math.max(blockSize, 1);
    for (let i = this.count - 1; i >= 0; i--) {
      const { exclusion, lowestEnd } = this.entries[i]!;
      if (lowestEnd <= blockStart) return;
      if (exclusion.blockEnd <= blockStart || exclusion.blockStart >= blockEnd) continue;
      if (beside === 'floats' && exclusion.wraps !== undefined) continue;
      // A float without a width takes no space, wherever it is.
      if (exclusion.inlineEnd <= exclusion.inlineStart) continue;
      let { inlineStart, inlineEnd } = exclusion;
      const hasShape = exclusion.shape !== null && beside !== 'margin-boxes';
      if (exclusion.shape !== null && hasShape) {
        const extent = exclusion.shape.extent(blockStart, blockEnd);
        if (extent === null) continue;
        inlineStart = Math.max(inlineStart, extent[0]);
        inlineEnd = Math.min(inlineEnd, extent[1]);
      }
      const isPassed = exclusion.wraps === 'both' && (inlineEnd <= room.start || inlineStart >= room.end);
      const isBetween = exclusion.wraps === 'both' && inlineStart > room.start;
      const isStart = exclusion.side === 'start' && !isBetween;
      if (isPassed || (isStart ? inlineEnd <= room.start : inlineStart >= room.end)) continue;
      if (isStart) room.start = inlineEnd;
      else room.end = inlineStart;
      if (!isStart) room.beyond = isBetween ? inlineEnd : null;
      // Next to a shape, there may be more space a little further down.
      const next = hasShape ? Math.min(exclusion.blockEnd, blockStart + shapeStep(exclusion)) : exclusion.blockEnd;
      if (next < room.nextBlockStart) room.nextBlockStart = next;
    }
  }
}

function shiftedExclusion(exclusion: Exclusion, inline: LU, block: LU): Exclusion {
  return {
    ...exclusion,
    inlineStart: exclusion.inlineStart - inline,
    inlineEnd: exclusion.inlineEnd - inline,
    blockStart: exclusion.blockStart - block,
    blockEnd: exclusion.blockEnd - block,
  };
}

/** Returns the search step next to a shape: one px, or more for very tall floats to bound the search. */
function shapeStep({ blockStart, blockEnd }: Exclusion): LU {
  return Math.max(LU_PER_PX, (blockEnd - blockStart) >> 10);
}

/** The remaining space between floats during a search. */
class Room {
  start: LU;
  end: LU;
  /** The nearest block end of a float that takes up space. */
  nextBlockStart: LU = MAX_LU;
  /** Where the next gap at this height begins; null: nowhere. */
  beyond: LU | null = null;

  constructor(start: LU, end: LU) {
    this.start = start;
    this.end = end;
  }
}

const EMPTY_ENTRIES: Entry[] = [];

export const EMPTY_EXCLUSIONS: ExclusionSpace = new FloatExclusions(
  EMPTY_ENTRIES,
  0,
  -MAX_LU,
  -MAX_LU,
  -MAX_LU,
  false,
  false,
  null,
  -MAX_LU,
  -MAX_LU,
);

/**
 * The floats of a formatting context relative to a box of opposite direction: inline coordinates are negated, sides
 * swapped.
 */
class MirroredExclusions implements ExclusionSpace {
  readonly original: ExclusionSpace;

  constructor(original: ExclusionSpace) {
    this.original = original;
  }

  get isEmpty(): boolean {
    return this.original.isEmpty;
  }

  get lowestEnd(): LU {
    return this.original.lowestEnd;
  }

  outsideOver(inlineStart: LU, inlineEnd: LU, inline: LU, block: LU): ExclusionSpace {
    return mirroredExclusions(this.original.outsideOver(-inlineEnd, -inlineStart, -inline, block));
  }

  get inside(): ExclusionSpace {
    const { inside } = this.original;
    return inside === this.original ? this : mirroredExclusions(inside);
  }

  get lastFloatBlockStart(): LU {
    return this.original.lastFloatBlockStart;
  }

  add(exclusion: Exclusion): ExclusionSpace {
    const { shape } = exclusion;
    return new MirroredExclusions(
      this.original.add({
        side: exclusion.side === 'start' ? 'end' : 'start',
        inlineStart: -exclusion.inlineEnd,
        inlineEnd: -exclusion.inlineStart,
        blockStart: exclusion.blockStart,
        blockEnd: exclusion.blockEnd,
        shape: shape === null ? null : { extent: (start, end) => mirroredExtent(shape.extent(start, end)) },
        goesOn: exclusion.goesOn,
        isLetter: exclusion.isLetter,
        isOutside: exclusion.isOutside,
        wraps: exclusion.wraps,
      }),
    );
  }

  clearance(clear: 'start' | 'end' | 'both'): LU {
    return this.original.clearance(mirroredSide(clear));
  }

  floatClearance(clear: 'start' | 'end' | 'both'): LU {
    return this.original.floatClearance(mirroredSide(clear));
  }

  get letter(): LetterExclusion | null {
    const { letter } = this.original;
    return letter === null ? null : { ...letter, side: letter.side === 'start' ? 'end' : 'start' };
  }

  goesOn(clear: 'start' | 'end' | 'both'): boolean {
    return this.original.goesOn(mirroredSide(clear));
  }

  find(
    containerStart: LU,
    containerEnd: LU,
    blockStart: LU,
    inlineSize: LU,
    blockSize: LU,
    beside: FloatArea,
  ): LayoutOpportunity {
    return mirroredRoom(this.original.find(-containerEnd, -containerStart, blockStart, inlineSize, blockSize, beside));
  }

  roomAt(containerStart: LU, containerEnd: LU, blockStart: LU, blockSize: LU, beside: FloatArea): LayoutOpportunity {
    return mirroredRoom(this.original.roomAt(-containerEnd, -containerStart, blockStart, blockSize, beside));
  }

  nextBlockEnd(blockStart: LU): LU {
    return this.original.nextBlockEnd(blockStart);
  }
}

function mirroredSide(clear: 'start' | 'end' | 'both'): 'start' | 'end' | 'both' {
  return clear === 'both' ? 'both' : clear === 'start' ? 'end' : 'start';
}

function mirroredExtent(extent: readonly [LU, LU] | null): readonly [LU, LU] | null {
  return extent === null ? null : [-extent[1], -extent[0]];
}

function mirroredRoom(room: LayoutOpportunity): LayoutOpportunity {
  // Text of the opposite direction continues on one side only.
  return { inlineStart: -room.inlineEnd, inlineEnd: -room.inlineStart, blockStart: room.blockStart, beyond: null };
}

export function mirroredExclusions(space: ExclusionSpace): ExclusionSpace {
  return space instanceof MirroredExclusions ? space.original : new MirroredExclusions(space);
}

/** Converts the exclusions returned by a mirrored child back to its parent's direction. */
export function originalExclusions(space: ExclusionSpace): ExclusionSpace {
  return mirroredExclusions(space);
}
