/**
 * How selectors see shadow trees (css-scoping-1 §3, css-shadow-parts-1): the visible elements, and the steps between
 * trees.
 */
import type { Element, ShadowTree, TreePlace } from '../../document/node.ts';
import { Combinator, type Compound, TestKind } from './selector.ts';

/**
 * Returns whether a compound of a sheet in `tree` can match an element: one of its own tree, one that other trees
 * expose, or the host.
 */
export function seesElement(compound: Compound, element: Element, place: TreePlace, tree: ShadowTree | null): boolean {
  if (place.tree === tree) return true;
  if (tree !== null && element === tree.host) return isOfHost(compound);
  return compound.combinator === Combinator.Slotted || compound.combinator === Combinator.Part;
}

/**
 * Returns whether the compound can match the host, which is featureless in its own tree. Only `:host`, lists that
 * amount to it, and `:has()` match it.
 */
function isOfHost({ isTyped, id, classes, tests }: Compound): boolean {
  if (isTyped || id !== null || classes.length > 0) return false;
  let named = false;
  for (const { kind } of tests) {
    if (kind === TestKind.Host || kind === TestKind.HostContext || kind === TestKind.Is) named = true;
    else if (kind !== TestKind.Has) return false;
  }
  return named;
}

/** Returns the slot of `tree` in which an element is rendered, looking through slots of inner trees. */
export function slotIn(tree: ShadowTree | null, element: Element): Element | null {
  let slot = element.place?.slot ?? null;
  while (slot !== null && slot.place?.tree !== tree) slot = slot.place?.slot ?? null;
  return tree === null ? null : slot;
}

/** Returns the host in `tree` whose shadow tree contains an element, directly or within nested hosts. */
export function hostIn(tree: ShadowTree | null, element: Element): Element | null {
  let inner = element.place?.tree ?? null;
  while (inner !== null) {
    const { host } = inner;
    const around = host.place?.tree ?? null;
    if (around === tree) return host;
    inner = around;
  }
  return null;
}

/** Returns the enclosing element: the parent in its own tree, or the host. */
export function outwards({ place }: Element): Element | null {
  return place === null ? null : (place.parent ?? place.tree?.host ?? null);
}

/**
 * Returns whether an element has all of these part names in `tree`. Its host and the hosts between export names
 * outwards (css-shadow-parts-1 §2).
 */
export function isPart(tree: ShadowTree | null, element: Element, names: readonly string[]): boolean {
  let parts = words(element.attribute('part'));
  for (let inner = element.place?.tree ?? null; inner !== null && parts.length > 0;) {
    const { host } = inner;
    const around = host.place?.tree ?? null;
    if (around === tree) {
      const known = parts;
      return names.every((name) => known.includes(name));
    }
    parts = exported(host.attribute('exportparts'), parts);
    inner = around;
  }
  return false;
}

const words = (text: string | null): readonly string[] =>
  (text ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');

/** Maps part names through `exportparts="inner: outer, both"`. */
function exported(list: string | null, parts: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const item of (list ?? '').split(',')) {
    const [inner, outer = inner] = item.split(':').map((name) => name.trim());
    if (inner !== '' && parts.includes(inner!)) found.push(outer!);
  }
  return found;
}
