/** Named flows and their regions while boxes are generated (css-regions-1). */
import { addTo } from '../grouped.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { type Box, BoxFlag, BoxKind, type RegionChain, type RegionTree } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW } from './display.ts';
import { finishChildren } from './element-box.ts';
import { LooseBox } from './loose-box.ts';

interface NamedFlow {
  readonly chain: RegionChain;
  /** The contents; null: none yet. */
  thread: LooseBox | null;
  /** The element whose contents come first. */
  source: Element | null;
  readonly regions: LooseBox[];
  /** The flows whose regions are in the contents. */
  readonly shows: Set<NamedFlow>;
}

export class NamedFlows {
  private readonly flows = new Map<string, NamedFlow>();
  /** The flows whose contents are being generated, innermost last. */
  private readonly around: NamedFlow[] = [];

  /**
   * Generates contents of a flow. `append` gets the box that takes them. `element` is the one that sets `flow-into`, and
   * `style` that of the box around the contents in the document.
   */
  fill(
    context: BuildContext,
    name: string,
    element: Element,
    style: ComputedStyle,
    append: (into: LooseBox) => void,
  ): void {
    const flow = this.named(name);
    flow.source ??= element;
    flow.thread ??= threadOf(context, element, style);
    this.around.push(flow);
    append(flow.thread);
    this.around.pop();
  }

  /**
   * Makes a box a region of a flow and returns true, unless the flow would then contain itself. A box that closes
   * such a circle becomes no region (css-regions-1 §3.2.1).
   */
  addRegion(context: BuildContext, name: string, box: LooseBox): boolean {
    const flow = this.named(name);
    const outer = this.around.at(-1);
    if (outer !== undefined) {
      if (reaches(flow, outer)) return false;
      outer.shows.add(flow);
    }
    const style = context.styler.anonymousStyle(box.style, BLOCK_FLOW);
    const flags = BoxFlag.Anonymous | BoxFlag.NewFormattingContext;
    const contents = new LooseBox(BoxKind.Region, style, box.element, null, flags);
    contents.data = { type: 'region', chain: flow.chain, index: flow.regions.length, region: null };
    flow.regions.push(contents);
    box.append(contents);
    // The contents of the flow are positioned in the region that shows them.
    box.flags |= BoxFlag.NewFormattingContext | BoxFlag.AbsoluteContainer;
    return true;
  }

  /** Passes the contents of each flow to its first region. Reports flows without regions, which aren't shown. */
  finish(context: BuildContext): void {
    for (const { chain, thread, source, regions } of this.flows.values()) {
      if (thread === null || source === null) continue;
      const [first] = regions;
      if (first === undefined) {
        const message = `No region shows the named flow ${chain.name}, so its contents are missing.`;
        context.diagnostics.warnAbout('layout/flow', message, source);
        continue;
      }
      finishChildren(context, thread);
      first.append(thread);
    }
  }

  private named(name: string): NamedFlow {
    let flow = this.flows.get(name);
    if (flow === undefined) {
      const chain: RegionChain = { name, thread: null, regions: [] };
      this.flows.set(name, (flow = { chain, thread: null, source: null, regions: [], shows: new Set() }));
    }
    return flow;
  }
}

function threadOf(context: BuildContext, element: Element, style: ComputedStyle): LooseBox {
  const flow = context.styler.anonymousStyle(style, BLOCK_FLOW);
  return new LooseBox(BoxKind.Block, flow, element, null, BoxFlag.Anonymous | BoxFlag.NewFormattingContext);
}

/** Returns whether the contents of a flow show another one, at any depth, or are the same. */
function reaches(from: NamedFlow, to: NamedFlow): boolean {
  const seen = new Set([from]);
  for (const flow of seen) {
    if (flow === to) return true;
    for (const inner of flow.shows) seen.add(inner);
  }
  return false;
}

/** Returns the regions of a finished tree; null if it has none. */
export function regionTree(chains: readonly RegionChain[]): RegionTree | null {
  if (chains.length === 0) return null;
  const within = new Map<Box, Box[]>();
  const threads = new Map(chains.map((chain) => [chain.thread, chain]));
  // A region in a flow is inside every region of that flow.
  const add = (from: Box, region: Box, seen: Set<Box>): void => {
    for (let at: Box | null = from; at !== null && !seen.has(at); at = at.parent) {
      seen.add(at);
      addTo(within, at, region);
      for (const other of threads.get(at)?.regions ?? []) add(other, region, seen);
    }
  };
  for (const { regions } of chains) for (const region of regions) add(region, region, new Set());
  return { chains, within };
}
