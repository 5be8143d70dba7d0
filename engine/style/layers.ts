/** Orders cascade layers (css-cascade-5 §6.4) by name. */
export class Layer {
  /** The full name with dots; '' for the unlayered rules of an origin. */
  readonly name: string;
  readonly parent: Layer | null;
  /** In order of first appearance. */
  readonly children: Layer[] = [];
  private readonly byName = new Map<string, Layer>();
  /** Set after all sheets are read. A later layer wins among normal declarations. */
  order = 0;

  constructor(name: string, parent: Layer | null) {
    this.name = name;
    this.parent = parent;
  }

  /** Returns the sublayer of this name, creating it if needed. null creates an anonymous one. */
  child(part: string | null): Layer {
    const known = part === null ? undefined : this.byName.get(part);
    if (known !== undefined) return known;
    const prefix = this.name === '' ? '' : `${this.name}.`;
    const layer = new Layer(part === null ? `${prefix}(anonymous)` : prefix + part, this);
    this.children.push(layer);
    if (part !== null) this.byName.set(part, layer);
    return layer;
  }

  descendant(parts: readonly string[] | null): Layer {
    return parts === null ? this.child(null) : parts.reduce<Layer>((layer, part) => layer.child(part), this);
  }

  /** Numbers the tree, with sublayers before the rules directly in a layer. Returns the next free number. */
  assignOrder(next: number): number {
    let order = next;
    // Iterative, because authors may nest names to any depth.
    const open: { readonly layer: Layer; numbered: number }[] = [{ layer: this, numbered: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const child = top.layer.children[top.numbered++];
      if (child !== undefined) {
        open.push({ layer: child, numbered: 0 });
      } else {
        top.layer.order = order++;
        open.pop();
      }
    }
    return order;
  }
}
