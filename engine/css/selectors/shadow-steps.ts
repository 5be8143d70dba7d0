/** What selectors see of shadow trees (css-scoping-1 §3, css-shadow-parts-1): which elements, and the ways from one tree into another. */
import type { Element, ShadowTree, TreePlace } from '../../document/node.ts';
import { Combinator, type Compound, TestKind } from './selector.ts';

/** May a compound of a sheet in `tree` match an element? Those of its own tree, what it shows of others, and the host. */
export function seesElement(compound: Compound, element: Element, place: TreePlace, tree: ShadowTree | null): boolean {
  if (place.tree === tree) return true;
  if (tree !== null && element === tree.host) return isOfHost(compound);
  return compound.combinator === Combinator.Slotted || compound.combinator === Combinator.Part;
}

/** The host is featureless in its own tree: `:host` is said of it, or a list that comes to that, and what it has in it. */
function isOfHost({ isTyped, id, classes, tests }: Compound): boolean {
  if (isTyped || id !== null || classes.length > 0) return false;
  let named = false;
  for (const { kind } of tests) {
    if (kind === TestKind.Host || kind === TestKind.HostContext || kind === TestKind.Is) named = true;
    else if (kind !== TestKind.Has) return false;
  }
  return named;
}

/** The slot of `tree` in which an element shows, through slots of trees inside of it too. */
export function slotIn(tree: ShadowTree | null, element: Element): Element | null {
  let slot = element.place?.slot ?? null;
  while (slot !== null && slot.place?.tree !== tree) slot = slot.place?.slot ?? null;
  return tree === null ? null : slot;
}

/** The host in `tree` whose shadow tree an element is in, or in one of a host in there. */
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

/** The element around: the parent in its own tree, or the host. */
export function outwards({ place }: Element): Element | null {
  return place === null ? null : (place.parent ?? place.tree?.host ?? null);
}

/** Is an element all of these parts as `tree` knows them, its host and those between passing their names on (css-shadow-parts-1 §2)? */
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

/** `exportparts="inner: outer, both"`. */
function exported(list: string | null, parts: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const item of (list ?? '').split(',')) {
    const [inner, outer = inner] = item.split(':').map((name) => name.trim());
    if (inner !== '' && parts.includes(inner!)) found.push(outer!);
  }
  return found;
}
