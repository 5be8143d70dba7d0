/** Cascade layers (css-cascade-5 §6.4): names to one order. */
export class Layer {
  /** Full name with dots; '' for the unlayered rules of an origin. */
  readonly name: string;
  readonly parent: Layer | null;
  /** In order of first appearance. */
  readonly children: Layer[] = [];
  private readonly byName = new Map<string, Layer>();
  /** Set when all sheets are read: a later layer wins among normal declarations. */
  order = 0;

  constructor(name: string, parent: Layer | null) {
    this.name = name;
    this.parent = parent;
  }

  /** The layer of this name inside, made when it is new; null: a new anonymous one. */
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

  /** Numbers the tree: sublayers before the rules that stand in the layer itself. Returns the next free number. */
  assignOrder(next: number): number {
    let order = next;
    // Names nest as deep as an author likes, so without recursion.
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
