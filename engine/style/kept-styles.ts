/**
 * Computed styles that outlive a render. A style depends only on the blocks of its cascade and the inherited style,
 * unless it reads the element or font metrics. So a template's styles are computed once, however often it is rendered.
 * They are kept as long as the author's rule set (rule-set-cache.ts).
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { type AppliedBlock, CascadeNode } from './applied-block.ts';
import type { RuleSet } from './rule-set.ts';

/**
 * Maximum number of styles kept per rule set and viewport. Enough for most documents, and at most one or two megabytes.
 */
const MAX_STYLES = 600;

/** The work that computing a style took, and how often it read the viewport. */
export interface StyleCost {
  /** Work in ticks, charged to every render that uses the style. */
  readonly ticks: number;
  /** How often the viewport was read; 0: the style doesn't depend on it. */
  readonly viewportReads: number;
}

/** A computed style and its cost. */
interface KeptStyle {
  readonly style: ComputedStyle;
  readonly cost: StyleCost;
  /** Blocks of its cascade that have problems, which each render must report. */
  readonly complaining: readonly AppliedBlock[];
}

/** In CSS px. */
interface Viewport {
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly expandsScrollers?: boolean | undefined;
}

/**
 * Room for documents with and without their own page size, and for those that use two: the first page's area is known
 * only after its style.
 */
const MAX_VIEWPORTS = 3;

/** Keyed by the author's rules, the most recently used viewport first. */
const keptWith = new WeakMap<RuleSet, readonly KeptStyles[]>();

/** Ids are negative, to differ from those that a render assigns itself. */
let lastId = 0;

export class KeptStyles {
  private readonly userAgent: RuleSet;
  private readonly viewport: Viewport;
  /** Keyed by pseudo-element; '' is elements. */
  private readonly roots = new Map<string, CascadeNode<KeptStyle>>();
  private readonly ids = new Set<number>([initialStyle().id]);

  private constructor(userAgent: RuleSet, viewport: Viewport) {
    this.userAgent = userAgent;
    this.viewport = viewport;
  }

  static of(
    author: RuleSet,
    userAgent: RuleSet,
    { viewportWidth, viewportHeight, expandsScrollers }: Viewport,
  ): KeptStyles {
    const all = keptWith.get(author) ?? [];
    const known = all.find(
      ({ userAgent: other, viewport }) =>
        other === userAgent &&
        viewport.viewportWidth === viewportWidth &&
        viewport.viewportHeight === viewportHeight &&
        viewport.expandsScrollers === expandsScrollers,
    );
    const kept = known ?? new KeptStyles(userAgent, { viewportWidth, viewportHeight, expandsScrollers });
    if (all[0] !== kept)
      keptWith.set(author, [kept, ...all.filter((other) => other !== kept).slice(0, MAX_VIEWPORTS - 1)]);
    return kept;
  }

  /** Returns the style of some blocks, weakest first, under a parent style, or null. */
  find(path: readonly AppliedBlock[], parent: ComputedStyle, pseudo: string | null): KeptStyle | null {
    if (!this.ids.has(parent.id)) return null;
    let node = this.roots.get(pseudo ?? '') ?? null;
    for (let i = 0; i < path.length && node !== null; i++) node = node.find(path[i]!);
    return node?.styles.get(parent.id) ?? null;
  }

  /** Keeps a style if there is room and its parent's is kept too. Returns the style to use from now on. */
  keep(
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    pseudo: string | null,
    style: ComputedStyle,
    cost: StyleCost,
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

/** The block of a style attribute belongs to one document. */
const outlivesRenders = ({ origin }: AppliedBlock): boolean => origin !== 'style attribute';
