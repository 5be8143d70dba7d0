import { StyleReader } from '../../css/style-reader.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Document, Element } from '../../document/node.ts';
import { parseSvgDocument } from '../../document/parse-xml.ts';
import { collectStyleSheets, createStyler, type Styler } from '../../style/styler.ts';
import type { PaintContext } from '../paint-context.ts';

/** What drawing SVG needs of the document that it is in. */
export interface SvgSource {
  styleOf(element: Element): ComputedStyle;
  /** The style of an instance by `use`: the element's own declarations, inheriting from elsewhere (svg2 §5.5). */
  instanceStyle(element: Element, inheritedFrom: ComputedStyle): ComputedStyle;
  /** The element with an id, within the same document. */
  byId(id: string): Element | null;
}

class StyledSource implements SvgSource {
  private readonly styler: Styler;
  private readonly document: Document;
  private ids: Map<string, Element> | null = null;

  constructor(styler: Styler, document: Document) {
    this.styler = styler;
    this.document = document;
  }

  styleOf(element: Element): ComputedStyle {
    return this.styler.styleOf(element);
  }

  instanceStyle(element: Element, inheritedFrom: ComputedStyle): ComputedStyle {
    return this.styler.firstLineStyle(element, inheritedFrom);
  }

  byId(id: string): Element | null {
    this.ids ??= elementsById(this.document.root);
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
      const child = element.children[i];
      if (child.type === 'element') stack.push(child);
    }
  }
  return ids;
}

export interface SvgFile {
  readonly root: Element;
  readonly source: SvgSource;
}

/** The source of the SVG elements in the document itself. */
export function documentSource(context: PaintContext): SvgSource {
  const { state } = context;
  state.svgSource ??= new StyledSource(state.services.styler, state.services.document);
  return state.svgSource as SvgSource;
}

/**
 * Parses an SVG file's markup once a render and color scheme (mediaqueries-5 §12.1: an image prefers the scheme of the element that shows it);
 * null: there is no <svg> in it.
 */
export function svgFile(context: PaintContext, markup: string, dark: boolean): SvgFile | null {
  const files = dark ? context.state.darkSvgFiles : context.state.svgFiles;
  const known = files.get(markup);
  if (known !== undefined) return known as SvgFile | null;
  const { budget, diagnostics, services } = {
    budget: context.budget,
    diagnostics: context.diagnostics,
    services: context.state.services,
  };
  const document = parseSvgDocument(markup, budget);
  let file: SvgFile | null = null;
  if (document !== null) {
    const styler = createStyler(document, collectStyleSheets(document, new StyleReader(budget), diagnostics, budget), {
      viewportWidth: 300,
      viewportHeight: 150,
      media: 'print',
      prefersDark: dark,
      fontMetrics: (font) => services.fonts.metrics(font),
      budget,
      diagnostics,
    });
    file = { root: document.root, source: new StyledSource(styler, document) };
  }
  files.set(markup, file);
  return file;
}
