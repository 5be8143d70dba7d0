/**
 * A document of the laws: a small tree that is written as HTML, compared with its layout, and reduced on failure. A
 * flow is text that must keep its order: the text of a `flow` element without nested flows.
 */
export interface Specimen {
  readonly tag: string;
  /** Set for an element whose text is a separate flow, and for replaced elements. */
  readonly id: string | null;
  /** An img: one box without text. */
  readonly replaced: boolean;
  readonly style: readonly string[];
  /** Attributes as written, such as `colspan="2"`. */
  readonly attributes: readonly string[];
  readonly children: readonly (Specimen | string)[];
}

/** A document and its page size, in CSS px. */
export interface Sample {
  /** Along the inline and the block axis of body's writing mode. */
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly body: Specimen;
}

const PIXEL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='10'%3E%3Crect width='10' height='10'/%3E%3C/svg%3E";

/** The common base style: no UA margins, lines of 12 px. */
const BASE = 'body{font:10px/12px Arial;margin:0}p,ul,ol,fieldset{margin:0}td,th{padding:1px}';

export function element(
  tag: string,
  style: readonly string[],
  children: readonly (Specimen | string)[],
  attributes: readonly string[] = [],
): Specimen {
  return { tag, id: null, replaced: false, style, attributes, children };
}

export function toHtml({ pageWidth, pageHeight, body }: Sample): string {
  // Pages follow each other along the root's block axis.
  const mode = body.style.find((declaration) => declaration.startsWith('writing-mode:vertical'));
  const [width, height] = mode === undefined ? [pageWidth, pageHeight] : [pageHeight, pageWidth];
  const root = mode === undefined ? '' : `html{${mode}}`;
  const page = `@page{size:${width}px ${height}px;margin:0}`;
  return `<!DOCTYPE html><style>${page}${root}${BASE}</style>${write(body)}`;
}

/** Writes an element as HTML. */
export function write(node: Specimen | string): string {
  if (typeof node === 'string') return node;
  const { tag, id, style, attributes, children, replaced } = node;
  const parts = [tag, ...attributes];
  if (id !== null) parts.push(`id="${id}"`);
  if (replaced) parts.push(`src="${PIXEL}"`);
  if (style.length > 0) parts.push(`style="${style.join(';')}"`);
  const start = `<${parts.join(' ')}>`;
  return replaced || tag === 'br' ? start : `${start}${children.map(write).join('')}</${tag}>`;
}

/** Yields every element of a sample, parents first. */
export function* elementsOf(node: Specimen, ancestors: readonly Specimen[] = []): Generator<[Specimen, Specimen[]]> {
  yield [node, [...ancestors]];
  for (const child of node.children) if (typeof child !== 'string') yield* elementsOf(child, [...ancestors, node]);
}

/** Tells whether the element has a declaration that starts with this text (`float`, `display:grid`). */
export function declares(node: Specimen, beginning: string): boolean {
  return node.style.some((declaration) => declaration.startsWith(beginning));
}

/**
 * The expected content of the pages: the text of each flow without white space (body's flow is ''), and the replaced
 * elements.
 */
export interface Expected {
  readonly flows: ReadonlyMap<string, string>;
  readonly replaced: readonly string[];
}

export function expectedOf(sample: Sample): Expected {
  const flows = new Map<string, string>();
  const replaced: string[] = [];
  const visit = (node: Specimen, flow: string): void => {
    const own = node.id ?? flow;
    if (node.replaced) replaced.push(own);
    for (const child of node.children) {
      if (typeof child === 'string') flows.set(own, (flows.get(own) ?? '') + child.replace(/\s/g, ''));
      else visit(child, own);
    }
  };
  visit(sample.body, '');
  return { flows, replaced };
}
