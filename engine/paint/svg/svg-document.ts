import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { Styler } from '../../style/styler.ts';
import type { PaintContext } from '../paint-context.ts';

/** A document that contains SVG elements, with its styles. */
export class SvgSource {
  readonly styler: Styler;
  private ids: Map<string, Element> | null = null;

  constructor(styler: Styler) {
    this.styler = styler;
  }

  get root(): Element {
    return this.styler.document.root;
  }

  styleOf(element: Element): ComputedStyle {
    return this.styler.styleOf(element);
  }

  /**
   * Returns the style of an instance by `use`: the element's own declarations, with inheritance from the instance's
   * parent (svg2 §5.5).
   */
  instanceStyle(element: Element, inheritedFrom: ComputedStyle): ComputedStyle {
    return this.styler.firstLineStyle(element, inheritedFrom);
  }

  /**
   * Returns the styler of an instance by `use` from `root` down. Elements inherit from the place where they are drawn.
   */
  instanceStyler(root: Element, rootStyle: ComputedStyle): Styler {
    const { styler } = this;
    const styles = new Map<Element, ComputedStyle>([[root, rootStyle]]);
    const styleOf = (element: Element): ComputedStyle => {
      let style = styles.get(element);
      if (style === undefined) {
        const { parent } = element;
        style = parent ? styler.firstLineStyle(element, styleOf(parent)) : styler.styleOf(element);
        styles.set(element, style);
      }
      return style;
    };
    return Object.assign(Object.create(styler) as Styler, { styleOf });
  }

  /** Returns the element with an id in the same document. */
  byId(id: string): Element | null {
    this.ids ??= elementsById(this.root);
    return this.ids.get(id) ?? null;
  }
}

function elementsById(root: Element): Map<string, Element> {
  const ids = new Map<string, Element>();
  const stack: Element[] = [root];
  while (stack.length > 0) {
    const element = stack.pop() as Element;
    if (element.id !== null && !ids.has(element.id)) ids.set(element.id, element);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.type === 'element') stack.push(child);
    }
  }
  return ids;
}

/** Returns the source of a document's elements. Each one is created once. */
function sourceOf(context: PaintContext, styler: Styler): SvgSource {
  const { svgSources } = context.state;
  let source = svgSources.get(styler) as SvgSource | undefined;
  if (source === undefined) svgSources.set(styler, (source = new SvgSource(styler)));
  return source;
}

/** Returns the source of SVG elements in the document itself. */
export function documentSource(context: PaintContext): SvgSource {
  return sourceOf(context, context.state.services.styler);
}

/**
 * Returns the source of an SVG file, styled for the viewport in which it is drawn, in CSS px. null: the file has no
 * `svg` element.
 */
export function fileSource(
  context: PaintContext,
  markup: string,
  viewport: { readonly width: number; readonly height: number },
  dark: boolean,
): SvgSource | null {
  const styler = context.state.services.svgDocuments.styled(markup, viewport, dark);
  return styler && sourceOf(context, styler);
}

/** The viewport of a file that is only referenced (css-images-3 §5.1). */
const DEFAULT_VIEWPORT = { width: 300, height: 150 };

/**
 * Returns the element referenced by `url(#id)` in the document, or by `url(data:...svg#id)` in an SVG file. null: it
 * doesn't exist.
 */
export function findElement(context: PaintContext, url: string): { element: Element; source: SvgSource } | null {
  const hash = url.indexOf('#');
  if (hash < 0) return null;
  let source = documentSource(context);
  if (hash > 0) {
    const resource = context.images.get(url) ?? context.images.get(url.slice(0, hash));
    const file =
      resource?.data.type === 'svg' ? fileSource(context, resource.data.markup, DEFAULT_VIEWPORT, false) : null;
    if (!file) return null;
    source = file;
  }
  const element = source.byId(url.slice(hash + 1));
  return element ? { element, source } : null;
}
