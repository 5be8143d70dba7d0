/**
 * Computed styles that outlive a render. A style follows from the blocks of its cascade and the style that is inherited from, as long as it asks neither for
 * the element nor for a font's metrics: a template's styles are computed once, however often it is rendered. They are kept with the author's set of
 * rules, and go when that does (rule-set-cache.ts).
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { type AppliedBlock, CascadeNode } from './applied-block.ts';
import type { RuleSet } from './rule-set.ts';

/** Styles kept with one set for one viewport: those of most documents, and one or two megabytes at most. */
const MAX_STYLES = 600;

/** What computing a style has given. */
export interface KeptStyle {
  readonly style: ComputedStyle;
  /** Ticks: whoever takes the style pays as much as the one who computed it. */
  readonly cost: number;
  /** Blocks of its cascade in which something is wrong, which each render has to say. */
  readonly complaining: readonly AppliedBlock[];
}

/** CSS px. */
interface Viewport {
  readonly viewportWidth: number;
  readonly viewportHeight: number;
}

/** Documents without a page size of their own, and those with two: the first page's area is known only when its style is. */
const MAX_VIEWPORTS = 3;

/** By the author's rules; those that were used last come first. */
const keptWith = new WeakMap<RuleSet, readonly KeptStyles[]>();

/** Ids are negative, so that they are none of those that a render gives to its own. */
let lastId = 0;

export class KeptStyles {
  private readonly userAgent: RuleSet;
  private readonly viewport: Viewport;
  /** By pseudo-element; '': elements. */
  private readonly roots = new Map<string, CascadeNode<KeptStyle>>();
  private readonly ids = new Set<number>([initialStyle().id]);

  private constructor(userAgent: RuleSet, viewport: Viewport) {
    this.userAgent = userAgent;
    this.viewport = viewport;
  }

  static of(author: RuleSet, userAgent: RuleSet, { viewportWidth, viewportHeight }: Viewport): KeptStyles {
    const all = keptWith.get(author) ?? [];
    const known = all.find(
      ({ userAgent: other, viewport }) =>
        other === userAgent && viewport.viewportWidth === viewportWidth && viewport.viewportHeight === viewportHeight,
    );
    const kept = known ?? new KeptStyles(userAgent, { viewportWidth, viewportHeight });
    if (all[0] !== kept)
      keptWith.set(author, [kept, ...all.filter((other) => other !== kept).slice(0, MAX_VIEWPORTS - 1)]);
    return kept;
  }

  /** The style of some blocks, weakest first, under a parent's; null: it isn't kept. */
  find(path: readonly AppliedBlock[], parent: ComputedStyle, pseudo: string | null): KeptStyle | null {
    if (!this.ids.has(parent.id)) return null;
    let node = this.roots.get(pseudo ?? '') ?? null;
    for (let i = 0; i < path.length && node !== null; i++) node = node.find(path[i]!);
    return node?.styles.get(parent.id) ?? null;
  }

  /** Keeps a style if there is room and its parent's is kept, too; gives the one to be used from now on. */
  keep(
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    pseudo: string | null,
    style: ComputedStyle,
    cost: number,
    complaining: readonly AppliedBlock[],
  ): ComputedStyle {
    if (this.ids.size > MAX_STYLES || !this.ids.has(parent.id) || !path.every(outlivesRenders)) return style;
    let node = this.roots.get(pseudo ?? '');
    if (node === undefined) this.roots.set(pseudo ?? '', (node = new CascadeNode(null, null)));
    for (const applied of path) node = node.with(applied);
    const kept = style.with(--lastId, {});
    node.styles.set(parent.id, { style: kept, cost, complaining });
    this.ids.add(kept.id);
    return kept;
  }
}

/** A style attribute's block is one document's. */
const outlivesRenders = ({ origin }: AppliedBlock): boolean => origin !== 'style attribute';
