/**
 * Builds declarative shadow trees (HTML standard, `<template shadowrootmode>`; DOM §4.2.2). The document's tree becomes
 * the flat tree (css-scoping-1 §3.2): a host has its shadow tree's children, a slot the nodes assigned to it. The place
 * of an element in its original tree, which selectors use, is stored separately.
 */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Element, type Node, ShadowTree } from './node.ts';

/** Nodes omitted from the flat tree: those that no slot takes, and the fallbacks of slots with assigned nodes. */
export type Unrendered = readonly Element[];

const NOTHING: Unrendered = [];

/** Turns templates that declare shadow trees into shadow trees. Called before the nodes are numbered. */
export function attachShadowTrees(
  root: Element,
  templates: ReadonlyMap<Element, Element>,
  budget: Budget,
  diagnostics: Diagnostics,
): Unrendered {
  for (const template of templates.keys())
    if (declares(template)) return new Attacher(templates, budget, diagnostics).attach(root);
  return NOTHING;
}

const declares = (template: Element): boolean =>
  /^(?:open|closed)$/i.test(template.attribute('shadowrootmode') ?? '') && template.isHtml;

const HOSTS: ReadonlySet<string> = new Set([
  'article',
  'aside',
  'blockquote',
  'body',
  'div',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);

/** Built-in names with a hyphen belong to SVG and MathML. */
const canHost = ({ tag, isHtml }: Element): boolean => isHtml && (HOSTS.has(tag) || tag.includes('-'));

class Attacher {
  private readonly templates: ReadonlyMap<Element, Element>;
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;
  private readonly trees: { readonly tree: ShadowTree; readonly top: readonly Node[] }[] = [];
  private readonly unrendered: Element[] = [];

  constructor(templates: ReadonlyMap<Element, Element>, budget: Budget, diagnostics: Diagnostics) {
    this.templates = templates;
    this.budget = budget;
    this.diagnostics = diagnostics;
  }

  attach(root: Element): Unrendered {
    this.noteTrees(root);
    for (const { tree, top } of this.trees) this.flatten(tree, top);
    this.notePlain(root);
    return this.unrendered;
  }

  /**
   * Records the place of every element in its own tree, and moves the contents of shadow trees out of their templates.
   */
  private noteTrees(root: Element): void {
    const pending: Place[] = placesOf([root], null, null);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.budget.tick();
      const { element, parent, siblings, index, tree } = next;
      const declared = this.declaration(element);
      const hosts = declared === null ? null : declared.tree;
      element.place = { parent, siblings, index, tree, hosts, slot: null, assigned: [], isPlain: false };
      tree?.elements.push(element);
      // The stack returns the last pushed place first. Children are pushed after shadow trees, so each tree keeps its order.
      if (declared !== null) for (const place of placesOf(declared.top, null, declared.tree)) pending.push(place);
      for (const place of placesOf(element.children, element, tree)) pending.push(place);
    }
  }

  /** Returns the shadow tree that an element's first template declares. */
  private declaration(host: Element): { readonly tree: ShadowTree; readonly top: readonly Node[] } | null {
    const template = host.children.find(
      (child) => child.type === 'element' && child.tag === 'template' && declares(child),
    );
    if (template?.type !== 'element') return null;
    if (!canHost(host)) {
      this.diagnostics.warn(
        'html/no-shadow-host',
        `A ${host.tag} element can't have a shadow tree. Its declarative shadow root was ignored.`,
      );
      return null;
    }
    host.children.splice(host.children.indexOf(template), 1);
    const declared = { tree: new ShadowTree(host), top: this.templates.get(template)?.children ?? [] };
    this.trees.push(declared);
    return declared;
  }

  /** Implements "find a slot" (DOM §4.2.2.3, css-scoping-1 §3.2). */
  private flatten(tree: ShadowTree, top: readonly Node[]): void {
    const { host } = tree;
    const slots = new Map<string, { readonly slot: Element; readonly assigned: Node[] }>();
    for (const slot of tree.elements) {
      if (slot.tag !== 'slot' || !slot.isHtml) continue;
      const name = slot.attribute('name') ?? '';
      if (!slots.has(name)) slots.set(name, { slot, assigned: [] });
    }
    for (const node of host.children) {
      this.budget.tick();
      const found = slots.get(node.type === 'element' ? (node.attribute('slot') ?? '') : '');
      if (found === undefined) {
        if (node.type === 'element') this.unrendered.push(node);
        continue;
      }
      found.assigned.push(node);
      if (node.type === 'element' && node.place !== null) node.place.slot = found.slot;
    }
    replaceChildren(host, top);
    for (const { slot, assigned } of slots.values()) {
      if (assigned.length === 0) continue;
      for (const node of slot.children) if (node.type === 'element') this.unrendered.push(node);
      if (slot.place !== null) slot.place.assigned = assigned;
      replaceChildren(slot, assigned);
    }
  }

  private notePlain(root: Element): void {
    const pending: Element[] = [root];
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      this.budget.tick();
      const { place } = element;
      if (place === null || place.hosts !== null) continue;
      place.isPlain = true;
      for (const child of element.children) if (child.type === 'element') pending.push(child);
    }
  }
}

interface Place {
  readonly element: Element;
  readonly parent: Element | null;
  readonly siblings: readonly Element[];
  readonly index: number;
  readonly tree: ShadowTree | null;
}

/** Returns the places in reverse order. */
function placesOf(nodes: readonly Node[], parent: Element | null, tree: ShadowTree | null): Place[] {
  const siblings = nodes.filter((node) => node.type === 'element');
  return siblings.map((element, index) => ({ element, parent, siblings, index, tree })).reverse();
}

function replaceChildren(parent: Element, nodes: readonly Node[]): void {
  parent.children.length = 0;
  for (const node of nodes) parent.children.push(node);
}

/** Numbers the unrendered nodes after the document's `nodeCount` nodes. Returns the new count. */
export function numberUnrendered(unrendered: Unrendered, nodeCount: number, budget: Budget): number {
  const pending: Node[] = [...unrendered];
  let count = nodeCount;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    budget.tick();
    node.index = count++;
    if (node.type !== 'element') continue;
    node.lastDescendant = node.index;
    for (const child of node.children) pending.push(child);
  }
  return count;
}
