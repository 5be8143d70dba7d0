/**
 * Where the regions of named flows end (css-regions-1 §2.5). A region continues where the one before it in the chain
 * ended, wherever that is on the page. Layout notes each end, and the next region asks for it. Layouts may be repeated
 * or come from the cache, so that the ends of finished pages are taken from their fragments (`agree`).
 */
import type { Box, RegionChain, RegionTree } from '../../boxes/box.ts';
import { type LU, luFromPx, MAX_LU } from '../../units.ts';
import { sameToken } from '../contract/break-token.ts';
import type { FlowEnds, UnfittingFlow } from '../contract/flow-ends.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FlowPoint, RegionPart } from '../contract/region-part.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { blockSizeOf, maxBlockSizeOf } from '../sizing/sizing-properties.ts';

interface Place {
  readonly chain: RegionChain;
  readonly position: number;
  readonly largestAfter: LU | null;
}

/** A cached result is valid while the flows still start there. `ends` are those of the regions inside. */
interface Remembered {
  readonly starts: readonly (FlowPoint | null)[];
  readonly parts: readonly (RegionPart | undefined)[];
}

export class RegionEnds implements FlowEnds {
  private readonly tree: RegionTree;
  private readonly places = new Map<Box, Place>();
  private readonly results = new WeakMap<LayoutResult, Remembered>();
  private parts = new Map<Box, RegionPart>();
  /** The regions of finished pages that overflow. */
  private readonly overflowing = new Set<Box>();

  constructor(tree: RegionTree) {
    this.tree = tree;
    for (const chain of tree.chains) {
      let largestAfter: LU | null = null;
      for (let position = chain.regions.length - 1; position >= 0; position--) {
        const region = chain.regions[position]!;
        this.places.set(region, { chain, position, largestAfter });
        largestAfter = Math.max(largestAfter ?? 0, largestSize(region));
      }
    }
  }

  reset(): void {
    this.parts = new Map();
    this.overflowing.clear();
  }

  get attempts(): number {
    return this.places.size + 1;
  }

  has(region: Box): boolean {
    return this.places.has(region);
  }

  largestAfter(region: Box): LU | null {
    return this.places.get(region)!.largestAfter;
  }

  startOf(region: Box): FlowPoint | null {
    const { chain, position } = this.places.get(region)!;
    for (let i = position - 1; i >= 0; i--) {
      const part = this.parts.get(chain.regions[i]!);
      if (part?.start === null) continue;
      return part?.end ?? null;
    }
    return 'start';
  }

  note(region: Box, part: RegionPart): void {
    this.parts.set(region, part);
  }

  /** Returns whether a box contains regions. */
  isAround(box: Box): boolean {
    return this.tree.within.has(box);
  }

  /**
   * Remembers where flows start in a result and what it noted, if its regions agree. Otherwise another layout may
   * differ.
   */
  remember(box: Box, result: LayoutResult): void {
    const inside = this.tree.within.get(box)!;
    const agrees = inside.every((region) => {
      const part = this.parts.get(region);
      return part === undefined || part.resumes || isSamePoint(part.start, this.startOf(region));
    });
    if (!agrees) return;
    const parts = inside.map((region) => this.parts.get(region));
    this.results.set(result, { starts: this.startsIn(inside), parts });
  }

  /** Notes what a cached result noted, or returns false if flows no longer start there. */
  recall(box: Box, result: LayoutResult): boolean {
    const known = this.results.get(result);
    const inside = this.tree.within.get(box)!;
    if (known === undefined) return false;
    const starts = this.startsIn(inside);
    if (!starts.every((start, i) => isSamePoint(start, known.starts[i]!))) return false;
    known.parts.forEach((part, i) => part !== undefined && this.note(inside[i]!, part));
    return true;
  }

  /** Returns the starts of the regions whose chains begin outside. */
  private startsIn(inside: readonly Box[]): (FlowPoint | null)[] {
    const set = new Set(inside);
    const first = inside.filter((region) => {
      const { chain, position } = this.places.get(region)!;
      return position > 0 && !set.has(chain.regions[position - 1]!);
    });
    return first.map((region) => this.startOf(region));
  }

  agree(fragments: readonly BoxFragment[]): boolean {
    const shown: { readonly region: Box; readonly part: RegionPart }[] = [];
    for (const root of fragments)
      visitFragments(root, 0, 0, true, (fragment) => {
        if (fragment.type === 'box' && fragment.extra?.region !== undefined)
          shown.push({ region: fragment.box, part: fragment.extra.region });
        return true;
      });
    for (const { region, part } of shown) this.note(region, part);
    for (const { region, part } of shown) if (part.overflows) this.overflowing.add(region);
    return shown.every(({ region, part }) => part.resumes || isSamePoint(part.start, this.startOf(region)));
  }

  unfitting(): UnfittingFlow[] {
    return this.tree.chains.flatMap((chain) => {
      const last = chain.regions.at(-1)!;
      if (chain.thread === null) return [];
      const part = chain.regions.map((region) => this.parts.get(region)).findLast((it) => it?.start != null);
      const isMissing = part?.end !== 'end';
      return isMissing || this.overflowing.has(last) ? [{ chain, last, isMissing }] : [];
    });
  }
}

function isSamePoint(a: FlowPoint | null, b: FlowPoint | null): boolean {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return a === b;
  return sameToken(a, b);
}

/** Returns the content-box block size that a region can have at most, as far as its style tells. */
function largestSize({ data }: Box): LU {
  if (data?.type !== 'region' || data.region === null) return MAX_LU;
  const { style } = data.region;
  const mode = writingModeOf(style);
  const lengths = [blockSizeOf(style, mode), maxBlockSizeOf(style, mode)];
  const least = lengths.find((length) => length.isLength && !length.hasPercent);
  return least === undefined ? MAX_LU : luFromPx(least.px);
}
